import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../api/api.ts'

/** All event types with the descriptions that the service returns. */
export function useEventTypes() {
  const { skein } = useApi()
  return useQuery({ queryKey: ['event-types'], queryFn: ({ signal }) => skein.listEventTypes({ query: { limit: 100 }, signal }).toArray() })
}
