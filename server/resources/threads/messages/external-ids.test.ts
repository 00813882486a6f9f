/** A message's external id is unique in its thread: a repeated request returns 200 with the first message. */
import { beforeEach, expect, it } from 'vitest'
import type { Event, Message, Thread } from '../../../../client/index.ts'
import { setUpTenant } from '../../../../test/support/service.ts'
import { makeThread } from '../../../../test/support/threads.ts'

let id: string
const { service, tenant } = await setUpTenant()
beforeEach(async () => {
  id = await makeThread(tenant)
})

const write = (threadId: string, body: object, headers: Record<string, string> = {}) =>
  tenant.api<Message>('POST', `/threads/${threadId}/messages`, { body: { body: 'Hello', externalId: 'crm-1', ...body }, headers })
const getMessages = async (threadId: string) => (await tenant.api<Message[]>('GET', `/threads/${threadId}/messages?limit=100`)).body.data
const countEvents = async () => (await tenant.api<Event[]>('GET', '/events?limit=1')).body.meta.total

it('a repeated request is 200 with the first message, whatever else it says', async () => {
  const first = await write(id, {})
  expect(first.status).toBe(201)
  const events = await countEvents()
  for (const [more, headers] of [
    [{}, {}],
    [{ body: 'Other' }, { 'idempotency-key': 'k1' }],
    [{ body: 'Other' }, { 'idempotency-key': 'k1' }],
    [{ internal: true, authorType: 'AGENT' }, {}],
  ] as const) {
    const again = await write(id, more, headers)
    expect([again.status, again.body.data]).toEqual([200, first.body.data])
  }
  expect([(await getMessages(id)).length, await countEvents()]).toEqual([2, events])
  expect((await write(id, { externalId: 'crm-2' })).status).toBe(201)
  expect((await write(await makeThread(tenant), {})).status, 'another thread').toBe(201)
})

it('of many requests at once, one creates the message, and all get it', async () => {
  const all = await Promise.all(Array.from({ length: 12 }, (_, i) => write(id, { body: `Hello ${i}` })))
  expect(all.map(({ status }) => status).toSorted()).toEqual([...Array.from({ length: 11 }, () => 200), 201])
  expect(new Set(all.map(({ body }) => body.data.id)).size).toBe(1)
  expect(await getMessages(id)).toHaveLength(2)
})

it('a closed or resolved thread, or another version, does not change the response', async () => {
  const first = await write(id, {})
  for (const status of ['resolved', 'closed']) {
    await tenant.api('PATCH', `/threads/${id}`, { body: { status } })
    const again = await write(id, {}, { 'if-match': '"1"' })
    expect([again.status, again.body.data.id], status).toEqual([200, first.body.data.id])
  }
  expect((await tenant.api<Thread>('GET', `/threads/${id}`)).body.data.status).toBe('closed')
})

it('a message to a closed thread begins one new thread, however often it is sent', async () => {
  await tenant.api('PATCH', `/threads/${id}`, { body: { status: 'closed' } })
  const all = await Promise.all([write(id, {}), write(id, {}), write(id, {})])
  all.push(await write(id, {}))
  expect(all.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 201])
  expect(new Set(all.map(({ body }) => body.data.threadId)).size).toBe(1)
  expect(all[0]?.body.data.threadId).not.toBe(id)
})

it('threads with the same external id can be merged, and the first is found', async () => {
  const source = await makeThread(tenant)
  const [inTarget, inSource] = [await write(id, {}), await write(source, {})]
  const merged = await tenant.api('POST', `/threads/${id}/merge`, { body: { sourceIds: [source], allowCrossCustomer: true } })
  expect(merged.status, merged.text).toBe(200)
  for (const threadId of [id, source]) expect((await write(threadId, {})).body.data.id).toBe(inTarget.body.data.id)
  expect(await getMessages(id)).toHaveLength(4)
  expect((await tenant.api('POST', `/threads/${source}/unmerge`)).status).toBe(200)
  expect((await write(source, {})).body.data.id).toBe(inSource.body.data.id)
  expect((await write(id, {})).body.data.id).toBe(inTarget.body.data.id)
})

it('a message that a merge moved is found from the merged thread', async () => {
  const source = await makeThread(tenant)
  const first = await write(source, {})
  await tenant.api('POST', `/threads/${id}/merge`, { body: { sourceIds: [source], allowCrossCustomer: true } })
  for (const threadId of [id, source]) expect((await write(threadId, {})).body.data.id).toBe(first.body.data.id)
})

it('external ids of the greatest length are unique, too', async () => {
  const long = (end: string) => '💡'.repeat(498) + end
  const first = await write(id, { externalId: long('a') })
  expect((await write(id, { externalId: long('a') })).body.data.id).toBe(first.body.data.id)
  expect((await write(id, { externalId: long('b') })).status).toBe(201)
})

it('a repeated request with a file does not need the file again', async () => {
  const body = new FormData()
  body.set('file', new Blob(['a,b'], { type: 'text/csv' }), 'export.csv')
  const response = await fetch(`${service.baseUrl}/api/v1/uploads`, {
    method: 'POST',
    body,
    headers: { authorization: `Bearer ${tenant.key}` },
  })
  // Safe because the response of an upload has its id.
  const { data } = (await response.json()) as { data: { id: string } }
  const attachments = [{ uploadId: data.id }]
  const all = await Promise.all([write(id, { attachments }), write(id, { attachments })])
  all.push(await write(id, { attachments }))
  expect(all.map(({ status }) => status).toSorted()).toEqual([200, 200, 201])
})
