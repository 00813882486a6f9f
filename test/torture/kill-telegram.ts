/**
 * A Telegram bot under `kill -9`. Customers write, agents reply in two parts, and the Bot API is slow, fails before and after the effect, and
 * drops connections. Every message comes in once. Every reply goes out with all its parts, and no part again after the next one.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { createSkeinClient } from '../../client/index.ts'
import { statement } from '#platform/db.ts'
import { until } from '../support/job-fixture.ts'
import { type BotApi, composeBotMessage, openBotApi } from '../support/providers.ts'
import { GuaranteeBroken } from './guarantee-broken.ts'
import { endLeases } from './kill-mails.ts'
import { MailReplier } from './mail-replier.ts'
import { type Random, seededRandom } from './random.ts'
import { Service, type TortureTenant } from './service.ts'

const maxSettleMs = 180_000
const maxAwaitedMs = 5_000
/** Milliseconds until a message gets its response, so that many kills fall between request and response. */
const maxResponseMs = 200
const repliesOfRound = 3
const violationsShown = 12
const [first, second] = ['a', 'b'].map((letter) => letter.repeat(4_000))
/** Chats of customers are numbered from here. */
const firstChat = 500_000

type Options = { rounds: number; seed: number; maxLoadMs?: number; log?: (line: string) => void }
type Result = { summary(): string; messages: number; replies: number; repeated: number; unanswered: number }

export async function killTelegram({ rounds, seed, maxLoadMs = 900, log = () => undefined }: Options): Promise<Result> {
  const random = seededRandom(seed)
  const bot = await openBotApi()
  const awaited = { count: 0 }
  misbehave(bot, random.fork('bot'), awaited)
  const env = { TELEGRAM_API_URL: bot.url, MAIL_GUARDS: 'mailsPerThread=1000000' }
  const service = await Service.prepare({ command: 'start', env })
  let failed = true
  let written = 0
  const customers = { isStopped: false }
  const write = async (): Promise<void> => {
    for (; !customers.isStopped; await sleep(60)) {
      const chat = firstChat + ++written
      const from = { id: chat, is_bot: false, first_name: `Customer ${written}` }
      bot.write({ message: composeBotMessage(1, { text: `Message ${written}`, from, chat: { id: chat, type: 'private' } }) })
    }
  }
  try {
    await service.start()
    const tenant = await service.createTenant('telegram')
    const skein = createSkeinClient({ baseUrl: `http://127.0.0.1:${service.port}`, apiKey: tenant.key })
    await skein.createInbox({ body: { name: 'Bot', type: 'TELEGRAM', hook: { telegram: { token: bot.token } } } })
    const replier = new MailReplier(service, tenant, repliesOfRound * rounds, 'telegram', `${first}\n\n${second}`)
    const writing = write()
    replier.start()
    await until(() => bot.sent.length > 0, maxSettleMs)
    let unanswered = 0
    for (let round = 1; round <= rounds || (unanswered < rounds / 4 && round <= 5 * rounds); round++) {
      if (round > rounds) replier.allowMore(repliesOfRound)
      await sleep(random.between(50, maxLoadMs))
      if (round % 2 === 1)
        for (const end = performance.now() + maxAwaitedMs; awaited.count === 0 && performance.now() < end; await sleep(5));
      if (random.chance(0.15)) {
        service.killDatabase()
        await sleep(random.between(0, 100))
      }
      unanswered += Number(awaited.count > 0)
      await service.kill()
      await service.start()
      await endLeases(service)
      await service.withDatabase((db) => db.rows(endReceiving, {}))
      log(`kill ${round}: ${written} messages, ${bot.sent.length} parts`)
    }
    customers.isStopped = true
    await writing
    await replier.stop()
    await untilDone(service, tenant, bot)
    const repeated = await check(service, tenant, { bot, written, acknowledged: replier.acknowledged.length })
    failed = false
    const replies = replier.acknowledged.length
    const summary = (): string =>
      `${written} messages, ${replies} replies, ${repeated} parts sent again; ${unanswered} kills before a response`
    return { summary, messages: written, replies, repeated, unanswered }
  } catch (error) {
    const where = `Seed ${seed}; data and logs are in ${service.dataDir}. The service's log ends:\n${service.logTail()}`
    throw new GuaranteeBroken(`${error instanceof Error ? error.message : String(error)}\n${where}`, { cause: error })
  } finally {
    customers.isStopped = true
    await service.remove({ keep: failed })
    await bot.close()
  }
}

/** Makes the Bot API slow and unreliable. */
function misbehave(bot: BotApi, random: Random, awaited: { count: number }): void {
  bot.fail = ({ method }) => {
    if (method !== 'sendMessage' && method !== 'getUpdates') return null
    const choice = random.next()
    if (method === 'getUpdates') return choice < 0.03 ? { status: 502 } : choice < 0.06 ? 'lost' : null
    if (choice < 0.03) return { status: 429, retryAfter: 1 }
    if (choice < 0.05) return { status: 502 }
    if (choice < 0.07) return { status: 502, hasEffect: true }
    return choice < 0.1 ? 'lost' : null
  }
  bot.delay = async ({ method }) => {
    if (method !== 'sendMessage') return
    awaited.count++
    await sleep(random.between(0, maxResponseMs))
    awaited.count--
  }
}

/** Ends the leases of a killed worker on inboxes, which would last for a minute. */
const endReceiving = statement<object, object>(`/* across tenants: a test */
  update inbox_connections set receive_next_at = now(), lease_token = null, leased_until = null where receive_next_at is not null`)

const countWaiting = statement<{ tenantId: string }, { n: number }>(`
  select count(*) as n from jobs where tenant_id = :tenantId::uuid and name in ('process-item', 'send-message') and state = 'WAITING'`)

async function untilDone(service: Service, { tenantId }: TortureTenant, bot: BotApi): Promise<void> {
  await until(() => bot.countWaiting() === 0, maxSettleMs)
  await service.withDatabase((db) => until(async () => (await db.first(countWaiting, { tenantId }))?.n === 0, maxSettleMs))
}

const listMessages = statement<{ tenantId: string }, { text: string; n: number }>(`
  select body as text, count(*) as n from messages where tenant_id = :tenantId::uuid and author_type = 'CUSTOMER' group by 1`)
type ReplyRow = { chat: string; state: string; uncertain: boolean; error: string | null }
const listReplies = statement<{ tenantId: string }, ReplyRow>(`
  select delivery #>> '{recipients,0,address}' as chat, delivery ->> 'state' as state, (delivery -> 'uncertain')::boolean as uncertain,
    delivery ->> 'lastError' as error from messages where tenant_id = :tenantId::uuid and author_type = 'AGENT'`)

/** Throws GuaranteeBroken with the first violations. Returns the number of parts that were sent more than once. */
async function check(
  service: Service,
  { tenantId }: TortureTenant,
  { bot, written, acknowledged }: { bot: BotApi; written: number; acknowledged: number },
): Promise<number> {
  const { messages, replies } = await service.withDatabase(async (db) => ({
    messages: new Map((await db.rows(listMessages, { tenantId })).map(({ text, n }) => [text, n])),
    replies: await db.rows(listReplies, { tenantId }),
  }))
  const sent = Map.groupBy(bot.sent, ({ chatId }) => chatId)
  const wrong = [
    ...Array.from({ length: written }, (_, i) => `Message ${i + 1}`).flatMap((text) =>
      messages.get(text) === 1 ? [] : [`${text} came in ${messages.get(text) ?? 0} times`],
    ),
    ...(replies.length < acknowledged ? [`${acknowledged - replies.length} replies are gone`] : []),
    ...replies.flatMap((reply) => checkReply(reply, sent.get(reply.chat)?.map(({ text }) => text ?? '') ?? [])),
  ]
  if (wrong.length > 0)
    throw new GuaranteeBroken(`${wrong.length} guarantees of the bot are broken:\n${wrong.slice(0, violationsShown).join('\n')}`)
  return bot.sent.length - 2 * sent.size
}

function checkReply({ chat, state, uncertain, error }: ReplyRow, texts: readonly string[]): string[] {
  const shown = texts.map((text) => text.slice(0, 1)).join('')
  return [
    state === 'SENT' && /^a+b+$/.test(shown) ? null : `the reply to ${chat} is ${state} after the parts ${shown}: ${error}`,
    texts.every((text) => text === first || text === second) ? null : `the reply to ${chat} has other words`,
    texts.length === 2 || uncertain ? null : `the reply to ${chat} had parts sent again, and does not say so`,
  ].filter((text) => text !== null)
}
