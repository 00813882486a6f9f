/** Meetings as screens read them, and what events change of that. */
import { useQuery, type QueryClient } from '@tanstack/react-query'
import type { Meeting, MeetingStatus, SkeinEvent } from '@skein/client'
import { useApi } from '../../api/api.ts'
import { toMeetings } from '../threads/thread-parts.ts'
import { useThreadView } from '../threads/use-threads.ts'

/** What a list of meetings asks for; all of it together, by time. */
export type MeetingSearch = { hostId?: string; threadId?: string; status?: MeetingStatus; startsAfter?: string; startsBefore?: string }

const meetingsKey = 'meetings'
/** More than people look through; the screen says when there are more. */
export const meetingsMax = 500

/** The meetings of one thread come with its view. */
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
        if (found.length >= meetingsMax) break
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

/** Puts a meeting into the lists that it belongs to, and takes it out of the others. */
export function putMeeting(queries: QueryClient, meeting: Meeting): void {
  for (const query of queries.getQueryCache().findAll({ queryKey: [meetingsKey] })) {
    // Safe because this file alone makes keys that begin so.
    const search = query.queryKey[1] as MeetingSearch
    queries.setQueryData<Meeting[]>(query.queryKey, (list) => list && placed(list, meeting, search))
  }
}

function placed(list: readonly Meeting[], meeting: Meeting, search: MeetingSearch): Meeting[] {
  const others = list.filter(({ id }) => id !== meeting.id)
  if (!belongs(meeting, search)) return others
  return [...others, meeting].toSorted((a, b) => (a.startsAt < b.startsAt ? -1 : 1))
}

function belongs(meeting: Meeting, { hostId, threadId, status, startsAfter, startsBefore }: MeetingSearch): boolean {
  return (
    (hostId === undefined || meeting.hostId === hostId) &&
    (threadId === undefined || meeting.threadId === threadId) &&
    (status === undefined || meeting.status === status) &&
    (startsAfter === undefined || meeting.startsAt > startsAfter) &&
    (startsBefore === undefined || meeting.startsAt < startsBefore)
  )
}

export function applyMeetingEvent(queries: QueryClient, event: SkeinEvent): void {
  // Safe because these events are about meetings. Their links to files are those of an answer only.
  const meeting = event.data.object as Meeting
  putMeeting(queries, meeting)
  void queries.invalidateQueries({ queryKey: ['meeting', meeting.id], refetchType: 'active' })
  // Who did it stands in the history of the thread, which events do not tell.
  void queries.invalidateQueries({ queryKey: ['history', meeting.threadId], refetchType: 'active' })
}
