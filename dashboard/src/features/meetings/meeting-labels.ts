import type { AttendanceStatus, Meeting, MeetingRsvp } from '@skein/client'
import { message, type Message } from '../../texts/texts.ts'
import type { Tone } from '../../ui/badge.tsx'
import { Building2, CalendarDays, CircleCheck, CircleSlash, MapPin, Phone, UserX, Video, type IconType } from '../../ui/icons.ts'

export const statusLabels: Readonly<Record<Meeting['status'], { text: Message; tone: Tone; icon: IconType }>> = {
  SCHEDULED: { text: message('Scheduled'), tone: 'accent', icon: CalendarDays },
  CANCELLED: { text: message('Cancelled'), tone: 'plain', icon: CircleSlash },
  COMPLETED: { text: message('Took place'), tone: 'good', icon: CircleCheck },
  NO_SHOW: { text: message('Nobody came'), tone: 'warn', icon: UserX },
}

export const rsvpLabels: Readonly<Record<MeetingRsvp, Message>> = {
  NEEDS_ACTION: message('No answer yet'),
  ACCEPTED: message('Coming'),
  TENTATIVE: message('Maybe coming'),
  DECLINED: message('Not coming'),
}

export const attendanceLabels: Readonly<Record<AttendanceStatus, Message>> = {
  EXPECTED: message('Not recorded yet'),
  ATTENDED: message('Came'),
  NO_SHOW: message('Didn’t come'),
}

export const locationLabels: Readonly<Record<string, { name: Message; icon: IconType }>> = {
  VIDEO: { name: message('Video call'), icon: Video },
  PHONE: { name: message('Phone call'), icon: Phone },
  IN_PERSON: { name: message('In person'), icon: Building2 },
  OTHER: { name: message('Somewhere else'), icon: MapPin },
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
