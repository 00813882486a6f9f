import { endpoint, erasedEmail, item, lockResource, newId, fetchOne, toTypeId, unknownReference, written } from '../../kit/index.ts'
import { thread, timeOutOfRange } from '../threads/index.ts'
import { meetingConflict } from './errors.ts'
import { meetingScheduled } from './events.ts'
import { MeetingSchedule } from './input-schema.ts'
import { audit, checkTimes, fieldsOf, type MeetingFields } from './meeting.ts'
import { attendeesOf, locationOf, unasked, zoneOf } from './people.ts'
import { toWrittenMeeting } from './present.ts'
import { meetingTable } from './queries.ts'
import { planReminder } from './remind.ts'
import { Meeting } from './schema.ts'
import { tellAttendees } from './tell-attendees.ts'

export const scheduleMeeting = endpoint({
  operationId: 'scheduleMeeting',
  method: 'POST',
  path: '/threads/{id}/schedule-meeting',
  tag: 'scheduled-meetings',
  scope: 'meetings:write',
  summary: 'Schedule a meeting',
  description:
    'Schedules a meeting with the customer of a thread. Without `attendees` the customer is invited, without `hostId` the assignee of the thread holds it, else the caller. ' +
    'A host has one meeting at a time: an overlapping one is refused, also when both are scheduled at the same moment. Attendees are invited by mail, with an iCalendar invitation, and reminded an hour before. In a merged thread the meeting belongs to the thread that has its messages.',
  params: { id: thread.id },
  body: MeetingSchedule,
  responds: { 201: item(Meeting, 'The new meeting') },
  errors: [unknownReference, timeOutOfRange, meetingConflict],
  etag: true,
  writes: 'transaction',
  present: toWrittenMeeting,
  location: ({ id }) => `/scheduled-meetings/${id}`,
  async handle(context) {
    const { tx, effects, principal, body, config } = context
    const { subject, assigneeId, customerEmail, customerName, id: originId } = await lockResource(context, thread)
    const customer = customerEmail === erasedEmail ? [] : [unasked(customerEmail, customerName)]
    const id = newId()
    const fields: MeetingFields = {
      originId,
      title: body.title ?? subject,
      startsAt: body.startsAt,
      endsAt: body.endsAt,
      timezone: zoneOf(body.timezone),
      hostId: body.hostId ?? assigneeId ?? principal.user.id,
      attendees: attendeesOf(body.attendees ?? customer, customer, true),
      location: locationOf(body.location ?? null),
      status: 'SCHEDULED',
      icsUid: `${toTypeId('mtg', id)}@${config.baseUrl.hostname}`,
      icsSequence: 0,
      recording: null,
    }
    await checkTimes(context, id, fields, null)
    const record = await fetchOne(tx, meetingTable.insert, meetingTable.parameters({ tenantId: principal.tenantId, id }, fields))
    effects.emit(meetingScheduled, id, record)
    effects.count('meetings', 1)
    await tellAttendees(context, record, null)
    await planReminder(context, record)
    return written(record, audit(effects, record, 'scheduled', { after: fieldsOf(record) }), 201)
  },
})
