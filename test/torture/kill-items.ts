/**
 * Messages of a tenant's own program under `kill -9`. Programs post messages and edits until they are accepted, and some of them twice. No
 * accepted item is lost or has its effect twice, and the messages of a conversation keep their order.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { createSkeinClient } from '../../client/index.ts'
import { until } from '../support/job-fixture.ts'
import { checkItems, untilItemsAreDone } from './check-items.ts'
import { GuaranteeBroken } from './guarantee-broken.ts'
import { ItemSenders } from './item-senders.ts'
import { endLeases } from './kill-mails.ts'
import { seededRandom } from './random.ts'
import { Service } from './service.ts'

const maxSettleMs = 120_000

type Options = {
  /** Number of kills. */
  rounds: number
  seed: number
  /** Maximum time between two kills. */
  maxLoadMs?: number
  log?: (line: string) => void
}

export async function killItems({
  rounds,
  seed,
  maxLoadMs = 900,
  log = () => undefined,
}: Options): Promise<{ summary(): string; repeated: number; messages: number }> {
  const random = seededRandom(seed)
  // Each sender posts more messages than a person writes in an hour.
  const service = await Service.prepare({ command: 'start', env: { MAIL_GUARDS: 'mailsPerThread=1000000' } })
  let failed = true
  try {
    await service.start()
    const tenant = await service.createTenant('items')
    const skein = createSkeinClient({ baseUrl: `http://127.0.0.1:${service.port}`, apiKey: tenant.key })
    const { data: inbox } = await skein.createInbox({ body: { name: 'Chat', type: 'SMS', hook: {} } })
    const { secret } = (await skein.rotateInboxSecret({ path: { id: inbox.id }, body: {} })).data
    const senders = new ItemSenders(service, { path: new URL(inbox.hook?.inboundUrl ?? '').pathname, secret })
    senders.start(random)
    await until(() => senders.messages.some(({ accepted }) => accepted.length > 0), maxSettleMs)
    // Kills by chance may interrupt no request, so more follow until one has.
    for (let round = 1; round <= rounds || (senders.repeated === 0 && round <= 5 * rounds); round++) {
      await sleep(random.between(50, maxLoadMs))
      if (random.chance(0.15)) {
        service.killDatabase()
        await sleep(random.between(0, 100))
      }
      await service.kill()
      await service.start()
      await endLeases(service)
      log(`kill ${round}: ${senders.messages.length} messages, ${senders.repeated} posted again`)
    }
    await senders.stop()
    await untilItemsAreDone(service, tenant)
    await checkItems(service, tenant, senders)
    failed = false
    const { repeated, messages, edits } = senders
    const summary = (): string => `${messages.length} messages, ${repeated} posted again; ${edits} edits`
    return { summary, repeated, messages: messages.length }
  } catch (error) {
    const where = `Seed ${seed}; data and logs are in ${service.dataDir}. The service's log ends:\n${service.logTail()}`
    throw new GuaranteeBroken(`${error instanceof Error ? error.message : String(error)}\n${where}`, { cause: error })
  } finally {
    await service.remove({ keep: failed })
  }
}
