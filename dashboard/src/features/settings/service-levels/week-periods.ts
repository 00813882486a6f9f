/** The periods of a week as text and as minutes of a day. */
export const days = [
  ['mon', 'Monday'],
  ['tue', 'Tuesday'],
  ['wed', 'Wednesday'],
  ['thu', 'Thursday'],
  ['fri', 'Friday'],
  ['sat', 'Saturday'],
  ['sun', 'Sunday'],
] as const

export type Day = (typeof days)[number][0]
/** Beginning and end as `HH:MM`, as the API has them; an end before the beginning is on the next day. */
export type Period = [string, string]
export type Week = Partial<Record<Day, Period[]>>

export const dayMinutes = 24 * 60

/** What cannot be read stays as it was written, for the service to refuse beside its day. */
export function readPeriods(text: string): Period[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part): Period => {
      const [, from, to] = /^(\d{1,2}(?::\d{2})?)\s*(?:-|–|to)\s*(\d{1,2}(?::\d{2})?)$/.exec(part) ?? []
      return from === undefined || to === undefined ? [part, ''] : [clockOf(from), clockOf(to)]
    })
}

/** `9` and `9:30` are times, too. */
function clockOf(text: string): string {
  const [hours = '', minutes = '00'] = text.split(':')
  return `${hours.padStart(2, '0')}:${minutes}`
}

export function periodsText(periods: readonly Period[]): string {
  return periods.map(([from, to]) => (to === '' ? from : `${from}–${to}`)).join(', ')
}

/** Minutes since the day's midnight; null for what is no time. */
export function minutesOf(clock: string): number | null {
  const [, hours, minutes] = /^(\d{2}):(\d{2})$/.exec(clock) ?? []
  const total = Number(hours) * 60 + Number(minutes)
  return hours === undefined || total > dayMinutes ? null : total
}

export function clockAt(minutes: number): string {
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
}

export type Stretch = { from: number; to: number; isRest: boolean }

/** What of a week lies on a day: its own periods, and the rest of those that began the day before. */
export function stretchesOf(week: Week, day: Day): Stretch[] {
  const index = days.findIndex(([each]) => each === day)
  const before = days[(index + 6) % 7]?.[0] ?? day
  const read = (of: Day): { from: number; to: number }[] =>
    (week[of] ?? []).flatMap(([from, to]) => {
      const [start, end] = [minutesOf(from), minutesOf(to)]
      return start === null || end === null ? [] : [{ from: start, to: end }]
    })
  const own = read(day).map(({ from, to }) => ({ from, to: to <= from ? dayMinutes : to, isRest: false }))
  const rest = read(before).flatMap(({ from, to }) => (to <= from && to > 0 ? [{ from: 0, to, isRest: true }] : []))
  return [...rest, ...own]
}

/** The periods of a day with one more; those that it touches become one with it. What cannot be read stays. */
export function withPeriod(periods: readonly Period[], from: number, to: number): Period[] {
  let [start, end] = [from, to]
  const others = periods.filter(([one, other]) => {
    const [first, last] = [minutesOf(one), minutesOf(other)]
    // Those over midnight are written, not drawn.
    if (first === null || last === null || last <= first || first > end || last < start) return true
    start = Math.min(start, first)
    end = Math.max(end, last)
    return false
  })
  return [...others, [clockAt(start), clockAt(end)] satisfies Period].toSorted(([one], [other]) => one.localeCompare(other))
}
