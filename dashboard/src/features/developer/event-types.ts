import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../api/api.ts'

/** Every type of event, as the service describes it. */
export function useEventTypes() {
  const { skein } = useApi()
  return useQuery({ queryKey: ['event-types'], queryFn: ({ signal }) => skein.listEventTypes({ query: { limit: 100 }, signal }).toArray() })
}
