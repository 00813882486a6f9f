import { Fragment } from 'react'
import type { BusinessHours } from '@skein/client'
import type { Catalogue } from '../../catalogue/catalogue.ts'
import { CatalogueScreen } from '../../catalogue/catalogue-screen.tsx'
import { businessHoursSource } from '../../catalogue/sources.ts'
import { HolidaysInput } from './holidays-input.tsx'
import { ImportHolidays } from './import-holidays.tsx'
import { WeekInput } from './week-input.tsx'
import { days, formatPeriods, type Period, type Week } from './week-periods.ts'

const weekdays = {
  mon: [['09:00', '17:00']],
  tue: [['09:00', '17:00']],
  wed: [['09:00', '17:00']],
  thu: [['09:00', '17:00']],
  fri: [['09:00', '17:00']],
}

const businessHours: Catalogue<BusinessHours> = {
  ...businessHoursSource,
  title: 'Business hours',
  counted: { one: 'set of hours', many: 'sets of hours' },
  reference: 'business-hours',
  guide: 'service-levels',
  lead: 'When people work. The clocks of SLA policies run within these hours, and stop on holidays.',
  emptyHint: 'Without them the clocks of a policy run day and night.',
  searchIn: ({ name }) => [name],
  columns: [
    { header: 'Name', cell: ({ name }) => name },
    { header: 'Week', cell: ({ weekly }) => <WeekLines weekly={weekly} />, grows: true },
    { header: 'Time zone', cell: ({ timezone }) => timezone, from: 'md' },
    { header: 'Holidays', cell: ({ holidays }) => holidays.length.toLocaleString(), align: 'end', from: 'sm' },
  ],
  fields: [
    { kind: 'text', name: 'name', label: 'Name', required: true, maxLength: 64, placeholder: 'Office Berlin' },
    {
      kind: 'text',
      name: 'timezone',
      label: 'Time zone',
      required: true,
      maxLength: 64,
      hint: 'A name such as Europe/Berlin or Asia/Kolkata. Daylight saving is taken care of.',
    },
    {
      kind: 'custom',
      name: 'weekly',
      label: 'Week',
      isGroup: true,
      Input: WeekInput,
      hint: 'Type times such as 09:00–12:30, 13:30–18:00, or draw them on the bar of a day. 22:00–06:00 ends on the next day.',
    },
    { kind: 'custom', name: 'holidays', label: 'Holidays', isGroup: true, Input: HolidaysInput },
  ],
  initial: { timezone: Intl.DateTimeFormat().resolvedOptions().timeZone, weekly: weekdays },
  More: ImportHolidays,
  removal: { verb: 'Delete', consequence: () => 'Hours that policies or teams refer to are not deleted.' },
}

export function BusinessHoursScreen() {
  return <CatalogueScreen catalogue={businessHours} />
}

/** The hours of a week. Consecutive days with the same hours share a line: `Mon–Thu 09:00–17:00`. */
function WeekLines({ weekly }: { weekly: BusinessHours['weekly'] }) {
  // Safe because the service returns periods as pairs.
  const week = weekly as Week
  const runs: { first: string; last: string; text: string; periods: readonly Period[] }[] = []
  for (const [day, name] of days) {
    const periods = week[day] ?? []
    const text = formatPeriods(periods)
    const short = name.slice(0, 3)
    const run = runs.at(-1)
    if (run?.text === text) run.last = short
    else runs.push({ first: short, last: short, text, periods })
  }
  const open = runs.filter(({ text }) => text !== '')
  if (open.length === 0) return 'Closed'
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
