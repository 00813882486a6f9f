/** The shared part of the three operations on drafts. */
import { absent, ApiError, defineError, presenterOf, type Queryable, type Uuid } from '../../kit/index.ts'
import { thread, threadNotFound } from '../threads/index.ts'
import { Draft, DraftOf } from './schema.ts'

export const draftNotFound = defineError('SVC-DRAFT-NOT_FOUND', 404, 'There is no such draft.', absent('draft'))

/** Drafts have no versions: the latest save wins. */
const id = { ...thread.id, versioned: false } as const

export const draftPath = {
  path: '/threads/{id}/draft',
  tag: 'threads',
  scope: 'threads:write',
  params: { id },
  query: DraftOf,
  present: presenterOf(Draft),
} as const

type Context = {
  readonly principal: { readonly tenantId: Uuid; readonly user: { readonly id: Uuid } }
  readonly params: { readonly id: Uuid }
}

/** The key of the caller's state of the thread in the path. */
export function ownOf({ principal, params }: Context) {
  return { tenantId: principal.tenantId, threadId: params.id, userId: principal.user.id }
}

/** Throws 404 when the thread does not exist. */
export async function checkThread(db: Queryable, { principal, params }: Context): Promise<void> {
  const found = await db.first(thread.statements.exists, { tenantId: principal.tenantId, id: params.id })
  if (!found) throw new ApiError(threadNotFound)
}

/**
 * The caller's state of the thread that has the messages: of a merged thread, the one that it was merged into. What was read, and who is
 * there, is about messages; a draft stays with the thread that it was written for, where it is found again after an unmerge. Throws the
 * thread's 404.
 */
export async function ownOfMessages(db: Queryable, context: Context): Promise<ReturnType<typeof ownOf>> {
  const own = ownOf(context)
  const found = await db.first(thread.statements.leads, { tenantId: own.tenantId, id: own.threadId })
  if (!found) throw new ApiError(threadNotFound)
  return { ...own, threadId: found.mergedInto ?? own.threadId }
}
