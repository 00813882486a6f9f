/** Conflicting merges at the same time, and messages during merges: one merge succeeds, nothing is lost, and no request hangs. */
import { describe, expect, it } from 'vitest'
import type { Message, Thread } from '../../../../client/index.ts'
import { statement } from '#platform/db.ts'
import { parseTypeId } from '#platform/ids.ts'
import { setUpTenant } from '../../../../test/support/service.ts'
import { whileHeld } from '../../../../test/guarantees/held-writes.ts'
import { extent } from '../../../../test/extent.ts'

const { service, tenant, readThread } = await setUpTenant()
const second = await service.startNode()

const on = (n: number) => (n % 2 ? second : service)
async function thread(): Promise<string> {
  const body = { title: 'T', body: 'm', requester: { email: 'ada@example.com' } }
  return (await tenant.skein.createThread({ body })).data.threadId
}
const merge = (n: number, target: string, source: string) =>
  on(n).api('POST', `/threads/${target}/merge`, { key: tenant.key, body: { sourceIds: [source] } })
const reply = (n: number, id: string) => on(n).api<Message>('POST', `/threads/${id}/reply`, { key: tenant.key, body: { body: 'r' } })

/** Checks that each merged thread of a round leads to an unmerged one, and returns the unmerged threads. */
async function findUnmerged(ids: string[]): Promise<Thread[]> {
  const all = await Promise.all(ids.map(readThread))
  for (const { mergedInto } of all)
    if (mergedInto !== null)
      expect((await readThread(mergedInto)).mergedInto, 'a pointer leads to the thread that has the messages').toBeNull()
  return all.filter(({ mergedInto }) => mergedInto === null)
}

const rounds = extent({ short: 8, all: 100 })

describe(`at the same moment, ${rounds} times over`, () => {
  it('one of two merges in opposite directions succeeds', async () => {
    for (let round = 0; round < rounds; round++) {
      const [a, b] = [await thread(), await thread()]
      const answers = await Promise.all([merge(0, a, b), merge(1, b, a)])
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
      expect(await findUnmerged([a, b])).toMatchObject([{ messageCount: 2, status: 'open' }])
    }
  })

  it('at most two of three merges in a ring succeed, and there is no cycle', async () => {
    for (let round = 0; round < rounds; round++) {
      const [a, b, c] = [await thread(), await thread(), await thread()]
      const answers = await Promise.all([merge(0, a, b), merge(1, b, c), merge(round, c, a)])
      const merged = answers.filter(({ status }) => status === 200).length
      expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true)
      expect(merged === 1 || merged === 2, 'one or two of them').toBe(true)
      const left = await findUnmerged([a, b, c])
      expect(left.length).toBe(3 - merged)
      expect(left.reduce((sum, { messageCount }) => sum + messageCount, 0)).toBe(3)
    }
  })

  it('a change that waited for a merge keeps the labels that the merge added', async () => {
    for (let round = 0; round < rounds; round++) {
      const [a, b] = [await thread(), await thread()]
      const label = (name: string) =>
        on(1).api('POST', `/threads/${a}/labels`, { key: tenant.key, body: { add: [name], createMissing: true } })
      const answers = await whileHeld(service, tenant.tenantId, [
        () => merge(0, a, b),
        // Waits for the lock of the source, then of the target, which gets a label while this request waits.
        () => on(0).api('PATCH', `/threads/${b}`, { key: tenant.key, body: { priority: 'high' } }),
        () => label(`First ${round}`),
        () => label(`Second ${round}`),
      ])
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
      const { labels } = (await tenant.skein.getThread({ path: { id: a } })).data
      expect(labels.map(({ name }) => name)).toEqual([`First ${round}`, `Second ${round}`])
    }
  })

  it('each reply during merges is in exactly the thread that its response names', async () => {
    for (let round = 0; round < rounds; round++) {
      const [a, b] = [await thread(), await thread()]
      const [merged, ...replies] = await Promise.all([merge(round, a, b), reply(0, b), reply(1, b), reply(0, a), reply(1, b)])
      expect([merged?.status, ...replies.map(({ status }) => status)]).toEqual([200, 201, 201, 201, 201])
      const [back, ...late] = await Promise.all([
        on(round).api('POST', `/threads/${b}/unmerge`, { key: tenant.key }),
        reply(0, b),
        reply(1, b),
      ])
      expect([back?.status, ...late.map(({ status }) => status)]).toEqual([200, 201, 201])
      const listed = await Promise.all(
        [a, b].map(async (id) => {
          const { data, meta } = (await tenant.api<Message[]>('GET', `/threads/${id}/messages?limit=100`)).body
          expect([meta.total, (await readThread(id)).messageCount]).toEqual([data.length, data.length])
          return data.map((message) => message.id)
        }),
      )
      expect(listed.flat().toSorted()).toEqual([...new Set(listed.flat())].toSorted())
      expect(listed.flat().length).toBe(8)
      for (const { body } of late) expect(listed[body.data.threadId === a ? 0 : 1]).toContain(body.data.id)
    }
  })
})

it('a scheduled reply whose time changes during a merge moves with the messages', async () => {
  for (let round = 0; round < 4; round++) {
    const [a, b] = [await thread(), await thread()]
    const sendAt = new Date(Date.now() + 86_400_000).toISOString()
    const { id } = (await tenant.skein.replyToThread({ path: { id: b }, body: { body: 'later', sendAt } })).data
    const reschedule = () => on(1).api('POST', `/messages/${id}/reschedule`, { key: tenant.key, body: { sendAt } })
    const inOrder = <Answer>(sends: Answer[]) => (round % 2 ? sends.toReversed() : sends)
    const scheduledIn = async (path: string) =>
      (await tenant.api<Message[]>('GET', `/threads/${path}/scheduled-messages`)).body.data.map((each) => each.id)

    const merged = await whileHeld(service, tenant.tenantId, inOrder([reschedule, () => merge(0, a, b)]))
    expect(merged.map(({ status }) => status)).toEqual([200, 200])
    expect(await scheduledIn(a)).toEqual([id])
    const unmerge = () => on(0).api('POST', `/threads/${b}/unmerge`, { key: tenant.key })
    const undone = await whileHeld(service, tenant.tenantId, inOrder([reschedule, unmerge]))
    expect(undone.map(({ status }) => status)).toEqual([200, 200])
    expect([await scheduledIn(a), await scheduledIn(b)]).toEqual([[], [id]])
  }
})

it('sending a scheduled reply during a merge sends it once, to the target', async () => {
  for (let round = 0; round < rounds; round++) {
    const [a, b] = [await thread(), await thread()]
    const sendAt = new Date(Date.now() + 86_400_000).toISOString()
    const { id } = (await tenant.skein.replyToThread({ path: { id: b }, body: { body: 'later', sendAt } })).data
    const send = () => on(1).api('POST', `/messages/${id}/send`, { key: tenant.key })
    const move = () => on(1).api('POST', `/messages/${id}/reschedule`, { key: tenant.key, body: { sendAt } })
    const [merged, sent, moved] = await Promise.all([merge(0, a, b), send(), move()])
    expect([merged?.status, sent?.status]).toEqual([200, 200])
    expect([200, 409]).toContain(moved?.status)
    const { data } = await tenant.skein.listMessages({ path: { id: a } })
    expect(data.filter((message) => message.id === id)).toHaveLength(1)
  }
})

const lockThread = statement<{ tenantId: string; id: string }, object>(
  'select from threads where tenant_id = :tenantId::uuid and id = :id::uuid for update',
)

it('a reply to a merged thread locks only the thread that has its messages', async () => {
  const [a, b] = [await thread(), await thread()]
  expect((await merge(0, a, b)).status).toBe(200)
  // Merges lock their threads in the order of their ids. A reply that locked both in another order could end in a deadlock.
  await service.db.transaction(async (tx) => {
    await tx.rows(lockThread, { tenantId: tenant.tenantId, id: parseTypeId('thr', b) ?? '' })
    const { status, body } = await reply(0, b)
    expect([status, body.data.threadId]).toEqual([201, a])
  })
})

const addMessages = statement<{ tenantId: string; threadId: string; count: number }, object>(`with
added as (
  insert into messages (tenant_id, id, thread_id, author_type, body, body_format, body_text, created_at)
  select :tenantId::uuid, uuidv7(), :threadId::uuid, 'CUSTOMER', repeat('word ', 20), 'text', repeat('word ', 20), now() - n * interval '1 second'
  from generate_series(1, :count::int) n)
update threads set message_count = message_count + :count::int where tenant_id = :tenantId::uuid and id = :threadId::uuid`)

/** Number of messages in the largest allowed merge. The short form of the test moves a tenth of that. */
const maxMessages = 100_000
const moved = extent({ short: maxMessages / 10, all: maxMessages })

it(`${moved} messages are merged and unmerged in seconds, without blocking others`, async () => {
  const [a, b, other] = [await thread(), await thread(), await thread()]
  await service.db.rows(addMessages, { tenantId: tenant.tenantId, threadId: parseTypeId('thr', b) ?? '', count: moved - 1 })
  const startedAt = performance.now()
  let slowestMs = 0
  const over = new AbortController()
  const others = (async () => {
    while (!over.signal.aborted) {
      const at = performance.now()
      await readThread(other)
      slowestMs = Math.max(slowestMs, performance.now() - at)
    }
  })()
  expect((await merge(0, a, b)).status).toBe(200)
  const mergedMs = performance.now() - startedAt
  expect((await readThread(a)).messageCount).toBe(moved + 1)
  const back = await tenant.api<Thread>('POST', `/threads/${b}/unmerge`)
  over.abort()
  await others
  console.log(
    `${moved} messages: merged in ${Math.round(mergedMs)} ms, unmerged after ${Math.round(performance.now() - startedAt)} ms; slowest read meanwhile ${Math.round(slowestMs)} ms`,
  )
  expect(back.body.data.messageCount).toBe(moved)
  expect((await readThread(a)).messageCount).toBe(1)
  expect(performance.now() - startedAt).toBeLessThan(15_000 + moved / 5)
})

it('a merge that moves too many messages is refused, but works the other way round', async () => {
  const [a, b, c] = [await thread(), await thread(), await thread()]
  await service.db.rows(addMessages, { tenantId: tenant.tenantId, threadId: parseTypeId('thr', b) ?? '', count: maxMessages - 1 })
  const refused = await tenant.api('POST', `/threads/${a}/merge`, { body: { sourceIds: [b, c] } })
  expect(refused.status).toBe(409)
  expect(refused.body.error).toMatchObject({
    code: 'SVC-THREAD-MERGE_CONFLICT',
    details: [{ field: 'sourceIds', code: 'TOO_MANY_MESSAGES', message: expect.stringContaining('100,001') }],
  })
  expect(
    [await readThread(a), await readThread(b), await readThread(c)].map(({ messageCount, mergedInto }) => [messageCount, mergedInto]),
  ).toEqual([
    [1, null],
    [maxMessages, null],
    [1, null],
  ])
  expect((await tenant.api('POST', `/threads/${b}/merge`, { body: { sourceIds: [a, c] } })).status).toBe(200)
  expect((await tenant.api('POST', `/threads/${c}/unmerge`)).status).toBe(200)
  expect([(await readThread(b)).messageCount, (await readThread(c)).messageCount]).toEqual([maxMessages + 1, 1])
})
