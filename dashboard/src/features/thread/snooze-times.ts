/**
 * Snooze presets, and the parser for typed times in English and German: `2h`, `1h 30m`, `in 3 days`, `tomorrow evening`, `fri 9am`,
 * `nächsten Montag 14 Uhr`. Both languages always work, regardless of the dashboard's language.
 */
import { message, t } from '../../texts/texts.ts'
import { readDuration } from '../../ui/duration.ts'

/** A snooze option; with `at: null` it lasts until the customer writes. */
export type SnoozeTime = { name: string; at: Date | null }

/** Examples of typed times, shown in the picker. */
export const snoozeHint = message('or type fri 9am, 2h, 3d')

/**
 * Words of typed times by language; umlauts are spelled with two letters. `days` starts with today, `weekdays` starts with Sunday; `parts`
 * are hours of the day.
 */
const languages = {
  en: {
    days: ['today', 'tomorrow'],
    weekdays: ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'],
    parts: { morning: 9, noon: 12, afternoon: 14, evening: 18, tonight: 18 },
    fillers: ['at', 'on', 'next', 'this'],
    one: ['a', 'an'],
  },
  de: {
    days: ['heute', 'morgen', 'uebermorgen'],
    weekdays: ['sonntag', 'montag', 'dienstag', 'mittwoch', 'donnerstag', 'freitag', 'samstag'],
    parts: { frueh: 9, vormittag: 9, mittag: 12, nachmittag: 14, abend: 18 },
    fillers: ['am', 'um', 'naechste', 'naechsten', 'kommenden'],
    one: ['ein', 'eine', 'einem', 'einer'],
  },
}
const all = Object.values(languages)
/** A filler word must be followed by another word, unlike the "am" of "9 am". */
const fillers = new RegExp(`\\b(?:${all.flatMap((words) => words.fillers).join('|')})\\s+(?=\\S)`, 'g')
const one = new RegExp(`^(?:${all.flatMap((words) => words.one).join('|')}) `)
const maxMinutes = 10 * 365 * 24 * 60

export function snoozePresets(now = new Date()): SnoozeTime[] {
  const times: SnoozeTime[] = [
    { name: t('In 3 hours'), at: new Date(now.getTime() + 3 * 3_600_000) },
    { name: t('Tomorrow'), at: atTimeOnDay(now, 1, 9, 0) },
    { name: t('Next Monday'), at: atTimeOnDay(now, (8 - now.getDay()) % 7 || 7, 9, 0) },
    { name: t('In a week'), at: atTimeOnDay(now, 7, 9, 0) },
  ]
  // Remove duplicates: on a Sunday, "Tomorrow" is "Next Monday"; on a Monday, "Next Monday" is "In a week".
  const different = times.filter(({ at }, i) => times.findIndex((other) => other.at?.getTime() === at?.getTime()) === i)
  return [...different, { name: t('Until the customer writes'), at: null }]
}

export function parseSnooze(text: string, now = new Date()): SnoozeTime[] {
  const typed = text.trim().toLowerCase()
  const plain = foldUmlauts(typed)
    .replace(/ ?(?:uhr|o'clock)$/, '')
    .replace(fillers, '')
  const duration = plain.replace(/^in /, '').replace(one, '1 ')
  // A number without a unit, such as "14" or "14:30", is a time of day.
  const minutes = /\d\s*[a-z]/.test(duration) ? readDuration(duration) : null
  if (minutes !== null) return minutes > maxMinutes ? [] : [{ name: typed, at: new Date(now.getTime() + minutes * 60_000) }]
  const match = /^([a-z]+)?(?: ([a-z]+))?(?: ?(\d{1,2})(?:[:.](\d{2}))? ?(am|pm)?)?$/.exec(plain)
  if (plain === '' || !match) return []
  const [, first, second, typedHour, minute = '0', typedHalf] = match
  const days = first === undefined ? 0 : findDays(first, now)
  const part = findHour(second ?? first)
  // A part of the day alone, such as "evening", means today.
  if (second === undefined ? days === null && part === null : days === null || part === null) return []
  const hour = typedHour ?? part ?? 9
  // "Tomorrow evening 8" is at 20:00.
  const half = typedHalf ?? (part !== null && part >= 12 ? 'pm' : '')
  const hours = (Number(hour) % (half === '' ? 24 : 12)) + (half === 'pm' ? 12 : 0)
  if (Number(hour) > 23 || Number(minute) > 59) return []
  const at = atTimeOnDay(now, days ?? 0, hours, Number(minute))
  if (at <= now) at.setDate(at.getDate() + 1)
  return [{ name: typed, at }]
}

/** Returns the number of days until a typed day, which may be abbreviated. */
function findDays(word: string, now: Date): number | null {
  for (const { days, weekdays } of all) {
    const day = days.findIndex((name) => name.startsWith(word))
    if (day >= 0) return day
    const weekday = word.length < 2 ? -1 : weekdays.findIndex((name) => name.startsWith(word))
    if (weekday >= 0) return (weekday - now.getDay() + 7) % 7 || 7
  }
  return null
}

/** Returns the hour of a typed part of the day, such as "evening". */
function findHour(word: string | undefined): number | null {
  for (const { parts } of all) for (const [name, hour] of Object.entries(parts)) if (word === name) return hour
  return null
}

function foldUmlauts(text: string): string {
  return text.replace(/ä/g, 'ae').replace(/ö/g, 'oe').replace(/ü/g, 'ue')
}

/** Returns the time of day on the date `days` from today, in the agent's time zone. Correct across daylight saving changes. */
function atTimeOnDay(now: Date, days: number, hours: number, minutes: number): Date {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, hours, minutes)
}
