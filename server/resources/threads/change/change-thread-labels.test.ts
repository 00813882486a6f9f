import { describe, expect, it } from 'vitest'
import type { Thread } from '../../../../client/index.ts'
import { setUpTenant, randomIdSuffix, type TestNode } from '../../../../test/support/service.ts'

type Event = { type: string; data: { object: { id: string; name?: string; labels?: { name: string }[] }; previous?: object } }

const { service, tenant } = await setUpTenant()
const nodes: TestNode[] = [service, await service.startNode()]

let count = 0
const word = (start = 'label') => `${start} ${++count}`
const makeLabel = async (name = word()) => (await tenant.skein.createLabel({ body: { name } })).data
const archive = (id: string) => tenant.api('DELETE', `/labels/${id}`)
const readLabel = async (id: string) => (await tenant.skein.getLabel({ path: { id } })).data
async function makeThread(tags: string[] = []): Promise<string> {
  const body = { title: 'Labels', body: 'Hello', requester: { email: 'ada@example.com' }, tags }
  return String((await tenant.skein.createThread({ body })).data.threadId)
}
const change = (id: string, body: object, node = service as TestNode) =>
  node.api<Thread>('POST', `/threads/${id}/labels`, { key: tenant.key, body })
const getNames = (answer: { body: { data: Thread } }) => answer.body.data.labels.map(({ name }) => name)
/** Returns all events of these types about an object, oldest first. */
async function listEvents(types: string, id: string): Promise<Event[]> {
  const all: Event[] = []
  for (let cursor = ''; ; ) {
    const { body } = await tenant.api<Event[]>('GET', `/events?types=${types}&limit=100${cursor && `&cursor=${cursor}`}`)
    all.push(...body.data)
    cursor = body.meta.cursor
    if (!body.meta.hasMore) return all.filter(({ data }) => data.object.id === id)
  }
}

describe('the labels of a thread', () => {
  it('are added and removed by id or name, without regard to case and spaces', async () => {
    const [one, two] = [await makeLabel(word('Été')), await makeLabel()]
    const id = await makeThread()
    expect(getNames(await change(id, { add: [` ${one.name.toUpperCase()} `, two.id] }))).toEqual([one.name, two.name].toSorted())
    expect(getNames(await change(id, { remove: [one.id.slice(4)] }))).toEqual([two.name])
    expect(getNames(await change(id, { add: [one.name], remove: [two.name] }))).toEqual([one.name])
    expect([(await readLabel(one.id)).threadCount, (await readLabel(two.id)).threadCount]).toEqual([1, 0])
    const listed = await tenant.api<Thread[]>('GET', `/threads?labelId=${one.id}`)
    expect(listed.body.data.map((thread) => thread.id)).toEqual([id])
  })

  it('can be replaced as a whole, even by no labels', async () => {
    const [one, two, three] = [await makeLabel(), await makeLabel(), await makeLabel()]
    const id = await makeThread([one.name])
    expect(getNames(await change(id, { set: [two.id, three.name, two.name] }))).toEqual([two.name, three.name])
    expect(getNames(await change(id, { set: [] }))).toEqual([])
  })

  it('emit one event per change; a request without a change keeps the ETag', async () => {
    const { name } = await makeLabel()
    const id = await makeThread()
    const added = await change(id, { add: [name] })
    for (const again of [await change(id, { add: [name] }), await change(id, { set: [name] }), await change(id, { createMissing: true })])
      expect([again.status, again.headers.etag, getNames(again)]).toEqual([200, added.headers.etag, [name]])
    const removed = await change(id, { remove: [name] })
    expect((await change(id, { remove: [name] })).headers.etag).toBe(removed.headers.etag)
    const told = (await listEvents('thread.labels_changed,thread.updated', id)).map(({ type, data }) => [
      type,
      data.object.labels?.map((label) => label.name),
      data.previous,
    ])
    expect(told).toEqual([
      ['thread.labels_changed', [name], { labels: [] }],
      ['thread.labels_changed', [], { labels: [{ id: expect.any(String), name }] }],
    ])
  })

  it('are created from unknown names only on request, once, with an event', async () => {
    const [first, second] = [word('New'), word('new')]
    const id = await makeThread()
    const refused = await change(id, { add: [first, second] })
    expect([refused.status, refused.body.error?.code]).toEqual([422, 'SVC-VALIDATION-UNKNOWN_REFERENCE'])
    expect(refused.body.error?.details?.map(({ field, code }) => [field, code])).toEqual([
      ['add[0]', 'UNKNOWN'],
      ['add[1]', 'UNKNOWN'],
    ])
    const made = await change(id, { add: [first, first.toUpperCase(), second], createMissing: true })
    expect(getNames(made)).toEqual([first, second].toSorted())
    for (const label of made.body.data.labels)
      expect((await listEvents('label.created', label.id)).map(({ data }) => data.object.name)).toEqual([label.name])
    const audited = await tenant.api<{ action: string; target: { id: string } }[]>('GET', '/audit-logs?action=label.created&limit=100')
    expect(audited.body.data.filter(({ target }) => made.body.data.labels.some((label) => label.id === target.id))).toHaveLength(2)
  })

  it('are never created from an id, nor from a name to be removed', async () => {
    const id = await makeThread()
    const nobodys = `lbl_${randomIdSuffix()}`
    const stranger = await service.createTenant()
    const theirs = (await stranger.skein.createLabel({ body: { name: word() } })).data
    for (const body of [{ add: [nobodys] }, { add: [theirs.id] }, { set: [theirs.id] }, { remove: [word()] }, { remove: [theirs.name] }]) {
      const refused = await change(id, { ...body, createMissing: true })
      expect([refused.status, refused.body.error?.details?.[0]?.field]).toEqual([422, `${Object.keys(body)[0]}[0]`])
    }
  })

  it('that are archived can be removed, not added, but createMissing restores them', async () => {
    const { id: labelId, name } = await makeLabel()
    const [carrier, other] = [await makeThread([name]), await makeThread()]
    await archive(labelId)
    for (const body of [{ add: [labelId], createMissing: true }, { add: [name] }, { set: [name] }]) {
      const refused = await change(other, body)
      expect([refused.status, refused.body.error?.details?.[0]?.code]).toEqual([422, 'ARCHIVED'])
    }
    const extra = await makeLabel()
    expect(getNames(await change(carrier, { add: [name, extra.name] }))).toEqual([name, extra.name])
    expect(getNames(await change(carrier, { set: [name] }))).toEqual([name])
    expect(getNames(await change(carrier, { remove: [name] }))).toEqual([])
    expect((await change(carrier, { add: [name] })).status).toBe(422)
    expect(getNames(await change(other, { add: [name.toUpperCase()], createMissing: true }))).toEqual([name])
    expect((await tenant.skein.getLabel({ path: { id: labelId } })).data).toMatchObject({ archivedAt: null, threadCount: 1 })
    const told = (await tenant.api<{ action: string }[]>('GET', `/audit-logs?targetId=${labelId}&limit=1`)).body.data
    expect(told).toMatchObject([{ action: 'label.updated', after: { archivedAt: null } }])
  })

  it('are not changed by contradictory requests, nor beyond their maximum', async () => {
    const { id: labelId, name } = await makeLabel()
    const id = await makeThread()
    const both = await change(id, { add: [name], remove: [labelId] })
    expect([both.status, both.body.error?.details?.[0]]).toMatchObject([400, { field: 'add[0]', code: 'AMBIGUOUS' }])
    const setToo = await change(id, { set: [name], add: [labelId] })
    expect([setToo.status, setToo.body.error?.details?.[0]]).toMatchObject([400, { field: 'set', code: 'AMBIGUOUS' }])
    const many = (start: string) => Array.from({ length: 50 }, (_, i) => `${start} ${i}`)
    await change(id, { add: many(word('a')), createMissing: true })
    expect((await change(id, { add: many(word('b')), createMissing: true })).body.data.labels).toHaveLength(100)
    const full = await change(id, { add: [name] })
    expect([full.status, full.body.error?.details?.[0]?.code]).toEqual([400, 'TOO_LARGE'])
  })

  it('change only if the thread has the version in If-Match', async () => {
    const { name } = await makeLabel()
    const id = await makeThread()
    const outdated = await tenant.api('POST', `/threads/${id}/labels`, { body: { add: [name] }, headers: { 'if-match': '"7"' } })
    expect(outdated.status).toBe(412)
  })
})

describe('at the same time', () => {
  it('adding and removing different labels of one thread all take effect, on two nodes', async () => {
    const before = await Promise.all(Array.from({ length: 10 }, () => makeLabel()))
    const added = await Promise.all(Array.from({ length: 10 }, () => makeLabel()))
    const id = await makeThread(before.map(({ name }) => name))
    const answers = await Promise.all([
      ...before.map(({ id: label }, i) => change(id, { remove: [label] }, nodes[i % 2])),
      ...added.map(({ name }, i) => change(id, { add: [name] }, nodes[(i + 1) % 2])),
    ])
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    const { body } = await tenant.api<Thread>('GET', `/threads/${id}`)
    expect(body.data.labels.map(({ id: label }) => label).toSorted()).toEqual(added.map(({ id: label }) => label).toSorted())
    expect(await listEvents('thread.labels_changed', id)).toHaveLength(20)
  })

  it('a change that waited while a label was created and added keeps that label', async () => {
    const ids = await Promise.all(Array.from({ length: 10 }, () => makeThread()))
    await Promise.all(
      ids.flatMap((id, i) => [
        change(id, { add: [word('made')], createMissing: true }, nodes[i % 2]),
        ...['HIGH', 'LOW', 'URGENT'].map((priority) =>
          (nodes[(i + 1) % 2] ?? service).api('PATCH', `/threads/${id}`, { key: tenant.key, body: { priority } }),
        ),
      ]),
    )
    for (const id of ids) expect((await tenant.skein.getThread({ path: { id } })).data.labels).toHaveLength(1)
  })

  it('the same new names become one label each', async () => {
    const names = [word('x'), word('y'), word('z')]
    const ids = await Promise.all(Array.from({ length: 8 }, () => makeThread()))
    const answers = await Promise.all(
      ids.map((id, i) => change(id, { add: i % 2 ? names : names.toReversed(), createMissing: true }, nodes[i % 2])),
    )
    expect(new Set(answers.map(({ body }) => JSON.stringify(body.data.labels))).size).toBe(1)
    for (const { id } of answers[0]?.body.data.labels ?? []) expect(await listEvents('label.created', id)).toHaveLength(1)
  })
})
