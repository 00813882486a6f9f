/** Threads with an assignee and a follower, who are notified of each message that others write there. */
import { statement } from '#platform/db.ts'
import { parseTypeId } from '#platform/ids.ts'
import type { Verified, CrashTest } from './crash-test.ts'
import { setupRequest } from './crew.ts'
import { GuaranteeBroken } from './guarantee-broken.ts'
import { getData, isFinal, isSuccess, type Intent } from './ledger.ts'
import type { Random } from './random.ts'
import type { TortureTenant } from './service.ts'
import { sendAttempt } from './workload.ts'

type Watched = { tenant: TortureTenant; threadId: string; userIds: readonly string[] }

const threadsPerTenant = 2

export class WatchedThreads {
  readonly #crashTest: CrashTest
  readonly #threads: Watched[] = []
  #stopping = false
  readonly #writers: Promise<void>[] = []

  private constructor(crashTest: CrashTest) {
    this.#crashTest = crashTest
  }

  static async prepare(crashTest: CrashTest): Promise<WatchedThreads> {
    const watched = new WatchedThreads(crashTest)
    for (const tenant of crashTest.tenants) await watched.#prepare(tenant)
    return watched
  }

  async #prepare(tenant: TortureTenant): Promise<void> {
    const createUser = async (name: string): Promise<string> =>
      (await this.#call(tenant, 'POST', '/users', { name, email: `${name}@example.com`, role: 'AGENT', invite: false })) ?? ''
    const [assigneeId, followerId] = [await createUser('ada'), await createUser('ben')]
    for (let n = 1; n <= threadsPerTenant; n++) {
      const requester = { email: `customer${n}@example.com` }
      const threadId = await this.#write(this.#crashTest, tenant, (id) => ({
        kind: 'createThread',
        path: '/threads',
        body: { title: `Watched [${id}]`, body: `[${id}]`, requester },
      }))
      await this.#call(tenant, 'POST', `/threads/${threadId}/assign`, { assigneeId })
      await this.#call(tenant, 'PUT', `/threads/${threadId}/followers/${followerId}`)
      this.#threads.push({ tenant, threadId, userIds: [assigneeId, followerId] })
    }
  }

  /** Sends a request that is not in the ledger. Returns the id in its response. */
  async #call({ key }: TortureTenant, method: string, path: string, body?: object): Promise<string | null> {
    const headers = { Authorization: `Bearer ${key}`, 'X-Request-Id': setupRequest }
    const { outcome } = await this.#crashTest.client.send({ method, path, body, headers })
    if (outcome.kind !== 'answered' || outcome.status >= 300) throw new Error(`${method} ${path} failed: ${JSON.stringify(outcome)}`)
    return outcome.status === 204 ? null : getData(outcome).id
  }

  /** Retries a request until it succeeds. Returns the id of its thread. */
  async #write(
    { service, client }: Verified,
    tenant: TortureTenant,
    make: (id: string) => Pick<Intent, 'kind' | 'path' | 'body'>,
  ): Promise<string> {
    const { ledger } = this.#crashTest
    const { tenantId } = tenant
    const operation = ledger.intend((id) => ({ ...make(id), tenantId, method: 'POST', idempotencyKey: `key-of-${id}`, reference: null }))
    for (;;) {
      await service.up()
      const { outcome } = await sendAttempt(client, ledger, tenant, operation)
      if (!isFinal(outcome)) continue
      if (!isSuccess(outcome)) throw new GuaranteeBroken(`A message to a watched thread was refused: ${outcome.text}`)
      return getData(outcome).threadId ?? ''
    }
  }

  /** Starts a client that writes customers' messages and notes. */
  startWriter(at: Verified, random: Random): void {
    this.#writers.push(this.#writeOn(at, random))
    // `stop` throws the error. Until then it must not count as unhandled.
    this.#writers.at(-1)?.catch(() => undefined)
  }

  async #writeOn(at: Verified, random: Random): Promise<void> {
    while (!this.#stopping) {
      const { tenant, threadId } = this.#threads[random.between(0, this.#threads.length - 1)] ?? raise()
      const kind = random.chance(0.7) ? {} : { internal: true }
      await this.#write(at, tenant, (id) => ({
        kind: 'createMessage',
        path: `/threads/${threadId}/messages`,
        body: { body: `[${id}]`, ...kind },
      }))
    }
  }

  /** Waits until the clients have finished their current message. */
  async stop(): Promise<void> {
    this.#stopping = true
    await Promise.all(this.#writers)
  }

  /** Compares the notifications of the watched threads with the messages. Empty when everything is correct. */
  async check(): Promise<string[]> {
    return this.#crashTest.service.withDatabase(async (db) => {
      const wrong: string[] = []
      for (const { tenant, threadId, userIds } of this.#threads)
        for (const userId of userIds) {
          const params = { tenantId: tenant.tenantId, threadId: parseTypeId('thr', threadId), userId: parseTypeId('usr', userId) }
          const rows = await db.rows(compareNotifications, params)
          for (const row of rows) wrong.push(`${tenant.slug}: notifications of ${userId} about ${threadId}: ${JSON.stringify(row)}`)
        }
      return wrong
    })
  }
}

function raise(): never {
  throw new Error('There are no watched threads')
}

/**
 * Returns the notification types that a user did not receive exactly once for each message. Customers' first messages are part of their
 * threads.
 */
const compareNotifications = statement<
  { tenantId: string; threadId: string | null; userId: string | null },
  { type: string; messages: number; told: number; rows: number }
>(`with
written as (
  select 'CUSTOMER_REPLIED' as type, count(*) filter (where author_type = 'CUSTOMER') - 1 as messages from messages
    where tenant_id = :tenantId::uuid and thread_id = :threadId::uuid
  union all select 'NOTE_ADDED', count(*) filter (where internal) from messages where tenant_id = :tenantId::uuid and thread_id = :threadId::uuid),
told as (
  select type, sum(count)::bigint as told, count(*) as rows from notifications
  where tenant_id = :tenantId::uuid and thread_id = :threadId::uuid and user_id = :userId::uuid and type in ('CUSTOMER_REPLIED', 'NOTE_ADDED') group by type)
select w.type, w.messages, coalesce(t.told, 0) as told, coalesce(t.rows, 0) as rows from written w left join told t using (type)
where coalesce(t.told, 0) <> w.messages or coalesce(t.rows, 0) <> least(w.messages, 1)`)
