/** Changes of other rooms that make work on threads due. */
import { follow } from '../../kit/followers.ts'
import { tenantUpdated } from '../tenant-settings/index.ts'
import { uploadDeleted } from '../uploads/index.ts'
import { closeResolvedThreads, markDeletedFile } from './job-names.ts'

/** Threads that are resolved may have become due, or be due at another time. */
export const closingSooner = follow(tenantUpdated, closeResolvedThreads, (_, previous) =>
  'autoCloseDays' in previous ? { key: '' } : null,
)

/** Messages show that a file of theirs is gone. */
export const filesDeleted = follow(uploadDeleted, markDeletedFile, ({ id, messageId }) =>
  messageId ? { key: id, input: { messageId } } : null,
)
