/** Checks after messages of programs were received during kills. */
import { statement } from '#platform/db.ts'
import { toTypeId, type Uuid } from '#platform/ids.ts'
import { until } from '../support/job-fixture.ts'
import { gaps } from '../thread-invariants.ts'
import { GuaranteeBroken } from './guarantee-broken.ts'
import type { ItemSenders } from './item-senders.ts'
import type { Service, TortureTenant } from './service.ts'

const violationsShown = 12
const maxSettleMs = 300_000

type OfTenant = { tenantId: string }
const countWaiting = statement<OfTenant, { n: number }>(
  `select count(*) as n from inbound_items where tenant_id = :tenantId::uuid and outcome = 'RECEIVED'`,
)

/** Waits until every accepted item is processed. */
export async function untilItemsAreDone(service: Service, { tenantId }: TortureTenant): Promise<void> {
  await service.withDatabase((db) => until(async () => (await db.first(countWaiting, { tenantId }))?.n === 0, maxSettleMs))
}

type ItemRow = { id: Uuid; kind: string; outcome: string; cause: string | null; externalId: string | null }
const listItems = statement<OfTenant, ItemRow>(
  'select id, kind, outcome, cause, external_id as "externalId" from inbound_items where tenant_id = :tenantId::uuid',
)
/** Messages in the order of their threads. */
const listMessages = statement<OfTenant, { externalId: string; body: string; threadId: Uuid }>(`
  select external_id as "externalId", body, thread_id as "threadId" from messages
  where tenant_id = :tenantId::uuid and author_type = 'CUSTOMER' order by created_at, id`)
const countTotals = statement<OfTenant, { items: number; counted: number; customers: number; threads: number }>(`
  select (select count(*) from inbound_items where tenant_id = :tenantId::uuid) as items,
    (select inbound_items from tenant_counters where tenant_id = :tenantId::uuid) as counted,
    (select count(*) from customers where tenant_id = :tenantId::uuid) as customers,
    (select count(*) from threads where tenant_id = :tenantId::uuid) as threads`)

/** Throws GuaranteeBroken with the first violations. */
export async function checkItems(service: Service, { tenantId }: TortureTenant, senders: ItemSenders): Promise<void> {
  const [items, messages, totals, holes] = await service.withDatabase((db) =>
    Promise.all([
      db.rows(listItems, { tenantId }),
      db.rows(listMessages, { tenantId }),
      db.first(countTotals, { tenantId }),
      db.rows(gaps, { tenantId }),
    ]),
  )
  const ids = new Set(items.map(({ id }) => toTypeId('itm', id)))
  const byId = Map.groupBy(messages, ({ externalId }) => externalId)
  const conversations = new Set(senders.messages.map(({ conversationKey }) => conversationKey)).size
  const wrong = [
    ...senders.messages.flatMap(({ externalId, body, accepted }) => {
      const [found, ...others] = byId.get(externalId) ?? []
      return [
        ...(found && others.length === 0 ? [] : [`${externalId} is ${byId.get(externalId)?.length ?? 0} messages`]),
        ...(found && found.body !== body ? [`${externalId} is “${found.body}” instead of “${body}”`] : []),
        ...(new Set(accepted).size > 1 ? [`${externalId} has the ids ${accepted.join(', ')}`] : []),
        ...accepted.filter((id) => !ids.has(id)).map((id) => `${id} was accepted, and is not stored`),
      ]
    }),
    ...items.flatMap(({ externalId, kind, outcome, cause }) =>
      ['MESSAGE', 'CHANGE', 'DUPLICATE'].includes(outcome) ? [] : [`${kind} ${externalId} is ${outcome} ${cause}`],
    ),
    ...checkOrder(messages),
    ...(totals?.items === totals?.counted ? [] : [`${totals?.items} items are counted as ${totals?.counted}`]),
    ...(totals?.customers === conversations && totals.threads === conversations
      ? []
      : [`${JSON.stringify(totals)} of ${conversations} people`]),
    ...holes.map(({ what, n }) => `${what} ${n} is missing or wrong`),
  ]
  if (wrong.length > 0)
    throw new GuaranteeBroken(`${wrong.length} guarantees of items are broken:\n${wrong.slice(0, violationsShown).join('\n')}`)
}

function checkOrder(messages: readonly { externalId: string; threadId: Uuid }[]): string[] {
  return [...Map.groupBy(messages, ({ threadId }) => threadId).values()].flatMap((thread) =>
    thread.flatMap(({ externalId }, i) => (externalId.endsWith(`-${i}`) ? [] : [`${externalId} is message ${i} of its thread`])),
  )
}
