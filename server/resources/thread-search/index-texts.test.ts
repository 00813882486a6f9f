/** Writing the search index while other workers write it, and while agents search. */
import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { statement } from '#platform/db.ts'
import { parseTypeId } from '#platform/ids.ts'
import { openDatabase } from '#platform/postgres/database.ts'
import { until } from '../../../test/support/job-fixture.ts'
import { setUpService, type TestTenant } from '../../../test/support/service.ts'
import { indexTexts, indexThreadsNow } from './index-texts.ts'
import { markThread } from './queries.ts'

const service = await setUpService()

async function createThread({ skein }: TestTenant): Promise<string> {
  return (await skein.createThread({ body: { title: 'First', body: 'First', requester: { email: 'ada@example.com' } } })).data.threadId
}

it('the first indexing of a tenant does not block other writers of the index', async () => {
  const tenant = await service.createTenant()
  const threadId = parseTypeId('thr', await createThread(tenant)) ?? ''
  await service.db.rows(markThread, { tenantId: tenant.tenantId, threadId, mark: randomUUID(), number: null })
  const workers = openDatabase({ connection: service.connection, max: 2, statementTimeoutMs: 10_000 })
  let reading: Promise<void> | undefined
  await service.db.transaction(async (tx) => {
    await tx.rows(holdTexts, {})
    reading = indexTexts(workers, { eager: true })
    await until(async () => (await tx.first(waitsForTexts, {})) !== null)
    // Not until it is told to stop, which it never is here.
    expect(await indexThreadsNow(workers, tenant.tenantId, [threadId], new AbortController().signal)).toBe(false)
  })
  await reading
  await workers.close()
})

it('a search finds the words of a mail, but not those of its quoted history', async () => {
  const tenant = await service.createTenant()
  const id = await createThread(tenant)
  const body = 'Glockenspiel\n\nOn 3 Mar 2026, Grace wrote:\n> Xylophone'
  const { data } = await tenant.skein.createMessage({ path: { id }, body: { body } })
  const threadId = parseTypeId('thr', id) ?? ''
  const at = { tenantId: tenant.tenantId, threadId, id: parseTypeId('msg', data.id) ?? '', quotedFrom: body.indexOf('On 3') }
  await service.db.rows(setQuotedFrom, at)
  const countFound = async (q: string): Promise<number> => (await tenant.skein.listThreads({ query: { q } })).data.length
  const counts = async () => [await countFound('glockenspiel'), await countFound('xylophone')]
  expect(await counts(), 'before it is indexed').toEqual([1, 0])
  await service.db.rows(markThread, { tenantId: tenant.tenantId, threadId, mark: randomUUID(), number: null })
  await indexTexts(service.db, { eager: true })
  expect(await counts(), 'afterwards').toEqual([1, 0])
})

it('a search finds the threads of a new tenant while they are being indexed', async () => {
  const tenant = await service.createTenant()
  await createThread(tenant)
  const worker = openDatabase({ connection: service.connection, max: 1, statementTimeoutMs: 60_000 })
  const countFound = async (): Promise<number> => (await tenant.skein.listThreads({ query: { q: 'first' } })).data.length
  expect(await countFound(), 'before').toBe(1)
  let indexing: Promise<void> | undefined
  let found: number | undefined
  await service.db.transaction(async (tx) => {
    await tx.rows(holdTexts, {})
    indexing = indexTexts(worker, { eager: true })
    await until(async () => (await tx.first(waitsForTexts, {})) !== null)
    await createThread(tenant)
    found = await countFound()
  })
  await indexing
  await worker.close()
  expect(found, 'meanwhile').toBe(2)
  expect(await countFound(), 'afterwards').toBe(2)
})

const holdTexts = statement<object, object>('lock table search_texts in share mode')
const waitsForTexts = statement<object, object>("select from pg_locks where relation = 'search_texts'::regclass and not granted limit 1")

const setQuotedFrom = statement<{ tenantId: string; threadId: string; id: string; quotedFrom: number }, object>(`
  update messages set email = jsonb_build_object('quotedFrom', :quotedFrom::int)
  where tenant_id = :tenantId::uuid and thread_id = :threadId::uuid and id = :id::uuid`)
