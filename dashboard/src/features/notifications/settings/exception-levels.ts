/** Notification levels for the threads of an inbox or team, and how the service stores them. */
import type { NotificationChannels, NotificationOverride, NotificationType } from '@skein/client'
import { message, type Message } from '../../../texts/texts.ts'
import { typeIds } from '../notification-filters.ts'

type Types = NotificationOverride['types']

const toTypes = (getChannels: (type: NotificationType) => Partial<NotificationChannels> | null): Types =>
  Object.fromEntries(
    typeIds.flatMap((type) => {
      const channels = getChannels(type)
      return channels === null ? [] : [[type, channels]]
    }),
  )

const nothing = { inApp: false, desktop: false, mail: 'NEVER' } as const

export const exceptionLevels = {
  nothing: { name: message('Nothing'), types: toTypes(() => nothing) },
  mine: {
    name: message('Only mentions and threads assigned to me'),
    types: toTypes((type) => (type === 'MENTIONED' || type === 'ASSIGNED' ? null : nothing)),
  },
  silent: { name: message('In the app only'), types: toTypes(() => ({ inApp: true, desktop: false, mail: 'NEVER' })) },
  all: { name: message('Everything, in the app and on the desktop'), types: toTypes(() => ({ inApp: true, desktop: true })) },
} as const satisfies Readonly<Record<string, { name: Message; types: Types }>>
export type ExceptionLevel = keyof typeof exceptionLevels
// Safe because the keys of the table are its ids.
export const levelIds = Object.keys(exceptionLevels) as ExceptionLevel[]

/** Returns the level of an override; null when an API caller has stored another combination. */
export function findLevel({ types }: NotificationOverride): ExceptionLevel | null {
  const flat = (given: Types): string =>
    typeIds.map((type) => `${type} ${given[type]?.inApp} ${given[type]?.desktop} ${given[type]?.mail}`).join()
  return levelIds.find((level) => flat(exceptionLevels[level].types) === flat(types)) ?? null
}
