import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../api/api.ts'

/** Whether the workspace has a language model; undefined until known. */
export function useHasModel(): boolean | undefined {
  const { skein } = useApi()
  return useQuery({ queryKey: ['me'], queryFn: async ({ signal }) => (await skein.getMe({ signal })).data }).data?.tenant.hasLanguageModel
}
