/** Names of priorities and statuses: standalone, and within a sentence. */
import type { Thread, ThreadPriority, ThreadStatus } from '@skein/client'
import { message, t, type Message } from '../../texts/texts.ts'

export const statusNames: Readonly<Record<ThreadStatus, Message>> = {
  open: message('Open'),
  pending: message('Pending'),
  resolved: message('Resolved'),
  closed: message('Closed'),
}

/** Returns the name of a thread's state. A snoozed thread has the status `pending`, which agents do not call it. */
export function getStateName({ status, snoozed }: Pick<Thread, 'status' | 'snoozed'>): string {
  return snoozed ? t('Snoozed') : t(statusNames[status])
}

export const priorityNames: Readonly<Record<ThreadPriority, Message>> = {
  urgent: message('Urgent'),
  high: message('High'),
  normal: message('Normal'),
  low: message('Low'),
}

export const priorityWords: Readonly<Record<ThreadPriority, Message>> = {
  urgent: message('urgent'),
  high: message('high'),
  normal: message('normal'),
  low: message('low'),
}

export const statusWords: Readonly<Record<ThreadStatus, Message>> = {
  open: message('open'),
  pending: message('pending'),
  resolved: message('resolved'),
  closed: message('closed'),
}
