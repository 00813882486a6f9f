/** Checks after mails were sent and received during kills. */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { statement } from '#platform/db.ts'
import { toTypeId, type Uuid } from '#platform/ids.ts'
import { until } from '../support/job-fixture.ts'
import { gaps } from '../thread-invariants.ts'
import { GuaranteeBroken } from './guarantee-broken.ts'
import type { MailReplier } from './mail-replier.ts'
import type { MailSenders } from './mail-senders.ts'
import type { MailSink } from './mail-sink.ts'
import type { Service, TortureTenant } from './service.ts'

const violationsShown = 12
const maxSettleMs = 300_000

type Waiting = { received: number; unsent: number }
const countWaiting = statement<{ tenantId: string }, Waiting>(`
  select (select count(*) from inbound_mails where tenant_id = :tenantId::uuid and outcome = 'RECEIVED') as received,
    (select count(*) from jobs where tenant_id = :tenantId::uuid and name = 'send-message' and state = 'WAITING') as unsent`)

/** Waits until every accepted mail is processed, and every reply is sent or has failed. */
export async function untilMailsAreDone(service: Service, { tenantId }: TortureTenant): Promise<void> {
  await service.withDatabase((db) =>
    until(async () => {
      const waiting = await db.first(countWaiting, { tenantId })
      return waiting?.received === 0 && waiting.unsent === 0
    }, maxSettleMs),
  )
}

type MailRow = { id: Uuid; subject: string; outcome: string; cause: string | null; hasRaw: boolean }
const listMails = statement<{ tenantId: string }, MailRow>(
  `select id, subject, outcome, cause, has_raw as "hasRaw" from inbound_mails where tenant_id = :tenantId::uuid`,
)
type ReplyRow = { id: Uuid; state: string; uncertain: boolean }
const listReplies = statement<{ tenantId: string }, ReplyRow>(`
  select id, delivery ->> 'state' as state, (delivery -> 'uncertain')::boolean as uncertain from messages
  where tenant_id = :tenantId::uuid and author_type = 'AGENT'`)
/** Number of messages per mail. */
const countMessages = statement<{ tenantId: string }, { subject: string; n: number }>(`
  select email ->> 'subject' as subject, count(*) as n from messages where tenant_id = :tenantId::uuid and author_type = 'CUSTOMER' group by 1`)
const listFiles = statement<{ tenantId: string }, { id: Uuid; isUsed: boolean }>(
  `select id, message_id is not null as "isUsed" from uploads where tenant_id = :tenantId::uuid`,
)
const age = statement<{ tenantId: string }, object>(
  `update inbound_mails set created_at = created_at - interval '2 hours' where tenant_id = :tenantId::uuid and outcome = 'RESERVED'`,
)
const cleanNow = statement<object, object>(
  `/* across tenants: a test */ update job_schedules set due_at = now() where name = 'prune-inbound-mails'`,
)

type Parts = { senders: MailSenders; replier: MailReplier; sink: MailSink }

/** Throws GuaranteeBroken with the first violations. Returns the number of replies that were sent twice. */
export async function checkMails(service: Service, tenant: TortureTenant, { senders, replier, sink }: Parts): Promise<number> {
  const { tenantId } = tenant
  await cleanUp(service, tenant)
  const [mails, messages, replies, uploads, holes] = await service.withDatabase((db) =>
    Promise.all([
      db.rows(listMails, { tenantId }),
      db.rows(countMessages, { tenantId }),
      db.rows(listReplies, { tenantId }),
      db.rows(listFiles, { tenantId }),
      db.rows(gaps, { tenantId }),
    ]),
  )
  const sent = sink.mails()
  const wrong = [
    ...checkReceived(senders, mails, new Map(messages.map(({ subject, n }) => [subject, n]))),
    ...checkSent(replier, replies, sent),
    ...checkFiles(await listNames(service, tenantId), mails, uploads),
    ...holes.map(({ what, n }) => `${what} ${n} is missing or wrong`),
  ]
  if (wrong.length > 0)
    throw new GuaranteeBroken(`${wrong.length} guarantees of mails are broken:\n${wrong.slice(0, violationsShown).join('\n')}`)
  return [...sent.values()].filter(({ accepted }) => accepted > 1).length
}

function checkReceived({ mails }: MailSenders, rows: readonly MailRow[], messages: ReadonlyMap<string, number>): string[] {
  const ids = new Set(rows.map(({ id }) => toTypeId('eml', id)))
  const subjects = new Set(mails.map(({ subject }) => subject))
  return [
    ...mails.flatMap(({ subject, accepted }) => {
      const count = messages.get(subject) ?? 0
      return count > 1 || (accepted.length > 0 && count !== 1)
        ? [`${subject} is ${count} messages; it got 250 ${accepted.length} times`]
        : []
    }),
    ...mails.flatMap(({ accepted }) => accepted.filter((id) => !ids.has(id)).map((id) => `${id} got 250, and is not stored`)),
    ...[...messages.keys()].filter((subject) => !subjects.has(subject)).map((subject) => `${subject} was never sent`),
    ...rows.flatMap(({ subject, outcome, cause }) =>
      ['MESSAGE', 'DUPLICATE'].includes(outcome) ? [] : [`${subject} is ${outcome} ${cause ?? ''}`],
    ),
  ]
}

function checkSent({ acknowledged }: MailReplier, replies: readonly ReplyRow[], sent: ReturnType<MailSink['mails']>): string[] {
  const stored = new Set(replies.map(({ id }) => toTypeId('msg', id)))
  const byId = new Map([...sent].map(([messageId, mail]) => [`msg_${messageId.split('.')[0]}`, mail]))
  return [
    ...acknowledged.filter((id) => !stored.has(id)).map((id) => `the reply ${id} is gone`),
    ...[...byId.keys()].filter((id) => !stored.has(id)).map((id) => `${id} was sent, and is no reply`),
    ...replies.flatMap(({ id, state, uncertain }) => {
      const { raws, accepted } = byId.get(toTypeId('msg', id)) ?? { raws: [], accepted: 0 }
      return [
        ...(state === 'SENT' && accepted > 0 ? [] : [`${id} is ${state}, and was sent ${accepted} times`]),
        ...(accepted > 1 && !uncertain ? [`${id} was sent ${accepted} times, and is not uncertain`] : []),
        ...(new Set(raws).size > 1 ? [`${id} was sent with other bytes the second time`] : []),
      ]
    }),
  ]
}

function checkFiles(names: readonly string[], mails: readonly MailRow[], uploads: readonly { id: Uuid; isUsed: boolean }[]): string[] {
  const wanted = new Set([
    ...mails.filter(({ hasRaw }) => hasRaw).map(({ id }) => `${toTypeId('eml', id)}.eml`),
    ...uploads.filter(({ isUsed }) => isUsed).map(({ id }) => toTypeId('upl', id)),
  ])
  const known = new Set([...wanted, ...uploads.map(({ id }) => toTypeId('upl', id))])
  const found = new Set(names)
  return [
    ...[...wanted].filter((name) => !found.has(name)).map((name) => `${name} has no file`),
    ...names.filter((name) => !known.has(name)).map((name) => `${name} has no row`),
  ]
}

async function listNames(service: Service, tenantId: string): Promise<string[]> {
  const directory = join(service.dataDir, 'uploads', toTypeId('ten', tenantId))
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
}

/** Deletes mails whose upload a kill interrupted, as the hourly job does. It deletes rows first, and their files in another job. */
async function cleanUp(service: Service, { tenantId }: TortureTenant): Promise<void> {
  await service.withDatabase(async (db) => {
    await db.rows(age, { tenantId })
    await db.rows(cleanNow, {})
    await until(async () => {
      const rows = await db.rows(listMails, { tenantId })
      const raw = (await listNames(service, tenantId)).filter((name) => name.endsWith('.eml'))
      return rows.every(({ outcome }) => outcome !== 'RESERVED') && raw.length === rows.filter(({ hasRaw }) => hasRaw).length
    }, maxSettleMs)
  })
}
