import { item } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import { erasedEmail } from '#kit/privacy/holding.ts'
import { lockResource, fetchOne } from '#kit/write.ts'
import { unknownReference } from '#platform/errors.ts'
import { newId, toTypeId } from '#platform/ids.ts'
import { toOutcome } from '#platform/outbox/effects.ts'
import { thread, timeOutOfRange } from '../threads/index.ts'
import { meetingConflict } from './errors.ts'
import { meetingScheduled } from './events.ts'
import { MeetingSchedule } from './input-schema.ts'
import { audit, checkTimes, getFields, type MeetingFields } from './meeting.ts'
import { mergeAttendees, toLocation, newAttendee, canonicalZone } from './people.ts'
import { toWrittenMeeting } from './present.ts'
import { meetingTable } from './queries.ts'
import { planReminder } from './remind.ts'
import { Meeting } from './schema.ts'
import { notifyAttendees } from './notify-attendees.ts'

export const scheduleMeeting = endpoint.write({
  operationId: 'scheduleMeeting',
  method: 'POST',
  path: '/threads/{id}/schedule-meeting',
  tag: 'scheduled-meetings',
  scope: 'meetings:write',
  summary: 'Schedule a meeting',
  description:
    'Schedules a meeting with the customer of a thread. Without `attendees` the customer is invited. Without `hostId` the host is ' +
    'the thread’s assignee, or the caller if there is none. A host can have one meeting at a time: an overlapping meeting is ' +
    'refused. Attendees get an iCalendar invitation by mail, and a reminder an hour before. A meeting of a merged thread belongs ' +
    'to its target.',
  params: { id: thread.id },
  body: MeetingSchedule,
  responds: { 201: item(Meeting, 'The new meeting') },
  errors: [unknownReference, timeOutOfRange, meetingConflict],
  etag: true,
  present: toWrittenMeeting,
  location: ({ id }) => `/scheduled-meetings/${id}`,
  async handle(context) {
    const { tx, effects, principal, body, config } = context
    const { subject, assigneeId, customerEmail, customerName, id: originId } = await lockResource(context, thread)
    const customer = customerEmail === erasedEmail ? [] : [newAttendee(customerEmail, customerName)]
    const id = newId()
    const fields: MeetingFields = {
      originId,
      title: body.title ?? subject,
      startsAt: body.startsAt,
      endsAt: body.endsAt,
      timezone: canonicalZone(body.timezone),
      hostId: body.hostId ?? assigneeId ?? principal.user.id,
      attendees: mergeAttendees(body.attendees ?? customer, customer, true),
      location: toLocation(body.location ?? null),
      status: 'SCHEDULED',
      icsUid: `${toTypeId('mtg', id)}@${config.baseUrl.hostname}`,
      icsSequence: 0,
      recording: null,
    }
    await checkTimes(context, id, fields, null)
    const record = await fetchOne(tx, meetingTable.insert, meetingTable.parameters({ tenantId: principal.tenantId, id }, fields))
    effects.emit(meetingScheduled, id, record)
    effects.count('meetings', 1)
    await notifyAttendees(context, record, null)
    await planReminder(context, record)
    return toOutcome(record, audit(effects, record, 'scheduled', { after: getFields(record) }), 201)
  },
})
