/** The presets of a snooze, and the parser for typed times: `2h`, `1h 30m`, `3d`, `tomorrow`, `fri 9am`, `mon 14:30`. */
import { message, t } from '../../texts/texts.ts'
import { readDuration } from '../../ui/duration.ts'

/** A choice for a snooze; with `at: null` it lasts until the customer writes. */
export type SnoozeTime = { name: string; at: Date | null }

/** Examples of typed times, for the picker. */
export const snoozeHint = message('or type fri 9am, 2h, 3d')

const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']
const maxMinutes = 10 * 365 * 24 * 60

export function snoozePresets(now = new Date()): SnoozeTime[] {
  const times: SnoozeTime[] = [
    { name: t('In 3 hours'), at: new Date(now.getTime() + 3 * 3_600_000) },
    { name: t('Tomorrow'), at: atTimeOnDay(now, 1, 9, 0) },
    { name: t('Next Monday'), at: atTimeOnDay(now, (8 - now.getDay()) % 7 || 7, 9, 0) },
    { name: t('In a week'), at: atTimeOnDay(now, 7, 9, 0) },
  ]
  // Drop equal times: on a Sunday, "Tomorrow" is "Next Monday"; on a Monday, "Next Monday" is "In a week".
  const different = times.filter(({ at }, i) => times.findIndex((other) => other.at?.getTime() === at?.getTime()) === i)
  return [...different, { name: t('Until the customer writes'), at: null }]
}

export function parseSnooze(text: string, now = new Date()): SnoozeTime[] {
  const typed = text.trim().toLowerCase()
  // A number without a unit, such as "14" or "14:30", is a time of day.
  const minutes = /\d\s*[a-z]/.test(typed) ? readDuration(typed.replace(/^in /, '')) : null
  if (minutes !== null) return minutes > maxMinutes ? [] : [{ name: typed, at: new Date(now.getTime() + minutes * 60_000) }]
  const [, day = '', hour = '9', minute = '0', half = ''] = /^([a-z]+)?(?: ?(\d{1,2})(?:[:.](\d{2}))? ?(am|pm)?)?$/.exec(typed) ?? []
  const weekday = day.length >= 2 ? weekdays.findIndex((name) => day.startsWith(name.slice(0, day.length))) : -1
  const days =
    day === '' || 'today'.startsWith(day) ? 0 : 'tomorrow'.startsWith(day) ? 1 : weekday < 0 ? null : (weekday - now.getDay() + 7) % 7 || 7
  const hours = (Number(hour) % (half === '' ? 24 : 12)) + (half === 'pm' ? 12 : 0)
  if (typed === '' || days === null || Number(hour) > 23 || Number(minute) > 59) return []
  const at = atTimeOnDay(now, days, hours, Number(minute))
  if (at <= now) at.setDate(at.getDate() + 1)
  return [{ name: typed, at }]
}

/** Returns a time of day some days later, in the agent's time zone, also across a change of daylight saving time. */
function atTimeOnDay(now: Date, days: number, hours: number, minutes: number): Date {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, hours, minutes)
}
