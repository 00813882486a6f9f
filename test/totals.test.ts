/**
 * G13: totals are exact. Several writers run random operations on two tenants and two nodes. Then every counter equals its COUNT, and the
 * sequences of events and of thread numbers have no gap.
 */
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CannedResponse, Message, Thread } from '../client/index.ts'
import { counters, sequences } from '#platform/outbox/counters.ts'
import { statement } from '#platform/db.ts'
import { parseTypeId, toTypeId } from '#platform/ids.ts'
import { makeUser, makeTeam, findOverlookedThreads, findOverloads } from './support/assignment.ts'
import type { CallResponse } from './support/caller.ts'
import { until } from './support/job-fixture.ts'
import { isoTimeOrNull } from '#platform/time.ts'
import { haveReadAll } from './support/readers.ts'
import { setUpService, type TestNode, type TestTenant } from './support/service.ts'
import { appendSystemMessage, lockMergeRoot } from '../server/resources/threads/index.ts'
import { recountTenants } from '../server/resources/tenants/index.ts'
import { propertyRuns } from './extent.ts'
import { gaps, merged } from './thread-invariants.ts'
import { checkHistory } from './torture/check-facts.ts'
import { readTenant } from './torture/facts.ts'

const service = await setUpService({ worker: true })
const nodes: TestNode[] = [service, await service.startNode()]

const statuses = ['open', 'pending', 'resolved', 'closed'] as const

const labelNames = fc.array(fc.constantFrom('a', 'B', 'c'), { maxLength: 2 })

/** Next step of a writer. Threads and customers are chosen among a few, so that writers conflict. */
const step = fc.record({
  tenant: fc.nat(1),
  node: fc.nat(1),
  thread: fc.nat(3),
  customer: fc.nat(2),
  /** Retries of an earlier key have no additional effect. */
  key: fc.option(fc.nat(5), { nil: null }),
  act: fc.oneof(
    fc.record({
      do: fc.constant('create' as const),
      reference: fc.option(fc.nat(3), { nil: null }),
      tags: fc.array(fc.constantFrom('a', 'b', 'B'), { maxLength: 2 }),
      named: fc.boolean(),
    }),
    fc.record({
      do: fc.constant('move' as const),
      status: fc.constantFrom(...statuses),
      priority: fc.constantFrom('LOW', 'HIGH', undefined),
    }),
    fc.record({
      do: fc.constant('message' as const),
      authorType: fc.constantFrom('CUSTOMER', 'AGENT', 'BOT', 'SYSTEM', 'NOTE'),
      sentAt: fc.option(fc.constantFrom('2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z', '2026-01-02T00:00:00.001Z'), { nil: undefined }),
    }),
    fc.record({ do: fc.constant('reply' as const) }),
    fc.record({ do: fc.constant('sentence' as const) }),
    fc.record({
      do: fc.constant('snooze' as const),
      how: fc.constantFrom({ durationSeconds: 1 }, { durationSeconds: 60 }, { untilReply: true }),
    }),
    fc.record({ do: fc.constant('wake' as const) }),
    fc.record({ do: fc.constant('assign' as const), how: fc.constantFrom('ROUND_ROBIN', 'LEAST_LOADED', 'owner', 'nobody', 'team') }),
    fc.record({ do: fc.constant('available' as const), person: fc.nat(1), availability: fc.constantFrom('AVAILABLE', 'AWAY') }),
    fc.record({
      do: fc.constant('label' as const),
      change: fc.oneof(
        fc.record({ add: labelNames, createMissing: fc.constant(true) }),
        fc.record({ remove: labelNames }),
        fc.record({ set: labelNames, createMissing: fc.boolean() }),
      ),
    }),
    fc.record({
      do: fc.constant('batch' as const),
      threads: fc.array(fc.nat(3), { minLength: 1, maxLength: 4 }),
      changes: fc.oneof(
        fc.record({ status: fc.constantFrom(...statuses) }),
        fc.record({ status: fc.constantFrom(...statuses), priority: fc.constantFrom('LOW', 'HIGH'), removeLabels: fc.constant([]) }),
        fc.record({ snoozedUntil: fc.constantFrom('2090-01-01T00:00:00Z', null) }),
      ),
      /** A batch by filter: a job changes all threads of a status. */
      filter: fc.option(fc.record({ status: fc.constantFrom(...statuses) }), { nil: null }),
    }),
    fc.record({ do: fc.constant('schedule' as const), undoSeconds: fc.constantFrom(1, 90) }),
    fc.record({ do: fc.constant('take back' as const), message: fc.nat(3) }),
    fc.record({
      do: fc.constant('merge' as const),
      sources: fc.array(fc.nat(5), { minLength: 1, maxLength: 2 }),
      allowed: fc.constantFrom(true, true, false),
    }),
    fc.record({ do: fc.constant('unmerge' as const) }),
    fc.record({ do: fc.constant('split' as const), take: fc.array(fc.nat(3), { minLength: 1, maxLength: 2 }) }),
    fc.record({ do: fc.constant('merge customers' as const), source: fc.nat(2) }),
    fc.record({ do: fc.constant('apply' as const), canned: fc.nat(1) }),
    fc.record({ do: fc.constant('read' as const) }),
    fc.record({ do: fc.constant('upsert' as const), name: fc.constantFrom('Ada', 'Grace') }),
    fc.record({ do: fc.constant('bad' as const) }),
  ),
})
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

/** Writers run concurrently; each takes its steps one by one. */
const writers = fc.array(fc.array(step, { minLength: 3, maxLength: 12 }), { minLength: 2, maxLength: 6 })

/** Steps without keys, because they are often refused: most keys would already have been used for another request. */
const regroups: ReadonlySet<Step['act']['do']> = new Set(['merge', 'unmerge', 'split'])

/** A tenant of one run, and the threads that were created in it so far. */
type Place = {
  tenant: TestTenant
  threads: string[]
  scheduled: string[]
  messages: string[]
  jobs: string[]
  team: string
  people: string[]
  canned: string[]
  /** Latest read mark of the owner for each thread, according to responses. */
  read: Map<string, string>
}

const limit = 2

async function makePlace(): Promise<Place> {
  const tenant = await service.createTenant()
  const team = await makeTeam(tenant, { maxOpenPerAgent: limit })
  const people = await Promise.all([makeUser(tenant, { teamIds: [team] }), makeUser(tenant, { teamIds: [team] })])
  const canned = await Promise.all(
    [
      { shortcut: 'solve', body: 'Done.', actions: [{ type: 'SET_STATUS', status: 'resolved' }] },
      {
        shortcut: 'raise',
        body: 'We look.',
        actions: [
          { type: 'SET_PRIORITY', priority: 'urgent' },
          { type: 'ADD_NOTE', body: 'Raised.' },
        ],
      },
    ].map(async (body) => (await tenant.api<CannedResponse>('POST', '/canned-responses', { body: { title: 'T', ...body } })).body.data.id),
  )
  const place: Place = { tenant, threads: [], scheduled: [], messages: [], jobs: [], team, people, canned, read: new Map() }
  // Creates threads, so that merges and splits are possible from the first step.
  for (const n of [0, 0, 1, 2]) {
    const body = { title: 'T', body: 'b', requester: { email: `customer-${n}@example.com` }, tags: ['a', `of ${n}`] }
    const id = (await tenant.skein.createThread({ body })).data.threadId
    recordMessage(await tenant.api<Message>('POST', `/threads/${id}/messages`, { body: { body: 'm' } }), place)
    place.threads.push(id)
  }
  return place
}

/** Members get threads only by strategies, so that events show whether one exceeded the limit. */
function assignments({ tenant, team }: Place): Readonly<Record<string, object>> {
  return {
    ROUND_ROBIN: { strategy: 'ROUND_ROBIN', teamId: team },
    LEAST_LOADED: { strategy: 'LEAST_LOADED', teamId: team },
    owner: { assigneeId: tenant.ownerId },
    nobody: { assigneeId: null },
    team: { teamId: team },
  }
}

/** Appends a silent message, as the service does. */
async function appendSentence(tenantId: string, threadId: string): Promise<void> {
  await service.db.transaction(async (tx) => {
    const thread = await lockMergeRoot(tx, { tenantId, id: parseTypeId('thr', threadId) ?? '' })
    if (thread) await appendSystemMessage(tx, { tenantId, threadId: thread.id, text: 'Asked.', action: 'thread.message_added' })
  })
}

async function perform({ node, thread, customer, key, act }: Step, place: Place): Promise<void> {
  const call = (method: string, path: string, body?: object): Promise<CallResponse<{ id: string; threadId?: string }>> =>
    (nodes[node] ?? service).api(method, path, {
      key: place.tenant.key,
      body,
      headers: key === null || regroups.has(act.do) ? {} : { 'idempotency-key': `key-${key}` },
    })
  const email = `customer-${customer}@example.com`
  const at = place.threads[thread % Math.max(1, place.threads.length)]
  if (act.do === 'upsert') return expectAnswer(await call('POST', '/customers', { email, name: act.name }))
  if (act.do === 'merge customers') {
    const findId = async (n: number): Promise<string | undefined> =>
      (await place.tenant.api<{ id: string }[]>('GET', `/customers?email=customer-${n}@example.com`)).body.data[0]?.id
    const [target, source] = [await findId(customer), await findId(act.source)]
    return target && source ? expectAnswer(await call('POST', `/customers/${target}/merge`, { sourceIds: [source] })) : undefined
  }
  if (act.do === 'bad') return expectAnswer(await call('POST', '/threads', { title: 'No body', requester: { email } }))
  if (act.do === 'create' || at === undefined) {
    const more =
      act.do === 'create' ? { tags: act.tags, ...(act.reference === null ? {} : { external_reference_id: `ref-${act.reference}` }) } : {}
    const requester = act.do === 'create' && act.named ? { email, name: `Name ${customer}` } : { email }
    const made = await call('POST', '/threads', { title: 'T', body: 'b', requester, ...more })
    if (made.body.data?.threadId) place.threads.push(made.body.data.threadId)
    return expectAnswer(made)
  }
  if (act.do === 'move')
    return expectAnswer(await call('PATCH', `/threads/${at}`, { status: act.status, ...(act.priority ? { priority: act.priority } : {}) }))
  if (act.do === 'sentence') return appendSentence(place.tenant.tenantId, at)
  if (act.do === 'snooze') return expectAnswer(await call('POST', `/threads/${at}/snooze`, act.how))
  if (act.do === 'batch' && act.filter) {
    const { body } = await place.tenant.api('GET', `/threads?status=${act.filter.status}&limit=1`)
    const made = await call('POST', '/threads/batch', { filter: act.filter, expectedTotal: body.meta.total, changes: act.changes })
    if (made.status === 202) place.jobs.push(made.body.data.id)
    return expectAnswer(made)
  }
  if (act.do === 'batch') {
    const threadIds = act.threads.map((n) => place.threads[n % place.threads.length])
    return expectAnswer(await call('POST', '/threads/batch', { threadIds, changes: act.changes }))
  }
  if (act.do === 'schedule') {
    const made = await call('POST', `/threads/${at}/reply`, { body: 'later', undoSeconds: act.undoSeconds })
    if (made.status === 201 && made.body.data.id) place.scheduled.push(made.body.data.id)
    return expectAnswer(made)
  }
  if (act.do === 'take back') {
    const { status, text } = await call('DELETE', `/messages/${place.scheduled.at(-1 - act.message) ?? 'none'}`)
    return expect([200, 404, 409, 422], text).toContain(status)
  }
  if (act.do === 'apply')
    return expectAnswer(await call('POST', `/threads/${at}/apply-canned-response`, { cannedResponseId: place.canned[act.canned] }))
  if (act.do === 'read') {
    const response = await place.tenant.api<{ threadId: string; readThrough: string }>('PUT', `/threads/${at}/read`, { body: {} })
    expectAnswer(response)
    const { threadId, readThrough } = response.body.data
    if (readThrough > (place.read.get(threadId) ?? '')) place.read.set(threadId, readThrough)
    return undefined
  }
  if (act.do === 'wake') return expectAnswer(await call('DELETE', `/threads/${at}/snooze`))
  if (act.do === 'message') {
    const author = act.authorType === 'NOTE' ? { internal: true } : { authorType: act.authorType }
    return recordMessage(
      await call('POST', `/threads/${at}/messages`, { body: 'm', ...author, ...(act.sentAt ? { sentAt: act.sentAt } : {}) }),
      place,
    )
  }
  if (act.do === 'assign') return expectAnswer(await call('POST', `/threads/${at}/assign`, assignments(place)[act.how] ?? {}))
  if (act.do === 'available')
    return expectAnswer(await call('PATCH', `/users/${place.people[act.person]}`, { availability: act.availability }))
  if (act.do === 'label') return expectAnswer(await call('POST', `/threads/${at}/labels`, act.change))
  if (act.do === 'merge') {
    // Omit the target itself, because merges of already merged threads are refused often enough.
    const others = place.threads.filter((id) => id !== at)
    const sourceIds = act.sources.map((n) => others[n % others.length])
    return expectAnswer(await call('POST', `/threads/${at}/merge`, { sourceIds, allowCrossCustomer: act.allowed }))
  }
  if (act.do === 'split') {
    const there = await place.tenant.api<Message[]>('GET', `/threads/${at}/messages`)
    const messageIds = act.take.map((n) => there.body.data[n % there.body.data.length]?.id)
    const made = await call('POST', `/threads/${at}/split`, { messageIds, subject: 'S' })
    if (made.status === 201 && made.body.data.id) place.threads.push(made.body.data.id)
    return expectAnswer(made)
  }
  if (act.do === 'unmerge') return expectAnswer(await call('POST', `/threads/${at}/unmerge`))
  return recordMessage(await call('POST', `/threads/${at}/reply`, { body: 'r' }), place)
}

/** Records a message. In the end, every message in a response must exist somewhere. */
function recordMessage(response: CallResponse<{ id: string }>, place: Place): void {
  expectAnswer(response)
  if (response.status === 201) place.messages.push(response.body.data.id)
}

/** Accepts refusals. The caller checks every response for failures. */
function expectAnswer({ status, text }: CallResponse<unknown>): void {
  expect([200, 201, 202, 400, 409, 422], text).toContain(status)
}

const counted = statement<{ tenantId: string }, Record<string, number>>(
  `select ${[...counters, ...sequences].join(', ')} from tenant_counters k where tenant_id = :tenantId::uuid`,
)
const real = statement<{ tenantId: string }, Record<string, number>>(`
  select ${statuses.map((status) => `(select count(*) from threads where tenant_id = :tenantId::uuid and status = '${status}') as threads_${status}`).join(', ')},
    (select count(*) from customers where tenant_id = :tenantId::uuid and merged_into is null) as customers, (select count(*) from audit_logs where tenant_id = :tenantId::uuid) as audit_logs,
    (select count(*) from events where tenant_id = :tenantId::uuid) as event_sequence, (select count(*) from threads where tenant_id = :tenantId::uuid) as last_public_number,
    (select coalesce(sum(size), 0)::bigint from uploads where tenant_id = :tenantId::uuid and content_of is null) as upload_bytes,
    (select count(*) from meetings where tenant_id = :tenantId::uuid) as meetings,
    (select count(*) from inbound_mails where tenant_id = :tenantId::uuid and outcome <> 'RESERVED') as inbound_mails,
    (select count(*) from inbound_items where tenant_id = :tenantId::uuid) as inbound_items,
    (select coalesce(sum(size), 0)::bigint from inbound_mails where tenant_id = :tenantId::uuid and outcome <> 'RESERVED' and has_raw) as mail_bytes,
    (select coalesce(sum(size), 0)::bigint from inbound_mails where tenant_id = :tenantId::uuid and outcome in ('SUSPENDED', 'DUPLICATE') and has_raw) as held_mail_bytes`)
const dueSoon = statement<{ tenantId: string }, { n: number }>(
  `select count(*) as n from jobs where tenant_id = :tenantId::uuid and (due_at <= now() + interval '5 seconds' or leased_until is not null)`,
)
const readMarks = statement<{ tenantId: string; userId: string }, { id: string; readThrough: string | null; isUnread: boolean }>(`
  select t.id, r.read_through as "readThrough",
    t.status in ('open', 'pending') and exists (
      select from messages m where m.tenant_id = :tenantId::uuid and m.thread_id = t.id and m.author_id is distinct from :userId::uuid and not m.silent
        and (r.read_through is null or m.created_at > r.read_through)) as "isUnread"
  from threads t left join thread_reads r on r.tenant_id = :tenantId::uuid and r.user_id = :userId::uuid and r.thread_id = t.id
  where t.tenant_id = :tenantId::uuid`)
const messageIds = statement<{ tenantId: string }, { id: string }>('select id from messages where tenant_id = :tenantId::uuid')

async function check(place: Place): Promise<void> {
  const { tenantId } = place.tenant
  expect(await service.db.rows(merged, { tenantId })).toEqual([])
  const kept = (await service.db.rows(messageIds, { tenantId })).map(({ id }) => toTypeId('msg', id))
  expect(new Set(kept).size, 'a message is there once').toBe(kept.length)
  expect(
    place.messages.filter((id) => !kept.includes(id)),
    'a message was lost',
  ).toEqual([])
  await checkTotals(place)
  const facts = await service.db.transaction((tx) => readTenant(tx, tenantId))
  expect(checkHistory({ ...facts, tenantId, slug: '' }), 'each change has its event and its audit row').toEqual([])
  await checkRead(place)
}

/** Checks that read marks only move forward, and that the list of unread threads agrees with them. */
async function checkRead({ tenant, read }: Place): Promise<void> {
  const marks = await service.db.rows(readMarks, { tenantId: tenant.tenantId, userId: parseTypeId('usr', tenant.ownerId) ?? '' })
  const back = marks.filter(({ id, readThrough }) => (read.get(toTypeId('thr', id)) ?? '') > (isoTimeOrNull(readThrough) ?? ''))
  expect(back, 'a mark moved back').toEqual([])
  const unread = await tenant.api<Thread[]>('GET', '/threads?unread=true&limit=100')
  const expected = marks.filter(({ isUnread }) => isUnread).map(({ id }) => toTypeId('thr', id))
  expect(unread.body.data.map(({ id }) => id).toSorted()).toEqual(expected.toSorted())
  expect(unread.body.meta.total).toBe(expected.length)
}

async function checkTotals(place: Place): Promise<void> {
  const { tenantId, api } = place.tenant
  // Waits for snoozes that are about to end and for readers, which write events too, because the checks do not share a snapshot.
  await until(async () => (await service.db.first(dueSoon, { tenantId }))?.n === 0 && (await haveReadAll(service.db, tenantId)))
  const kept = await service.db.first(counted, { tenantId })
  expect(kept).toEqual(await service.db.first(real, { tenantId }))
  expect(await service.db.rows(gaps, { tenantId })).toEqual([])
  expect(await findOverloads(service, place.tenant, place.people, limit), 'chosen although they had enough').toEqual([])
  expect(await findOverlookedThreads(service, place.tenant), 'waits although somebody can take it').toEqual([])
  for (const status of statuses)
    expect((await api('GET', `/threads?status=${status}&limit=1`)).body.meta.total, status).toBe(kept?.[`threads_${status}`])
  const all = statuses.reduce((sum, status) => sum + (kept?.[`threads_${status}`] ?? 0), 0)
  expect((await api('GET', '/threads?limit=1')).body.meta.total).toBe(all)
  const customers = (await api<{ id: string }[]>('GET', '/customers')).body
  expect(customers.meta.total).toBe(kept?.customers)
  const theirs = await Promise.all(customers.data.map(({ id }) => api<{ customer: { id: string } }[]>('GET', `/customers/${id}/threads`)))
  expect(theirs.reduce((sum, { body }) => sum + body.meta.total, 0)).toBe(all)
  customers.data.forEach(({ id }, i) => {
    for (const thread of theirs[i]?.body.data ?? []) expect(thread.customer.id, 'shown as whose list it is in').toBe(id)
  })
  expect((await api('GET', '/audit-logs?limit=1')).body.meta.total).toBe(kept?.audit_logs)
}

it('the totals that modules may name are the columns that a recount corrects', async () => {
  const columns = await service.db.rows(columnsOfCounters, {})
  expect(columns.map(({ name }) => name).toSorted()).toEqual(['tenant_id', ...counters, ...sequences].toSorted())
  const { tenantId } = await service.createTenant()
  const right = await service.db.first(counted, { tenantId })
  await service.db.rows(offByOne, { tenantId })
  await recountTenants(service.db)
  expect(await service.db.first(counted, { tenantId })).toEqual(right)
})

const columnsOfCounters = statement<object, { name: string }>(
  `select column_name as name from information_schema.columns where table_name = 'tenant_counters' and table_schema = current_schema()`,
)
const offByOne = statement<{ tenantId: string }, object>(
  `update tenant_counters set ${counters.map((name) => `${name} = ${name} + 1`).join(', ')} where tenant_id = :tenantId::uuid`,
)

describe('after random operations by several writers at once', () => {
  it('every counter equals its COUNT, and no event or thread number is missing', async () => {
    await fc.assert(
      fc.asyncProperty(writers, async (lanes) => {
        const places: Place[] = [await makePlace(), await makePlace()]
        await Promise.all(
          lanes.map(async (steps) => {
            // Safe because a step's tenant is 0 or 1.
            for (const next of steps) await perform(next, places[next.tenant] as Place)
          }),
        )
        for (const place of places) await check(place)
      }),
      { ...propertyRuns({ short: 5, all: 100 }), endOnFailure: true },
    )
    const recounted = await recountTenants(service.db)
    expect(
      recounted.filter(({ before, after }) => JSON.stringify(before) !== JSON.stringify(after)),
      'recounting changes nothing',
    ).toEqual([])
  }, 900_000)
})
