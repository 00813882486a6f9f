/**
 * Typical clients: they create threads, reply, add customer messages, change statuses and upsert customers, all concurrently. With a crew
 * they also assign, snooze, merge, split, schedule and change in batches. Some requests are made idempotent by an Idempotency-Key, some by
 * their own reference, some by both, some by neither. Failed requests are retried with the same key immediately, later, or never.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from './client.ts'
import { setupRequest, type Crew } from './crew.ts'
import {
  getData,
  isProtected,
  isFinal,
  isSuccess,
  type Attempt,
  type Intent,
  type KnownThreads,
  type Ledger,
  type Operation,
} from './ledger.ts'
import { drawBatchJob, drawThreadOperation, threadsUsed } from './thread-mix.ts'
import type { Random } from './random.ts'
import type { TortureTenant } from './service.ts'

export type WorkloadOptions = {
  client: Client
  ledger: Ledger
  random: Random
  tenants: readonly [TortureTenant, ...TortureTenant[]]
  writers: number
  /** Awaited before each request: clients send nothing while the service is known to be down. */
  up: () => Promise<void>
  /** Teams of the tenants. If empty, clients write only threads, messages, statuses and customers. */
  crews: readonly Crew[]
}

export type Workload = {
  /** Waits until every writer has finished its operation. Throws the error that stopped a writer early. */
  stop(): Promise<void>
}

export function startWorkload(options: WorkloadOptions): Workload {
  const known = new Map(options.tenants.map(({ tenantId }) => [tenantId, { threads: [], messages: [], merged: [], scheduled: [] }]))
  let stopping = false
  const writers = Array.from({ length: options.writers }, (_, i) =>
    write(options, options.random.fork(`writer ${i}`), known, () => stopping),
  )
  const finished = Promise.all(writers)
  // stop() throws the error. Until then it must not count as unhandled.
  finished.catch(() => undefined)
  return {
    async stop() {
      stopping = true
      await finished
    },
  }
}

async function write(
  options: WorkloadOptions,
  random: Random,
  known: ReadonlyMap<string, KnownThreads>,
  stopping: () => boolean,
): Promise<void> {
  while (!stopping()) {
    const tenant = random.pick(options.tenants)
    const own = known.get(tenant.tenantId) ?? { threads: [], messages: [], merged: [], scheduled: [] }
    const crew = options.crews.find(({ tenantId }) => tenantId === tenant.tenantId)
    const job = crew && random.chance(jobShare) ? await prepareJob(options, tenant, own, random) : null
    const operation = options.ledger.intend((id) => {
      const later = crew && random.chance(threadOperationShare) ? drawThreadOperation(id, random, own, crew) : null
      return {
        tenantId: tenant.tenantId,
        ...(job ? { ...job, idempotencyKey: random.chance(0.8) ? `key-of-${id}` : null } : (later ?? draw(id, random, own))),
      }
    })
    await perform(options, tenant, operation, random)
    learn(own, operation)
  }
}

/** Creates the label of a batch by filter and reads how many threads match; null when there was no response. */
async function prepareJob(
  { client, up }: WorkloadOptions,
  { key }: TortureTenant,
  known: KnownThreads,
  random: Random,
): Promise<Omit<Intent, 'tenantId' | 'idempotencyKey'> | null> {
  const drawn = drawBatchJob(random, known)
  if (drawn === null) return null
  const { filter, label } = drawn
  const headers = { Authorization: `Bearer ${key}`, 'X-Request-Id': setupRequest }
  await up()
  const made = await client.send({ method: 'POST', path: '/labels', body: { name: label }, headers })
  const { outcome } = await client.send({ method: 'GET', path: `/threads?limit=1&${new URLSearchParams(filter)}`, headers })
  if (made.outcome.kind !== 'answered' || !isSuccess(made.outcome) || outcome.kind !== 'answered' || !isSuccess(outcome)) return null
  // Safe because a list returns 200 with this envelope.
  const expectedTotal = (JSON.parse(outcome.text) as { meta: { total: number } }).meta.total
  const body = { filter, expectedTotal, changes: { addLabels: [label] } }
  return { kind: 'startBatch', method: 'POST', path: '/threads/batch', body, reference: null }
}

/** Records the facts in the response. */
function learn(known: KnownThreads, operation: Operation): void {
  const outcome = operation.attempts.at(-1)?.outcome ?? null
  if (!isFinal(outcome) || !isSuccess(outcome)) return
  const { id, threadId, createdAt } = getData(outcome)
  const { kind, path, body } = operation
  if (kind === 'createThread' && threadId && createdAt) known.threads.push({ id: threadId, createdAt })
  if (kind === 'splitThread' && createdAt) known.threads.push({ id, createdAt })
  if ((kind === 'createMessage' || kind === 'replyToThread') && threadId) {
    known.messages.push({ id, threadId })
    // The thread is a follow-up of a closed thread.
    if (!path.includes(threadId) && createdAt && !known.threads.some((thread) => thread.id === threadId))
      known.threads.push({ id: threadId, createdAt })
  }
  // Safe because these are the ids in the request.
  if (kind === 'mergeThreads') known.merged.push(...(body?.['sourceIds'] as string[]))
  if (kind === 'scheduleReply') known.scheduled.push(id)
}

/** Sends the operation, and retries it until its outcome is known or this client's attempts are used up. */
async function perform(options: WorkloadOptions, tenant: TortureTenant, operation: Operation, random: Random): Promise<void> {
  // Clients do not retry a request that is not idempotent.
  const maxSends = isProtected(operation) ? random.pick([1, 2, 3, 6]) : 1
  for (let sends = 1; sends <= maxSends; sends++) {
    await options.up()
    const hangUpAfterMs = random.chance(0.03) ? random.between(0, 30) : null
    const attempt = await sendAttempt(options.client, options.ledger, tenant, operation, hangUpAfterMs)
    if (isFinal(attempt.outcome)) return
    await sleep(random.pick([0, 5, 50, 300]))
  }
}

/** Sends one attempt, with ledger entries before and after. */
export async function sendAttempt(
  client: Client,
  ledger: Ledger,
  tenant: TortureTenant,
  operation: Operation,
  hangUpAfterMs: number | null = null,
): Promise<Attempt> {
  const attempt = ledger.attempt(operation)
  const { method, path, body, idempotencyKey } = operation
  const headers = {
    Authorization: `Bearer ${tenant.key}`,
    'X-Request-Id': attempt.requestId,
    ...(idempotencyKey === null ? {} : { 'Idempotency-Key': idempotencyKey }),
  }
  const { outcome, ms, handedOverAt } = await client.send({ method, path, body: body ?? undefined, headers, hangUpAfterMs })
  return Object.assign(attempt, { outcome, ms, handedOverAt: handedOverAt === null ? null : handedOverAt - ledger.openedAt })
}

// --- Random operations ----------------------------------------------------------------------------------------------

/** With a crew, the share of agents' operations on threads, and of batches by filter. */
const threadOperationShare = 0.5
const jobShare = 0.01
/** Small number, so that several creations use the same customer. */
const sharedCustomers = 12

function draw(id: string, random: Random, { threads }: KnownThreads): Omit<Intent, 'tenantId'> {
  const threadId = threads.at(-random.between(1, Math.min(threadsUsed, Math.max(1, threads.length))))?.id
  const dice = random.next()
  if (threadId === undefined || dice < 0.36) return newThread(id, random)
  const usual = { method: 'POST', reference: null, idempotencyKey: random.chance(0.8) ? `key-of-${id}` : null } as const
  if (dice < 0.58)
    return { ...usual, kind: 'replyToThread', path: `/threads/${threadId}/reply`, body: { body: text(id, random), attachments: [] } }
  if (dice < 0.76) return { ...usual, kind: 'createMessage', path: `/threads/${threadId}/messages`, body: { body: text(id, random) } }
  if (dice < 0.92)
    return {
      ...usual,
      kind: 'updateThread',
      method: 'PATCH',
      path: `/threads/${threadId}`,
      body: { status: random.pick(['open', 'pending', 'resolved', 'closed']) },
    }
  return { ...usual, kind: 'upsertCustomer', path: '/customers', body: { email: `${id}@example.com`, name: `Customer of ${id}` } }
}

function newThread(id: string, random: Random): Omit<Intent, 'tenantId'> {
  const protection = random.next()
  const idempotencyKey = protection < 0.7 ? `key-of-${id}` : null
  const reference = protection < 0.5 || (protection >= 0.7 && protection < 0.9) ? `reference of ${id}` : null
  const requester = {
    email: `customer${random.between(1, sharedCustomers)}@example.com`,
    ...(random.chance(0.3) ? { name: `Called by ${id}` } : {}),
  }
  const body = {
    title: `Torture [${id}]`,
    body: text(id, random),
    requester,
    tags: [random.pick(['billing', 'export', 'crash']), `Tag ${random.between(1, 30)}`],
    ...(reference === null ? {} : { external_reference_id: reference }),
  }
  return { kind: 'createThread', method: 'POST', path: '/threads', body, idempotencyKey, reference }
}

/** Returns a text that starts with the operation's id, and is sometimes long enough for several packets. */
function text(id: string, random: Random): string {
  return `[${id}] ${'This text is written while the service is killed. '.repeat(random.chance(0.04) ? 3000 : 1)}`
}
