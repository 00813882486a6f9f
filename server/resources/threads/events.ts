import { defineEvent } from '../../kit/events.ts'
import { exampleId } from '../../kit/schema.ts'
import { toMessage } from './message-queries.ts'
import { toThread } from './queries.ts'
import { Message } from './message-schema.ts'
import { Thread } from './schema.ts'

const thread = { scope: 'threads:read', object: Thread, present: toThread } as const
const message = { scope: 'threads:read', object: Message, present: toMessage } as const

export const threadCreated = defineEvent({ type: 'thread.created', description: 'A thread was created.', ...thread })
export const threadUpdated = defineEvent({
  type: 'thread.updated',
  previous: { subject: 'Export' },
  description: 'A thread’s subject, inbox or custom fields changed.',
  ...thread,
})
export const threadStatusChanged = defineEvent({
  type: 'thread.status_changed',
  previous: { status: 'pending' },
  description: 'A thread’s status changed, by an agent or because the customer wrote.',
  ...thread,
})
export const threadPriorityChanged = defineEvent({
  type: 'thread.priority_changed',
  previous: { priority: 'low' },
  description: 'A thread’s priority changed.',
  ...thread,
})
export const threadAssigned = defineEvent({
  type: 'thread.assigned',
  description: 'A thread’s assignee or team changed.',
  previous: { assignee: { id: exampleId('usr'), name: 'Grace Hopper' } },
  ...thread,
})
export const messageCreated = defineEvent({
  type: 'message.created',
  description: 'A message was added to a thread, its first one included. Internal notes too.',
  ...message,
})
