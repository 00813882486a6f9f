import { formatLocale } from '../texts/language.ts'

export const weekdays = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'] as const

const [long, short] = (['long', 'short'] as const).map((weekday) => new Intl.DateTimeFormat(formatLocale, { weekday, timeZone: 'UTC' }))

/** Returns the name of a weekday, such as `MONDAY`, in the user's language. */
export function nameWeekday(day: string, length: 'long' | 'short' = 'long'): string {
  // 1 January 2024 was a Monday.
  const at = Date.UTC(2024, 0, 1 + weekdays.findIndex((each) => each === day))
  return (length === 'long' ? long : short)?.format(at) ?? day
}
