import type { Queryable } from '#platform/db.ts'
import { ApiError } from '#platform/errors.ts'
import type { Uuid } from '#platform/ids.ts'
import { threadNotFound } from '../../threads/index.ts'
import { findOwnThread, type Reader } from './queries.ts'

export const ownThreadId = {
  prefix: 'thr',
  description: 'A conversation of this visitor, with or without `thr_`.',
  notFound: threadNotFound,
  versioned: false,
} as const

/** Returns the conversation of an id in the path, following merges. Throws 404 for the threads of others, and for unknown ones. */
export async function requireOwnThread(db: Queryable, reader: Reader, id: Uuid): Promise<{ id: Uuid; readThrough: string | null }> {
  const found = await db.first(findOwnThread, { ...reader, threadId: id })
  if (!found) throw new ApiError(threadNotFound)
  return found
}
