import { formatLocale } from '../texts/language.ts'
import type { SelectOption } from './select-option.ts'

/** Current names of time zones that browsers still list under old names. */
const renamed: Readonly<Record<string, string>> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Godthab': 'America/Nuuk',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
}

/** The user's own time zone. */
export const browserZone = Intl.DateTimeFormat().resolvedOptions().timeZone

let listed: readonly SelectOption[] | null = null

/**
 * Returns the time zones with their current UTC offset, the user's own first. Browsers omit UTC and may omit the user's zone, so both are
 * added. The list is computed once, because creating a formatter for each zone is slow.
 */
export function listTimeZones(): readonly SelectOption[] {
  listed ??= [
    ...new Set([
      browserZone,
      'UTC',
      ...Intl.supportedValuesOf('timeZone')
        .map((zone) => renamed[zone] ?? zone)
        .toSorted(),
    ]),
  ].map((zone) => ({ value: zone, label: zone.replaceAll('_', ' '), hint: getOffset(zone) }))
  return listed
}

function getOffset(timeZone: string): string {
  const parts = new Intl.DateTimeFormat(formatLocale, { timeZone, timeZoneName: 'shortOffset' }).formatToParts(new Date())
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
}
