import { afterAll, expect, it } from 'vitest'
import { openReceiver } from '../../../test/support/receiver.ts'
import { readMailFiles } from '../../../test/support/mail-server.ts'
import { setUpTenant } from '../../../test/support/service.ts'
import { clocks, gaps } from '../../../test/thread-invariants.ts'
import { articles } from '../../../tools/sample-company/articles.ts'
import { colleagues } from './colleagues.ts'
import { hookAt } from '../../../test/guarantees/webhook-fixture.ts'

const receiver = await openReceiver()
afterAll(() => receiver.close())
const { service, tenant } = await setUpTenant({ worker: true })
const { skein, tenantId } = tenant

const readState = async () => (await skein.getSampleCompany()).data.state
const listViolations = async () => [...(await service.db.rows(gaps, { tenantId })), ...(await service.db.rows(clocks, { tenantId }))]
const read = async (metrics: string) => {
  const from = new Date(Date.now() - 32 * 86_400_000).toISOString().slice(0, 10)
  const to = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
  const { body, text } = await tenant.api<{ rows: { values: Record<string, number | null> }[] }>(
    'GET',
    `/reports?metrics=${metrics}&from=${from}&to=${to}`,
  )
  return { body, text }
}
const listTypes = async (after: string | null) => {
  const { data } = await skein.listEvents({ query: { limit: 100, ...(after === null ? {} : { after }) } })
  return [...new Set(data.map(({ type }) => type))]
}

let before: { threads: number; customers: number; labels: number; inboxes: number; users: number }
const count = async () => ({
  threads: (await skein.listThreads()).meta.total,
  customers: (await skein.listCustomers()).meta.total,
  labels: (await skein.listLabels()).meta.total,
  inboxes: (await skein.listInboxes()).meta.total,
  users: (await skein.listUsers()).meta.total,
  collections: (await skein.listKbCollections()).meta.total,
  articles: (await skein.listKbArticles()).meta.total,
  ratings: (await skein.listSatisfactionRequests({ query: { limit: 100 } })).data.length,
})
let lastEvent: string | null = null

it('a load writes thirty days of threads, and nothing goes out for them', async () => {
  await hookAt(tenant, receiver)
  const own = await skein.createThread({ body: { title: 'Ours', body: 'Hello', requester: { email: 'ada@example.com' } } })
  expect(own.status).toBe(201)
  before = await count()
  const { data: job } = await skein.loadSampleCompany()
  const { data: again } = await skein.loadSampleCompany()
  expect(again.id).toBe(job.id)
  const events = await skein.listEvents({ query: { limit: 100 } })
  lastEvent = events.data.at(-1)?.id ?? null
  await expect.poll(readState, { timeout: 60_000 }).toBe('LOADED')
  expect((await skein.getJob({ path: { id: job.id } })).data).toMatchObject({ state: 'DONE', total: job.total, done: job.total })
  expect((await skein.getSampleCompany()).data.counts).toEqual({ threads: job.total, customers: 12, users: 4, articles: articles.length })
  const after = await count()
  expect(after.threads - before.threads).toBe(job.total)
  expect([after.users - before.users, after.inboxes - before.inboxes]).toEqual([4, 1])
  expect(await listTypes(lastEvent)).toEqual(['job.ended'])
  expect(await listViolations()).toEqual([])
  const { data: oldest } = await skein.listThreads({ query: { sort: 'createdAt', limit: 1 } })
  expect(Date.parse(oldest[0]?.createdAt ?? '')).toBeLessThan(Date.now() - 28 * 86_400_000)
  expect((await readMailFiles(service.config)).length).toBe(0)
  expect(receiver.received.filter(({ body }) => !/ada@example|Ours|job\.ended/.test(String(body)))).toEqual([])
  const refused = await tenant.api('POST', '/sample-company')
  expect([refused.status, refused.body.error?.code]).toEqual([409, 'SVC-SAMPLE_COMPANY-EXISTS'])
})

it('its threads are found by words, and counted in reports at their own times', async () => {
  await expect.poll(async () => (await skein.listThreads({ query: { q: 'parcel' } })).meta.total).toBeGreaterThan(0)
  const { text } = await read('THREADS_CREATED')
  expect(Number(/"THREADS_CREATED":\{[^}]*?"count":(\d+)/.exec(text)?.[1] ?? 0), text).toBeGreaterThan(100)
  const { data: people } = await skein.listUsers({ query: { limit: 100 } })
  const samples = people.filter(({ email }) => email.endsWith('@sample.example'))
  expect(samples.map(({ status }) => status)).toEqual(Array.from({ length: 4 }, () => 'SUSPENDED'))
})

it('ratings and colleagues are in lists and reports', async () => {
  const { data: ratings, meta } = await skein.listSatisfactionRequests({ query: { state: 'ANSWERED', limit: 100 } })
  expect(ratings.length, JSON.stringify(meta)).toBeGreaterThan(25)
  expect(ratings.some(({ answer }) => answer?.comment)).toBe(true)
  const { text } = await read('SATISFACTION_ANSWERED,SATISFACTION_ASKED')
  expect(text).toMatch(new RegExp(`"SATISFACTION_ANSWERED":[^}]*${ratings.length}`))
  const { text: perAgent } = await read('ANSWERS_SENT&groupBy=person')
  for (const { name } of colleagues) expect(perAgent).toContain(name)
})

it('its articles are in the help centre and found by words', async () => {
  const { data: found } = await skein.listKbArticles({ query: { status: 'PUBLISHED' } })
  expect(found.map(({ views }) => views > 0)).toEqual(articles.map(() => true))
  const [first] = (await skein.searchKb({ query: { q: 'parcel' } })).data
  expect(first).toMatchObject({ title: 'Where is my parcel?' })
})

it('a removal deletes exactly what was made, and later threads of its customers', async () => {
  const { data: customers } = await skein.listCustomers({ query: { limit: 100 } })
  const sample = customers.find(({ email }) => email.endsWith('sample.example'))
  await skein.createThread({ body: { title: 'Later', body: 'Hello', requester: { email: sample?.email ?? '' } } })
  const [thread] = (await skein.listThreads({ query: { q: 'parcel' } })).data
  await skein.replyToThread({ path: { id: thread?.id ?? '' }, body: { body: 'We are looking into it.' } })
  const { data: job } = await skein.removeSampleCompany()
  expect((await skein.removeSampleCompany()).data.id).toBe(job.id)
  await expect.poll(readState, { timeout: 120_000 }).toBe('NONE')
  expect(await count()).toEqual(before)
  expect((await skein.getJob({ path: { id: job.id } })).data).toMatchObject({ state: 'DONE', result: { kept: 0 } })
  // Erased threads leave gaps in the numbers, like those of any erasure.
  expect((await listViolations()).filter((each) => !('what' in each && each.what === 'thread'))).toEqual([])
  const { text } = await read('THREADS_CREATED')
  expect(Number(/"THREADS_CREATED":\{[^}]*?"count":(\d+)/.exec(text)?.[1] ?? 0), text).toBe(1)
  expect((await tenant.api('DELETE', '/sample-company')).body.error?.code).toBe('SVC-SAMPLE_COMPANY-NOT_FOUND')
})

it('a removal stops a load that is still running, and leaves nothing of it', async () => {
  const { data: load } = await skein.loadSampleCompany()
  await skein.removeSampleCompany()
  await expect.poll(readState, { timeout: 120_000 }).toBe('NONE')
  expect(await count()).toEqual(before)
  const { data: job } = await skein.getJob({ path: { id: load.id } })
  expect(job.done).toBeLessThanOrEqual(job.total)
})

it('a removal keeps customers of the tenant who were merged with those of the sample', { timeout: 240_000 }, async () => {
  await skein.loadSampleCompany()
  await expect.poll(readState, { timeout: 60_000 }).toBe('LOADED')
  const { data: open } = await skein.listThreads({ query: { status: 'open', limit: 100 } })
  const ofSample = [...new Map(open.map((thread) => [thread.customer.id, thread])).values()].filter(({ customer }) =>
    customer.email.endsWith('sample.example'),
  )
  const [first, second, third] = ofSample
  if (!first || !second || !third) throw new Error('Three customers of the sample have open threads')
  const create = async (email: string) => {
    const { data } = await skein.createThread({ body: { title: `Of ${email}`, body: 'Hello', requester: { email } } })
    return { id: data.threadId, customerId: (await skein.getThread({ path: { id: data.threadId } })).data.customer.id }
  }
  const [target, source, merged] = [
    await create('target@example.com'),
    await create('source@example.com'),
    await create('merged@example.com'),
  ]
  await skein.mergeCustomer({ path: { id: target.customerId }, body: { sourceIds: [first.customer.id] } })
  await skein.mergeCustomer({ path: { id: second.customer.id }, body: { sourceIds: [source.customerId] } })
  await skein.mergeThread({ path: { id: third.id }, body: { sourceIds: [merged.id], allowCrossCustomer: true } })
  const { data: job } = await skein.removeSampleCompany()
  await expect.poll(readState, { timeout: 120_000 }).toBe('NONE')
  for (const id of [target.id, source.id, third.id]) expect((await skein.getThread({ path: { id } })).status).toBe(200)
  const texts = (await skein.listMessages({ path: { id: third.id } })).data.map(({ body }) => body)
  expect(texts).toContain('Hello')
  const left = (await skein.listCustomers({ query: { limit: 100 } })).data.map(({ id }) => id)
  expect(left).toEqual(expect.arrayContaining([target.customerId, second.customer.id, third.customer.id]))
  expect((await skein.listCustomers({ query: { limit: 100 } })).data.filter(({ email }) => email.endsWith('sample.example')).length).toBe(2)
  // Three customers, and the inbox and the labels of their threads.
  const kept = (await skein.getJob({ path: { id: job.id } })).data.result as { kept: number }
  expect(kept.kept).toBeGreaterThanOrEqual(4)
})
