import { linkOptions } from '@tanstack/react-router'
import type { Notification } from '@skein/client'

/** Returns the link target of a notification: its thread, the tested inbox, the rules or the webhooks. Null if its thread is gone. */
export function getTarget({ type, thread, job }: Pick<Notification, 'type' | 'thread' | 'job'>) {
  if (thread) return linkOptions({ to: '/inbox/$view/$threadId', params: { view: 'all', threadId: thread.id } })
  if (job?.inbox) return linkOptions({ to: '/settings/inboxes/$inboxId', params: { inboxId: job.inbox.id } })
  if (type === 'WEBHOOK_DISABLED') return linkOptions({ to: '/developer/webhooks' })
  return type === 'RULE_PAUSED' ? linkOptions({ to: '/settings/automations' }) : null
}
