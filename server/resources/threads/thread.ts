import { declareReferences, nothingYet } from '../../kit/index.ts'
import { customer } from '../customers/index.ts'
import { inbox } from '../inboxes/index.ts'
import { team } from '../teams/index.ts'
import { user } from '../users/index.ts'
import { threadNotFound } from './errors.ts'
import { findThread, lockThread, threadExists } from './queries.ts'

/** How operations name, find and lock a thread. */
export const thread = {
  id: { prefix: 'thr', description: 'The thread, with or without `thr_`.', notFound: threadNotFound },
  notFound: threadNotFound,
  statements: { find: findThread, lock: lockThread, exists: threadExists },
} as const

/** What agents may set. A thread is moved to inboxes that take threads. */
export const threadReferences = { inboxId: { ...inbox, only: 'active' }, teamId: team }

/** What a message names. */
export const messageReferences = { 'attachments[].uploadId': nothingYet('upload') }

export const references = declareReferences({
  plural: 'threads',
  table: 'threads',
  references: { ...threadReferences, customerId: customer, assigneeId: user },
})
