/** Merging threads: messages, labels, status and totals afterwards, refused merges, and later writes to merged threads. */
import { beforeEach, describe, expect, it } from 'vitest'
import type { CreatedThread, Message, Thread } from '../../../../client/index.ts'
import { setUpService, type TestTenant } from '../../../../test/support/service.ts'

let tenant: TestTenant
const service = await setUpService()
beforeEach(async () => {
  tenant = await service.createTenant()
})

async function thread(body: string, tags: string[] = [], email = 'ada@example.com'): Promise<string> {
  const made = await tenant.api<CreatedThread>('POST', '/threads', { body: { title: body, body, requester: { email }, tags } })
  return made.body.data.threadId
}
const get = async (id: string) => (await tenant.skein.getThread({ path: { id } })).data
const messages = async (id: string) => (await tenant.skein.listMessages({ path: { id }, query: { limit: 100 } })).data
const merge = (target: string, sourceIds: string[], more = {}) =>
  tenant.api<Thread>('POST', `/threads/${target}/merge`, { body: { sourceIds, ...more } })
const unmerge = (id: string) => tenant.api<Thread>('POST', `/threads/${id}/unmerge`)
const write = (id: string, body: string, more = {}) => tenant.api<Message>('POST', `/threads/${id}/messages`, { body: { body, ...more } })
const reply = (id: string, body: string, more = {}) => tenant.api<Message>('POST', `/threads/${id}/reply`, { body: { body, ...more } })
const patch = (id: string, body: object) => tenant.api<Thread>('PATCH', `/threads/${id}`, { body })
const names = ({ labels }: Thread) => labels.map(({ name }) => name)
const refusal = ({ status, body }: Awaited<ReturnType<typeof merge>>) => [
  status,
  body.error?.code,
  ...(body.error?.details ?? []).map(({ field, code }) => `${field} ${code}`),
]
async function eventsSince(total: number): Promise<{ type: string; data: { object: { id: string }; previous?: object } }[]> {
  const events: { type: string; data: { object: { id: string }; previous?: object } }[] = []
  for (let after = '', more = true; more; ) {
    const page = await tenant.api<((typeof events)[number] & { id: string })[]>('GET', `/events?limit=100${after}`)
    events.push(...page.body.data)
    after = `&after=${page.body.data.at(-1)?.id}`
    more = page.body.meta.hasMore
  }
  return events.slice(total)
}

describe('merging', () => {
  it('moves messages unchanged, unites labels, closes the sources and keeps totals', async () => {
    const [a, b, c] = [await thread('A', ['x', 'both']), await thread('B', ['y', 'both']), await thread('C')]
    await reply(c, 'C2')
    const before = (await Promise.all([a, b, c].map(messages))).flat()
    const seen = (await eventsSince(0)).length
    const merged = await merge(a, [b, c])
    expect(merged.status).toBe(200)
    expect(merged.body.data).toMatchObject({ id: a, messageCount: 4, status: 'open', lastMessageAuthorType: 'AGENT', waitingSince: null })
    expect(names(merged.body.data)).toEqual(['both', 'x', 'y'])
    const byTime = before
      .map(({ id, createdAt, body }) => ({ id, createdAt, body, threadId: a }))
      .toSorted((p, q) => (p.createdAt < q.createdAt ? 1 : -1))
    expect(await messages(a)).toMatchObject(byTime)
    expect(merged.body.data.lastMessageId).toBe(byTime[0]?.id)
    for (const id of [b, c]) expect(await get(id)).toMatchObject({ status: 'closed', mergedInto: a, messageCount: 0, waitingSince: null })
    expect((await tenant.api('GET', '/threads?status=closed')).body.meta.total).toBe(2)
    expect((await eventsSince(seen)).map(({ type, data }) => `${type} ${data.object.id}`).toSorted()).toEqual(
      [
        `thread.merged ${b}`,
        `thread.merged ${c}`,
        `thread.status_changed ${b}`,
        `thread.status_changed ${c}`,
        `thread.updated ${a}`,
        `thread.labels_changed ${a}`,
      ].toSorted(),
    )
    const told = (await eventsSince(seen)).find(({ type }) => type === 'thread.merged')
    expect(told?.data).toMatchObject({ object: { id: b, mergedInto: a, messageCount: 0 }, previous: { mergedInto: null, messageCount: 1 } })
    const audits = await tenant.api<{ action: string; target: { id: string }; after: object }[]>('GET', '/audit-logs?limit=3')
    expect(audits.body.data.find(({ action }) => action === 'thread.merged')).toMatchObject({
      target: { id: a },
      after: { sourceIds: [b, c] },
    })
  })

  it('shows the merged thread itself, and the messages of its target', async () => {
    const [a, b] = [await thread('A'), await thread('B')]
    await merge(a, [b])
    expect((await messages(b)).map(({ body, threadId }) => [body, threadId])).toEqual([
      ['B', a],
      ['A', a],
    ])
    const first = await tenant.api<Message[]>('GET', `/threads/${b}/messages?limit=1`)
    expect(first.body.meta).toMatchObject({ total: 2, hasMore: true })
    const next = await tenant.api<Message[]>('GET', `/threads/${b}/messages?limit=1&cursor=${encodeURIComponent(first.body.meta.cursor)}`)
    expect(next.body.data.map(({ body }) => body)).toEqual(['A'])
  })

  it.each([
    // Status of the target, of the source, and of the target after the merge.
    ['resolved', 'open', 'open'],
    ['closed', 'open', 'open'],
    ['closed', 'pending', 'open'],
    ['pending', 'open', 'open'],
    ['resolved', 'answered', 'pending'],
    ['resolved', 'pending', 'open'],
    ['open', 'closed', 'open'],
    ['closed', 'resolved', 'closed'],
    ['resolved', 'closed', 'resolved'],
    ['pending', 'resolved', 'pending'],
  ])('a %s target with a source that is %s becomes %s', async (target, source, after) => {
    const [a, b] = [await thread('A'), await thread('B')]
    if (target !== 'open') await patch(a, { status: target })
    if (source === 'answered') await reply(b, 'Answer')
    if (source !== 'open') await patch(b, { status: source === 'answered' ? 'pending' : source })
    expect((await merge(a, [b])).body.data).toMatchObject({ status: after, resolvedAt: after === 'resolved' ? expect.any(String) : null })
    expect((await get(b)).status).toBe('closed')
  })

  it('orders messages of the same time by id', async () => {
    const at = '2026-01-01T00:00:00.000Z'
    const [a, b] = [await thread('A'), await thread('B')]
    const first = await write(a, 'one', { sentAt: at })
    const second = await write(b, 'two', { sentAt: at })
    await merge(a, [b])
    expect((await messages(a)).map(({ id }) => id).slice(-2)).toEqual([second.body.data.id, first.body.data.id])
  })

  it('is refused with the reason, and then changes nothing', async () => {
    const [a, b, c, other] = [await thread('A'), await thread('B'), await thread('C'), await thread('O', [], 'grace@example.com')]
    await merge(b, [c])
    const seen = (await eventsSince(0)).length
    const code = 'SVC-THREAD-MERGE_CONFLICT'
    expect(refusal(await merge(a, [a]))).toEqual([409, code, 'sourceIds[0] SAME_THREAD'])
    expect(refusal(await merge(a, [b, c]))).toEqual([409, code, 'sourceIds[1] MERGED'])
    expect(refusal(await merge(c, [a]))).toEqual([409, code, 'id MERGED'])
    expect(refusal(await merge(c, [b]))).toEqual([409, code, 'id MERGED'])
    expect(refusal(await merge(b, [c]))).toEqual([409, code, 'sourceIds[0] MERGED'])
    expect(refusal(await merge(a, [b, other]))).toEqual([409, code, 'sourceIds[1] OTHER_CUSTOMER'])
    expect(refusal(await merge(a, []))[0]).toBe(400)
    expect(refusal(await merge(a, Array<string>(21).fill(b)))[0]).toBe(400)
    expect(await eventsSince(seen)).toEqual([])
    expect((await merge(a, [other, other], { allowCrossCustomer: true })).body.data).toMatchObject({
      messageCount: 2,
      customer: { email: 'ada@example.com' },
    })
  })
})

describe('a write to a merged thread', () => {
  it('goes to its target through all merges, and the response shows the target', async () => {
    const [a, b, c] = [await thread('A'), await thread('B'), await thread('C')]
    await merge(b, [a])
    await merge(c, [b])
    expect((await get(a)).mergedInto).toBe(c)
    const last = (await get(c)).lastMessageId
    for (const sent of [
      await write(a, 'customer'),
      await write(a, 'note', { internal: true }),
      await reply(a, 'reply'),
      await reply(b, 'reply', { expectedLastMessageId: (await get(c)).lastMessageId }),
    ])
      expect([sent.status, sent.body.data.threadId]).toEqual([201, c])
    const stale = await reply(a, 'stale', { expectedLastMessageId: last })
    expect([stale.status, stale.body.error?.code, stale.body.error?.details?.length]).toEqual([409, 'SVC-THREAD-STALE_REPLY', 4])
    expect(await get(c)).toMatchObject({ messageCount: 7 })
    expect((await tenant.api('GET', '/threads')).body.meta.total, 'no follow-up was made').toBe(3)
  })

  it('that was scheduled before the merge moves with the messages, and back', async () => {
    const [a, b] = [await thread('A'), await thread('B')]
    const waiting = await reply(b, 'later', { undoSeconds: 120 })
    const listScheduled = async (id: string) =>
      (await tenant.skein.listScheduledMessages({ path: { id } })).data.map((message) => [message.id, message.threadId])
    await merge(a, [b])
    for (const id of [a, b]) expect(await listScheduled(id)).toEqual([[waiting.body.data.id, a]])
    const later = await reply(b, 'later still', { undoSeconds: 120 })
    expect(later.body.data.threadId).toBe(a)
    await unmerge(b)
    expect([await listScheduled(b), await listScheduled(a)]).toEqual([[[waiting.body.data.id, b]], [[later.body.data.id, a]]])
  })

  it('changes the thread that has the messages, but cannot open the merged one', async () => {
    const [a, b] = [await thread('A'), await thread('B')]
    await merge(a, [b])
    expect((await patch(b, { priority: 'urgent' })).body.data).toMatchObject({ id: a, priority: 'urgent' })
    expect(await get(b)).toMatchObject({ priority: 'normal', version: 2 })
    for (const status of ['open', 'closed']) {
      const refused = await patch(b, { status, priority: 'low' })
      expect([refused.status, refused.body.error?.code]).toEqual([409, 'SVC-THREAD-INVALID_TRANSITION'])
    }
    expect((await get(a)).priority).toBe('urgent')
  })

  it('starts a follow-up of the target if that is closed', async () => {
    const [a, b] = [await thread('A'), await thread('B')]
    await merge(a, [b])
    await patch(a, { status: 'closed' })
    const refused = await reply(b, 'late')
    expect([refused.status, refused.body.error?.code]).toEqual([409, 'SVC-THREAD-CLOSED'])
    const late = await write(b, 'late')
    expect(await get(late.body.data.threadId)).toMatchObject({ followUpOf: a, messageCount: 1 })
  })
})

describe('unmerging', () => {
  it('restores messages, status and labels; later messages stay in the target', async () => {
    const [a, b, c] = [await thread('A', ['own']), await thread('B', ['own', 'brought', 'shared']), await thread('C', ['shared'])]
    await reply(b, 'B2')
    await patch(b, { status: 'resolved' })
    const before = await get(b)
    await merge(a, [b, c])
    await write(b, 'since')
    const seen = (await eventsSince(0)).length
    const back = await unmerge(b)
    expect(back.status).toBe(200)
    expect(back.body.data).toEqual({ ...before, version: expect.any(Number), updatedAt: expect.any(String) })
    expect((await messages(b)).map(({ body }) => body)).toEqual(['B2', 'B'])
    expect((await messages(a)).map(({ body }) => body)).toEqual(['since', 'C', 'A'])
    const target = await get(a)
    expect(target).toMatchObject({ messageCount: 3, lastMessageAuthorType: 'CUSTOMER', waitingSince: target.createdAt })
    expect(names(target)).toEqual(['own', 'shared'])
    expect((await eventsSince(seen)).map(({ type, data }) => `${type} ${data.object.id}`)).toEqual([
      `thread.labels_changed ${a}`,
      `thread.updated ${a}`,
      `thread.status_changed ${b}`,
      `thread.unmerged ${b}`,
    ])
    expect(refusal(await unmerge(b))).toEqual([409, 'SVC-THREAD-MERGE_CONFLICT', 'id NOT_MERGED'])
    expect((await write(b, 'own again')).body.data.threadId).toBe(b)
    await unmerge(c)
    expect(names(await get(a)), 'the second source that carried the label was the last').toEqual(['own'])
  })

  it('undoes chains of merges in any order', async () => {
    const chain = async () => {
      const [a, b, c] = [await thread('A', ['a']), await thread('B', ['b']), await thread('C')]
      await merge(b, [a])
      await merge(c, [b])
      return [a, b, c] as const
    }
    const texts = async (id: string) => (await messages(id)).map(({ body }) => body)
    const inner = await chain()
    await unmerge(inner[0])
    expect([await texts(inner[0]), await texts(inner[2])]).toEqual([['A'], ['C', 'B']])
    expect(names(await get(inner[2]))).toEqual(['b'])
    await unmerge(inner[1])
    expect([await texts(inner[1]), await texts(inner[2]), names(await get(inner[1]))]).toEqual([['B'], ['C'], ['b']])

    const outer = await chain()
    await unmerge(outer[1])
    expect([await texts(outer[1]), await texts(outer[2])]).toEqual([['B', 'A'], ['C']])
    expect([(await get(outer[0])).mergedInto, names(await get(outer[1])), names(await get(outer[2]))]).toEqual([outer[1], ['a', 'b'], []])
    expect((await write(outer[0], 'more')).body.data.threadId).toBe(outer[1])
    await unmerge(outer[0])
    expect([await texts(outer[0]), await texts(outer[1])]).toEqual([['A'], ['more', 'B']])
    expect(await get(outer[0])).toMatchObject({ status: 'open', mergedInto: null })
  })
})
