/**
 * Replies through the tenant's own program under `kill -9`. Customers start threads and agents reply, while the program is slow, refuses
 * for a while and drops connections. Every reply reaches the program at least once, always under one id and with the same bytes, and none
 * fails.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { createSkeinClient } from '../../client/index.ts'
import { statement } from '#platform/db.ts'
import { toTypeId, type Uuid } from '#platform/ids.ts'
import { until } from '../support/job-fixture.ts'
import { untilMailsAreDone } from './check-mails.ts'
import { GuaranteeBroken } from './guarantee-broken.ts'
import { type HookSink, startHookSink } from './hook-sink.ts'
import { endLeases } from './kill-mails.ts'
import { MailReplier } from './mail-replier.ts'
import { type Random, seededRandom } from './random.ts'
import { Service, type TortureTenant } from './service.ts'

const maxAwaitedMs = 10_000
const maxSettleMs = 120_000
const repliesOfRound = 5
const violationsShown = 12

type Options = { rounds: number; seed: number; maxLoadMs?: number; log?: (line: string) => void }

export async function killHook({
  rounds,
  seed,
  maxLoadMs = 900,
  log = () => undefined,
}: Options): Promise<{ summary(): string; replies: number; repeated: number; unanswered: number }> {
  const random = seededRandom(seed)
  const sink = await startHookSink(random.fork('sink'))
  const service = await Service.prepare({ command: 'start' })
  let failed = true
  try {
    await service.start()
    const tenant = await service.createTenant('hook')
    const skein = createSkeinClient({ baseUrl: `http://127.0.0.1:${service.port}`, apiKey: tenant.key })
    const { data: inbox } = await skein.createInbox({ body: { name: 'Chat', type: 'API', hook: { outboundUrl: sink.url } } })
    sink.trust((await skein.rotateInboxSecret({ path: { id: inbox.id }, body: {} })).data.secret)
    const customers = new Customers(service, tenant, inbox.id)
    const replier = new MailReplier(service, tenant, repliesOfRound * rounds, 'api')
    customers.start()
    replier.start()
    await until(() => replier.acknowledged.length > 0, maxSettleMs)
    let unanswered = 0
    const hasProved = (): boolean => unanswered >= rounds / 4
    // Kills by chance may interrupt no request, so more follow until they have.
    for (let round = 1; round <= rounds || (!hasProved() && round <= 5 * rounds); round++) {
      if (round > rounds) replier.allowMore(repliesOfRound)
      await sleep(random.between(50, maxLoadMs))
      // Every second kill falls between a request and its response, where the result is unknown.
      if (round % 2 === 1) await untilAwaited(sink)
      await killAndRestart(service, random, () => void (unanswered += Number(sink.isAwaited())))
      log(`kill ${round}: ${replier.acknowledged.length} replies, ${sink.requests.length} requests`)
    }
    await Promise.all([customers.stop(), replier.stop()])
    await untilMailsAreDone(service, tenant)
    const repeated = await check(service, tenant, replier, sink)
    failed = false
    const replies = replier.acknowledged.length
    return {
      replies,
      repeated,
      unanswered,
      summary: () => `${replies} replies, ${repeated} sent again; ${unanswered} kills before a response`,
    }
  } catch (error) {
    const where = `Seed ${seed}; data and logs are in ${service.dataDir}. The service's log ends:\n${service.logTail()}`
    throw new GuaranteeBroken(`${error instanceof Error ? error.message : String(error)}\n${where}`, { cause: error })
  } finally {
    await service.remove({ keep: failed })
    await sink.stop()
  }
}

/** Kills the service, sometimes with its PostgreSQL just before. */
async function killAndRestart(service: Service, random: Random, onKill: () => void): Promise<void> {
  if (random.chance(0.15)) {
    service.killDatabase()
    await sleep(random.between(0, 100))
  }
  onKill()
  await service.kill()
  await service.start()
  await endLeases(service)
}

async function untilAwaited(sink: HookSink): Promise<void> {
  for (const deadline = performance.now() + maxAwaitedMs; !sink.isAwaited() && performance.now() < deadline; await sleep(5));
}

/** Customers who start threads in the inbox. */
class Customers {
  readonly #service: Service
  readonly #tenant: TortureTenant
  readonly #inboxId: string
  #isStopped = false
  #running: Promise<void> = Promise.resolve()

  constructor(service: Service, tenant: TortureTenant, inboxId: string) {
    this.#service = service
    this.#tenant = tenant
    this.#inboxId = inboxId
  }

  start(): void {
    this.#running = this.#startThreads()
    // stop() throws the error. Until then it must not count as unhandled.
    this.#running.catch(() => undefined)
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    await this.#running
  }

  async #startThreads(): Promise<void> {
    for (let n = 1; !this.#isStopped; n++) {
      await this.#service.up()
      const body = { title: `Export ${n}`, body: 'It is empty.', requester: { email: `c${n}@example.com` }, inboxId: this.#inboxId }
      // A thread that was not created is not missed.
      await fetch(`http://127.0.0.1:${this.#service.port}/api/v1/threads`, {
        method: 'POST',
        headers: { authorization: `Bearer ${this.#tenant.key}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
        .then((response) => response.text())
        .catch(() => null)
      await sleep(40)
    }
  }
}

type ReplyRow = { id: Uuid; state: string; error: string | null }
const listReplies = statement<{ tenantId: string }, ReplyRow>(`
  select id, delivery ->> 'state' as state, delivery ->> 'lastError' as error from messages
  where tenant_id = :tenantId::uuid and author_type = 'AGENT'`)

/** Throws GuaranteeBroken with the first violations. Returns the number of replies that the program got more than once. */
async function check(service: Service, { tenantId }: TortureTenant, { acknowledged }: MailReplier, sink: HookSink): Promise<number> {
  const replies = await service.withDatabase((db) => db.rows(listReplies, { tenantId }))
  const stored = new Set(replies.map(({ id }) => toTypeId('msg', id)))
  const requests = Map.groupBy(sink.requests, ({ messageId }) => messageId)
  const wrong = [
    ...acknowledged.filter((id) => !stored.has(id)).map((id) => `the reply ${id} is gone`),
    ...[...requests.keys()].filter((id) => !stored.has(id)).map((id) => `${id} was sent, and is no reply`),
    ...replies.flatMap((reply) => checkReply(reply, requests.get(toTypeId('msg', reply.id)) ?? [])),
  ]
  if (wrong.length > 0)
    throw new GuaranteeBroken(`${wrong.length} guarantees of replies are broken:\n${wrong.slice(0, violationsShown).join('\n')}`)
  return [...requests.values()].filter(({ length }) => length > 1).length
}

function checkReply({ id, state, error }: ReplyRow, own: HookSink['requests']): string[] {
  const isTaken = state === 'SENT' && own.some(({ isAccepted }) => isAccepted)
  return [
    isTaken ? null : `${id} is ${state} after ${own.length} requests: ${error}`,
    new Set(own.map(({ deliveryId }) => deliveryId)).size > 1 ? `${id} was sent under several ids` : null,
    new Set(own.map(({ body }) => body)).size > 1 ? `${id} was sent with other bytes the second time` : null,
    own.every(({ isSigned }) => isSigned) ? null : `${id} was sent without a valid signature`,
  ].filter((text) => text !== null)
}
