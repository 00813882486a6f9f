/** Reopens snoozed threads. */
import { one } from '../../kit/index.ts'
import type { NoInput, RunContext } from '../../kit/jobs.ts'
import { changedThread } from './change-thread.ts'
import { readTime, untilReply } from './queries.ts'
import { lockedThread } from './thread.ts'

/** Reopens the thread if it is still snoozed and its time has been reached: it may have been reopened, or snoozed until a reply, since. */
export async function wake({
  tx,
  effects,
  tenantId,
  key: id,
}: RunContext<NoInput, unknown>): Promise<{ againInSeconds: number } | undefined> {
  const thread = await lockedThread(tx, { tenantId, id })
  // Merging a thread ends its snooze; the target has its own job.
  if (!thread || thread.reachedFrom || thread.snoozedUntil === null || thread.snoozedUntil === untilReply) return undefined
  const { secondsLeft } = await one(tx, readTime, { at: thread.snoozedUntil, inSeconds: null })
  // The database's clock was set back, or a job with a later time replaced this one, whose run then has no effect.
  if (secondsLeft > 0) return { againInSeconds: secondsLeft }
  const awake = { status: 'open', snoozedUntil: null } as const
  await changedThread({ tx, effects, principal: { tenantId } }, thread, awake, { action: 'thread.unsnoozed', isWaking: true })
  return undefined
}
