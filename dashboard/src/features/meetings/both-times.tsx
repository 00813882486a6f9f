import type { Meeting } from '@skein/client'
import { cityOf, ownZone, periodIn, type Period } from './meeting-times.ts'
import { otherZone } from './meeting-words.ts'

type Times = Period & Pick<Meeting, 'timezone'> & { attendees: readonly Pick<Meeting['attendees'][number], 'timezone'>[] }

/** When it is on the clocks of the host and of the customer, and of whoever looks where that is a third one. */
export function BothTimes({ meeting }: { meeting: Times }) {
  const customers = otherZone(meeting)
  const zones = [
    { zone: meeting.timezone, who: 'host' },
    ...(customers === null ? [] : [{ zone: customers, who: 'customer' }]),
    ...([meeting.timezone, customers].includes(ownZone) ? [] : [{ zone: ownZone, who: 'you' }]),
  ]
  return (
    <ul className="grid gap-0.5 text-sm" aria-label="Times">
      {zones.map(({ zone, who }) => (
        <li key={who} className="flex flex-wrap gap-x-2">
          <time dateTime={meeting.startsAt} className="whitespace-nowrap tabular-nums">
            {periodIn(meeting, zone)}
          </time>
          <span className="whitespace-nowrap text-muted">
            {cityOf(zone)} ({who})
          </span>
        </li>
      ))}
    </ul>
  )
}
