import type { Queryable } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import type { Effects } from '#platform/outbox/effects.ts'
import { followersChanged } from '../record/events.ts'
import { findFollowersOf } from './follower-queries.ts'

/** Emits `thread.followers_changed` for threads whose followers this transaction has changed. */
export async function announceFollowers(
  tx: Queryable,
  tenantId: Uuid,
  threads: readonly { threadId: Uuid; effects: Pick<Effects, 'emit'> }[],
): Promise<void> {
  const effectsOf = new Map(threads.map(({ threadId, effects }) => [threadId, effects]))
  if (effectsOf.size === 0) return
  const found = await tx.rows(findFollowersOf, { tenantId, threadIds: [...effectsOf.keys()] })
  for (const followers of found) effectsOf.get(followers.threadId)?.emit(followersChanged, followers.threadId, followers)
}
