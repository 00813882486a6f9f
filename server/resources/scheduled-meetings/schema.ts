/** Public schemas of meetings. */
import { choice, closed, component, emailOutput, exampleId, idOutput, nullable, type Static, time, Type } from '#platform/schema.ts'

export const statuses = {
  SCHEDULED: 'It will take place, or no attendance is recorded yet.',
  CANCELLED: 'It does not take place.',
  COMPLETED: 'It took place.',
  NO_SHOW: 'None of the attendees came.',
}
export const MeetingStatus = component('MeetingStatus', choice(statuses, { description: 'The status of the meeting.' }))
export const MeetingRsvp = component(
  'MeetingRsvp',
  choice(
    { NEEDS_ACTION: 'No response yet.', ACCEPTED: 'Will come.', TENTATIVE: 'May come.', DECLINED: 'Will not come.' },
    { description: 'The attendee’s response to the invitation.' },
  ),
)
export const AttendanceStatus = component(
  'AttendanceStatus',
  choice({ EXPECTED: 'Not recorded yet.', ATTENDED: 'Came.', NO_SHOW: 'Did not come.' }, { description: 'Whether the attendee came.' }),
)

export const zoneText = 'A name of the IANA database.'
export const customerZone = 'The attendee’s time zone: invitations show times in it too.'

const attendee = {
  email: emailOutput('The e-mail address for invitations.'),
  name: nullable(Type.String(), { description: 'The name.' }),
  timezone: nullable(Type.String(), { description: `${customerZone} ${zoneText}` }),
  rsvp: MeetingRsvp,
  status: AttendanceStatus,
}
const MeetingAttendee = component(
  'MeetingAttendee',
  closed(attendee, {
    description: 'An attendee.',
    examples: [{ email: 'ada@example.com', name: 'Ada Lovelace', timezone: 'America/New_York', rsvp: 'NEEDS_ACTION', status: 'EXPECTED' }],
  }),
)
export type Attendee = Static<typeof MeetingAttendee>

const locationTypes = { VIDEO: 'A video call.', PHONE: 'A telephone call.', IN_PERSON: 'At a place.', OTHER: 'Something else.' }
const locationUrl = 'The URL to join: http, https or tel.'
export const MeetingLocation = component(
  'MeetingLocation',
  closed(
    {
      type: component('MeetingLocationType', choice(locationTypes, { description: 'The kind of location.' })),
      url: Type.Optional(
        nullable(Type.String({ maxLength: 2048, pattern: '^(https?://|tel:)[^\\s\\u0000-\\u001f\\u007f-\\u009f]+$' }), {
          description: locationUrl,
          examples: ['https://meet.example.com/skein'],
        }),
      ),
      address: Type.Optional(nullable(Type.String({ maxLength: 500 }), { description: 'The place or the number to dial, in words.' })),
    },
    { description: 'The location.', examples: [{ type: 'VIDEO', url: 'https://meet.example.com/skein' }] },
  ),
)

const MeetingRecording = component(
  'MeetingRecording',
  closed(
    {
      uploadId: nullable(idOutput('upl', 'The file.'), { description: 'The file; null for a recording that is stored elsewhere.' }),
      url: nullable(Type.String(), {
        description: 'The URL; for a file a signed URL that is valid for five minutes. Null in events, and if the file was deleted.',
      }),
      filename: nullable(Type.String(), { description: 'The name of the file.' }),
      contentType: nullable(Type.String(), { description: 'The media type of the file.' }),
      size: nullable(Type.Integer(), { description: 'Bytes of the file.' }),
    },
    {
      description: 'A recording of a meeting.',
      examples: [{ uploadId: null, url: 'https://media.example.com/r/17', filename: null, contentType: null, size: null }],
    },
  ),
)

export const titleText = 'The title. By default the subject of the thread.'
export const hostText = 'The host, who can have one meeting at a time.'

export const example = {
  title: 'Walk through the export',
  startsAt: '2031-03-04T09:30:00.000Z',
  endsAt: '2031-03-04T10:00:00.000Z',
  timezone: 'Europe/Berlin',
  location: { type: 'VIDEO', url: 'https://meet.example.com/skein' },
}

export const Meeting = component(
  'Meeting',
  closed(
    {
      id: idOutput('mtg', 'The meeting.'),
      threadId: idOutput('thr', 'The thread, or the target if it was merged.'),
      title: Type.String({ description: titleText }),
      startsAt: time('When it begins.'),
      endsAt: time('When it ends.'),
      timezone: Type.String({ description: `The host’s time zone. ${zoneText}` }),
      hostId: idOutput('usr', hostText),
      attendees: Type.Array(MeetingAttendee, { description: 'The attendees.' }),
      location: nullable(MeetingLocation, { description: 'The location; null if it is not decided.' }),
      status: MeetingStatus,
      icsUid: Type.String({ description: 'The `UID` of the meeting in calendars.', examples: [`${exampleId('mtg')}@localhost`] }),
      icsSequence: Type.Integer({
        minimum: 0,
        description: 'The `SEQUENCE` of the meeting in calendars. It rises when the invitation changes or the meeting is cancelled.',
      }),
      recording: nullable(MeetingRecording, { description: 'The recording; null if there is none.' }),
      createdAt: time('When it was scheduled.'),
      updatedAt: time('When it was last changed.'),
    },
    {
      description: 'A meeting of an agent with customers.',
      examples: [
        {
          id: exampleId('mtg'),
          threadId: exampleId('thr'),
          ...example,
          hostId: exampleId('usr'),
          attendees: [
            { email: 'ada@example.com', name: 'Ada Lovelace', timezone: 'America/New_York', rsvp: 'NEEDS_ACTION', status: 'EXPECTED' },
          ],
          location: { ...example.location, address: null },
          status: 'SCHEDULED',
          icsUid: `${exampleId('mtg')}@localhost`,
          icsSequence: 0,
          recording: null,
          createdAt: '2026-03-04T09:30:00.000Z',
          updatedAt: '2026-03-04T09:30:00.000Z',
        },
      ],
    },
  ),
)

/** A stored recording: a file of the tenant, or an external URL. */
const StoredRecording = closed({ ...MeetingRecording.properties, deleted: Type.Boolean() })
export type StoredRecording = Static<typeof StoredRecording>

/** Columns of a meeting: its public fields, and `originId`, the thread in which it was scheduled. */
export const StoredMeeting = closed({
  ...Meeting.properties,
  recording: nullable(StoredRecording),
  originId: idOutput('thr', 'The thread that it was scheduled in.'),
})
