/** The shared part of the three operations on drafts. */
import { absent, ApiError, defineError, type Queryable, type Uuid } from '../../kit/index.ts'
import { presenterOf } from '../../kit/present.ts'
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
