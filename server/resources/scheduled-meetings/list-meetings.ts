import { endpoint, list } from '../../kit/index.ts'
import { thread } from '../threads/index.ts'
import { MeetingFilters } from './input-schema.ts'
import { toReadMeeting } from './present.ts'
import { meetingList } from './queries.ts'
import { Meeting } from './schema.ts'

export const listMeetings = endpoint({
  operationId: 'listMeetings',
  method: 'GET',
  path: '/scheduled-meetings',
  tag: 'scheduled-meetings',
  scope: 'meetings:read',
  summary: 'List meetings',
  description:
    'Meetings, last scheduled first unless `sort` says otherwise. Filters combine; `meta.total` is exact. The week of a host is `hostId`, `startsAfter`, `startsBefore` and `sort=startsAt`.',
  query: MeetingFilters,
  responds: { 200: list(Meeting) },
  present: toReadMeeting,
  async handle({ db, principal: { tenantId }, page, query: { sort, threadId, ...filters } }) {
    const leads = threadId === undefined ? null : await db.first(thread.statements.leads, { tenantId, id: threadId })
    return meetingList.fetch(db, tenantId, page, { ...filters, threadId: leads?.mergedInto ?? threadId }, sort)
  },
})
