/**
 * A mailbox under `kill -9`: the service is killed while it fetches mails. In the end each mail has been accepted once, in the order of the
 * mailbox, and its raw mail is stored.
 */
import type { InboundMail } from '../../client/index.ts'
import { createSkeinClient } from '../../client/index.ts'
import { until } from '../support/job-fixture.ts'
import { startImapServer } from '../support/imap-server.ts'
import { GuaranteeBroken } from './guarantee-broken.ts'
import { seededRandom } from './random.ts'
import { Service } from './service.ts'

const mailsOfRound = 200
const killsOfRound = 2
const maxMoreRounds = 5
const maxWaitMs = 300_000

type Options = { rounds: number; seed: number; log?: (line: string) => void }

export async function killImap({ rounds, seed, log = () => undefined }: Options): Promise<{ summary(): string; interrupted: number }> {
  const random = seededRandom(seed)
  const service = await Service.prepare({ command: 'start' })
  const server = await startImapServer()
  let failed = true
  let interrupted = 0
  try {
    await service.start()
    const tenant = await service.createTenant('mailbox')
    const skein = createSkeinClient({ baseUrl: `http://127.0.0.1:${service.port}`, apiKey: tenant.key })
    const imap = { host: '127.0.0.1', port: server.port, security: 'NONE', user: 'ada', password: 'secret' } as const
    const { data: inbox } = await skein.createInbox({
      body: { name: 'Mailbox', type: 'EMAIL', email: { receive: { mode: 'IMAP', imap } } },
    })
    await until(() => server.commands.at(-1) === 'IDLE', maxWaitMs)
    const sent: string[] = []
    const countFetched = async (): Promise<number> => (await skein.listInboundMails({ query: { limit: 1 } })).meta.total
    // By chance, all mails may be fetched before each kill. Then more rounds follow.
    for (let round = 1; round <= rounds || (interrupted === 0 && round <= rounds + maxMoreRounds); round++) {
      for (let i = 0; i < mailsOfRound; i++) {
        const id = `m${round}-${i}`
        sent.push(id)
        server.append(
          `From: ada@example.com\r\nMessage-ID: <${id}@example.com>\r\nSubject: ${id}\r\n\r\n${'Hi '.repeat(random.between(1, 20_000))}`,
        )
      }
      for (let kill = 0; kill < killsOfRound; kill++) {
        const before = sent.length - mailsOfRound
        const after = before + Math.floor((mailsOfRound * (kill + random.next())) / (killsOfRound + 1))
        await until(async () => (await countFetched()) > after, maxWaitMs)
        await service.kill()
        await service.start()
        const count = await countFetched()
        if (count < sent.length) interrupted++
        // Without this, the lease of the killed worker would have to expire first.
        await skein.reconnectInbox({ path: { id: inbox.id } })
      }
      await until(async () => (await countFetched()) >= sent.length, maxWaitMs)
      log(`round ${round}: ${sent.length} mails, ${interrupted} kills while they were fetched`)
    }
    const fetched: InboundMail[] = []
    for await (const mail of skein.listInboundMails({ query: { limit: 100 } })) fetched.push(mail)
    const subjects = fetched.toReversed().map(({ subject }) => subject)
    if (JSON.stringify(subjects) !== JSON.stringify(sent)) throw new GuaranteeBroken(`Fetched ${subjects.join()} instead of ${sent.join()}`)
    for (const { id } of fetched) {
      const { data } = await skein.getInboundMailOriginal({ path: { id } })
      const raw = await fetch(data.url.replace(/^https?:\/\/[^/]+/, `http://127.0.0.1:${service.port}`), { method: 'HEAD' })
      if (raw.status !== 200) throw new GuaranteeBroken(`The raw mail of ${id} is missing: ${raw.status}`)
    }
    failed = false
    return { interrupted, summary: () => `${sent.length} mails, ${interrupted} kills while they were fetched` }
  } catch (error) {
    const where = `Seed ${seed}; data and logs are in ${service.dataDir}. The service's log ends:\n${service.logTail()}`
    throw new GuaranteeBroken(`${error instanceof Error ? error.message : String(error)}\n${where}`, { cause: error })
  } finally {
    await service.remove({ keep: failed })
    await server.close()
  }
}
