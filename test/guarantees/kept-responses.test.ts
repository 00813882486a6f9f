/** Responses that the service keeps in memory: they are those that the database would give now (decision 96). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Message, Thread } from '../../client/index.ts'
import { parseTypeId } from '#platform/ids.ts'
import { modules } from '../../server/resources/index.ts'
import { findThreadRecord } from '../../server/resources/threads/record/read-queries.ts'
import { until } from '../support/job-fixture.ts'
import { shownColumns } from '../support/revision-audit.ts'
import { startTestService, type TestNode, type TestService, type TestTenant } from '../support/service.ts'
import type { CallResponse } from '../support/caller.ts'

const heard: string[] = []
let service: TestService
let node: TestNode
let tenant: TestTenant
beforeAll(async () => {
  service = await startTestService({ onStatement: (text) => heard.push(text) })
  node = await service.startNode()
  tenant = await service.createTenant()
})
afterAll(() => service.stop())

type Get = <Data = unknown>(path: string, from?: string) => Promise<CallResponse<Data>>
const get: Get = (path, ifNoneMatch) =>
  tenant.api('GET', path, ifNoneMatch === undefined ? {} : { headers: { 'if-none-match': ifNoneMatch } })
/** Requests a path twice, after which its response is kept, and returns the response of the third request. */
const getKept: Get = async (path) => {
  for (let i = 0; i < 2; i++) await get(path)
  return get(path)
}
/** Returns the statements of a request, besides those of its authentication. No worker runs meanwhile. */
async function statementsOf(path: string, request: (path: string) => Promise<unknown> = get): Promise<string[]> {
  const before = heard.length
  await request(path)
  return heard
    .slice(before)
    .filter((text) => /tenant_counters|threads|messages|customers|labels|users/.test(text) && !/api_keys|sessions/.test(text))
}

let emails = 0
async function createThread(more: object = {}): Promise<{ id: string; email: string }> {
  const email = `customer-${++emails}@example.com`
  const body = { title: 'Export', body: 'It is empty.', requester: { email, name: 'Ada' }, tags: ['billing'], ...more }
  return { id: (await tenant.skein.createThread({ body })).data.threadId, email }
}

const keeping = modules.flatMap(({ endpoints }) => endpoints).filter((endpoint) => endpoint.keeping !== null)

it('are those of these operations', () => {
  expect(keeping.map(({ operationId }) => operationId).toSorted()).toEqual(['getThread', 'listMessages', 'listThreads'])
})

describe('a repeated request', () => {
  it('costs one read of one row', async () => {
    const { id } = await createThread()
    for (const path of ['/threads?limit=1', `/threads/${id}`, `/threads/${id}/messages`]) {
      await getKept(path)
      const statements = await statementsOf(path)
      expect(statements.length, path).toBe(1)
      expect(statements[0]).toMatch(/event_sequence \+ silent_changes as revision from tenant_counters/)
    }
  })

  it('gets a tag, and 304 without a body until the content changes', async () => {
    const { id } = await createThread()
    for (const path of ['/threads?limit=2', `/threads/${id}/messages`]) {
      const { headers, status } = await getKept(path)
      expect([status, headers['cache-control']]).toEqual([200, 'private, no-cache'])
      const same = await get(path, headers['etag'])
      expect([same.status, same.text, same.headers['etag']]).toEqual([304, '', headers['etag']])
      expect(same.headers['content-length']).toBeUndefined()
      await tenant.skein.createMessage({ path: { id }, body: { body: 'More.' } })
      const other = await get(path, headers['etag'])
      expect(other.status).toBe(200)
      expect(other.headers['etag']).not.toBe(headers['etag'])
    }
  })

  it('gets 304 if other things have changed, and on another node', async () => {
    const { id } = await createThread()
    const path = `/threads/${id}/messages`
    const { headers } = await getKept(path)
    await createThread()
    expect((await get(path, headers['etag'])).status).toBe(304)
    const elsewhere = await node.api('GET', path, { key: tenant.key, headers: { 'if-none-match': headers['etag'] ?? '' } })
    expect(elsewhere.status).toBe(304)
  })

  it('is counted in /metrics by its outcome', async () => {
    const read = async (outcome: string): Promise<number> => {
      const text = await (await fetch(`${service.baseUrl}/metrics`)).text()
      expect(Number(/^kept_responses_bytes (\d+)$/m.exec(text)?.[1])).toBeGreaterThan(0)
      return Number(new RegExp(`^kept_responses_total\\{outcome="${outcome}"\\} (\\d+)$`, 'm').exec(text)?.[1])
    }
    const { id } = await createThread()
    const before = { hit: await read('hit'), miss: await read('miss'), outdated: await read('outdated') }
    for (let i = 0; i < 5; i++) await get(`/threads/${id}`)
    await tenant.skein.createMessage({ path: { id }, body: { body: 'More.' } })
    await get(`/threads/${id}`)
    expect([(await read('hit')) - before.hit, (await read('miss')) - before.miss]).toEqual([3, 2])
    expect((await read('outdated')) - before.outdated).toBe(1)
  })

  it('is refused to callers without the scope, and to other tenants', async () => {
    const { id } = await createThread()
    const other = await service.createTenant()
    const { key } = await tenant.keyFor(['customers:read'])
    for (const path of ['/threads?limit=3', `/threads/${id}`, `/threads/${id}/messages`]) {
      const { text } = await getKept(path)
      expect((await tenant.api('GET', path, { key })).status).toBe(403)
      const foreign = await other.api('GET', path)
      expect(foreign.text).not.toBe(text)
    }
  })

  it('shows each user their own threads', async () => {
    const { data } = await tenant.skein.createUser({ body: { name: 'Grace', email: 'grace@example.com', role: 'AGENT', invite: false } })
    const { key } = await tenant.keyFor(['threads:read'], { userId: data.id })
    const { id } = await createThread()
    await tenant.skein.assignThread({ path: { id }, body: { assigneeId: data.id } })
    const path = '/threads?assigneeId=me&limit=5'
    await getKept(path)
    for (let i = 0; i < 3; i++)
      expect((await tenant.api<Thread[]>('GET', path, { key })).body.data.map((thread) => thread.id)).toEqual([id])
    expect((await get<Thread[]>(path)).body.data).toEqual([])
  })
})

describe('what is kept is outdated at once', () => {
  type Change = { what: string; change: (thread: Thread, email: string) => Promise<unknown> }
  const byId = ({ id }: { id: string }) => ({ path: { id } })
  const changes: Change[] = [
    { what: 'the status', change: (thread) => tenant.skein.updateThread({ ...byId(thread), body: { status: 'pending' } }) },
    { what: 'a message', change: (thread) => tenant.skein.createMessage({ ...byId(thread), body: { body: 'More.' } }) },
    { what: 'the customer’s name', change: ({ customer }) => tenant.skein.updateCustomer({ ...byId(customer), body: { name: 'Grace' } }) },
    {
      what: 'the customer’s address',
      change: ({ customer }) => tenant.skein.updateCustomer({ ...byId(customer), body: { email: `other-${customer.id}@example.com` } }),
    },
    {
      what: 'the name of a label',
      change: ({ labels: [label] }) => tenant.skein.updateLabel({ path: { id: label?.id ?? '' }, body: { name: `renamed ${label?.id}` } }),
    },
    { what: 'the labels', change: (thread) => tenant.skein.changeThreadLabels({ ...byId(thread), body: { set: [] } }) },
    { what: 'the assignee', change: (thread) => tenant.skein.assignThread({ ...byId(thread), body: { assigneeId: tenant.ownerId } }) },
    { what: 'the end of a snooze', change: (thread) => tenant.skein.snoozeThread({ ...byId(thread), body: { durationSeconds: 3600 } }) },
    {
      what: 'the customer, by a merge',
      change: async ({ customer }) => {
        const { data } = await tenant.skein.upsertCustomer({ body: { email: `target-${customer.id}@example.com` } })
        await tenant.skein.mergeCustomer({ ...byId(data), body: { sourceIds: [customer.id] } })
      },
    },
    {
      what: 'a merge into another thread',
      change: async (thread) => {
        const target = await createThread()
        await tenant.skein.mergeThread({ path: { id: target.id }, body: { sourceIds: [thread.id], allowCrossCustomer: true } })
      },
    },
  ]
  it.each(changes)('by a change of $what', async ({ change }) => {
    const { id, email } = await createThread({ tags: [`label ${emails}`] })
    const { customer } = (await get<Thread>(`/threads/${id}`)).body.data
    const paths = [`/threads?customerId=${customer.id}`, `/threads/${id}`, `/threads/${id}/messages`]
    for (const path of paths) await getKept(path)
    const thread = (await get<Thread>(`/threads/${id}`)).body.data
    await change(thread, email)
    // Requests with another spelling, which nobody has sent before, are not kept.
    for (const path of paths) {
      const fresh = await get(`${path}${path.includes('?') ? '&' : '?'}`)
      expect((await get(path)).body, path).toEqual(fresh.body)
    }
  })

  it('by a job without an event: the author of messages after a merge of customers', async () => {
    const { id } = await createThread()
    const path = `/threads/${id}/messages`
    const authorOf = async () => (await getKept<Message[]>(path)).body.data[0]?.author?.id
    const { customer } = (await get<Thread>(`/threads/${id}`)).body.data
    expect(await authorOf()).toBe(customer.id)
    const { data } = await tenant.skein.upsertCustomer({ body: { email: `holder-${customer.id}@example.com` } })
    await tenant.skein.mergeCustomer({ path: { id: data.id }, body: { sourceIds: [customer.id] } })
    const worker = service.startWorker()
    await until(async () => (await authorOf()) === data.id)
    await worker.stop()
  })
})

it('no caller reads less than it was told, with writers and readers on two nodes', async () => {
  const { id } = await createThread()
  const paths = [`/threads/${id}`, '/threads?sort=-updatedAt&limit=1', `/threads/${id}/messages?limit=1`] as const
  const nodes = [service.api, node.api]
  let written = 0
  const writing = new AbortController()
  const write = async (): Promise<void> => {
    for (let i = 0; i < 40; i++) {
      const { data } =
        (await nodes[i % 2]?.<Message>('POST', `/threads/${id}/messages`, { key: tenant.key, body: { body: `${i}`, internal: true } }))
          ?.body ?? {}
      expect(data?.body).toBe(`${i}`)
      written = i + 2
      // Nothing is used twice while the revision always rises, so some pauses let readers use kept responses.
      for (let n = 0; n < (i % 4) * 3; n++) await nodes[n % 2]?.('GET', paths[n % 3] ?? '', { key: tenant.key })
    }
    writing.abort()
  }
  const read = async (api: TestNode['api']): Promise<void> => {
    for (let i = 0; !writing.signal.aborted; i++) {
      const least = written
      const path = paths[i % 3] ?? ''
      const { body } = await api<Thread | (Thread & Message)[]>('GET', path, { key: tenant.key })
      const [first] = [body.data].flat()
      const count = path.includes('messages') ? body.meta.total : first?.messageCount
      expect(count, path).toBeGreaterThanOrEqual(least)
    }
  }
  await Promise.all([write(), ...nodes.flatMap((api) => [read(api), read(api), read(api)])])
})

describe('the tables', () => {
  const role = 'kept_reader'
  it('that kept responses show are those whose changes raise the revision', async () => {
    const { id } = await createThread()
    const { id: merged } = await createThread()
    const { data: target } = await tenant.skein.mergeThread({ path: { id }, body: { sourceIds: [merged], allowCrossCustomer: true } })
    const { data: field } = await tenant.skein.createCustomField({ body: { key: 'plan', name: 'Plan', type: 'TEXT', appliesTo: 'THREAD' } })
    const filters = [
      'status=open',
      'assigneeId=none',
      'assigneeId=me',
      `customerId=${target.customer.id}`,
      `inboxId=${tenant.inboxId}`,
      `labelId=${target.labels[0]?.id}`,
    ]
    const more = [
      'priority=high',
      'channel=api',
      'externalRef=x',
      'waiting=true',
      'waiting=false',
      'snoozed=true',
      'snoozed=false',
      `customFields[${field.key}]=x`,
    ]
    const times = ['created', 'updated', 'lastMessage', 'waitingSince'].flatMap((name) => [
      `${name}After=2020-01-01T00:00:00Z`,
      `${name}Before=2090-01-01T00:00:00Z`,
    ])
    const sorts = [
      'createdAt',
      '-createdAt',
      'updatedAt',
      '-updatedAt',
      'lastMessageAt',
      '-lastMessageAt',
      'waitingSince',
      '-waitingSince',
    ].map((sort) => `sort=${sort}`)
    const lists = [...filters, ...more, ...times, ...sorts].map((query) => `/threads?${query}`)
    const statements = new Set<string>()
    for (const path of [...lists, `/threads/${id}`, `/threads/${id}/messages`]) {
      expect((await getKept(path)).status, path).toBe(200)
      // The kept response has just been used, so the next revision makes the service read again.
      await tenant.skein.updateThread({ path: { id }, body: { subject: `Export ${path}` } })
      for (const text of await statementsOf(path)) statements.add(text)
    }
    const cluster = await service.startNode({ isCluster: true })
    for (const path of [...lists, `/threads/${id}/messages`])
      for (const text of await statementsOf(path, () => cluster.api('GET', path, { key: tenant.key }))) statements.add(text)
    expect(statements.size).toBeGreaterThan(lists.length / 2)
    // Clocks and an assignee make the procedure read all of its tables.
    await service.db.script(`update threads set timed = true, assignee_id = customer_id where id = '${parseTypeId('thr', merged)}'`)
    await service.db.script(`create role ${role}; ${grants}`)
    try {
      for (const text of statements)
        await service.db.script(`begin; set local enable_seqscan = off; set local role ${role}; explain (generic_plan) ${text}; rollback`)
      await service.db.script(
        `begin; set local role ${role}; select ${findThreadRecord.name}('${tenant.tenantId}', '${parseTypeId('thr', merged)}'); rollback`,
      )
    } finally {
      await service.db.script(`rollback; drop owned by ${role}; drop role ${role}`)
    }
  })

  const grants = Object.entries(shownColumns)
    .map(([table, columns]) => `grant select ${columns ? `(${columns.join(', ')})` : ''} on ${table} to ${role}`)
    .join('; ')
})
