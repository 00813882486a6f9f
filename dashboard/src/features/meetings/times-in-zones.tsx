import type { Meeting } from '@skein/client'
import { message, t } from '../../texts/texts.ts'
import { browserZone } from '../../ui/time-zones.ts'
import { getCity, formatPeriod, type Period } from './meeting-times.ts'
import { findCustomerZone } from './meeting-labels.ts'

type Times = Period & Pick<Meeting, 'timezone'> & { attendees: readonly Pick<Meeting['attendees'][number], 'timezone'>[] }

const zoneLabels = { host: message('{city} (host)'), customer: message('{city} (customer)'), you: message('{city} (you)') } as const

/** The meeting's time in the zones of the host and the customer, and in the user's own zone if it differs from both. */
export function TimesInZones({ meeting }: { meeting: Times }) {
  const customers = findCustomerZone(meeting)
  const zones: { zone: string; who: keyof typeof zoneLabels }[] = [{ zone: meeting.timezone, who: 'host' }]
  if (customers !== null) zones.push({ zone: customers, who: 'customer' })
  if (![meeting.timezone, customers].includes(browserZone)) zones.push({ zone: browserZone, who: 'you' })
  return (
    <ul className="grid gap-0.5" aria-label={t('Times')}>
      {zones.map(({ zone, who }) => (
        <li key={who} className="flex flex-wrap gap-x-2">
          <time dateTime={meeting.startsAt} className="whitespace-nowrap tabular-nums">
            {formatPeriod(meeting, zone)}
          </time>
          <span className="whitespace-nowrap text-muted">{t(zoneLabels[who], { city: getCity(zone) })}</span>
        </li>
      ))}
    </ul>
  )
}
