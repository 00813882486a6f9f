/** Form to schedule or change a meeting. */
import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { Meeting, MeetingSchedule, Thread } from '@skein/client'
import { useApi } from '../../api/api.ts'
import { plural, t } from '../../texts/texts.ts'
import { DateTimeField } from '../../ui/date-field.tsx'
import type { CustomInput, FieldSpec, Values } from '../../ui/form/fields.ts'
import { RecordForm, type FetchedRecord } from '../../ui/form/record-form.tsx'
import { browserZone, listTimeZones } from '../../ui/time-zones.ts'
import { useMeId } from '../threads/use-threads.ts'
import { TimesInZones } from './times-in-zones.tsx'
import { buildMeetingBody } from './meeting-body.ts'
import { addMinutes, toInstant, getMinutes, proposeStart, toLocalTime } from './meeting-times.ts'
import { findCustomerZone, locationLabels } from './meeting-labels.ts'

type MeetingFormProps = {
  /** Null for a new meeting. */
  read: FetchedRecord<Meeting> | null
  thread: Pick<Thread, 'id' | 'subject' | 'customer' | 'assignee'> | null
  onDone: (meeting: Meeting) => void
  onCancel: () => void
}

export function MeetingForm({ read, thread, onDone, onCancel }: MeetingFormProps) {
  const { skein } = useApi()
  const meId = useMeId()
  const [base] = useState(() => (read ? toValues(read.record) : null))
  const { data: people = [] } = useQuery({ queryKey: ['users'], queryFn: () => skein.listUsers({ query: { limit: 100 } }).toArray() })
  const hosts = people
    .filter((person) => person.id === read?.record.hostId || (person.status !== 'SUSPENDED' && person.role !== 'VIEWER'))
    .map(({ id, name }) => ({ value: id, label: name }))
  const id = read?.record.id
  return (
    <RecordForm<object, Meeting>
      fields={listFields(hosts, read && getMinutes(read.record))}
      read={base && { record: base, etag: read?.etag ?? null }}
      initial={thread ? getInitialValues(thread, meId) : {}}
      submit={read ? t('Save and email everyone') : t('Schedule and invite')}
      check={checkStart}
      send={async (changed, options) => {
        if (id === undefined) {
          const body = buildMeetingBody(changed, changed)
          // Safe because the form has the required fields and the service validates them.
          return (await skein.scheduleMeeting({ path: { id: thread?.id ?? '' }, body: body as MeetingSchedule, ...options })).data
        }
        const body = buildMeetingBody(changed, { ...base, ...changed }, read?.record)
        return (await skein.updateMeeting({ path: { id }, body, ...options })).data
      }}
      onDone={onDone}
      onCancel={onCancel}
    />
  )
}

/** Converts a meeting to the form's values. */
function toValues(meeting: Meeting): Record<string, unknown> {
  return {
    ...meeting,
    when: toLocalTime(meeting.startsAt, meeting.timezone),
    minutes: String(getMinutes(meeting)),
    customerZone: findCustomerZone(meeting),
    emails: meeting.attendees.map(({ email }) => email).join('\n'),
  }
}

function getInitialValues({ subject, customer, assignee }: Pick<Thread, 'subject' | 'customer' | 'assignee'>, meId: string): Values {
  return {
    title: subject,
    when: proposeStart(new Date().toISOString(), browserZone),
    minutes: '30',
    timezone: browserZone,
    customerZone: null,
    hostId: assignee?.id ?? meId,
    emails: customer.email,
    'location.type': 'VIDEO',
  }
}

function checkStart({ when }: Values): { field: string; message: string } | null {
  return typeof when === 'string' && when !== '' ? null : { field: 'when', message: 'Choose when the meeting starts.' }
}

/** Shows the chosen time in the zones of the host and the customer. */
function Times({ values: { when, minutes, timezone, customerZone } }: CustomInput) {
  if (typeof when !== 'string' || when === '' || typeof timezone !== 'string') return null
  const startsAt = toInstant(when, timezone)
  const attendees = [{ timezone: typeof customerZone === 'string' ? customerZone : null }]
  return (
    <section aria-label={t('When it is')} aria-live="polite" className="rounded-lg border border-line bg-sunken px-3 py-2">
      <TimesInZones meeting={{ startsAt, endsAt: addMinutes(startsAt, Number(minutes)), timezone, attendees }} />
    </section>
  )
}

function WhenInput({ id, value, onChange, describedBy, isInvalid, isReadOnly }: CustomInput) {
  return (
    <DateTimeField
      id={id}
      required
      aria-describedby={describedBy}
      aria-invalid={isInvalid}
      disabled={isReadOnly}
      value={typeof value === 'string' ? value : ''}
      onChange={(when) => onChange(when === '' ? null : when)}
    />
  )
}

/** Returns the durations of the form, plus the duration of a meeting that was scheduled through the API, if it differs. */
const listDurations = (own: number | null): { value: string; label: string }[] =>
  [...new Set([15, 30, 45, 60, 90, 120, 180, 240, ...(own === null ? [] : [own])])]
    .toSorted((a, b) => a - b)
    .map((minutes) => ({
      value: String(minutes),
      label:
        minutes < 60
          ? plural(minutes, '{count} minute', '{count} minutes')
          : minutes % 60 === 0
            ? plural(minutes / 60, '{count} hour', '{count} hours')
            : t('{hours} h {minutes} min', { hours: Math.floor(minutes / 60), minutes: minutes % 60 }),
    }))

function listFields(hosts: { value: string; label: string }[], ownMinutes: number | null): FieldSpec[] {
  return [
    { name: 'title', label: t('Title'), kind: 'text', required: true, maxLength: 255 },
    { name: 'when', label: t('Starts'), hint: t('In the host’s time zone.'), kind: 'custom', required: true, Input: WhenInput },
    { name: 'minutes', label: t('Duration'), kind: 'choice', required: true, options: listDurations(ownMinutes) },
    { name: 'hostId', label: t('Host'), kind: 'choice', required: true, options: hosts },
    { name: 'timezone', label: t('Host’s time zone'), kind: 'choice', required: true, options: listTimeZones() },
    {
      name: 'customerZone',
      label: t('Customer’s time zone'),
      hint: t('The invitation also shows the time there.'),
      kind: 'choice',
      options: listTimeZones(),
    },
    { name: 'shownTimes', label: t('Times'), kind: 'custom', isGroup: true, required: true, Input: Times },
    {
      name: 'emails',
      label: t('Attendees'),
      hint: t('Email addresses, one per line. We send each of them an invitation.'),
      kind: 'area',
      rows: 2,
    },
    {
      name: 'location.type',
      label: t('How you’ll meet'),
      kind: 'choice',
      options: Object.entries(locationLabels).map(([value, { name }]) => ({ value, label: t(name) })),
    },
    { name: 'location.url', label: t('Link to join'), kind: 'text', type: 'url', maxLength: 2048, placeholder: 'https://' },
    { name: 'location.address', label: t('Place or number'), kind: 'text', maxLength: 500 },
  ]
}
