/** What becomes of a thread's clocks when it is created, gets a message, or changes. */
import { type Effects, isoTime, fetchOne, OutdatedRead, type Queryable, type Uuid } from '../../../kit/index.ts'
import {
  chosen,
  findPolicyHours,
  hasTargets,
  keepTerms,
  listPolicies,
  run,
  settled,
  termsOf,
  withoutTargets,
  type Happening,
  type Situation,
  type Subject,
  type Terms,
} from '../../sla-policies/index.ts'
import type { ThreadRecord } from '../queries.ts'
import { announceClocks } from './events.ts'
import type { ClocksAt } from './present.ts'
import { findNewSubject, findSubject, findTerms, findTiming, toTiming, writeTiming, type FormerClocks, type Timing } from './queries.ts'
import { continueClocks, findFormerClocks, addFormerClocks, toClocksKey } from './undo.ts'

/** Chooses among the policies as they are now and keeps what it promises. Null when no policy applies. */
async function choosePolicyTerms(
  tx: Queryable,
  tenantId: Uuid,
  subject: Subject,
  inboxPolicyId: Uuid | null,
): Promise<{ id: Uuid; terms: Terms } | null> {
  const policy = chosen(await tx.rows(listPolicies, { tenantId }), subject, inboxPolicyId)
  if (!policy) return null
  const found = await tx.first(findPolicyHours, { tenantId, id: policy.id })
  if (!found) throw new OutdatedRead('The policy was deleted in the meantime')
  const terms = termsOf(policy, found.hours)
  await tx.rows(keepTerms, { tenantId, ...terms })
  return terms
}

/** Keeps that nothing is promised any more, when no policy applies. */
async function keepTermsWithoutTargets(tx: Queryable, tenantId: Uuid, former: Terms): Promise<{ id: Uuid; terms: Terms }> {
  const terms = withoutTargets(former)
  await tx.rows(keepTerms, { tenantId, ...terms })
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

/** The clocks of a thread that is about to be created in this transaction, and the inbox that the choice was made by. */
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
    unasked: false,
  }
  const { clocks } = run([], terms.terms, situation, found.now)
  return { inboxId: found.inboxId, sla: toTiming({ termsId: terms.id, answered: false, clocks }, situation) }
}

function toPriority({ priority }: { priority: string }): Situation['priority'] {
  // Safe because bodies and settings take priorities alone.
  return priority as Situation['priority']
}

/** The clocks after a message, and how to announce what has happened to them. The thread is held. */
export async function planAfterMessage(
  tx: Queryable,
  { tenantId, threadId: id, authorType, reopens }: { tenantId: Uuid; threadId: Uuid; authorType: string; reopens: boolean },
): Promise<{ sla: Timing; announce: (effects: Pick<Effects, 'emit'>) => void; happened: readonly Happening[] }> {
  const found = await fetchOne(tx, findTiming, { tenantId, id })
  const { now, terms, termsId, createdAt, priority, isMerged, publicNumber, ticketNumber } = found
  const answered = found.answered || authorType === 'AGENT'
  const waits = found.clocks.find(({ metric, stoppedAt }) => metric === 'NEXT_RESPONSE' && stoppedAt === null)
  const asked = authorType === 'CUSTOMER' && found.answered ? now : null
  const askedAt = authorType === 'AGENT' ? null : (waits?.startedAt ?? asked)
  const status = reopens ? 'open' : found.status
  const situation = { status, priority, merged: isMerged, createdAt, answered, askedAt, unasked: false }
  const { clocks, happened } = run(found.clocks, terms, situation, now)
  const announce = (effects: Pick<Effects, 'emit'>) => announceClocks(effects, { id, publicNumber, ticketNumber }, terms, happened)
  return { sla: toTiming({ termsId, answered, clocks }, situation), announce, happened }
}

type Context = { readonly tx: Queryable; readonly effects: Effects; readonly principal: { readonly tenantId: Uuid } }

type Cause = {
  /** The choice of the policy depends on what has changed. */
  chooses: boolean
  /** The thread has other messages than before. */
  moved: boolean
  promoted: boolean
  /** Threads were merged, or a merge was undone. */
  merges?: boolean
  /** Only another policy changes the clocks. */
  onlyIfOther?: boolean
  /** The thread before the change, if the change can be undone. */
  before?: ThreadRecord | null
}

/** Changes the clocks of a thread whose fields have changed, in the same transaction. */
export async function updateClocks(
  { tx, effects, principal: { tenantId } }: Context,
  thread: ThreadRecord,
  { chooses, moved, promoted, merges = false, onlyIfOther = false, before = null }: Cause,
): Promise<ClocksAt | null> {
  const key = { tenantId, id: thread.id }
  const held = thread.sla ? await tx.first(findTiming, key) : null
  const { customerId, inboxId } = thread
  const said = await fetchOne(tx, findSubject, { ...key, customerId, inboxId })
  const former = held && before ? addFormerClocks(held, toClocksKey(before), said.now) : null
  const undone = held && before ? findFormerClocks(held, toClocksKey(thread), said.now) : null
  if (held && undone) return restoreClocks({ tx, effects, tenantId }, thread, { held, undone, former, now: said.now })
  const subject = { ...thread, labelIds: thread.labels.map(({ id }) => id), customerFields: said.customerFields }
  const found = chooses ? await choosePolicyTerms(tx, tenantId, subject, said.inboxPolicyId) : null
  const ends = chooses && found === null && held !== null && hasTargets(held.terms)
  const wanted = ends ? await keepTermsWithoutTargets(tx, tenantId, held.terms) : found
  // What has ended begins anew when the same policy applies again.
  const isSame = held !== null && wanted?.terms.policyId === held.terms.policyId && hasTargets(held.terms)
  const isOther = wanted !== null && (promoted || ends || !isSame)
  const [termsId, terms] = isOther ? [wanted.id, wanted.terms] : [held?.termsId, held?.terms]
  if (termsId === undefined || terms === undefined || (onlyIfOther && !isOther)) return null
  const next = held?.clocks.find(({ metric }) => metric === 'NEXT_RESPONSE')
  const waits = next?.stoppedAt === null ? next : null
  // Where an answer has moved to another thread its question seems open again; what was met or breached stays.
  const isDecided =
    said.askedAt !== null && next !== undefined && next.stoppedAt !== null && !next.byMerge && said.askedAt <= next.stoppedAt
  const asked = isDecided ? null : said.askedAt
  // What a merged thread was asked is in another one until that is undone, and its clocks stand.
  const merged = thread.mergedInto !== null
  const isAsBefore = held !== null && (!moved || merged)
  const answered = isAsBefore ? held.answered : said.answeredAt !== null
  const situation: Situation = {
    status: thread.status,
    priority: toPriority(thread),
    merged,
    createdAt: Date.parse(isoTime(thread.createdAt)),
    answered,
    askedAt: isAsBefore && (waits !== null || !isOther) ? (waits?.startedAt ?? null) : answered || waits ? asked : null,
    unasked: waits !== null && (said.answeredAt === null || said.answeredAt < waits.startedAt),
  }
  const options = { isNew: isOther, former: held?.terms ?? terms, byMerge: merges && moved }
  const { clocks, happened } = run(held?.clocks ?? [], terms, situation, said.now, options)
  await tx.rows(writeTiming, { ...key, sla: toTiming({ termsId, answered, clocks, former }, situation) })
  announceClocks(effects, thread, terms, happened)
  return { at: said.now, clocks }
}

type Undone = { held: Timed; undone: FormerClocks; former: FormerClocks[] | null; now: number }
type Timed = Pick<FormerClocks, 'termsId' | 'answered' | 'clocks'> & { former: FormerClocks[] | null; terms: Terms }

/** Gives a thread that was changed back the clocks that it had, as if it had not been changed. */
async function restoreClocks(
  { tx, effects, tenantId }: { tx: Queryable; effects: Effects; tenantId: Uuid },
  thread: ThreadRecord,
  { held, undone, former, now }: Undone,
): Promise<ClocksAt> {
  const { termsId, answered } = undone
  const { terms } = termsId === held.termsId ? held : await fetchOne(tx, findTerms, { tenantId, id: termsId })
  // A warning or breach of the clocks until now that is due, but was not announced yet, happened all the same.
  const current = settled(held.clocks, now)
  const { clocks, happened } = continueClocks(undone.clocks, current.clocks, now)
  const situation = { status: thread.status, merged: thread.mergedInto !== null }
  await tx.rows(writeTiming, { tenantId, id: thread.id, sla: toTiming({ termsId, answered, clocks, former }, situation) })
  announceClocks(effects, thread, held.terms, current.happened)
  announceClocks(effects, thread, terms, happened)
  return { at: now, clocks }
}
