/** Threads for tests of what happens to them later: made and read through the API. */
import { statement, type Database } from '../../server/platform/db.ts'
import { parseTypeId, toTypeId, type Uuid } from '../../server/platform/ids.ts'
import type { TestService, TestTenant } from './service.ts'

let made = 0

/** A new thread of a customer of its own; its id. */
export async function makeThread({ api }: TestTenant, more: object = {}): Promise<string> {
  const requester = { email: `customer-${++made}@example.com` }
  const { body } = await api<{ threadId: string }>('POST', '/threads', {
    body: { title: 'Export', body: 'It is empty.', requester, ...more },
  })
  return body.data.threadId
}

/** What was told of a thread and its messages, in order. */
export async function eventsOf({ api }: TestTenant, threadId: string): Promise<{ type: string; object: Record<string, unknown> }[]> {
  const found: { type: string; object: Record<string, unknown> }[] = []
  for (let after = ''; ; ) {
    const { data, meta } = (
      await api<{ id: string; type: string; data: { object: Record<string, unknown> } }[]>('GET', `/events?limit=100${after}`)
    ).body
    found.push(...data.map(({ type, data: { object } }) => ({ type, object })))
    if (!meta.hasMore) return found.filter(({ object }) => object['id'] === threadId || object['threadId'] === threadId)
    after = `&after=${data.at(-1)?.id}`
  }
}

/** The types of `eventsOf` that are about the thread itself. */
export async function threadEventsOf(tenant: TestTenant, threadId: string): Promise<string[]> {
  return (await eventsOf(tenant, threadId)).map(({ type }) => type).filter((type) => type.startsWith('thread.'))
}

const waiting = statement<{ tenantId: Uuid; name: string }, { key: string }>(
  `select key from jobs where tenant_id = :tenantId::uuid and name = :name and state = 'WAITING' order by key`,
)

/** The keys of the tenant's jobs of this name that wait or run. */
export async function jobsOf({ db }: TestService, { tenantId }: TestTenant, name: string): Promise<string[]> {
  return (await db.rows(waiting, { tenantId, name })).map(({ key }) => key)
}

const lags = statement<{ tenantId: Uuid; ids: Uuid[] }, { seconds: number }>(`
  select extract(epoch from e.created_at - (e.previous ->> 'snoozedUntil')::timestamptz)::double precision as seconds
  from events e where e.tenant_id = :tenantId::uuid and e.type = 'thread.unsnoozed' and e.object_id = any(:ids::uuid[])`)

/** How long after their times these threads woke, in seconds. */
export async function wakingLagsOf(db: Database, { tenantId }: TestTenant, threadIds: string[]): Promise<number[]> {
  const ids = threadIds.map((id) => parseTypeId('thr', id) ?? '')
  return (await db.rows(lags, { tenantId, ids })).map(({ seconds }) => seconds)
}

/** The wire form of a job's key. */
export function threadOfKey(key: string): string {
  return toTypeId('thr', key)
}
