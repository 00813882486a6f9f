/** The threads in which the agent has a draft: those that the service lists, corrected by what this browser knows. */
import { useMemo, useSyncExternalStore } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../api/api.ts'
import { useRights } from '../../api/rights.ts'
import { useDrafts } from './drafts.ts'
import { savedDraftsKey, type SavedDraft } from './saved-drafts.ts'

export function useDraftThreads(): ReadonlySet<string> {
  const { skein } = useApi()
  const drafts = useDrafts()
  const { data: saved } = useQuery<readonly SavedDraft[]>({
    queryKey: savedDraftsKey,
    enabled: useRights().whyNot('listDrafts') === null,
    queryFn: ({ signal }) => skein.listDrafts({ query: { limit: 100 }, signal }).toArray(),
  })
  const marks = useSyncExternalStore(drafts.subscribe, drafts.getMarks)
  return useMemo(() => {
    const all = new Map([...(saved ?? []).map(({ kind, threadId }) => [`${kind}.${threadId}`, true] as const), ...marks])
    return new Set([...all].flatMap(([place, has]) => (has ? [place.slice(place.indexOf('.') + 1)] : [])))
  }, [saved, marks])
}
