import { useApi } from '../../api/api.ts'
import { useQuery } from '@tanstack/react-query'
import { allItemsKey } from '../catalogue/catalogue-cache.ts'

/**
 * Returns the SLA target for the first reply to threads of normal priority, in milliseconds; null if there is none, or if the workspace's
 * policies differ.
 */
export function useReplyTarget(isWanted: boolean): number | null {
  const { skein } = useApi()
  const { data = [] } = useQuery({
    queryKey: allItemsKey('sla_policy'),
    enabled: isWanted,
    queryFn: ({ signal }) => skein.listSlaPolicies({ query: { limit: 100 }, signal }).toArray(),
  })
  const targets = new Set(data.map(({ targets: { firstResponse } }) => firstResponse?.normal ?? null).filter((minutes) => minutes !== null))
  const [minutes] = targets
  return isWanted && targets.size === 1 && minutes !== undefined ? minutes * 60_000 : null
}
