/**
 * Typical clients: they create threads, reply, add customer messages, change statuses and upsert customers, all at the same time. Some
 * requests are protected against repetition by an Idempotency-Key, some by their own reference, some by both, some by neither. Failed
 * requests are repeated with the same key at once, later, or never.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from './client.ts'
import { dataOf, isProtected, isSettling, isSuccess, type Attempt, type Intent, type Ledger, type Operation } from './ledger.ts'
import type { Random } from './random.ts'
import type { TortureTenant } from './service.ts'

export type WorkloadOptions = {
  client: Client
  ledger: Ledger
  random: Random
  tenants: readonly [TortureTenant, ...TortureTenant[]]
  writers: number
  /** Awaited before each send: clients send nothing while the service is known to be down. */
  up: () => Promise<void>
}

export type Workload = {
  /** Waits until every writer has finished its operation. Throws the error that stopped a writer early. */
  stop(): Promise<void>
}

export function startWorkload(options: WorkloadOptions): Workload {
  const known: KnownThreads = new Map(options.tenants.map(({ tenantId }) => [tenantId, []]))
  let stopping = false
  const writers = Array.from({ length: options.writers }, (_, i) =>
    write(options, options.random.fork(`writer ${i}`), known, () => stopping),
  )
  const finished = Promise.all(writers)
  // The error is thrown by stop(); until then it must not count as unhandled.
  finished.catch(() => undefined)
  return {
    async stop() {
      stopping = true
      await finished
    },
  }
}

/** Threads whose ids clients have received, by tenant, oldest first. */
type KnownThreads = Map<string, string[]>

async function write(options: WorkloadOptions, random: Random, known: KnownThreads, stopping: () => boolean): Promise<void> {
  while (!stopping()) {
    const tenant = random.pick(options.tenants)
    const threads = known.get(tenant.tenantId) ?? []
    const operation = options.ledger.intend((id) => ({ tenantId: tenant.tenantId, ...draw(id, random, threads) }))
    await perform(options, tenant, operation, random)
    const threadId = threadOf(operation)
    if (threadId !== null && !threads.includes(threadId, -threadsUsed)) threads.push(threadId)
  }
}

/** Sends the operation, and repeats it until its outcome is known or this client's number of attempts is used up. */
async function perform(options: WorkloadOptions, tenant: TortureTenant, operation: Operation, random: Random): Promise<void> {
  // Clients do not repeat a request that nothing protects.
  const sendsMax = isProtected(operation) ? random.pick([1, 2, 3, 6]) : 1
  for (let sends = 1; sends <= sendsMax; sends++) {
    await options.up()
    const hangUpAfterMs = random.chance(0.03) ? random.between(0, 30) : null
    const attempt = await sendAttempt(options.client, options.ledger, tenant, operation, hangUpAfterMs)
    if (isSettling(attempt.outcome)) return
    await sleep(random.pick([0, 5, 50, 300]))
  }
}

/** Sends once; recorded in the ledger before and after. */
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
  const { outcome, ms, handedOverAt } = await client.send({ method, path, body, headers, hangUpAfterMs })
  return Object.assign(attempt, { outcome, ms, handedOverAt: handedOverAt === null ? null : handedOverAt - ledger.openedAt })
}

function threadOf(operation: Operation): string | null {
  const outcome = operation.attempts.at(-1)?.outcome ?? null
  if (!isSettling(outcome) || !isSuccess(outcome) || !['createThread', 'createMessage'].includes(operation.kind)) return null
  return dataOf(outcome).threadId ?? null
}

// --- Random operations ----------------------------------------------------------------------------------------------

/** Few enough that several writers use the same thread. */
const threadsUsed = 40
/** Few enough that several creates use the same customer. */
const sharedCustomers = 12

function draw(id: string, random: Random, threads: readonly string[]): Omit<Intent, 'tenantId'> {
  const threadId = threads.at(-random.between(1, Math.min(threadsUsed, Math.max(1, threads.length))))
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

/** Starts with the operation's id; sometimes long enough to arrive in several packets. */
function text(id: string, random: Random): string {
  return `[${id}] ${'This text is written while the service is killed. '.repeat(random.chance(0.04) ? 3000 : 1)}`
}
