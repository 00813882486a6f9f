/**
 * Mail under `kill -9`: clients send mails to the SMTP port, and send a mail again until it gets 250. Each mail that got 250 is accepted
 * exactly once, the raw mail of each is stored, and a mail that a kill interrupted leaves nothing after the cleanup.
 */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createSkeinClient } from '../../client/index.ts'
import { statement } from '../../server/platform/db.ts'
import { toTypeId, type Uuid } from '../../server/platform/ids.ts'
import { until } from '../support/job-fixture.ts'
import { sendMail } from '../support/smtp-client.ts'
import { GuaranteeBroken } from './guarantee-broken.ts'
import { seededRandom, type Random } from './random.ts'
import { Service, type TortureTenant } from './service.ts'

const senders = 6
const killsOfRound = 5

type Options = { rounds: number; seed: number; log?: (line: string) => void }

export async function killMail({ rounds, seed, log = () => undefined }: Options): Promise<{ summary(): string; repeated: number }> {
  const random = seededRandom(seed)
  const service = await Service.prepare({ command: 'start' })
  let failed = true
  try {
    await service.start()
    const tenant = await service.createTenant('mails')
    const address = 'support@mails.localhost'
    const skein = createSkeinClient({ baseUrl: `http://127.0.0.1:${service.port}`, apiKey: tenant.key })
    await skein.createInbox({ body: { name: 'Support', type: 'EMAIL', address } })
    const clients = new MailClients(service, address)
    for (let round = 1; round <= rounds; round++) {
      clients.start(random)
      for (let kill = 0; kill < killsOfRound; kill++) {
        await sleep(random.between(50, 400))
        await service.kill()
        await service.start()
      }
      await clients.stop()
      log(`round ${round}: ${clients.acknowledged.size} mails, ${clients.repeated} of them sent again`)
    }
    await check(service, tenant, clients)
    failed = false
    return { repeated: clients.repeated, summary: () => `${clients.acknowledged.size} mails, ${clients.repeated} sent again` }
  } catch (error) {
    const where = `Seed ${seed}; data and logs are in ${service.dataDir}. The service's log ends:\n${service.logTail()}`
    throw new GuaranteeBroken(`${error instanceof Error ? error.message : String(error)}\n${where}`, { cause: error })
  } finally {
    await service.remove({ keep: failed })
  }
}

/** Clients that send one mail after another, each until it gets 250. */
class MailClients {
  /** The id that each mail got with its 250, by its Message-ID. */
  readonly acknowledged = new Map<string, string>()
  repeated = 0
  readonly #service: Service
  readonly #address: string
  #count = 0
  #isStopped = true
  #running: Promise<void>[] = []

  constructor(service: Service, address: string) {
    this.#service = service
    this.#address = address
  }

  start(random: Random): void {
    this.#isStopped = false
    this.#running = Array.from({ length: senders }, (_, n) => this.#sendOn(random.fork(`client ${n}`)))
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    await Promise.all(this.#running)
  }

  async #sendOn(random: Random): Promise<void> {
    while (!this.#isStopped) {
      const messageId = `${++this.#count}@example.com`
      const body = 'It is empty. '.repeat(random.between(1, 20_000))
      const mail = `From: Ada <ada@example.com>\r\nTo: ${this.#address}\r\nMessage-ID: <${messageId}>\r\nSubject: ${messageId}\r\n\r\n${body}`
      for (let attempt = 1; !this.acknowledged.has(messageId); attempt++) {
        if (attempt === 2) this.repeated++
        await this.#service.up()
        const { reply } = await sendMail(this.#service.mailPort, { to: this.#address, mail }).catch(() => ({ reply: 'none' }))
        if (reply.startsWith('5')) throw new GuaranteeBroken(`A mail got ${reply}`)
        const id = /^250 2\.0\.0 accepted as (eml_\w{26})$/.exec(reply)?.[1]
        if (id !== undefined) this.acknowledged.set(messageId, id)
        else await sleep(20)
      }
    }
  }
}

type MailRow = { id: Uuid; messageId: string | null; outcome: string; hasRaw: boolean }
const findMails = statement<{ tenantId: string }, MailRow>(
  `select id, message_id as "messageId", outcome, has_raw as "hasRaw" from inbound_mails where tenant_id = :tenantId::uuid`,
)
const age = statement<{ tenantId: string }, object>(
  `update inbound_mails set created_at = created_at - interval '2 hours' where tenant_id = :tenantId::uuid and outcome = 'RESERVED'`,
)
const cleanNow = statement<object, object>(
  `/* across tenants: a test */ update job_schedules set due_at = now() where name = 'prune-inbound-mails'`,
)

async function check(service: Service, { tenantId }: TortureTenant, { acknowledged }: MailClients): Promise<void> {
  const directory = join(service.dataDir, 'uploads', toTypeId('ten', tenantId), 'mails')
  const listFiles = async (): Promise<string[]> => (await readdir(directory)).toSorted()
  const toFile = ({ id }: MailRow): string => `${toTypeId('eml', id)}.eml`
  const rows = await service.withDatabase(async (db) => {
    await db.rows(age, { tenantId })
    await db.rows(cleanNow, {})
    // The cleanup deletes rows first, and their files in another job.
    await until(async () => {
      const found = await db.rows(findMails, { tenantId })
      const files = await listFiles()
      return found.every(({ outcome }) => outcome !== 'RESERVED') && files.length === found.filter(({ hasRaw }) => hasRaw).length
    }, 30_000)
    return db.rows(findMails, { tenantId })
  })
  const byMessageId = Map.groupBy(
    rows.filter(({ outcome }) => outcome !== 'DUPLICATE'),
    ({ messageId }) => messageId ?? '',
  )
  const ids = new Set(rows.map(({ id }) => toTypeId('eml', id)))
  const files = new Set(await listFiles())
  const wrong = [
    ...[...acknowledged.keys()]
      .filter((messageId) => byMessageId.get(messageId)?.length !== 1)
      .map((messageId) => `${messageId} was accepted ${byMessageId.get(messageId)?.length ?? 0} times`),
    ...[...acknowledged.values()].filter((id) => !ids.has(id)).map((id) => `${id} got 250, and is not stored`),
    ...[...byMessageId.keys()].filter((messageId) => !acknowledged.has(messageId)).map((messageId) => `${messageId} was never sent`),
    ...rows.filter((row) => row.hasRaw !== files.has(toFile(row))).map((row) => `${toFile(row)}: the row and the file differ`),
  ]
  if (wrong.length > 0) throw new GuaranteeBroken(`Mails are wrong:\n${wrong.slice(0, 20).join('\n')}`)
}
