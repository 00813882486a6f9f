/** Times in the language and time zone of whoever looks. */
const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** How long since then, in one unit: `42 min`, `4 h`, `3 d`. `now`: of `useNow`, in milliseconds. */
export function shortAge(time: string, now: number): string {
  const ms = Math.max(0, now - Date.parse(time))
  if (ms < minute) return 'now'
  const [amount, format] = ms < hour ? [ms / minute, ages.minute] : ms < day ? [ms / hour, ages.hour] : [ms / day, ages.day]
  return format.format(Math.floor(amount))
}

/** How long somebody has waited: `waiting`, `waits 42 min`. */
export function waitWords(since: string, now: number): string {
  return now - Date.parse(since) < minute ? 'waiting' : `waits ${shortAge(since, now)}`
}

/** How long ago, as a sentence has it: `just now`, `42 min ago`. */
export function agoWords(time: string, now: number): string {
  return now - Date.parse(time) < minute ? 'just now' : `${shortAge(time, now)} ago`
}

/** Made once: a list shows an age in every row, and making a format takes longer than drawing the row. */
const ages = { minute: ageIn('minute'), hour: ageIn('hour'), day: ageIn('day') }

function ageIn(unit: string): Intl.NumberFormat {
  return new Intl.NumberFormat(undefined, { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 0 })
}

const clock = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' })
const dated = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })

/** The time of today, else with its date. */
export function momentOf(time: string): string {
  const at = new Date(time)
  return at.toDateString() === new Date().toDateString() ? clock.format(at) : dated.format(at)
}

const weekly = new Intl.DateTimeFormat(undefined, { weekday: 'short', hour: 'numeric', minute: '2-digit' })
const yearly = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' })

/** A time to come in few letters: `17:30` of today, `Tue 09:00` of the next six days, else `28 Nov`. */
export function shortMoment(time: string, now: number): string {
  const at = new Date(time)
  if (at.toDateString() === new Date(now).toDateString()) return clock.format(at)
  return (at.getTime() - now < 6 * day ? weekly : yearly).format(at)
}

const daily = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' })

export function dayOf(time: string): string {
  return daily.format(new Date(time))
}
