/** Runs actions on threads, all or none, in the caller's transaction. */
import { newId } from '#platform/ids.ts'
import type { Effects } from '#platform/outbox/effects.ts'
import { CollectedEffects, writeLedger } from '#platform/outbox/ledger.ts'
import { copyToMessage } from '../../uploads/index.ts'
import { applyThreadChange } from '../change/change-thread.ts'
import { storeOutgoing, toMessageChannel } from '../outgoing/store-outgoing.ts'
import { announceFollowers } from '../followers/announce-followers.ts'
import { deleteFollower, insertFollower } from '../followers/follower-queries.ts'
import { appendOrThrow, newMessage } from '../messages/append-message.ts'
import { type ThreadRecord } from '../record/queries.ts'
import { createIdentity } from './actor.ts'
import { lockActionTargets, prepareActions, type ActionPlan, type PreparedActions, type RunContext } from './prepare-actions.ts'
import type { ActionOutcome } from './resolve-actions.ts'
import { findStateChanges, toThreadState, type StateChanges } from './thread-state.ts'
import { fetchThread } from '../record/thread.ts'

/** Audit row that names the canned response or rule. It is the row of the first message or, without messages, of the change. */
export type RunAudit = { readonly action: string; readonly after: object }

export type ActionsResult = StateChanges & { readonly record: ThreadRecord; readonly actions: readonly ActionOutcome[] }

/**
 * Runs actions on a locked, unmerged thread. Throws 422 with the path of a bad action or missing variable, and the errors of replies and
 * changes. Locks teams and users, so the caller must not have locked any.
 */
export async function runActions(context: RunContext, thread: ThreadRecord, plan: ActionPlan, audit: RunAudit): Promise<ActionsResult> {
  await lockActionTargets(context, [thread], plan.actions)
  return writeActions(context, await prepareActions(context, thread, plan), audit)
}

/**
 * Writes prepared actions. First prepare the actions of all threads in the transaction: writing locks the tenant's counters, which come
 * last in the lock order.
 */
export async function writeActions(context: RunContext, prepared: PreparedActions, audit: RunAudit): Promise<ActionsResult> {
  const { tx, by, effects } = context
  const { thread, fields, written, followers, records, actions } = prepared
  const key = { tenantId: by.tenantId, id: thread.id }
  await writeFollowers(context, prepared)
  for (const { messageId, mail } of written) if (mail) await storeOutgoing(tx, { tenantId: by.tenantId, messageId }, mail)
  // Reopen a closed thread before adding the reply, so that the events of the change come first. Otherwise add the reply first, so that
  // the actions can close the thread afterwards.
  const opensFirst = thread.status === 'closed' && fields.status !== undefined
  if (opensFirst) await writeImmediately(context, (into) => change(context, prepared, audit, into))
  for (const [i, message] of written.entries()) await writeMessage(context, thread, message, i === 0 ? audit : null)
  const record = opensFirst ? await fetchThread(tx, key) : await change(context, prepared, audit, effects)
  for (const recordEffect of records) recordEffect(effects, record)
  const changes = findStateChanges(toThreadState(thread, followers?.before), toThreadState(record, followers?.after))
  return { record, ...changes, actions }
}

/** Changes the fields. Returns the thread. */
async function change(
  { tx, by }: RunContext,
  { thread, fields, written }: PreparedActions,
  { action, after }: RunAudit,
  effects: Effects,
): Promise<ThreadRecord> {
  const { tenantId } = by
  // Messages change the thread. Without any, it is still in the state read under the lock.
  const current = written.length > 0 ? await fetchThread(tx, { tenantId, id: thread.id }) : thread
  const now = { ...current, reachedFrom: null }
  const told = written.length > 0 ? {} : { action, audited: after }
  const { record } = await applyThreadChange({ tx, effects, principal: { tenantId } }, now, fields, told)
  if (written.length === 0 && record.version === now.version) effects.audit({ action, target: { type: 'thread', id: now.id }, after })
  return record
}

async function writeFollowers({ tx, by, effects }: RunContext, { thread, followers }: PreparedActions): Promise<void> {
  if (!followers) return
  const { tenantId } = by
  const target = { type: 'thread', id: thread.id }
  let isChanged = false
  const without = (all: typeof followers.before, others: typeof followers.before) =>
    all.filter(({ id }) => others.every((other) => other.id !== id))
  for (const { id: userId } of without(followers.after, followers.before)) {
    const added = await tx.first(insertFollower, { tenantId, id: newId(), userId, threadId: thread.id })
    if (!added) continue
    effects.audit({ action: 'thread.followed', target, after: { userId } })
    isChanged = true
  }
  for (const { id: userId } of without(followers.before, followers.after)) {
    const removed = await tx.first(deleteFollower, { tenantId, userId, threadId: thread.id })
    if (!removed) continue
    effects.audit({ action: 'thread.unfollowed', target, before: { userId } })
    isChanged = true
  }
  if (isChanged) await announceFollowers(tx, tenantId, [{ threadId: thread.id, effects }])
}

/**
 * Runs `work` and writes its audit rows and events immediately, so that they precede the rows and events of later steps in the transaction.
 */
async function writeImmediately({ tx, by }: RunContext, work: (effects: Effects) => Promise<unknown>): Promise<void> {
  const effects = new CollectedEffects()
  await work(effects)
  await writeLedger(tx, createIdentity(by), effects, { status: 200, record: null })
}

/** Appends the agent's or rule's message to the thread, which this transaction has locked. */
async function writeMessage(
  { tx, by }: RunContext,
  { id: threadId }: ThreadRecord,
  { messageId, internal, content, files, mail }: PreparedActions['written'][number],
  audit: RunAudit | null,
): Promise<void> {
  const authorType = by.user ? 'AGENT' : 'BOT'
  const auditedInput = { authorType, internal, ...audit?.after }
  const attachments = files.length > 0 ? await copyToMessage(tx, { tenantId: by.tenantId, messageId }, files) : null
  const input = { ...content, messageId, internal, authorType, auditedInput, attachments, mail: mail && toMessageChannel(mail) } as const
  const action = audit?.action ?? 'thread.message_added'
  await appendOrThrow(tx, newMessage(createIdentity(by), threadId, by.user, { ...input, action }))
}
