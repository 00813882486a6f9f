import type { AttendanceStatus, Meeting, MeetingRsvp } from '@skein/client'
import type { Tone } from '../../ui/badge.tsx'

export const statusLabels: Readonly<Record<Meeting['status'], { text: string; tone: Tone }>> = {
  SCHEDULED: { text: 'Scheduled', tone: 'accent' },
  CANCELLED: { text: 'Cancelled', tone: 'plain' },
  COMPLETED: { text: 'Took place', tone: 'good' },
  NO_SHOW: { text: 'Nobody came', tone: 'warn' },
}

export const rsvpLabels: Readonly<Record<MeetingRsvp, string>> = {
  NEEDS_ACTION: 'no answer yet',
  ACCEPTED: 'will come',
  TENTATIVE: 'may come',
  DECLINED: 'will not come',
}

export const attendanceLabels: Readonly<Record<AttendanceStatus, string>> = {
  EXPECTED: 'Attendance not noted',
  ATTENDED: 'Came',
  NO_SHOW: 'Did not come',
}

export const locationLabels: Readonly<Record<string, string>> = {
  VIDEO: 'Video call',
  PHONE: 'Telephone',
  IN_PERSON: 'In person',
  OTHER: 'Elsewhere',
}

/** Returns the time zone of the first attendee whose zone differs from the host's. */
export function findCustomerZone({
  attendees,
  timezone,
}: {
  attendees: readonly { timezone: string | null }[]
  timezone: string
}): string | null {
  return attendees.map((attendee) => attendee.timezone).find((zone) => zone !== null && zone !== timezone) ?? null
}
