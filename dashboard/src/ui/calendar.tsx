import { DayPicker, type ClassNames } from 'react-day-picker'
import { t } from '../texts/texts.ts'
import { formatLocale } from '../texts/language.ts'
import { Icon } from './icon.tsx'
import { ChevronLeft, ChevronRight } from './icons.ts'
import { getToday, toDateText, toLocalDate } from './dates.ts'

export type CalendarProps = {
  /** Chosen date as `2031-03-04`, or an empty string. */
  value: string
  min?: string | undefined
  max?: string | undefined
  onPick: (date: string) => void
}

const caption = new Intl.DateTimeFormat(formatLocale, { month: 'long', year: 'numeric' })
const shortDay = new Intl.DateTimeFormat(formatLocale, { weekday: 'short' })
const longDay = new Intl.DateTimeFormat(formatLocale, { weekday: 'long' })
const fullDate = new Intl.DateTimeFormat(formatLocale, { dateStyle: 'full' })
const figure = new Intl.NumberFormat(formatLocale)

const step = 'grid size-7 place-items-center rounded-md text-muted hover:bg-hover hover:text-text aria-disabled:opacity-40'
const classNames: Partial<ClassNames> = {
  root: 'p-2.5 text-sm',
  months: 'relative',
  nav: 'absolute end-0 top-0 flex gap-0.5',
  button_previous: step,
  button_next: step,
  month_caption: 'flex h-7 items-center ps-2 font-semibold',
  month_grid: 'mt-1 border-collapse',
  weekday: 'size-8 text-center text-xs font-medium text-muted',
  day: 'p-0 text-center',
  day_button:
    'grid size-8 place-items-center rounded-md tabular-nums enabled:hover:bg-hover disabled:cursor-default disabled:text-muted disabled:line-through',
  today: '[&>button]:font-semibold [&>button]:text-accent',
  outside: '[&>button]:text-muted',
  selected: '[&>button]:bg-fill! [&>button]:text-on-fill!',
}

/**
 * Calendar of a month, in which the arrow keys, Page Up, Page Down, Home and End move. With Shift, Page Up and Page Down move by a year.
 */
export default function Calendar({ value, min = '', max = '', onPick }: CalendarProps) {
  const chosen = toLocalDate(value)
  const [first, last] = [toLocalDate(min), toLocalDate(max)]
  const start = chosen ?? toLocalDate(min > getToday() ? min : getToday()) ?? undefined
  return (
    <DayPicker
      mode="single"
      required
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- the user has just opened the calendar.
      autoFocus
      showOutsideDays
      fixedWeeks
      selected={chosen ?? undefined}
      onSelect={(at) => onPick(toDateText(at))}
      {...(start && { defaultMonth: start })}
      {...(first && { startMonth: first })}
      {...(last && { endMonth: last })}
      disabled={[...(first ? [{ before: first }] : []), ...(last ? [{ after: last }] : [])]}
      weekStartsOn={getFirstWeekday()}
      dir={document.documentElement.dir}
      lang={document.documentElement.lang}
      classNames={classNames}
      components={components}
      formatters={{
        formatCaption: (at) => caption.format(at),
        formatWeekdayName: (at) => shortDay.format(at),
        formatDay: (at) => figure.format(at.getDate()),
      }}
      labels={{
        labelNav: () => t('Months'),
        labelPrevious: () => t('Previous month'),
        labelNext: () => t('Next month'),
        labelGrid: (at) => caption.format(at),
        labelWeekday: (at) => longDay.format(at),
        labelDayButton: (at) => fullDate.format(at),
      }}
    />
  )
}

const components = {
  Chevron: ({ orientation }: { orientation?: 'up' | 'down' | 'left' | 'right' }) => (
    <Icon of={orientation === 'left' ? ChevronLeft : ChevronRight} />
  ),
}

/** First day of the week in the user's region; Sunday is 0. Browsers without this data start on Monday. */
function getFirstWeekday(): 0 | 1 | 2 | 3 | 4 | 5 | 6 {
  // Safe because browsers have had this method or this property since 2023, or neither.
  const region = new Intl.Locale(formatLocale) as { getWeekInfo?: () => { firstDay: number }; weekInfo?: { firstDay: number } }
  const { firstDay } = region.getWeekInfo?.() ?? region.weekInfo ?? { firstDay: 1 }
  // Safe because the remainder of a division by 7 is a weekday.
  return (firstDay % 7) as 0 | 1 | 2 | 3 | 4 | 5 | 6
}
