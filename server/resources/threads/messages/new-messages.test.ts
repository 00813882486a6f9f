import { expect, test } from 'vitest'
import type { CreatedThread, Message, User } from '../../../../client/index.ts'
import { setUpTenant } from '../../../../test/support/service.ts'
import { statement } from '#platform/db.ts'
import { parseTypeId } from '#platform/ids.ts'

const { service, tenant } = await setUpTenant()

const requester = { email: 'ada@example.com' }

test('the first of several spellings of a tag becomes the name of the new label', async () => {
  const { body } = await tenant.api('POST', '/threads', {
    body: { title: 'Tags', body: 'Hello', requester, tags: [' Export ', 'export', 'EXPORT', 'Billing'] },
  })
  expect(body.data).toMatchObject({ labels: [{ name: 'Billing' }, { name: 'Export' }] })
})

test('a repeated external reference returns the thread that has it', async () => {
  const body = { title: 'Once', body: 'Hello', requester, external_reference_id: 'order-1' }
  const first = await tenant.api('POST', '/threads', { body })
  const again = await tenant.api('POST', '/threads', { body })
  expect(again).toMatchObject({ status: 200, headers: { location: first.headers.location } })
})

test('imported messages keep their time, even in a follow-up of a closed thread', async () => {
  const closed = await tenant.api<CreatedThread>('POST', '/threads', { body: { title: 'Closed', body: 'Hello', requester } })
  const { threadId } = closed.body.data
  await tenant.skein.updateThread({ path: { id: threadId }, body: { status: 'closed' } })
  const message = await tenant.api<Message>('POST', `/threads/${threadId}/messages`, {
    body: { body: 'Again', sentAt: '2024-02-29T12:00:00+01:00' },
  })
  expect(message).toMatchObject({ status: 201, body: { data: { body: 'Again', createdAt: '2024-02-29T11:00:00.000Z' } } })
  expect(message.body.data.threadId).not.toBe(threadId)
})

test('an error about an invalid value names the valid values', async () => {
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

test('If-Match accepts a message for the current version and refuses an old version', async () => {
  const { body, headers } = await tenant.api<CreatedThread>('POST', '/threads', { body: { title: 'Versions', body: 'Hello', requester } })
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

test('the empty cursor of a last page returns the first page', async () => {
  const [empty, without] = [await tenant.api('GET', '/threads?cursor=&limit=2'), await tenant.api('GET', '/threads?limit=2')]
  expect(empty.status).toBe(200)
  expect(empty.body).toEqual(without.body)
})

test('the event of a note names each mentioned user once, and a retry adds no event', async () => {
  const made = await tenant.api<CreatedThread>('POST', '/threads', { body: { title: 'Mentions', body: 'Hello', requester } })
  const path = `/threads/${made.body.data.threadId}/messages`
  const person = { name: 'Grace', email: 'grace@example.com', role: 'AGENT', invite: false }
  const grace = (await tenant.api<User>('POST', '/users', { body: person })).body.data.id
  const mentions = [grace, tenant.ownerId]
  const note = { body: '@Grace please look', internal: true }
  const headers = { 'idempotency-key': 'mention-once' }
  const request = () => tenant.api<{ id: string }>('POST', path, { body: { ...note, mentions: [...mentions, grace] }, headers })
  const { status, body, text } = await request()
  expect([status, body.data]).toMatchObject([201, { internal: true, mentions }])
  const listed = await tenant.api<{ id: string; mentions: string[] }[]>('GET', path)
  expect(listed.body.data.map((message) => message.mentions)).toEqual([mentions, []])
  const told = await tenant.api<{ data: { object: object } }[]>('GET', '/events?types=message.created')
  expect(told.body.data.slice(-2).map(({ data }) => data.object)).toMatchObject([{ mentions: [] }, { id: body.data.id, mentions }])

  const other = await service.createTenant()
  const unknown = `usr_${'0'.repeat(26)}`
  const refuse = async (more: object) => {
    const answer = await tenant.api('POST', path, { body: { ...note, ...more } })
    return [answer.status, answer.body.error?.details?.map(({ field }) => field)]
  }
  expect(await refuse({ mentions: [grace, unknown, other.ownerId] })).toEqual([422, ['mentions[1]', 'mentions[2]']])
  expect(await refuse({ mentions: [grace], internal: false })).toEqual([400, ['mentions']])
  expect(await refuse({ mentions: ['grace'] })).toEqual([400, ['mentions[0]']])
  expect(await refuse({ mentions: null })).toEqual([400, ['mentions']])
  expect(await refuse({ mentions: Array.from({ length: 21 }, () => grace) })).toEqual([400, ['mentions']])
  const nowhere = `/threads/thr_${'0'.repeat(26)}/messages`
  expect((await tenant.api('POST', nowhere, { body: { ...note, mentions: [grace] } })).status).toBe(404)
  expect((await tenant.api('GET', path)).body.meta.total).toBe(2)

  const teamId = (await tenant.skein.createTeam({ body: { name: 'Billing' } })).data.id
  const foreign = (await other.skein.createTeam({ body: { name: 'Billing' } })).data.id
  const both = await tenant.api('POST', path, { body: { ...note, mentions: [{ teamId }, grace, { teamId: teamId.slice(4) }] } })
  expect([both.status, both.body.data]).toMatchObject([201, { mentions: [grace], mentionedTeamIds: [teamId] }])
  const latest = await tenant.api<{ data: { object: object } }[]>('GET', '/events?types=message.created')
  expect(latest.body.data.at(-1)?.data.object).toMatchObject({ mentions: [grace], mentionedTeamIds: [teamId] })
  expect(await refuse({ mentions: [grace, { teamId: foreign }, { teamId: grace }] })).toEqual([400, ['mentions[2].teamId']])
  expect(await refuse({ mentions: [grace, { teamId: foreign }] })).toEqual([422, ['mentions[1].teamId']])
  expect(await refuse({ mentions: [{ teamId }], internal: false })).toEqual([400, ['mentions']])
  expect((await refuse({ mentions: [{ teamId, more: 1 }] }))[0]).toBe(400)
  expect((await refuse({ mentions: [{}] }))[0]).toBe(400)
  expect((await refuse({ mentions: [7] }))[0]).toBe(400)

  // A mentioned user can be deleted, and the note still names them.
  expect((await tenant.api('DELETE', `/users/${grace}`)).status).toBe(200)
  expect((await request()).text).toBe(text)
  expect((await tenant.api<{ mentions: string[] }[]>('GET', path)).body.data[1]?.mentions).toEqual(mentions)
})

test('notes with mentions can be added to closed and merged threads and concurrently', async () => {
  const make = async () => (await tenant.skein.createThread({ body: { title: 'Busy', body: 'Hello', requester } })).data.threadId
  const [id, target] = [await make(), await make()]
  const note = { body: '@owner look', internal: true, mentions: [tenant.ownerId] }
  const answers = await Promise.all(Array.from({ length: 6 }, () => tenant.api('POST', `/threads/${id}/messages`, { body: note })))
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 201))
  await tenant.skein.updateThread({ path: { id }, body: { status: 'closed' } })
  expect((await tenant.api('POST', `/threads/${id}/messages`, { body: note })).status).toBe(201)
  expect((await tenant.api('POST', `/threads/${target}/merge`, { body: { sourceIds: [id] } })).status).toBe(200)
  const late = await tenant.api('POST', `/threads/${id}/messages`, { body: note })
  expect(late.body.data).toMatchObject({ threadId: target, mentions: [tenant.ownerId] })
  expect((await tenant.api('GET', `/threads/${target}/messages`)).body.meta.total).toBe(10)
})

test('a message to a locked thread waits, and requests beside it do not', async () => {
  const { threadId } = (await tenant.api<CreatedThread>('POST', '/threads', { body: { title: 'Locked', body: 'Hello', requester } })).body
    .data
  const lock = statement<{ tenantId: string; id: string }, object>(
    'select id from threads where tenant_id = :tenantId::uuid and id = :id::uuid for update',
  )
  const [locked, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const holding = service.db.transaction(async (tx) => {
    await tx.rows(lock, { tenantId: tenant.tenantId, id: parseTypeId('thr', threadId) ?? '' })
    locked.resolve()
    await over.promise
  })
  await locked.promise
  let isWritten = false
  const writing = tenant.api('POST', `/threads/${threadId}/messages`, { body: { body: 'Hello again' } }).finally(() => (isWritten = true))
  // More requests than the service has connections, so that their statements share them.
  await Promise.all(Array.from({ length: 60 }, () => tenant.api('GET', '/threads?limit=1')))
  expect(isWritten).toBe(false)
  over.resolve()
  await holding
  expect((await writing).status).toBe(201)
})
