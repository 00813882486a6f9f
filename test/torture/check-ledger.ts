/** Compares the clients' responses with the database. Every check returns the violations, none when everything is correct. */
import { parseTypeId, type IdPrefix } from '#platform/ids.ts'
import { hangs } from './client.ts'
import { countBy } from './check-facts.ts'
import { setupRequest } from './crew.ts'
import type { AuditFact, TenantFacts } from './facts.ts'
import {
  getData,
  describe,
  isInProgress,
  isProtected,
  isSuccess,
  finalResponses,
  getTraits,
  type Answer,
  type ResponseData,
  type Attempt,
  type Operation,
} from './ledger.ts'

export function checkLedger(operations: readonly Operation[], facts: readonly TenantFacts[]): string[] {
  const ofTenants = facts.flatMap((tenant) => {
    const own = operations.filter(({ tenantId }) => tenantId === tenant.tenantId)
    return [
      ...effectsAreOnce(own, tenant),
      ...referencesAreOnce(own, tenant),
      ...responsesAreTrue(own, tenant),
      ...nothingIsUnasked(own, tenant),
    ]
  })
  return [...ofTenants, ...operations.flatMap(responsesAgree), ...operations.flatMap(responsesAreExpected)]
}

/**
 * Checks the number of effects: by the audit rows, which contain the attempt's id, and by the messages, which contain the operation's id.
 */
function effectsAreOnce(operations: readonly Operation[], { audits, messages }: TenantFacts): string[] {
  const byRequest = groupBy(audits, ({ requestId }) => requestId)
  const byToken = countBy(messages, ({ body }) => findToken(body) ?? '')
  return operations.flatMap((operation) => {
    const effects = operation.attempts.map((attempt) => ({ attempt, count: getEffects(operation, byRequest.get(attempt.requestId) ?? []) }))
    const total = effects.reduce((sum, { count }) => sum + count, 0)
    const { min, max } = expectedEffects(operation)
    const wrong = [
      ...(total < min || total > max ? [`${total} effects instead of ${min === max ? min : `${min} to ${max}`}`] : []),
      ...effects.flatMap(({ attempt, count }) => wrongAttempt(operation, attempt, count)),
      ...(writesMessage(operation) && (byToken.get(operation.id) ?? 0) !== total
        ? [`${byToken.get(operation.id) ?? 0} messages, but ${total} audit rows`]
        : []),
    ]
    return wrong.map((what) => `${what}: ${describe(operation)}`)
  })
}

/**
 * Returns the number of effects in the audit rows of a request. For an operation that changes several objects, no object may appear twice.
 */
function getEffects({ kind }: Operation, rows: readonly AuditFact[]): number {
  if (!getTraits(kind).many) return rows.length
  return Math.max(0, ...countBy(rows, ({ action, targetId }) => `${action} ${targetId}`).values())
}

/** Returns the allowed number of effects of an operation, according to its client's responses. */
function expectedEffects(operation: Operation): { min: number; max: number } {
  const responses = finalResponses(operation).map(({ answer }) => answer)
  const successes = responses.filter(isSuccess).length
  // A change to the current value has no effect.
  const alwaysActs = getTraits(operation.kind).acts
  if (!isProtected(operation)) return { min: alwaysActs ? successes : 0, max: operation.attempts.length }
  // A refusal is stored under its idempotency key. Every attempt gets it, so none had an effect.
  if (responses.length > successes) return { min: 0, max: 0 }
  return { min: alwaysActs && successes > 0 ? 1 : 0, max: 1 }
}

function wrongAttempt({ kind, idempotencyKey, reference }: Operation, { requestId, outcome }: Attempt, effects: number): string[] {
  if (effects > 1) return [`${requestId} had ${effects} effects`]
  if (outcome?.kind === 'unsent' && effects > 0) return [`${requestId} had an effect, though it never reached the service`]
  if (outcome?.kind !== 'answered') return []
  const refused = outcome.status >= 400 && outcome.status < 500
  if (effects > 0 && (refused || outcome.replayed))
    return [`${requestId} had an effect, but was ${outcome.replayed ? 'a replay' : `answered ${outcome.status}`}`]
  const mustAct =
    idempotencyKey === null &&
    reference === null &&
    isSuccess(outcome) &&
    (kind === 'createThread' || kind === 'replyToThread' || kind === 'createMessage')
  return mustAct && effects === 0 ? [`${requestId} was acknowledged and is lost`] : []
}

function writesMessage({ kind }: Operation): boolean {
  return kind === 'createThread' || kind === 'replyToThread' || kind === 'createMessage'
}

/** Checks that every acknowledged external_reference_id exists exactly once, and every other at most once. */
function referencesAreOnce(operations: readonly Operation[], { threads }: TenantFacts): string[] {
  const found = countBy(threads, ({ externalRef }) => externalRef ?? '')
  return operations.flatMap((operation) => {
    if (operation.reference === null) return []
    const times = found.get(operation.reference) ?? 0
    const acknowledged = finalResponses(operation).some(({ answer }) => isSuccess(answer))
    return times === 1 || (times === 0 && !acknowledged)
      ? []
      : [
          `${acknowledged ? 'acknowledged' : 'unacknowledged'} reference "${operation.reference}" exists ${times} times: ${describe(operation)}`,
        ]
  })
}

/** Checks that the objects in responses exist with the values in the responses. */
function responsesAreTrue(
  operations: readonly Operation[],
  { threads, messages, customers, audits, scheduled, jobs }: TenantFacts,
): string[] {
  const threadOf = new Map(threads.map((thread) => [thread.id, thread]))
  const messageOf = new Map(messages.map((message) => [message.id, message]))
  const customerOf = new Map(customers.map((customer) => [customer.id, customer]))
  const regrouped = new Set(audits.filter(({ action }) => regroupings.has(action)).map(({ targetId }) => targetId))
  const scheduledIds = new Set(scheduled.map((reply) => reply.id))
  const takenBack = new Set(audits.filter(({ action }) => action === 'message.deleted').map(({ targetId }) => targetId))
  const changedBy = groupBy(audits, ({ requestId }) => requestId)
  const isTrue = ({ kind, id, reference, attempts }: Operation, data: ResponseData): boolean => {
    if (kind === 'scheduleReply') return scheduledIds.has(uuid('msg', data.id)) !== takenBack.has(uuid('msg', data.id))
    if (kind === 'takeBack') return takenBack.has(uuid('msg', data.id)) && !messageOf.has(uuid('msg', data.id))
    if (kind === 'startBatch') return jobs.some((job) => job.id === uuid('job', data.id))
    if (kind === 'batchThreads') {
      const accepted = new Set(data.results?.flatMap(({ threadId, ok }) => (ok ? [uuid('thr', threadId)] : [])))
      return attempts.flatMap(({ requestId }) => changedBy.get(requestId) ?? []).every(({ targetId }) => accepted.has(targetId))
    }
    if (kind === 'upsertCustomer') return customerOf.get(uuid('cst', data.id))?.email === data.email && data.email === `${id}@example.com`
    const thread = threadOf.get(uuid('thr', data.threadId ?? data.id))
    if (kind === 'splitThread') return findToken(thread?.subject ?? '') === id
    if (kind === 'createThread')
      return thread?.publicNumber === data.publicNumber && thread?.externalRef === reference && findToken(thread?.subject ?? '') === id
    if (kind !== 'replyToThread' && kind !== 'createMessage') return thread !== undefined
    const message = messageOf.get(uuid('msg', data.id))
    // The message may have been moved since.
    const isThere = message?.threadId === thread?.id || regrouped.has(thread?.id ?? '')
    return message !== undefined && thread !== undefined && isThere && findToken(message.body) === id
  }
  return operations.flatMap((operation) =>
    finalResponses(operation)
      .filter(({ answer }) => isSuccess(answer) && !isTrue(operation, getData(answer)))
      .map(
        ({ attempt, answer }) =>
          `the answer to ${attempt.requestId} is not what the database holds: ${answer.text.slice(0, 300)}: ${describe(operation)}`,
      ),
  )
}

/** Operations that move messages between threads. */
const regroupings: ReadonlySet<string> = new Set([
  'thread.merged_into',
  'thread.merged',
  'thread.unmerged',
  'thread.unmerged_from',
  'thread.split',
])
/** Events of background work, which check-later.ts compares with the jobs. */
const background: ReadonlySet<string> = new Set([
  'thread.unsnoozed',
  'thread.replied',
  'thread.updated',
  'thread.assigned',
  'message.failed',
])

/** Checks that every row belongs to a request. */
function nothingIsUnasked(operations: readonly Operation[], { threads, messages, customers, audits }: TenantFacts): string[] {
  const known = new Set(operations.map(({ id }) => id))
  const requests = new Set(operations.flatMap(({ attempts }) => attempts.map(({ requestId }) => requestId)))
  const isUnrequested = (text: string): boolean => !known.has(findToken(text) ?? '')
  return [
    ...threads.filter(({ subject }) => isUnrequested(subject)).map(({ id, subject }) => `nobody asked for thread ${id} "${subject}"`),
    ...messages.filter(({ body }) => isUnrequested(body)).map(({ id, body }) => `nobody asked for message ${id} "${body}"`),
    ...customers
      .filter(({ email }) => !/^customer\d+@/.test(email) && !known.has(email.split('@')[0] ?? ''))
      .map(({ email }) => `nobody asked for customer ${email}`),
    // The operator and the workers change webhooks.
    ...audits
      .filter(({ action, requestId }) => !action.startsWith('webhook.') && !requests.has(requestId) && requestId !== setupRequest)
      .filter(({ action, requestId }) => requestId.startsWith('op') || !background.has(action))
      .map(({ action, requestId }) => `nobody asked for what audit row ${action} of request ${requestId} tells`),
  ]
}

/** Checks that all responses to one key have the same bytes, and that all responses to one reference name the same thread. */
function responsesAgree(operation: Operation): string[] {
  const responses = finalResponses(operation).map(({ answer }) => answer)
  const same = (name: string, of: (answer: Answer) => string): string[] => {
    const different = new Set(responses.map(of))
    return different.size <= 1 ? [] : [`${name} differ: ${[...different].join(' | ')}: ${describe(operation)}`]
  }
  if (operation.idempotencyKey !== null)
    return same('answers to one Idempotency-Key', ({ status, text, location }) => `${status} ${location} ${text}`)
  if (operation.reference !== null)
    return same('threads of one reference', (answer) =>
      isSuccess(answer) ? `${getData(answer).threadId} ${getData(answer).publicNumber}` : answer.text,
    )
  return []
}

/** Checks that every response is a success, a refusal that the thread's state explains, or a retryable error with Retry-After. */
function responsesAreExpected(operation: Operation): string[] {
  return operation.attempts.flatMap(({ requestId, outcome }) => {
    if (outcome?.kind === 'lost') return outcome.why === hangs ? [`${requestId} hung: ${describe(operation)}`] : []
    if (outcome?.kind !== 'answered' || isSuccess(outcome) || isRefusalByState(operation, outcome)) return []
    const waits = outcome.status === 503 || isInProgress(outcome)
    if (waits && outcome.retryAfter !== null) return []
    return [
      `${requestId} was answered ${outcome.status}${waits ? ' without Retry-After' : ''}: ${outcome.text.slice(0, 300)}: ${describe(operation)}`,
    ]
  })
}

/** Whether concurrent changes of other clients can explain a refusal. */
function isRefusalByState({ kind }: Operation, { status, text }: Answer): boolean {
  if (status === 409 && /SVC-THREAD-(CLOSED|INVALID_TRANSITION)/.test(text)) return true
  return (refusals[kind] ?? []).some((more) => status === more.status && text.includes(more.code))
}

const unmergeable = { status: 409, code: 'SVC-THREAD-MERGE_CONFLICT' }
const refusals: Readonly<Partial<Record<Operation['kind'], { status: number; code: string }[]>>> = {
  mergeThreads: [unmergeable],
  unmergeThread: [unmergeable],
  // A thread from the time range of the filter may commit after the count that the client read.
  startBatch: [{ status: 409, code: 'SVC-THREAD-TOTAL_CHANGED' }],
  splitThread: [unmergeable, { status: 422, code: 'SVC-VALIDATION-UNKNOWN_REFERENCE' }],
  takeBack: [
    { status: 409, code: 'SVC-MESSAGE-SENT' },
    { status: 404, code: 'SVC-MESSAGE-NOT_FOUND' },
  ],
}

/** Returns the operation that a text comes from. */
export function findToken(text: string): string | undefined {
  return /\[(op\d+)\]/.exec(text)?.[1]
}

function uuid(prefix: IdPrefix, id: string): string {
  return parseTypeId(prefix, id) ?? ''
}

function groupBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>()
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item])
  return groups
}
