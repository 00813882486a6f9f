/** The threads in which the agent has a draft: those that the service lists, corrected by what this browser knows. */
import { useMemo } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../api/api.ts'
import { useRights } from '../../api/rights.ts'
import { useStore } from '../../api/store.ts'
import { draftMarks, watchDraftMarks } from './draft-marks.ts'
import { savedDraftsKey, type SavedDraft } from './saved-drafts.ts'
import { useMeId } from './use-threads.ts'

watchDraftMarks(localStorage, (listener) => addEventListener('storage', listener))

export function useDraftThreads(): ReadonlySet<string> {
  const { skein } = useApi()
  const meId = useMeId()
  const { data: saved } = useQuery<readonly SavedDraft[]>({
    queryKey: savedDraftsKey,
    enabled: useRights().whyNot('listDrafts') === null,
    queryFn: ({ signal }) => skein.listDrafts({ query: { limit: 100 }, signal }).toArray(),
  })
  const marks = useStore(draftMarks)
  return useMemo(() => {
    const all = new Map(saved?.map(({ kind, threadId }) => [`${meId}.${kind}.${threadId}`, true]))
    for (const [place, has] of marks) all.set(place, has)
    const own = [...all].filter(([place, has]) => has && place.startsWith(`${meId}.`))
    return new Set(own.map(([place]) => place.slice(place.lastIndexOf('.') + 1)))
  }, [meId, saved, marks])
}
