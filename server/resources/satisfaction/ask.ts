/** Creates satisfaction requests: automatic ones, ones that API callers request, and ones sent by actions of rules and canned responses. */
import { randomBytes } from 'node:crypto'
import { fetchOne } from '#kit/write.ts'
import { newId, type Uuid } from '#platform/ids.ts'
import { job } from '#platform/jobs/job.ts'
import type { Audited } from '#platform/outbox/effects.ts'
import { satisfactionRequested } from './events.ts'
import { findSubjects, insertRequest, type RequestRecord, requestStatements, type Subject } from './queries.ts'
import { audit, type Writing } from './request.ts'

declare global {
  interface EnqueuedJobs {
    /**
     * Asks a thread's customer for a rating, by mail or in the chat. A person and a rule have different keys, so that neither's request replaces the
     * other's.
     */
    'request-satisfaction': { threadId: Uuid; isByRule: boolean }
  }
}

type Ask = {
  channel: RequestRecord['channel']
  planned: boolean
  byRule: boolean
  resolvedById: Uuid | null
  /** Null to send immediately. */
  sendAt: string | null
  delayMinutes: number
}

/** A new request, with the seed of its token. Null if the customer was already asked in this episode of the thread. */
type Asked = { record: RequestRecord; seed: Buffer; audited: Audited } | null

/** Creates a request to a thread's customer. The caller has locked the thread, or just read it. */
export async function ask({ tx, effects, tenantId }: Writing, subject: Subject, given: Ask): Promise<Asked> {
  const seed = randomBytes(32)
  const id = newId()
  const { threadId, customerId, personId, assigneeId, teamId, episode, settings } = subject
  const { scale, question, expiresAfterDays } = settings
  const state = given.channel === 'MAIL' || given.channel === 'CHAT' ? 'PLANNED' : 'SENT'
  const request = { threadId, customerId, personId, assigneeId, teamId, episode, scale, question, expiresAfterDays, state, seed } as const
  if (!(await tx.first(insertRequest, { tenantId, id, ...request, ...given }))) return null
  const record = await fetchOne(tx, requestStatements.find, { tenantId, id })
  if (state === 'SENT') effects.emit(satisfactionRequested, id, record)
  // The job sends the mail or writes into the chat, or ends the expired request.
  effects.enqueue('follow-satisfaction-request', { key: id, at: state === 'SENT' ? (record.expiresAt ?? record.sendAt) : record.sendAt })
  const { channel, sendAt } = record
  const after = { threadId, customerId, episode, state, channel, sendAt }
  return { record, seed, audited: audit(effects, record, given.planned ? 'planned' : 'created', null, after) }
}

/** Reads the facts that decide whether to ask a thread's customer. Null if the thread does not exist. */
export async function readSubject({ tx, tenantId }: Pick<Writing, 'tx' | 'tenantId'>, threadId: Uuid): Promise<Subject | null> {
  return tx.first(findSubjects, { tenantId, threadIds: [threadId] })
}

/** True when the customer can be asked by mail. */
export function canBeMailed({ email, isOptedOut, isErased }: Subject): boolean {
  return email !== null && !isOptedOut && !isErased
}

/** True when the customer can be asked in a chat. */
export function canBeAskedInChat({ isChat, isOptedOut, isErased }: Subject): boolean {
  return isChat && !isOptedOut && !isErased
}

export const requestSatisfaction = job({
  name: 'request-satisfaction',
  description: 'Asks a customer to rate a thread, because a canned response or a rule says so.',
  async run({ tx, effects, tenantId, key, input }) {
    // A job enqueued by an earlier version has the thread as its key, and no input.
    const { threadId, isByRule } = Object.assign({ threadId: key, isByRule: false }, input)
    const writing = { tx, effects, tenantId }
    const subject = await readSubject(writing, threadId)
    if (!subject || subject.isMerged) return
    const channel = canBeMailed(subject) ? 'MAIL' : subject.email === null && canBeAskedInChat(subject) ? 'CHAT' : null
    if (channel === null) return
    // A second request in the same episode has no effect.
    await ask(writing, subject, { channel, planned: false, byRule: isByRule, resolvedById: null, sendAt: null, delayMinutes: 0 })
  },
})
