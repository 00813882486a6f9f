/** Times in the language and time zone of whoever looks. */
const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** How long since then, in one unit: `42 min`, `4 h`, `3 d`. `now`: of `useNow`, in milliseconds. */
export function shortAge(time: string, now: number): string {
  const ms = Math.max(0, now - Date.parse(time))
  if (ms < minute) return 'now'
  const [amount, unit] = ms < hour ? [ms / minute, 'minute'] : ms < day ? [ms / hour, 'hour'] : [ms / day, 'day']
  return new Intl.NumberFormat(undefined, { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 0 }).format(
    Math.floor(amount),
  )
}

const clock = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' })
const dated = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })

/** The time of today, else with its date. */
export function momentOf(time: string): string {
  const at = new Date(time)
  return at.toDateString() === new Date().toDateString() ? clock.format(at) : dated.format(at)
}
