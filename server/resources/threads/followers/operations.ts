import { findMergedInto } from '../record/read-queries.ts'
import { item, list } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import type { TransactionContext } from '#kit/handler.ts'
import { createPresenter } from '#kit/present.ts'
import { lockReference } from '#kit/references.ts'
import { requireScopes } from '#kit/require-scopes.ts'
import { lockResource } from '#kit/write.ts'
import { ApiError, scopeEscalation } from '#platform/errors.ts'
import { newId, type Uuid } from '#platform/ids.ts'
import { toOutcome, toUnchangedOutcome } from '#platform/outbox/effects.ts'
import type { Principal } from '#platform/principal.ts'
import { user, userNotFound } from '../../users/index.ts'
import { threadNotFound } from '../record/errors.ts'
import { toThread } from '../record/queries.ts'
import { Thread } from '../record/schema.ts'
import { thread } from '../record/thread.ts'
import { announceFollowers } from './announce-followers.ts'
import { deleteFollower, findFollower, followerList, insertFollower } from './follower-queries.ts'
import { ThreadFollower } from '../record/follower-schema.ts'

export const listThreadFollowers = endpoint.read({
  operationId: 'listThreadFollowers',
  path: '/threads/{id}/followers',
  tag: 'threads',
  scope: 'threads:read',
  summary: 'List the followers of a thread',
  description: 'The users who follow a thread, latest first. A merged thread shows the followers of its target.',
  params: { id: thread.id },
  responds: { 200: list(ThreadFollower, 'A page of results, latest first') },
  present: createPresenter(ThreadFollower),
  async handle({ db, principal: { tenantId }, params: { id }, page }) {
    const merged = await db.first(findMergedInto, { tenantId, id })
    if (!merged) throw new ApiError(threadNotFound)
    return followerList.fetch(db, tenantId, page, { threadId: merged.mergedInto ?? id })
  },
})

const following = {
  path: '/threads/{id}/followers/{userId}',
  tag: 'threads',
  scope: 'threads:read',
  params: {
    id: thread.id,
    userId: { prefix: 'usr', description: 'The user, with or without `usr_`.', notFound: userNotFound, versioned: false },
  },
} as const

type Context = TransactionContext<{ readonly id: Uuid; readonly userId: Uuid }, undefined, undefined>

export const followThread = endpoint.write({
  ...following,
  operationId: 'followThread',
  method: 'PUT',
  summary: 'Follow a thread',
  description:
    'Makes a user follow a thread, who is then notified as its assignee is. A signed-in user needs no further scope to follow a thread; ' +
    'for other users, and with an API key, this needs `threads:write`. Following again changes nothing.',
  responds: { 200: item(ThreadFollower, 'The follower') },
  errors: [scopeEscalation],
  present: createPresenter(ThreadFollower),
  async handle(context) {
    const { tx, effects, key } = await lockFollowing(context)
    const added = await tx.first(insertFollower, { ...key, id: newId() })
    const record = await tx.first(findFollower, key)
    if (!record) throw new ApiError(threadNotFound)
    if (!added) return toUnchangedOutcome(record)
    await announceFollowers(tx, key.tenantId, [{ threadId: key.threadId, effects }])
    const after = { userId: key.userId }
    return toOutcome(record, effects.audit({ action: 'thread.followed', target: { type: 'thread', id: key.threadId }, after }))
  },
})

export const unfollowThread = endpoint.write({
  ...following,
  operationId: 'unfollowThread',
  method: 'DELETE',
  deletion: 'part',
  summary: 'Stop following a thread',
  description:
    'Ends that a user follows a thread. For a user who does not follow it, this changes nothing. For other users, and with an API key, this needs `threads:write`.',
  responds: { 200: item(Thread, 'The thread') },
  errors: [scopeEscalation],
  etag: true,
  present: toThread,
  async handle(context) {
    const { tx, effects, key, current } = await lockFollowing(context)
    if (!(await tx.first(deleteFollower, key))) return toUnchangedOutcome(current)
    await announceFollowers(tx, key.tenantId, [{ threadId: key.threadId, effects }])
    const before = { userId: key.userId }
    return toOutcome(current, effects.audit({ action: 'thread.unfollowed', target: { type: 'thread', id: key.threadId }, before }))
  },
})

/** Locks the merge root of the thread in the path, and the user. Throws 403 when the caller may only follow for themselves. */
async function lockFollowing(context: Context) {
  const { tx, effects, principal, params } = context
  if (!isOwnSession(principal, params.userId)) requireScopes(principal, ['threads:write'], 'This follower is not the signed-in user.')
  const current = await lockResource(context, thread)
  const { tenantId } = principal
  if (!(await lockReference(tx, tenantId, user, params.userId))) throw new ApiError(userNotFound)
  return { tx, effects, current, key: { tenantId, threadId: current.id, userId: params.userId } }
}

function isOwnSession({ credential, user: { id } }: Principal, userId: Uuid): boolean {
  return credential.type === 'SESSION' && id === userId
}
