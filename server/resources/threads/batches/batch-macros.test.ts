/** A canned response applied to many threads: each is changed completely or not at all, with its own variables. */
import { expect, it } from 'vitest'
import type { BatchResult, CannedResponse, Job, Message } from '../../../../client/index.ts'
import { statement } from '#platform/db.ts'
import { newId, parseTypeId } from '#platform/ids.ts'
import { until } from '../../../../test/support/job-fixture.ts'
import { setUpTenant } from '../../../../test/support/service.ts'
import { makeThread } from '../../../../test/support/threads.ts'

const { service, tenant, readThread } = await setUpTenant()

let count = 0
const makeMacro = async (body: object): Promise<string> =>
  (await tenant.api<CannedResponse>('POST', '/canned-responses', { body: { shortcut: `b${++count}`, title: 'Macro', ...body } })).body.data
    .id
const batch = <Data = BatchResult>(body: object, headers: Record<string, string> = {}) =>
  tenant.api<Data>('POST', '/threads/batch', { body, headers })
/** Names without digits, which only companies have. */
const getName = (i: number): string => `Person${String.fromCodePoint(97 + Math.floor(i / 10), 97 + (i % 10))}`
const newThread = (name: string | undefined, more: object = {}) =>
  makeThread(tenant, { requester: { email: `c${++count}@example.com`, ...(name === undefined ? {} : { name }) }, ...more })
const getTexts = async (id: string) => (await tenant.api<Message[]>('GET', `/threads/${id}/messages`)).body.data.map(({ body }) => body)
const usage = async (id: string) => (await tenant.skein.getCannedResponse({ path: { id } })).data.usageCount

const eventsOfBatch = statement<{ tenantId: string }, { type: string; actorId: string; count: number }>(`
  select type, actor ->> 'id' as "actorId", count(*) as count from events
  where tenant_id = :tenantId::uuid and cause ->> 'type' = 'BATCH' group by 1, 2 order by 1`)

it('does 95 of 100 threads whole, leaves five untouched, and repeats its response', async () => {
  const ids = await Promise.all(Array.from({ length: 100 }, (_, i) => newThread(i === 7 || i === 50 ? undefined : getName(i))))
  const closed = [ids[3] ?? '', ids[51] ?? '', ids[99] ?? '']
  for (const id of closed) await tenant.skein.updateThread({ path: { id }, body: { status: 'closed' } })
  const untouched = [...closed, ids[7] ?? '', ids[50] ?? '']
  const before = await Promise.all(untouched.map(readThread))
  const id = await makeMacro({
    body: 'Hello {{customer.firstName}}',
    actions: [
      { type: 'ADD_NOTE', body: 'Told {{customer.name}}' },
      { type: 'SET_PRIORITY', priority: 'high' },
      { type: 'SET_STATUS', status: 'resolved' },
    ],
  })
  const headers = { 'idempotency-key': `macro-${newId()}` }
  const first = await batch({ threadIds: ids, cannedResponseId: id }, headers)
  expect([first.status, first.body.data.succeeded, first.body.data.failed]).toEqual([200, 95, 5])
  expect(first.body.data.results.map(({ threadId }) => threadId)).toEqual(ids)
  const reasons = first.body.data.results.flatMap(({ threadId, error }) =>
    error ? [[threadId, error.code, error.details.map(({ code }) => code)]] : [],
  )
  const missing = ['SVC-VALIDATION-UNKNOWN_REFERENCE', ['MISSING_VARIABLE', 'MISSING_VARIABLE']]
  const isClosed = ['SVC-THREAD-INVALID_TRANSITION', []]
  expect(reasons).toEqual([
    [ids[3], ...isClosed],
    [ids[7], ...missing],
    [ids[50], ...missing],
    [ids[51], ...isClosed],
    [ids[99], ...isClosed],
  ])
  for (const threadId of ids.filter((each) => !untouched.includes(each))) {
    const thread = await readThread(threadId)
    expect([thread.status, thread.priority, thread.messageCount, thread.assignee?.id]).toEqual(['resolved', 'high', 3, tenant.ownerId])
  }
  expect(await getTexts(ids[42] ?? '')).toEqual([`Told ${getName(42)}`, `Hello ${getName(42)}`, expect.anything()])
  expect(await Promise.all(untouched.map(readThread)), 'nothing of a refused thread').toEqual(before)
  expect(await usage(id)).toBe(95)
  const retries = await Promise.all([
    batch({ threadIds: ids, cannedResponseId: id }, headers),
    batch({ threadIds: ids, cannedResponseId: id }, headers),
  ])
  for (const retry of retries) expect(retry.text).toBe(first.text)
  expect((await readThread(ids[42] ?? '')).messageCount).toBe(3)
  expect(await usage(id)).toBe(95)
})

it('applies to all threads of a filter in the name of the agent who ordered it', async () => {
  const ids = await Promise.all(Array.from({ length: 60 }, (_, i) => newThread(i === 5 ? undefined : getName(i), { priority: 'low' })))
  const id = await makeMacro({
    body: '{{customer.firstName}}, {{agent.name}} of {{tenant.name}} is on it',
    actions: [
      { type: 'ASSIGN', assigneeId: 'me' },
      { type: 'SET_PRIORITY', priority: 'urgent' },
    ],
  })
  const { status, body } = await batch<Job>({ filter: { priority: 'low' }, expectedTotal: 60, cannedResponseId: id })
  expect(status).toBe(202)
  const workers = [service.startWorker(), service.startWorker()]
  const job = async () => (await tenant.api<Job>('GET', `/jobs/${body.data.id}`)).body.data
  await until(async () => (await job()).state === 'DONE')
  for (const worker of workers) await worker.stop()
  expect(await job()).toMatchObject({ done: 60, failed: 1, result: { failures: [{ threadId: ids[5], error: { status: 422 } }] } })
  expect(await readThread(ids[9] ?? '')).toMatchObject({ priority: 'urgent', messageCount: 2, assignee: { id: tenant.ownerId } })
  const [reply] = (await tenant.api<Message[]>('GET', `/threads/${ids[9]}/messages`)).body.data
  expect([reply?.authorType, reply?.author?.id, reply?.body.startsWith(`${getName(9)}, `)]).toEqual(['AGENT', tenant.ownerId, true])
  expect(await usage(id)).toBe(59)
  const caused = await service.db.rows(eventsOfBatch, { tenantId: tenant.tenantId })
  expect(caused).toEqual([
    { type: 'job.ended', actorId: parseTypeId('usr', tenant.ownerId), count: 1 },
    { type: 'message.created', actorId: parseTypeId('usr', tenant.ownerId), count: 59 },
    { type: 'thread.assigned', actorId: parseTypeId('usr', tenant.ownerId), count: 59 },
    { type: 'thread.priority_changed', actorId: parseTypeId('usr', tenant.ownerId), count: 59 },
  ])
})

it('ends a job whose canned response was deleted, and says so', async () => {
  const thread = await newThread('Ada', { tags: ['deleted-macro'] })
  const labelId = (await readThread(thread)).labels[0]?.id
  const id = await makeMacro({ body: 'Hello' })
  const { body } = await batch<Job>({ filter: { labelId }, expectedTotal: 1, cannedResponseId: id })
  await tenant.skein.deleteCannedResponse({ path: { id } })
  const worker = service.startWorker()
  const job = async () => (await tenant.api<Job>('GET', `/jobs/${body.data.id}`)).body.data
  await until(async () => (await job()).state === 'FAILED')
  await worker.stop()
  expect(await job()).toMatchObject({ done: 0, result: { error: 'The canned response was deleted.' } })
  expect((await readThread(thread)).messageCount).toBe(1)
})

it('is refused with changes besides, and if the caller may not use the response', async () => {
  const threadIds = [await newThread('Ada')]
  const hidden = await makeMacro({ body: 'Mine', visibility: 'PERSONAL' })
  const other = (await tenant.skein.createUser({ body: { name: 'B', email: 'b@example.com', role: 'AGENT', invite: false } })).data.id
  const { key } = await tenant.keyFor(['write'], { userId: String(other) })
  const refusal = async (body: object) => {
    const { status, body: answer } = await service.api('POST', '/threads/batch', { key, body: { threadIds, ...body } })
    return [status, answer.error?.details?.map(({ field, code }) => `${field} ${code}`)]
  }
  expect(await refusal({ cannedResponseId: hidden, changes: { status: 'open' } })).toEqual([400, ['cannedResponseId AMBIGUOUS']])
  expect(await refusal({})).toEqual([400, ['changes REQUIRED']])
  expect(await refusal({ cannedResponseId: hidden })).toEqual([422, ['cannedResponseId UNKNOWN']])
  const { key: narrow } = await tenant.keyFor(['threads:write'])
  const external = await makeMacro({ body: '{{customer.externalId}}' })
  const answer = await service.api('POST', '/threads/batch', { key: narrow, body: { threadIds, cannedResponseId: external } })
  expect([answer.status, answer.body.error?.code]).toEqual([403, 'SVC-AUTH-SCOPE_ESCALATION'])
})
