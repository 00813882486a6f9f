import { describe, expect, it } from 'vitest'
import type { Presence, ReadMark, Thread, User } from '../../../client/index.ts'
import { openStream } from '../../../test/support/event-streams.ts'
import { setUpTenant, randomIdSuffix } from '../../../test/support/service.ts'
import { earlierSql } from '../../../test/support/earlier.ts'

type Change = { threadId: string; user: { id: string }; state: string }

const { service, tenant } = await setUpTenant()
const other = await service.startNode()
const person = await tenant.api<User>('POST', '/users', {
  body: { name: 'Grace Hopper', email: 'grace@example.com', role: 'AGENT', invite: false },
})
/** A second user and an API key of that user. */
const grace: { id: string; key: string } = {
  id: person.body.data.id,
  key: (await tenant.keyFor(['write'], { userId: person.body.data.id })).key,
}

const createThread = async (): Promise<string> => {
  const body = { title: 'T', body: 'b', requester: { email: 'a@example.com' } }
  return (await tenant.skein.createThread({ body })).data.threadId
}
const asGrace = <Data = unknown>(method: string, path: string, body?: object) =>
  service.api<Data>(method, path, { key: grace.key, ...(body ? { body } : {}) })

describe('a draft', () => {
  it('is stored per user and kind, and the latest save wins', async () => {
    const path = `/threads/${await createThread()}/draft`
    expect((await tenant.api('GET', path)).body.error?.code).toBe('SVC-DRAFT-NOT_FOUND')
    await tenant.api('PUT', path, { body: { body: 'first' } })
    await tenant.api('PUT', path, { body: { body: '<b>second</b>', bodyFormat: 'html' } })
    await tenant.api('PUT', `${path}?kind=note`, { body: { body: '' } })
    await asGrace('PUT', path, { body: 'mine' })
    const drafts = [await tenant.api('GET', path), await tenant.api('GET', `${path}?kind=NOTE`), await asGrace('GET', path)]
    expect(drafts.map(({ body }) => body.data)).toMatchObject([
      { kind: 'reply', body: '<b>second</b>', bodyFormat: 'html' },
      { kind: 'note', body: '', bodyFormat: 'text' },
      { kind: 'reply', body: 'mine' },
    ])
    expect((await tenant.api('DELETE', path)).body.data).toMatchObject({ body: '<b>second</b>' })
    expect((await tenant.api('DELETE', path)).status).toBe(404)
    expect((await asGrace('GET', path)).status).toBe(200)
  })

  it('of one kind does not return for the other kind', async () => {
    const path = `/threads/${await createThread()}/draft`
    const headers = { 'idempotency-key': 'draft-1' }
    expect((await tenant.api('PUT', path, { body: { body: 'x' }, headers })).status).toBe(200)
    const note = await tenant.api('PUT', `${path}?kind=note`, { body: { body: 'x' }, headers })
    expect(note.body.error?.code).toBe('SVC-IDEMPOTENCY-KEY_REUSED')
  })

  it('is deleted with its user, and does not prevent that', async () => {
    const made = await tenant.api<User>('POST', '/users', { body: { name: 'Ada', email: 'ada@example.com', role: 'AGENT', invite: false } })
    const ada = await tenant.keyFor(['write'], { userId: made.body.data.id })
    const path = `/threads/${await createThread()}`
    await service.api('PUT', `${path}/draft`, { key: ada.key, body: { body: 'x' } })
    await service.api('PUT', `${path}/read`, { key: ada.key, body: {} })
    await tenant.skein.revokeApiKey({ path: { id: ada.id } })
    const refused = await tenant.api('DELETE', `/users/${made.body.data.id}`)
    // The API key stays in the list of keys and refers to the user.
    expect(refused.body.error?.details?.map(({ field }) => field)).toEqual(['api keys'])
  })
})

describe('read marks', () => {
  const unread = async (key: string) =>
    (await service.api<Thread[]>('GET', '/threads?unread=true&limit=100', { key })).body.data.map(({ id }) => id)

  it('only move forward, also by own replies, and messages of others are unread', async () => {
    const id = await createThread()
    const [first] = (await tenant.skein.listMessages({ path: { id } })).data
    expect(await unread(tenant.key)).toContain(id)
    const read = await tenant.api<ReadMark>('PUT', `/threads/${id}/read`, { body: {} })
    expect(read.body.data).toEqual({ threadId: id, readThrough: first?.createdAt, unreadCount: 0 })
    expect([await unread(tenant.key), await unread(grace.key)].map((ids) => ids.includes(id))).toEqual([false, true])

    await asGrace('POST', `/threads/${id}/reply`, { body: 'Hello' })
    expect([await unread(tenant.key), await unread(grace.key)].map((ids) => ids.includes(id))).toEqual([true, false])
    const back = await tenant.api<ReadMark>('PUT', `/threads/${id}/read`, { body: { messageId: first?.id } })
    expect(back.body.data).toMatchObject({ readThrough: first?.createdAt, unreadCount: 1 })

    await tenant.skein.createMessage({ path: { id }, body: { body: 'And another thing' } })
    expect((await unread(grace.key)).includes(id)).toBe(true)
    await asGrace('PUT', `/threads/${id}/read`, {})
    const stays = await asGrace<ReadMark>('PUT', `/threads/${id}/read`, { messageId: first?.id })
    expect(stays.body.data.unreadCount).toBe(0)
    const cleared = await asGrace<ReadMark>('PUT', `/threads/${id}/read`, { unread: true })
    expect(cleared.body.data).toMatchObject({ readThrough: null, unreadCount: 2 })
  })

  it('move back to before a message, for its reader alone', async () => {
    const id = await createThread()
    for (const body of ['Two', 'Three']) await tenant.skein.createMessage({ path: { id }, body: { body } })
    const [, second, first] = (await tenant.skein.listMessages({ path: { id } })).data
    for (const { key } of [tenant, grace]) await service.api('PUT', `/threads/${id}/read`, { key, body: {} })
    const back = await asGrace<ReadMark>('PUT', `/threads/${id}/read`, { unreadFromMessageId: second?.id })
    expect(back.body.data.unreadCount).toBe(2)
    expect(Date.parse(back.body.data.readThrough ?? '')).toBeLessThan(Date.parse(second?.createdAt ?? ''))
    expect([await unread(tenant.key), await unread(grace.key)].map((ids) => ids.includes(id))).toEqual([false, true])
    const whole = await asGrace<ReadMark>('PUT', `/threads/${id}/read`, { unreadFromMessageId: first?.id })
    expect(whole.body.data.unreadCount).toBe(3)
    const forward = await asGrace<ReadMark>('PUT', `/threads/${id}/read`, { messageId: second?.id })
    expect(forward.body.data.unreadCount).toBe(1)
  })

  it('and the list agree about threads that a split leaves with the user’s messages', async () => {
    const id = await createThread()
    const getMessages = async () => (await tenant.skein.listMessages({ path: { id } })).data.map((message) => message.id)
    await asGrace('POST', `/threads/${id}/reply`, { body: 'An answer' })
    await asGrace('POST', `/threads/${id}/reply`, { body: 'Another answer' })
    await tenant.skein.createMessage({ path: { id }, body: { body: 'A question' } })
    await asGrace('POST', `/threads/${id}/messages`, { body: 'A note', authorType: 'AGENT', internal: true })
    const [note, question, another] = await getMessages()
    const split = async (messageIds: (string | undefined)[]): Promise<string> =>
      (await tenant.api<Thread>('POST', `/threads/${id}/split`, { body: { messageIds, subject: 'Apart' } })).body.data.id
    const [own, mixed] = [await split([another]), await split([question, note])]
    const counted = async (key: string, thread: string) => {
      const before = (await unread(key)).includes(thread)
      const mark = await service.api<ReadMark>('PUT', `/threads/${thread}/read`, { key, body: { unread: true } })
      expect((await unread(key)).includes(thread)).toBe(mark.body.data.unreadCount > 0)
      return [before, mark.body.data.unreadCount]
    }
    expect([await counted(grace.key, own), await counted(tenant.key, own)]).toEqual([
      [false, 0],
      [true, 1],
    ])
    expect([await counted(grace.key, mixed), await counted(tenant.key, mixed)]).toEqual([
      [true, 1],
      [true, 2],
    ])
  })

  it('must name a message of the thread', async () => {
    const [id, elsewhere] = [await createThread(), await createThread()]
    const [message] = (await tenant.skein.listMessages({ path: { id: elsewhere } })).data
    for (const body of [message?.id, `msg_${randomIdSuffix()}`].flatMap((given) => [
      { messageId: given },
      { unreadFromMessageId: given },
    ])) {
      const refused = await tenant.api('PUT', `/threads/${id}/read`, { body })
      expect(refused.body.error?.code).toBe('SVC-VALIDATION-UNKNOWN_REFERENCE')
    }
  })

  it('take one field per request', async () => {
    const id = await createThread()
    const [message] = (await tenant.skein.listMessages({ path: { id } })).data
    const from = { unreadFromMessageId: message?.id }
    for (const body of [
      { unread: true, ...from },
      { messageId: message?.id, ...from },
      { messageId: message?.id, unread: true },
    ]) {
      const { status, body: refused } = await tenant.api('PUT', `/threads/${id}/read`, { body })
      expect([status, refused.error?.code]).toEqual([400, 'SVC-VALIDATION-FAILED'])
    }
  })

  it('of many concurrent requests, the furthest wins', async () => {
    const id = await createThread()
    for (let i = 0; i < 5; i++) await tenant.skein.createMessage({ path: { id }, body: { body: `m${i}` } })
    const messages = (await tenant.skein.listMessages({ path: { id } })).data
    await Promise.all(
      messages.flatMap(({ id: messageId }) =>
        [service, other].map((node) => node.api('PUT', `/threads/${id}/read`, { key: tenant.key, body: { messageId } })),
      ),
    )
    const now = await tenant.api<ReadMark>('PUT', `/threads/${id}/read`, { body: { messageId: messages.at(-1)?.id } })
    expect(now.body.data.unreadCount).toBe(0)
  })
})

describe('presence', () => {
  it('shows who is viewing a thread, until they leave', async () => {
    const path = `/threads/${await createThread()}/presence`
    await asGrace('POST', path, { state: 'TYPING' })
    const seen = await tenant.api<Presence>('POST', path, { body: {} })
    expect(seen.body.data.present.map(({ user, state }) => [user.id, state]).toSorted()).toEqual(
      [
        [grace.id, 'TYPING'],
        [tenant.ownerId, 'VIEWING'],
      ].toSorted(),
    )
    const left = await asGrace<Presence>('POST', path, { state: 'left' })
    expect(left.body.data.present.map(({ user }) => user.id)).toEqual([tenant.ownerId])
  })

  it('ends 45 seconds after the last report, and other processes stream each change', async () => {
    const id = await createThread()
    const stream = await openStream(other.port, tenant.key, { query: '?presence=true' })
    const quiet = await openStream(other.port, tenant.key)
    const changes = (): [string, string][] =>
      stream.frames
        .filter(({ event }) => event === 'presence')
        // Safe because the data of such a frame is a change.
        .map(({ data }) => JSON.parse(data) as Change)
        .filter(({ threadId }) => threadId === id)
        .map(({ user, state }) => [user.id, state])
    await asGrace('POST', `/threads/${id}/presence`, {})
    await expect.poll(changes).toEqual([[grace.id, 'VIEWING']])
    await asGrace('POST', `/threads/${id}/presence`, { state: 'TYPING' })
    await expect.poll(changes).toHaveLength(2)
    await service.db.script(
      `update thread_presence set seen_at = ${earlierSql('seen_at', "interval '45 seconds'")} where tenant_id = '${tenant.tenantId}'`,
    )
    await expect.poll(changes).toEqual([
      [grace.id, 'VIEWING'],
      [grace.id, 'TYPING'],
      [grace.id, 'LEFT'],
    ])
    // An ordinary event arrives in between. Presence creates no events.
    await createThread()
    const created = await stream.until(({ event }) => event === 'thread.created')
    expect(created.id).not.toBe('')
    await quiet.until(({ event }) => event === 'thread.created')
    expect(quiet.frames.map(({ event }) => event)).not.toContain('presence')
    expect((await tenant.skein.listEvents({ query: { limit: 100 } })).data.map(({ type }) => type)).not.toContain('presence')
    stream.close()
    quiet.close()
  })
})

it('at a merged thread a draft stays, and read marks and presence follow the target', async () => {
  const [target, source] = [await createThread(), await createThread()]
  await tenant.skein.saveDraft({ path: { id: source }, body: { body: 'half a reply' } })
  await tenant.skein.mergeThread({ path: { id: target }, body: { sourceIds: [source] } })
  const { body } = await tenant.api<ReadMark>('PUT', `/threads/${source}/read`, { body: {} })
  expect(body.data).toMatchObject({ threadId: target, unreadCount: 0 })
  expect((await tenant.api('GET', '/threads?unread=true&limit=100')).text).not.toContain(target)
  await asGrace('POST', `/threads/${source}/presence`, {})
  const seen = await tenant.api<Presence & { threadId: string }>('POST', `/threads/${target}/presence`, { body: {} })
  expect(seen.body.data.present.map(({ user }) => user.id)).toContain(grace.id)
  expect((await tenant.skein.getDraft({ path: { id: source } })).data).toMatchObject({ threadId: source, body: 'half a reply' })
})
