/**
 * G23 and G24: mails under `kill -9`. Clients send mails to the SMTP port until they get 250, and an agent replies to the threads through a
 * mail server that is slow and drops connections. No mail is lost or duplicated, and a reply is sent twice only if its first result is
 * unknown.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { createSkeinClient } from '../../client/index.ts'
import { statement } from '#platform/db.ts'
import { until } from '../support/job-fixture.ts'
import { checkMails, untilMailsAreDone } from './check-mails.ts'
import { GuaranteeBroken } from './guarantee-broken.ts'
import { MailReplier } from './mail-replier.ts'
import { MailSenders } from './mail-senders.ts'
import { type MailSink, startMailSink } from './mail-sink.ts'
import { type Random, seededRandom } from './random.ts'
import { Service, type TortureTenant } from './service.ts'

/** Maximum wait for the right time to kill. */
const maxAwaitedMs = 10_000
/** Maximum wait for the first reply, which needs a processed mail, and for the result of a repeated mail. */
const maxSettleMs = 120_000
const repliesOfRound = 5

type Options = {
  /** Number of kills. */
  rounds: number
  seed: number
  /** Maximum time between two kills. */
  maxLoadMs?: number
  maxReplies?: number
  log?: (line: string) => void
}

export async function killMails({
  rounds,
  seed,
  maxLoadMs = 900,
  maxReplies = repliesOfRound * rounds,
  log = () => undefined,
}: Options): Promise<{ summary(): string; repeated: number; replies: number; unanswered: number }> {
  const random = seededRandom(seed)
  const sink = await startMailSink(random.fork('sink'))
  const service = await Service.prepare({
    command: 'start',
    env: { SMTP_URL: sink.server.url, MAIL_RETRY_SECONDS: '0.2,0.2,0.5,0.5,1,1,1,1,1,1' },
  })
  let failed = true
  try {
    await service.start()
    const tenant = await service.createTenant('mails')
    const address = 'support@mails.localhost'
    const skein = createSkeinClient({ baseUrl: `http://127.0.0.1:${service.port}`, apiKey: tenant.key })
    await skein.createInbox({ body: { name: 'Support', type: 'EMAIL', address } })
    const [senders, replier] = [new MailSenders(service, address), new MailReplier(service, tenant, maxReplies)]
    senders.start(random)
    replier.start()
    await until(() => replier.acknowledged.length > 0, maxSettleMs)
    let unanswered = 0
    const hasProved = (): boolean => senders.repeated > 0 && unanswered > rounds / 4
    // Kills by chance may interrupt no mail, so more follow until they have.
    for (let round = 1; round <= rounds || (!hasProved() && round <= 5 * rounds); round++) {
      if (round > rounds) replier.allowMore(repliesOfRound)
      await sleep(random.between(50, maxLoadMs))
      await untilNoneIsInDanger(service, tenant)
      // Every second kill falls between the final dot of a reply and its 250, where the result is unknown.
      if (round % 2 === 1) await untilAwaited(sink)
      await killAndRestart(service, random, () => void (unanswered += Number(sink.isAwaited())))
      log(
        `kill ${round}: ${senders.mails.length} mails, ${replier.acknowledged.length} replies, ${sink.server.received.length} in the sink`,
      )
    }
    await Promise.all([senders.stop(), replier.stop()])
    await untilMailsAreDone(service, tenant)
    const doubled = await checkMails(service, tenant, { senders, replier, sink })
    failed = false
    const [{ repeated, mails }, replies] = [senders, replier.acknowledged.length]
    const summary = (): string =>
      `${mails.length} mails, ${repeated} sent again; ${replies} replies, ${doubled} sent twice; ${unanswered} kills before a 250`
    return { repeated, replies, unanswered, summary }
  } catch (error) {
    const where = `Seed ${seed}; data and logs are in ${service.dataDir}. The service's log ends:\n${service.logTail()}`
    throw new GuaranteeBroken(`${error instanceof Error ? error.message : String(error)}\n${where}`, { cause: error })
  } finally {
    await service.remove({ keep: failed })
    await sink.server.stop()
  }
}

/** Kills the service, sometimes with its PostgreSQL just before. Calls `onKill` just before the service is killed. */
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

async function untilAwaited(sink: MailSink): Promise<void> {
  for (const deadline = performance.now() + maxAwaitedMs; !sink.isAwaited() && performance.now() < deadline; await sleep(5));
}

const countInDanger = statement<{ tenantId: string }, { n: number }>(`
  select count(*) as n from outgoing_messages o join messages m on m.tenant_id = :tenantId::uuid and m.id = o.message_id
  where o.tenant_id = :tenantId::uuid and m.delivery ->> 'state' = 'QUEUED' and o.uncertain + (o.phase is not distinct from 'DATA')::int > 1`)

/**
 * Waits until no reply has lost two results. After a third, the service would leave the decision to an agent and mark the reply as failed,
 * which is correct but not the subject of this test. Until the next kill, a reply can lose at most one more result.
 */
async function untilNoneIsInDanger(service: Service, { tenantId }: TortureTenant): Promise<void> {
  await service.withDatabase((db) => until(async () => (await db.first(countInDanger, { tenantId }))?.n === 0, maxSettleMs))
}

const leasesOver = statement<object, object>(`/* across tenants: a test */
  with due as (update jobs set due_at = now(), leased_until = null where state = 'WAITING' and leased_until is not null returning tenant_id, name)
  update job_queues q set due_at = now() from due where q.tenant_id = due.tenant_id and q.name = due.name`)

/** Expires the leases of a killed worker, which would last for a minute. */
export async function endLeases(service: Service): Promise<void> {
  await service.withDatabase((db) => db.rows(leasesOver, {}))
}
