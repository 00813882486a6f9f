import { defineError } from '../../kit/errors.ts'

export const threadNotFound = defineError('SVC-THREAD-NOT_FOUND', 404, 'There is no such thread.')
export const ambiguousShape = defineError(
  'SVC-VALIDATION-AMBIGUOUS_SHAPE',
  400,
  'The body mixes the two shapes of a new thread: send either requester, or customerId with inboxId.',
)
export const inboxNoneAvailable = defineError('SVC-INBOX-NONE_AVAILABLE', 422, 'This tenant has no active inbox that takes the thread.')
export const invalidTransition = defineError(
  'SVC-THREAD-INVALID_TRANSITION',
  409,
  'A thread cannot go from its present status to this one.',
)
export const threadClosed = defineError('SVC-THREAD-CLOSED', 409, 'The thread is closed. Open it first, or let the customer write.')
export const staleReply = defineError(
  'SVC-THREAD-STALE_REPLY',
  409,
  'The thread has moved on since expectedLastMessageId; details name the missed messages.',
)
