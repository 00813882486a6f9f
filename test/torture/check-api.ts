/** Compares the API's responses with the database. Empty when everything is correct. */
import type { Client } from './client.ts'
import { parseTypeId } from '#platform/ids.ts'
import type { TenantFacts, ThreadFact } from './facts.ts'
import type { TortureTenant } from './service.ts'

type ThreadPage = {
  data: { id: string; publicNumber: number; externalRef: string | null; status: string; messageCount: number }[]
  meta: { cursor: string; hasMore: boolean; total: number }
}

/** Maximum number of references to look up, because each is a request. */
const referencesAsked = 50

export async function checkApi(client: Client, tenant: TortureTenant, facts: readonly TenantFacts[]): Promise<string[]> {
  const { threads } = facts.find(({ tenantId }) => tenantId === tenant.tenantId) ?? { threads: [] }
  const shown = await walk(client, tenant)
  const byId = new Map(shown.items.map((item) => [parseTypeId('thr', item.id), item]))
  const totals = await Promise.all(
    (['open', 'pending', 'resolved', 'closed'] as const).map(async (status) => {
      const expected = threads.filter((thread) => thread.status === status).length
      const { total } = (await page(client, tenant, `status=${status}&limit=1`)).meta
      return total === expected ? [] : [`the list of ${status} threads has the total ${total}, but there are ${expected}`]
    }),
  )
  return [
    ...(shown.total === threads.length ? [] : [`the list has the total ${shown.total}, but there are ${threads.length} threads`]),
    ...(byId.size === shown.items.length && byId.size === threads.length
      ? []
      : [`walking all pages shows ${byId.size} threads in ${shown.items.length} items, but there are ${threads.length}`]),
    ...totals.flat(),
    ...threads
      .filter((thread) => !isShown(thread, byId.get(thread.id)))
      .map(({ subject }) => `the list shows ${subject} otherwise than the database`),
    ...(await checkReferences(client, tenant, threads)),
  ].map((violation) => `${tenant.slug}: ${violation}`)
}

function isShown(thread: ThreadFact, item: ThreadPage['data'][number] | undefined): boolean {
  return (
    item !== undefined &&
    item.publicNumber === thread.publicNumber &&
    item.externalRef === thread.externalRef &&
    item.status === thread.status &&
    item.messageCount === thread.messageCount
  )
}

async function checkReferences(client: Client, tenant: TortureTenant, threads: readonly ThreadFact[]): Promise<string[]> {
  const wrong: string[] = []
  for (const { externalRef } of threads.filter((thread) => thread.externalRef !== null).slice(-referencesAsked)) {
    const { data, meta } = await page(client, tenant, `externalRef=${encodeURIComponent(externalRef ?? '')}`)
    if (meta.total !== 1 || data.length !== 1)
      wrong.push(`the API shows ${data.length} threads with the reference "${externalRef}", total ${meta.total}`)
  }
  return wrong
}

async function walk(client: Client, tenant: TortureTenant): Promise<{ items: ThreadPage['data']; total: number }> {
  const items: ThreadPage['data'] = []
  for (let cursor = ''; ; ) {
    const { data, meta } = await page(client, tenant, `limit=100${cursor && `&cursor=${cursor}`}`)
    items.push(...data)
    if (!meta.hasMore) return { items, total: meta.total }
    cursor = meta.cursor
  }
}

async function page(client: Client, { key }: TortureTenant, query: string): Promise<ThreadPage> {
  const { outcome } = await client.send({ method: 'GET', path: `/threads?${query}`, headers: { Authorization: `Bearer ${key}` } })
  if (outcome.kind !== 'answered' || outcome.status !== 200) throw new Error(`GET /threads?${query} failed: ${JSON.stringify(outcome)}`)
  // Safe because a list returns 200 with this envelope; a wrong one fails the checks above.
  return JSON.parse(outcome.text) as ThreadPage
}
