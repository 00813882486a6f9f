/** Search parameters of the meetings screen. */
import type { MeetingStatus } from '@skein/client'

export type MeetingsSearch = {
  shape?: 'week' | 'list' | undefined
  /** Any day of the displayed week, or the first day of the list. */
  day?: string | undefined
  /** `me`, `all`, or the id of a user. */
  host?: string | undefined
  status?: MeetingStatus | undefined
}

const statuses: readonly MeetingStatus[] = ['SCHEDULED', 'CANCELLED', 'COMPLETED', 'NO_SHOW']

export function readMeetingsSearch({ shape, day, host, status }: Record<string, unknown>): MeetingsSearch {
  const known = statuses.find((each) => each === status)
  return {
    ...(shape === 'list' || shape === 'week' ? { shape } : {}),
    ...(typeof day === 'string' && isDay(day) ? { day } : {}),
    ...(typeof host === 'string' && /^(me|all|usr_[0-9a-z]{26})$/.test(host) ? { host } : {}),
    ...(known ? { status: known } : {}),
  }
}

/** Returns true for a date that exists, unlike 2027-02-30. */
function isDay(value: string): boolean {
  const at = Date.parse(`${value}T00:00:00Z`)
  return /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(at) && new Date(at).toISOString().startsWith(value)
}
