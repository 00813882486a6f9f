import { linkOptions } from '@tanstack/react-router'
import type { Notification } from '@skein/client'

/** Returns what a notification opens: its thread, or the rules. Null if its thread is gone. */
export function getTarget({ type, thread }: Pick<Notification, 'type' | 'thread'>) {
  if (thread) return linkOptions({ to: '/inbox/$view/$threadId', params: { view: 'all', threadId: thread.id } })
  return type === 'RULE_PAUSED' ? linkOptions({ to: '/settings/automations' }) : null
}
