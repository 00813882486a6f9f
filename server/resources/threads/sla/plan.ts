/** Computes a thread's SLA clocks when the thread is created, gets a message or changes. */
import { fetchOne } from '#kit/write.ts'
import { OutdatedRead, type Queryable } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import type { Effects } from '#platform/outbox/effects.ts'
import { isoTime } from '#platform/time.ts'
import {
  choosePolicy,
  findPolicyHours,
  hasTargets,
  insertTerms,
  listPolicies,
  run,
  updateOverdue,
  createTerms,
  removeTargets,
  type Happening,
  type Situation,
  type ThreadSubject,
  type Terms,
} from '../../sla-policies/index.ts'
import type { ThreadRecord } from '../record/queries.ts'
import { announceClocks } from './events.ts'
import type { ClocksAt } from '../record/present-sla.ts'
import {
  findNewSubject,
  findSubject,
  findTerms,
  findTiming,
  toTiming,
  writeTiming,
  type FormerClocks,
  type Timing,
} from '../record/sla-queries.ts'
import { continueClocks, findFormerClocks, addFormerClocks, toClocksKey } from './undo.ts'

/** Chooses a policy, stores its current terms and returns them. Null when no policy applies. */
async function choosePolicyTerms(
  tx: Queryable,
  tenantId: Uuid,
  subject: ThreadSubject,
  inboxPolicyId: Uuid | null,
): Promise<{ id: Uuid; terms: Terms } | null> {
  const policy = choosePolicy(await tx.rows(listPolicies, { tenantId }), subject, inboxPolicyId)
  if (!policy) return null
  const found = await tx.first(findPolicyHours, { tenantId, id: policy.id })
  if (!found) throw new OutdatedRead('The policy was deleted in the meantime')
  const terms = createTerms(policy, found.hours)
  await tx.rows(insertTerms, { tenantId, ...terms })
  return terms
}

/** Records that no SLA policy applies any longer: stores terms without targets and returns them. */
async function keepTermsWithoutTargets(tx: Queryable, tenantId: Uuid, former: Terms): Promise<{ id: Uuid; terms: Terms }> {
  const terms = removeTargets(former)
  await tx.rows(insertTerms, { tenantId, ...terms })
  return terms
}

type NewThreadSubject = {
  tenantId: Uuid
  inboxId: Uuid | null
  customerId: Uuid | null
  email: string | null
  priority: string
  channel: string
  tags: readonly { key: string }[]
}

/** Returns the clocks of a thread about to be created, and the inbox for which the policy was chosen. */
export async function planNewThread(tx: Queryable, thread: NewThreadSubject): Promise<{ inboxId: Uuid | null; sla: Timing | null }> {
  const { tenantId, inboxId, customerId, email, tags } = thread
  const found = await fetchOne(tx, findNewSubject, { tenantId, inboxId, customerId, email, keys: tags.map(({ key }) => key) })
  if (found.inboxId === null) return { inboxId, sla: null }
  const subject = {
    ...thread,
    inboxId: found.inboxId,
    teamId: found.teamId,
    labelIds: found.labelIds,
    customerFields: found.customerFields,
  }
  const terms = await choosePolicyTerms(tx, tenantId, subject, found.inboxPolicyId)
  if (!terms) return { inboxId: found.inboxId, sla: null }
  const situation = {
    status: 'open',
    priority: toPriority(thread),
    merged: false,
    createdAt: found.now,
    answered: false,
    askedAt: null,
    questionMoved: false,
  }
  const { clocks } = run([], terms.terms, situation, found.now)
  return { inboxId: found.inboxId, sla: toTiming({ termsId: terms.id, answered: false, clocks }, situation) }
}

function toPriority({ priority }: { priority: string }): Situation['priority'] {
  // Safe because the schemas of bodies and settings allow only priorities.
  return priority as Situation['priority']
}

/** Returns the clocks of a locked thread after a message, and a function that emits their events. */
export async function planAfterMessage(
  tx: Queryable,
  {
    tenantId,
    threadId: id,
    authorType,
    byProgram,
    reopens,
  }: { tenantId: Uuid; threadId: Uuid; authorType: string; byProgram: boolean; reopens: boolean },
): Promise<{ sla: Timing; announce: (effects: Pick<Effects, 'emit'>) => void; happened: readonly Happening[] }> {
  const found = await fetchOne(tx, findTiming, { tenantId, id })
  const { now, terms, termsId, createdAt, priority, isMerged, publicNumber, ticketNumber } = found
  // The statement requests clocks only for replies, and for customers' messages that are not automatic.
  const answers = authorType === 'AGENT' && !byProgram
  const answered = found.answered || answers
  const openQuestion = found.clocks.find(({ metric, stoppedAt }) => metric === 'NEXT_RESPONSE' && stoppedAt === null)
  const asked = authorType === 'CUSTOMER' && found.answered ? now : null
  const askedAt = answers ? null : (openQuestion?.startedAt ?? asked)
  const status = reopens ? 'open' : found.status
  const situation = { status, priority, merged: isMerged, createdAt, answered, askedAt, questionMoved: false }
  const { clocks, happened } = run(found.clocks, terms, situation, now)
  const announce = (effects: Pick<Effects, 'emit'>) => announceClocks(effects, { id, publicNumber, ticketNumber }, terms, happened)
  return { sla: toTiming({ termsId, answered, clocks }, situation), announce, happened }
}

type Context = { readonly tx: Queryable; readonly effects: Effects; readonly principal: { readonly tenantId: Uuid } }

type Cause = {
  /** Whether a field changed that policies' conditions can test. */
  rechoosesPolicy: boolean
  /** Whether messages moved to or from the thread. */
  messagesMoved: boolean
  /** Whether a message's status as a reply changed. */
  answersChanged?: boolean
  priorityChanged: boolean
  /** Whether threads were merged, or a merge was undone. */
  merges?: boolean
  /** Whether to keep the clocks if the same policy still applies. */
  onlyIfPolicyChanges?: boolean
  /** The thread before the change; null when the change cannot be undone. */
  undoableFrom?: ThreadRecord | null
}

/** Updates a thread's clocks after its fields changed, in the same transaction. Null when the thread has no clocks or keeps them. */
export async function updateClocks(
  { tx, effects, principal: { tenantId } }: Context,
  thread: ThreadRecord,
  {
    rechoosesPolicy,
    messagesMoved,
    answersChanged = false,
    priorityChanged,
    merges = false,
    onlyIfPolicyChanges = false,
    undoableFrom = null,
  }: Cause,
): Promise<ClocksAt | null> {
  const key = { tenantId, id: thread.id }
  const stored = thread.sla ? await tx.first(findTiming, key) : null
  const { customerId, inboxId } = thread
  const row = await fetchOne(tx, findSubject, { ...key, customerId, inboxId })
  const former = stored && undoableFrom ? addFormerClocks(stored, toClocksKey(undoableFrom), row.now) : null
  const undone = stored && undoableFrom ? findFormerClocks(stored, toClocksKey(thread), row.now) : null
  if (stored && undone) return restoreClocks({ tx, effects, tenantId }, thread, { stored, undone, former, now: row.now })
  const subject = { ...thread, labelIds: thread.labels.map(({ id }) => id), customerFields: row.customerFields }
  const found = rechoosesPolicy ? await choosePolicyTerms(tx, tenantId, subject, row.inboxPolicyId) : null
  const ends = rechoosesPolicy && found === null && stored !== null && hasTargets(stored.terms)
  const newTerms = ends ? await keepTermsWithoutTargets(tx, tenantId, stored.terms) : found
  // Targets that ended because no policy applied start again, even if the same policy applies.
  const isSame = stored !== null && newTerms?.terms.policyId === stored.terms.policyId && hasTargets(stored.terms)
  const hasNewTerms = newTerms !== null && (priorityChanged || ends || !isSame)
  const [termsId, terms] = hasNewTerms ? [newTerms.id, newTerms.terms] : [stored?.termsId, stored?.terms]
  if (termsId === undefined || terms === undefined || (onlyIfPolicyChanges && !hasNewTerms)) return null
  const next = stored?.clocks.find(({ metric }) => metric === 'NEXT_RESPONSE')
  const openQuestion = next?.stoppedAt === null ? next : null
  // If the reply was moved to another thread, its question seems open again. A target that was met or breached keeps its state.
  const isDecided =
    !answersChanged &&
    row.askedAt !== null &&
    next !== undefined &&
    next.stoppedAt !== null &&
    !next.byMerge &&
    row.askedAt <= next.stoppedAt
  const asked = isDecided ? null : row.askedAt
  // The messages of a merged thread are in another thread until the merge is undone, so its clocks are not computed from messages.
  const merged = thread.mergedInto !== null
  const isAsBefore = stored !== null && ((!messagesMoved && !answersChanged) || merged)
  const answered = isAsBefore ? stored.answered : row.answeredAt !== null
  const situation: Situation = {
    status: thread.status,
    priority: toPriority(thread),
    merged,
    createdAt: Date.parse(isoTime(thread.createdAt)),
    answered,
    askedAt:
      isAsBefore && (openQuestion !== null || !hasNewTerms) ? (openQuestion?.startedAt ?? null) : answered || openQuestion ? asked : null,
    questionMoved: !answersChanged && openQuestion !== null && (row.answeredAt === null || row.answeredAt < openQuestion.startedAt),
  }
  const options = { isNew: hasNewTerms, former: stored?.terms ?? terms, byMerge: merges && messagesMoved, withdrawsAnswer: answersChanged }
  const { clocks, happened } = run(stored?.clocks ?? [], terms, situation, row.now, options)
  await tx.rows(writeTiming, { ...key, sla: toTiming({ termsId, answered, clocks, former }, situation) })
  announceClocks(effects, thread, terms, happened)
  return { at: row.now, clocks, termsId }
}

type Undone = { stored: Timed; undone: FormerClocks; former: FormerClocks[] | null; now: number }
type Timed = Pick<FormerClocks, 'termsId' | 'answered' | 'clocks'> & { former: FormerClocks[] | null; terms: Terms }

/** Restores a thread's clocks after its change was undone, as if the change had not been made. */
async function restoreClocks(
  { tx, effects, tenantId }: { tx: Queryable; effects: Effects; tenantId: Uuid },
  thread: ThreadRecord,
  { stored, undone, former, now }: Undone,
): Promise<ClocksAt> {
  const { termsId, answered } = undone
  const { terms } = termsId === stored.termsId ? stored : await fetchOne(tx, findTerms, { tenantId, id: termsId })
  // Announce warnings and breaches of the replaced clocks that are due but not announced yet.
  const current = updateOverdue(stored.clocks, now)
  const { clocks, happened } = continueClocks(undone.clocks, current.clocks, now)
  const situation = { status: thread.status, merged: thread.mergedInto !== null }
  await tx.rows(writeTiming, { tenantId, id: thread.id, sla: toTiming({ termsId, answered, clocks, former }, situation) })
  announceClocks(effects, thread, stored.terms, current.happened)
  announceClocks(effects, thread, terms, happened)
  return { at: now, clocks, termsId }
}
