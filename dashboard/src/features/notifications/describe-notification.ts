/** Says in one line what a notification is about. */
import type { Notification, NotificationType } from '@skein/client'
import { plural, t } from '../../texts/texts.ts'
import { AtSign, CircleX, Clock, Lock, Reply, RotateCcw, TriangleAlert, UserRoundPlus, Users, type IconType } from '../../ui/icons.ts'

export const typeIcons: Readonly<Record<NotificationType, { icon: IconType; look: string }>> = {
  MENTIONED: { icon: AtSign, look: 'bg-tint text-accent' },
  ASSIGNED: { icon: UserRoundPlus, look: 'bg-tint text-accent' },
  CUSTOMER_REPLIED: { icon: Reply, look: 'bg-hover text-text-2' },
  NOTE_ADDED: { icon: Lock, look: 'bg-hover text-text-2' },
  REOPENED: { icon: RotateCcw, look: 'bg-hover text-text-2' },
  TEAM_THREAD: { icon: Users, look: 'bg-hover text-text-2' },
  SLA_WARNING: { icon: Clock, look: 'bg-warning-tint text-warning' },
  SLA_BREACHED: { icon: TriangleAlert, look: 'bg-danger-tint text-danger' },
  RATED_LOW: { icon: TriangleAlert, look: 'bg-warning-tint text-warning' },
  DELIVERY_FAILED: { icon: CircleX, look: 'bg-danger-tint text-danger' },
}

export function describeNotification({ type, actor, count }: Pick<Notification, 'type' | 'actor' | 'count'>): string {
  const name = actor?.name ?? t('Someone')
  const isOne = count === 1
  switch (type) {
    case 'MENTIONED':
      return isOne ? t('{name} mentioned you', { name }) : plural(count, '{count} mention of you', '{count} mentions of you')
    case 'ASSIGNED':
      return t('{name} assigned this to you', { name })
    case 'CUSTOMER_REPLIED':
      return isOne
        ? t('{name} replied', { name })
        : plural(count, '{count} new message from {name}', '{count} new messages from {name}', { name })
    case 'NOTE_ADDED':
      return isOne ? t('{name} added a note', { name }) : plural(count, '{count} new note', '{count} new notes')
    case 'REOPENED':
      return t('{name} reopened this', { name })
    case 'TEAM_THREAD':
      return isOne ? t('New for your team') : plural(count, '{count} new message for your team', '{count} new messages for your team')
    case 'SLA_WARNING':
      return t('Response target is close')
    case 'RATED_LOW':
      return t('Low rating')
    case 'SLA_BREACHED':
      return t('Response target missed')
    case 'DELIVERY_FAILED':
      return plural(count, 'A message couldn’t be delivered', '{count} messages couldn’t be delivered')
  }
  // A newer service may have types that this page does not know.
  return t('Something happened')
}
