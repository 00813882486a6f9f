/** Creates threads and reads their events, through the API. */
import { statement, type Database } from '#platform/db.ts'
import { parseTypeId, toTypeId, type Uuid } from '#platform/ids.ts'
import type { TestService, TestTenant } from './service.ts'

let made = 0

/** Creates a thread of a new customer. Returns its id. */
export async function makeThread({ api }: TestTenant, more: object = {}): Promise<string> {
  const requester = { email: `customer-${++made}@example.com` }
  const { body } = await api<{ threadId: string }>('POST', '/threads', {
    body: { title: 'Export', body: 'It is empty.', requester, ...more },
  })
  return body.data.threadId
}

/** Returns the events of a thread and its messages, in order. */
export async function getEvents({ api }: TestTenant, threadId: string): Promise<{ type: string; object: Record<string, unknown> }[]> {
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

/** Returns the types of the thread's own events. */
export async function getThreadEvents(tenant: TestTenant, threadId: string): Promise<string[]> {
  return (await getEvents(tenant, threadId)).map(({ type }) => type).filter((type) => type.startsWith('thread.'))
}

const waiting = statement<{ tenantId: Uuid; name: string }, { key: string }>(
  `select key from jobs where tenant_id = :tenantId::uuid and name = :name and state = 'WAITING' order by key`,
)

/** Returns the keys of the tenant's pending and running jobs of this name. */
export async function getJobs({ db }: TestService, { tenantId }: TestTenant, name: string): Promise<string[]> {
  return (await db.rows(waiting, { tenantId, name })).map(({ key }) => key)
}

const lags = statement<{ tenantId: Uuid; ids: Uuid[] }, { seconds: number }>(`
  select extract(epoch from e.created_at - (e.previous ->> 'snoozedUntil')::timestamptz)::double precision as seconds
  from events e where e.tenant_id = :tenantId::uuid and e.type = 'thread.unsnoozed' and e.object_id = any(:ids::uuid[])`)

/** Returns how many seconds late these threads were unsnoozed. */
export async function getWakingLags(db: Database, { tenantId }: TestTenant, threadIds: string[]): Promise<number[]> {
  const ids = threadIds.map((id) => parseTypeId('thr', id) ?? '')
  return (await db.rows(lags, { tenantId, ids })).map(({ seconds }) => seconds)
}

/** Returns the id of the thread in a job's key, in the API's form. */
export function threadOfKey(key: string): string {
  return toTypeId('thr', key)
}
