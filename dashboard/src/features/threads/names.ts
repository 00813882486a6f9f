/** Names of priorities and statuses: standalone, and within a sentence. */
import type { ThreadPriority, ThreadStatus } from '@skein/client'
import { message, type Message } from '../../texts/texts.ts'

export const statusNames: Readonly<Record<ThreadStatus, Message>> = {
  open: message('Open'),
  pending: message('Pending'),
  resolved: message('Resolved'),
  closed: message('Closed'),
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
