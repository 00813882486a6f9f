/** The names of the API's values, as screens show them. */
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
