/** Changes of other rooms that make work on threads due. */
import { follow } from '../../kit/index.ts'
import { customer } from '../customers/index.ts'
import { tenantUpdated } from '../tenant-settings/index.ts'
import { uploadDeleted } from '../uploads/index.ts'
import { chooseSlaAgain, closeResolvedThreads, markDeletedFile } from './job-names.ts'

if (!customer.events) throw new Error('Changes of customers are events')

/** Threads that are resolved may have become due, or be due at another time. */
export const closingSooner = follow(tenantUpdated, closeResolvedThreads, (_, previous) =>
  'autoCloseDays' in previous ? { key: '' } : null,
)

/** Conditions of SLA policies may be about a customer’s fields. */
export const customerFieldsChanged = follow(customer.events.updated, chooseSlaAgain, ({ id }, previous) =>
  'customFields' in previous ? { key: id } : null,
)

/** Messages show that a file of theirs is gone. */
export const filesDeleted = follow(uploadDeleted, markDeletedFile, ({ id, messageId }) =>
  messageId ? { key: id, input: { messageId } } : null,
)
