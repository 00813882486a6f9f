/** Queries for meetings, and the events that patch their cache. */
import { useQuery, type QueryClient } from '@tanstack/react-query'
import type { Meeting, MeetingStatus, SkeinEvent } from '@skein/client'
import { useApi } from '../../api/api.ts'
import { toMeetings } from '../threads/thread-parts.ts'
import { useThreadView } from '../threads/use-threads.ts'

/** Filters of a list of meetings. A list contains all pages, ordered by time. */
export type MeetingSearch = { hostId?: string; threadId?: string; status?: MeetingStatus; startsAfter?: string; startsBefore?: string }

const meetingsKey = 'meetings'
/** Maximum number of meetings on the screen, which says when there are more. */
export const maxMeetings = 500

/** Returns the meetings that match. The thread view already contains the meetings of its thread, so they need no request. */
export function useMeetings(search: MeetingSearch) {
  const { skein } = useApi()
  const view = useThreadView()
  return useQuery({
    queryKey: [meetingsKey, search],
    async queryFn({ signal }): Promise<Meeting[]> {
      const { threadId, ...others } = search
      const ofThread = threadId !== undefined && Object.keys(others).length === 0 ? toMeetings(await view(threadId, signal)) : null
      if (ofThread) return ofThread
      const found: Meeting[] = []
      for await (const meeting of skein.listMeetings({ query: { ...search, sort: 'startsAt', limit: 100 }, signal })) {
        found.push(meeting)
        if (found.length >= maxMeetings) break
      }
      return found
    },
  })
}

export function useMeeting(id: string) {
  const { skein } = useApi()
  return useQuery({
    queryKey: ['meeting', id],
    staleTime: 0,
    async queryFn({ signal }) {
      const { data, etag } = await skein.getMeeting({ path: { id }, signal })
      return { record: data, etag }
    },
  })
}

/** Adds or updates a meeting in the cached lists that it matches, and removes it from the others. */
export function putMeeting(queries: QueryClient, meeting: Meeting): void {
  for (const query of queries.getQueryCache().findAll({ queryKey: [meetingsKey] })) {
    // Safe because only this file creates keys that begin with `meetingsKey`.
    const search = query.queryKey[1] as MeetingSearch
    queries.setQueryData<Meeting[]>(query.queryKey, (list) => list && updateList(list, meeting, search))
  }
}

function updateList(list: readonly Meeting[], meeting: Meeting, search: MeetingSearch): Meeting[] {
  const others = list.filter(({ id }) => id !== meeting.id)
  if (!matchesSearch(meeting, search)) return others
  return [...others, meeting].toSorted((a, b) => (a.startsAt < b.startsAt ? -1 : 1))
}

function matchesSearch(meeting: Meeting, { hostId, threadId, status, startsAfter, startsBefore }: MeetingSearch): boolean {
  return (
    (hostId === undefined || meeting.hostId === hostId) &&
    (threadId === undefined || meeting.threadId === threadId) &&
    (status === undefined || meeting.status === status) &&
    (startsAfter === undefined || meeting.startsAt > startsAfter) &&
    (startsBefore === undefined || meeting.startsAt < startsBefore)
  )
}

export function applyMeetingEvent(queries: QueryClient, event: SkeinEvent): void {
  // Safe because the caller passes only events of meetings. Their recordings have no signed URLs, so refetch the open meeting.
  const meeting = event.data.object as Meeting
  putMeeting(queries, meeting)
  void queries.invalidateQueries({ queryKey: ['meeting', meeting.id], refetchType: 'active' })
  // Events do not say who made the change, so refetch the thread's history.
  void queries.invalidateQueries({ queryKey: ['history', meeting.threadId], refetchType: 'active' })
}
