import { Fragment } from 'react'
import type { BusinessHours } from '@skein/client'
import { formatLocale } from '../../../texts/language.ts'
import { lazily, plural, t } from '../../../texts/texts.ts'
import type { Catalogue } from '../../catalogue/catalogue.ts'
import { CatalogueScreen } from '../../catalogue/catalogue-screen.tsx'
import { businessHoursSource } from '../../catalogue/sources.ts'
import { browserZone, listTimeZones } from '../../../ui/time-zones.ts'
import { HolidaysInput } from './holidays-input.tsx'
import { ImportHolidays } from './import-holidays.tsx'
import { WeekInput } from './week-input.tsx'
import { dayNames, days, formatPeriods, type Period, type Week } from './week-periods.ts'

const weekdays = {
  mon: [['09:00', '17:00']],
  tue: [['09:00', '17:00']],
  wed: [['09:00', '17:00']],
  thu: [['09:00', '17:00']],
  fri: [['09:00', '17:00']],
}

const businessHours = lazily(
  (): Catalogue<BusinessHours> => ({
    ...businessHoursSource,
    title: t('Business hours'),
    texts: {
      count: (count) => plural(count, '{count} set of hours', '{count} sets of hours'),
      search: t('Search business hours'),
      add: t('New business hours'),
      create: t('Create business hours'),
      empty: t('No business hours yet. Without them, the timers of your response targets run day and night.'),
    },
    reference: 'business-hours',
    guide: 'for-admins/business-hours',
    lead: t('When your team is available. Response targets count only these hours, and pause on holidays.'),
    searchIn: ({ name }) => [name],
    columns: [
      { header: t('Name'), cell: ({ name }) => name },
      { header: t('Week'), cell: ({ weekly }) => <WeekLines weekly={weekly} />, grows: true },
      { header: t('Time zone'), cell: ({ timezone }) => timezone, from: 'md' },
      { header: t('Holidays'), cell: ({ holidays }) => holidays.length.toLocaleString(formatLocale), align: 'end', from: 'sm' },
    ],
    fields: [
      { kind: 'text', name: 'name', label: t('Name'), required: true, maxLength: 64, placeholder: t('Office Berlin') },
      {
        kind: 'choice',
        name: 'timezone',
        label: t('Time zone'),
        required: true,
        options: listTimeZones(),
        hint: t('We adjust for daylight saving time.'),
      },
      {
        kind: 'custom',
        name: 'weekly',
        label: t('Week'),
        isGroup: true,
        Input: WeekInput,
        hint: t('Type times such as 09:00–12:30, 13:30–18:00, or draw them on a day’s bar. 22:00–06:00 ends on the next day.'),
      },
      { kind: 'custom', name: 'holidays', label: t('Holidays'), isGroup: true, Input: HolidaysInput },
    ],
    initial: { timezone: browserZone, weekly: weekdays },
    More: ImportHolidays,
    removal: {
      kind: 'delete',
      confirm: t('Delete business hours'),
      consequence: () => t('You can’t delete business hours that a response target or a team uses.'),
    },
  }),
)

export function BusinessHoursScreen() {
  return <CatalogueScreen catalogue={businessHours()} />
}

/** Formats a week's hours. Consecutive days with equal hours share a line: `Mon–Thu 09:00–17:00`. */
function WeekLines({ weekly }: { weekly: BusinessHours['weekly'] }) {
  // Safe because the service returns periods as pairs.
  const week = weekly as Week
  const runs: { first: string; last: string; text: string; periods: readonly Period[] }[] = []
  for (const day of days) {
    const periods = week[day] ?? []
    const text = formatPeriods(periods)
    const { short } = dayNames[day]
    const run = runs.at(-1)
    if (run?.text === text) run.last = short
    else runs.push({ first: short, last: short, text, periods })
  }
  const open = runs.filter(({ text }) => text !== '')
  if (open.length === 0) return t('Closed all week')
  return open.map(({ first, last, periods }) => (
    <span key={first} className="block">
      <span className="whitespace-nowrap">{first === last ? first : `${first}–${last}`}</span>
      {periods.map((period, index) => (
        <Fragment key={period.join()}>
          {index === 0 ? ' ' : ', '}
          <span className="whitespace-nowrap">{formatPeriods([period])}</span>
        </Fragment>
      ))}
    </span>
  ))
}
