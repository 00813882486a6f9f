import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestService, type TestService, type TestTenant } from '../../kit/testing/service.ts'

let service: TestService
let tenant: TestTenant

beforeAll(async () => {
  service = await startTestService()
  tenant = await service.createTenant()
})
afterAll(() => service.stop())

const requester = { email: 'ada@example.com' }

test('of several spellings of a tag the first becomes the name of the new label', async () => {
  const { body } = await tenant.api('POST', '/threads', {
    body: { title: 'Tags', body: 'Hello', requester, tags: [' Export ', 'export', 'EXPORT', 'Billing'] },
  })
  expect(body.data).toMatchObject({ labels: [{ name: 'Billing' }, { name: 'Export' }] })
})

test('a repeated reference finds the thread that has it', async () => {
  const body = { title: 'Once', body: 'Hello', requester, external_reference_id: 'order-1' }
  const first = await tenant.api('POST', '/threads', { body })
  const again = await tenant.api('POST', '/threads', { body })
  expect(again).toMatchObject({ status: 200, headers: { location: first.headers.location } })
})

test('imported history keeps its time, even if it starts a follow-up of a closed thread', async () => {
  const closed = await tenant.api<{ threadId: string }>('POST', '/threads', { body: { title: 'Closed', body: 'Hello', requester } })
  const { threadId } = closed.body.data
  await tenant.api('PATCH', `/threads/${threadId}`, { body: { status: 'closed' } })
  const message = await tenant.api<{ threadId: string }>('POST', `/threads/${threadId}/messages`, {
    body: { body: 'Again', sentAt: '2024-02-29T12:00:00+01:00' },
  })
  expect(message).toMatchObject({ status: 201, body: { data: { body: 'Again', createdAt: '2024-02-29T11:00:00.000Z' } } })
  expect(message.body.data.threadId).not.toBe(threadId)
})

test('a refusal says what would have been valid', async () => {
  const refused = await tenant.api('POST', '/threads', {
    body: { title: ' ', body: '', requester, tags: Array.from({ length: 21 }, (_, i) => `tag ${i}`) },
  })
  expect(refused.body.error?.details).toEqual(
    expect.arrayContaining([
      { field: 'title', code: 'INVALID_FORMAT', message: 'must not be blank' },
      { field: 'body', code: 'TOO_SMALL', message: 'must not be empty' },
      { field: 'tags', code: 'TOO_LARGE', message: 'must have at most 20 entries' },
    ]),
  )
  const key = await tenant.api('POST', '/api-keys', { body: { name: 'Short', scopes: ['read'], expiresInDays: 0 } })
  expect(key.body.error?.details).toEqual([{ field: 'expiresInDays', code: 'TOO_SMALL', message: 'must be at least 1' }])
  const label = await tenant.api('POST', '/labels', { body: { name: 'Red', color: 'red' } })
  expect(label.body.error?.details).toEqual([{ field: 'color', code: 'INVALID_FORMAT', message: 'must match ^#[0-9a-fA-F]{6}$' }])
})

test('a message for an old version of the thread is refused, for the current one it is added', async () => {
  const { body, headers } = await tenant.api<{ threadId: string }>('POST', '/threads', {
    body: { title: 'Versions', body: 'Hello', requester },
  })
  for (const path of ['reply', 'messages']) {
    const send = (ifMatch: string) =>
      tenant.api('POST', `/threads/${body.data.threadId}/${path}`, { body: { body: 'Hello again' }, headers: { 'If-Match': ifMatch } })
    expect(await send('"0"')).toMatchObject({ status: 412, body: { error: { code: 'SVC-REQUEST-PRECONDITION_FAILED' } } })
    expect((await send(path === 'reply' ? `W/"7", ${headers.etag}` : '*')).status).toBe(201)
  }
})

test('a body with an excessive number of HTML tags is refused', async () => {
  const refused = await tenant.api('POST', '/threads', { body: { title: 'Tags', body: '<b>'.repeat(20_000), requester } })
  expect(refused).toMatchObject({ status: 400, body: { error: { code: 'SVC-VALIDATION-FAILED', details: [{ field: 'body' }] } } })
})

test('an empty cursor is refused', async () => {
  expect(await tenant.api('GET', '/threads?cursor=')).toMatchObject({
    status: 400,
    body: { error: { code: 'SVC-PAGINATION-INVALID_CURSOR' } },
  })
})
