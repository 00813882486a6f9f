import type { Meeting } from '@skein/client'
import { getCity, browserZone, formatPeriod, type Period } from './meeting-times.ts'
import { findCustomerZone } from './meeting-labels.ts'

type Times = Period & Pick<Meeting, 'timezone'> & { attendees: readonly Pick<Meeting['attendees'][number], 'timezone'>[] }

/** The meeting's time in the zones of the host and the customer, and in the user's own zone if that is a third one. */
export function TimesInZones({ meeting }: { meeting: Times }) {
  const customers = findCustomerZone(meeting)
  const zones = [
    { zone: meeting.timezone, who: 'host' },
    ...(customers === null ? [] : [{ zone: customers, who: 'customer' }]),
    ...([meeting.timezone, customers].includes(browserZone) ? [] : [{ zone: browserZone, who: 'you' }]),
  ]
  return (
    <ul className="grid gap-0.5 text-sm" aria-label="Times">
      {zones.map(({ zone, who }) => (
        <li key={who} className="flex flex-wrap gap-x-2">
          <time dateTime={meeting.startsAt} className="whitespace-nowrap tabular-nums">
            {formatPeriod(meeting, zone)}
          </time>
          <span className="whitespace-nowrap text-muted">
            {getCity(zone)} ({who})
          </span>
        </li>
      ))}
    </ul>
  )
}
