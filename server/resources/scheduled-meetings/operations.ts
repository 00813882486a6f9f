import { item, list } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import { findResource, lockResource } from '#kit/write.ts'
import { ApiError } from '#platform/errors.ts'
import { toUnchangedOutcome } from '#platform/outbox/effects.ts'
import { thread } from '../threads/index.ts'
import { MeetingFilters } from './input-schema.ts'
import { toReadMeeting, toWrittenMeeting } from './present.ts'
import { meetingList } from './queries.ts'
import { Meeting } from './schema.ts'
import { changeMeeting, meeting } from './meeting.ts'
import { meetingNotScheduled } from './errors.ts'
import { meetingCancelled, meetingUpdated } from './events.ts'
import { removeRecordingFile } from './recording-file.ts'

export const listMeetings = endpoint.read({
  operationId: 'listMeetings',
  path: '/scheduled-meetings',
  tag: 'scheduled-meetings',
  scope: 'meetings:read',
  summary: 'List meetings',
  description:
    'Meetings, last scheduled first unless `sort` is given. Filters combine; `meta.total` is exact. For the week of a host, send ' +
    '`hostId`, `startsAfter`, `startsBefore` and `sort=startsAt`.',
  query: MeetingFilters,
  responds: { 200: list(Meeting) },
  present: toReadMeeting,
  async handle({ db, principal: { tenantId }, page, query: { sort, threadId, ...filters } }) {
    const leads = threadId === undefined ? null : await db.first(thread.statements.leads, { tenantId, id: threadId })
    return meetingList.fetch(db, tenantId, page, { ...filters, threadId: leads?.mergedInto ?? threadId }, sort)
  },
})

export const getMeeting = endpoint.read({
  operationId: 'getMeeting',
  path: '/scheduled-meetings/{id}',
  tag: 'scheduled-meetings',
  scope: 'meetings:read',
  summary: 'Get a meeting',
  description: 'Returns one meeting.',
  params: { id: meeting.id },
  responds: { 200: item(Meeting, 'The meeting') },
  etag: true,
  present: toReadMeeting,
  handle: async (context) => ({ status: 200, record: await findResource(context, meeting) }),
})

export const cancelMeeting = endpoint.write({
  operationId: 'cancelMeeting',
  method: 'DELETE',
  deletion: 'archive',
  path: '/scheduled-meetings/{id}',
  tag: 'scheduled-meetings',
  scope: 'meetings:write',
  summary: 'Cancel a meeting',
  description:
    'Cancels the meeting, frees its time and informs the attendees by mail. The meeting stays in lists with the status ' +
    '`CANCELLED`. A meeting that took place cannot be cancelled.',
  params: { id: meeting.id },
  responds: { 200: item(Meeting, 'The cancelled meeting') },
  errors: [meetingNotScheduled],
  etag: true,
  present: toWrittenMeeting,
  async handle(context) {
    const current = await lockResource(context, meeting)
    if (current.status === 'CANCELLED') return toUnchangedOutcome(current)
    if (current.status !== 'SCHEDULED') throw new ApiError(meetingNotScheduled, { message: 'The meeting is over.' })
    return changeMeeting(context, current, { status: 'CANCELLED' }, { action: 'cancelled', event: meetingCancelled })
  },
})

export const removeMeetingRecording = endpoint.write({
  operationId: 'removeMeetingRecording',
  method: 'DELETE',
  deletion: 'part',
  path: '/scheduled-meetings/{id}/recording',
  tag: 'scheduled-meetings',
  scope: 'meetings:write',
  summary: 'Remove the recording',
  description: 'Removes the recording of a meeting and deletes its file. Without a recording nothing changes.',
  params: { id: meeting.id },
  responds: { 200: item(Meeting, 'The meeting as it is now') },
  etag: true,
  present: toWrittenMeeting,
  async handle(context) {
    const current = await lockResource(context, meeting)
    await removeRecordingFile(context, current, null)
    return changeMeeting(context, current, { recording: null }, { action: 'recording_removed', event: meetingUpdated })
  },
})
