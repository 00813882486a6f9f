/** Code shared by the three operations on drafts. */
import { createPresenter } from '#kit/present.ts'
import type { Queryable } from '#platform/db.ts'
import { absent, defineError } from '#platform/define-error.ts'
import { ApiError } from '#platform/errors.ts'
import type { Uuid } from '#platform/ids.ts'
import { thread, threadNotFound } from '../threads/index.ts'
import { Draft, DraftOf } from './schema.ts'

export const draftNotFound = defineError('SVC-DRAFT-NOT_FOUND', 404, 'There is no such draft.', absent('draft'))

/** Drafts have no versions: the last save wins. */
const id = { ...thread.id, versioned: false } as const

export const draftPath = {
  path: '/threads/{id}/draft',
  tag: 'threads',
  scope: 'threads:write',
  params: { id },
  query: DraftOf,
  present: createPresenter(Draft),
} as const

type Context = {
  readonly principal: { readonly tenantId: Uuid; readonly user: { readonly id: Uuid } }
  readonly params: { readonly id: Uuid }
}

/** Returns the key of the caller's working state in the thread of the path. */
export function toStateKey({ principal, params }: Context) {
  return { tenantId: principal.tenantId, threadId: params.id, userId: principal.user.id }
}

/** Throws 404 when the thread does not exist. */
export async function checkThread(db: Queryable, { principal, params }: Context): Promise<void> {
  const found = await db.first(thread.statements.exists, { tenantId: principal.tenantId, id: params.id })
  if (!found) throw new ApiError(threadNotFound)
}

/**
 * Returns the key of the caller's read mark and presence. For a merged thread, returns that of the target, which has the messages. Drafts
 * stay with their original thread, so that they reappear after an unmerge. Throws the thread's 404.
 */
export async function findMessagesStateKey(db: Queryable, context: Context): Promise<ReturnType<typeof toStateKey>> {
  const own = toStateKey(context)
  const found = await db.first(thread.statements.leads, { tenantId: own.tenantId, id: own.threadId })
  if (!found) throw new ApiError(threadNotFound)
  return { ...own, threadId: found.mergedInto ?? own.threadId }
}
