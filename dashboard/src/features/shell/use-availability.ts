import { useMutation, useQuery } from '@tanstack/react-query'
import type { Preferences } from '@skein/client'
import { useApi } from '../../api/api.ts'

/** The signed-in user's preferences, and a function that changes whether they receive threads. */
export function useAvailability() {
  const { skein, queries } = useApi()
  const preferences = useQuery({ queryKey: ['preferences'], queryFn: async ({ signal }) => (await skein.getPreferences({ signal })).data })
  const choose = useMutation({
    mutationFn: (availability: Preferences['availability']) => skein.updatePreferences({ body: { availability } }),
    onSuccess: ({ data }) => queries.setQueryData(['preferences'], data),
  })
  return { preferences, choose }
}
