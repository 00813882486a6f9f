/** Compares the filters of rules and of the client with the list of threads, with random threads and random filters. */
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { extent, propertyRuns, testSeed } from '../../../../test/extent.ts'
import { setUpTenant } from '../../../../test/support/service.ts'
import { matchesThread as matchesClient, type RequestOf, type Thread } from '../../../../client/index.ts'
import { type IdPrefix, parseTypeId, toTypeId, type Uuid } from '#platform/ids.ts'
import { isoTime } from '#platform/time.ts'
import { loadSnapshot, type ThreadSnapshot } from '../../threads/index.ts'
import type { ThreadFilter } from '../condition-schema.ts'
import { evaluateThread, matchesThread } from './match-thread.ts'
import { seededRandom } from '../../../../test/torture/random.ts'
import { earlierSql } from '../../../../test/support/earlier.ts'

type ThreadFilters = NonNullable<RequestOf<'listThreads'>['query']>

const { service, tenant } = await setUpTenant()

async function make<Made = { id: string }>(method: string, path: string, body?: object): Promise<Made> {
  const made = await tenant.api<Made>(method, path, body ? { body } : {})
  expect(made.status, made.text).toBeLessThan(300)
  return made.body.data
}

/** Moves the clocks of every third thread with a running clock back by an hour, as if that time had passed. */
const passTime = (tenantId: Uuid) =>
  service.db.script(`update sla_threads s set due_at = ${earlierSql('due_at', "interval '1 hour'")}, clocks = (select coalesce(jsonb_agg(c || jsonb_build_object('startedAt', (c ->> 'startedAt')::float8 - 3600000,
      'dueAt', (c ->> 'dueAt')::float8 - 3600000, 'warnAt', (c ->> 'warnAt')::float8 - 3600000)), '[]') from jsonb_array_elements(s.clocks) c)
    from threads t where s.tenant_id = '${tenantId}' and t.tenant_id = s.tenant_id and t.id = s.thread_id and t.public_number % 3 = 0
      and not exists (select 1 from jsonb_array_elements(s.clocks) c where c ->> 'dueAt' is null)`)

const emails = ['ada@example.com', 'grace@example.com', 'alan@example.com', 'edith@example.com']

/** Makes threads that differ in every field that filters compare. */
async function makeThreads(count: number): Promise<void> {
  const fields = [
    { key: 'plan', type: 'TEXT' },
    { key: 'seats', type: 'NUMBER' },
    { key: 'paid', type: 'BOOLEAN' },
    { key: 'parts', type: 'MULTISELECT', options: [{ value: 'a' }, { value: 'b' }] },
  ]
  // A value that was stored before the custom field existed may have another type.
  await make('POST', '/threads', {
    title: 'Early',
    body: 'Hi',
    requester: { email: 'ada@example.com' },
    customFields: { plan: ['pro'], paid: 'true' },
  })
  for (const field of fields) await make('POST', '/custom-fields', { ...field, name: field.key, appliesTo: 'THREAD' })
  await make('POST', '/sla-policies', {
    name: 'Standard',
    targets: { firstResponse: { normal: 30, high: 120 }, nextResponse: { normal: 45 }, resolution: { normal: 61, urgent: 10 } },
    pauseOn: ['pending'],
  })
  const inboxes = [tenant.inboxId, (await make('POST', '/inboxes', { name: 'Second', type: 'API' })).id]
  const team = (await make('POST', '/teams', { name: 'First line' })).id
  const person = (await make('POST', '/users', { name: 'Grace', email: 'grace@skein.test', role: 'AGENT', invite: false })).id
  const labels = [(await make('POST', '/labels', { name: 'Billing' })).id, (await make('POST', '/labels', { name: 'VIP' })).id]
  const choices = seededRandom(testSeed())
  const random = (n: number): number => choices.between(0, n - 1)
  const pick = <Value>(values: readonly Value[]): Value | undefined => values[random(values.length)]
  const ids: string[] = []
  for (let i = 0; i < count; i++) {
    const { threadId } = await make<{ threadId: string }>('POST', '/threads', {
      title: 'Export',
      body: 'It is empty.',
      requester: { email: pick(emails) },
      inboxId: pick(inboxes),
      priority: pick(['LOW', 'NORMAL', 'NORMAL', 'HIGH', 'URGENT']),
      channel: pick(['API', 'SMS']),
      ...(random(3) === 0 ? { external_reference_id: `order-${i}` } : {}),
      customFields: {
        ...pick([{ plan: 'pro' }, { plan: 'free' }, { plan: '5' }, {}, { plan: '' }, { plan: ' \u200b\u3000' }]),
        seats: pick([5, 5.5]),
        ...pick([{}, { paid: true }, { paid: false }]),
        ...pick([{}, { parts: [] }, { parts: ['a'] }, { parts: ['a', 'b'] }]),
      },
    })
    ids.push(threadId)
  }
  const change = async (id: string) => {
    const steps: (() => Promise<unknown>)[] = [
      () => make('POST', `/threads/${id}/reply`, { body: 'On it.' }),
      () => make('POST', `/threads/${id}/messages`, { body: 'And?' }),
      () => make('POST', `/threads/${id}/assign`, { assigneeId: pick([person, null]), teamId: pick([team, null]) }),
      () => tenant.api('POST', `/threads/${id}/labels`, { body: { add: [pick(labels)] } }),
      () => make('PUT', `/threads/${id}/followers/${person}`),
      () => tenant.api('POST', `/threads/${id}/snooze`, { body: pick([{ untilReply: true }, { durationSeconds: 90_000 }]) }),
      () => tenant.api('PATCH', `/threads/${id}`, { body: { status: pick(['open', 'pending', 'resolved', 'closed']) } }),
      () => tenant.api('PATCH', `/threads/${id}`, { body: { priority: pick(['low', 'normal', 'high']) } }),
      () => tenant.api('POST', `/threads/${id}/merge`, { body: { sourceIds: [pick(ids.filter((each) => each !== id))] } }),
    ]
    for (let n = random(5); n > 0; n--) await pick(steps)?.().catch(() => null)
  }
  for (const id of ids) if (random(2) === 0) await change(id)
  await passTime(tenant.tenantId)
  for (const id of ids) await change(id)
  const [source, target] = await Promise.all(
    emails.slice(2).map(async (email) => (await make<{ id: string }[]>('GET', `/customers?email=${email}`))[0]?.id),
  )
  await make('POST', `/customers/${target}/merge`, { sourceIds: [source] })
}

async function readList(query: string): Promise<Thread[]> {
  const found: Thread[] = []
  for (let cursor = ''; ; ) {
    const { status, text, body } = await tenant.api<Thread[]>('GET', `/threads?limit=100&${query}${cursor}`)
    expect(status, text).toBe(200)
    found.push(...body.data)
    if (!body.meta.hasMore) return found.toSorted((a, b) => (a.id < b.id ? -1 : 1))
    cursor = `&cursor=${encodeURIComponent(body.meta.cursor)}`
  }
}

const severalOf = (...values: string[]) => fc.subarray(values, { minLength: 1, maxLength: 2 }).map((several) => several.join(','))

/** Makes filters of one to three fields, each with a value that some of the threads have or nearly have. */
function getFilters(snapshots: readonly ThreadSnapshot[], mergedCustomerIds: readonly Uuid[]): fc.Arbitrary<ThreadFilter> {
  const of = <Value>(find: (snapshot: ThreadSnapshot) => Value | null | undefined) => {
    const values = snapshots.flatMap((snapshot) => find(snapshot) ?? [])
    return values.length > 0 ? fc.constantFrom(...values) : fc.constant(undefined)
  }
  const times = (find: (snapshot: ThreadSnapshot) => number | string | null | undefined) =>
    of((snapshot) => find(snapshot)).chain((found) =>
      fc
        .constantFrom(-1, 0, 1)
        .map((more) => found && new Date((typeof found === 'number' ? found : Date.parse(isoTime(found))) + more).toISOString()),
    )
  const due = times(({ thread }) => thread.sla?.clocks.find(({ dueAt }) => dueAt !== null)?.dueAt)
  const fields: { [Field in keyof ThreadFilter]?: fc.Arbitrary<unknown> } = {
    status: severalOf('open', 'pending', 'resolved', 'closed'),
    assigneeId: fc.oneof(
      fc.constant('none'),
      of(({ thread }) => thread.assigneeId),
    ),
    followerId: of(({ followerIds }) => followerIds[0]),
    teamId: fc.oneof(
      fc.constant('none'),
      of(({ thread }) => thread.teamId),
    ),
    inboxId: of(({ thread }) => thread.inboxId),
    customerId: fc.oneof(
      of(({ thread }) => thread.customerId),
      fc.constantFrom(...mergedCustomerIds),
    ),
    labelId: fc.oneof(
      fc.constant('none'),
      of(({ thread }) => thread.labels[0]?.id),
    ),
    priority: severalOf('low', 'normal', 'high', 'urgent'),
    channel: severalOf('api', 'sms', 'email'),
    customFields: fc.record(
      {
        plan: fc.constantFrom('pro', 'free', '5', '', ' ', '*'),
        seats: fc.constantFrom('5', '5.50', '', '*'),
        paid: fc.constantFrom('true', 'false', '', '*'),
        parts: fc.constantFrom('a', 'b', '', '*'),
      },
      { requiredKeys: [] },
    ),
    externalRef: of(({ thread }) => thread.externalRef),
    createdAfter: times(({ thread }) => thread.createdAt),
    createdBefore: times(({ thread }) => thread.createdAt),
    updatedAfter: times(({ thread }) => thread.updatedAt),
    updatedBefore: times(({ thread }) => thread.updatedAt),
    lastMessageAfter: times(({ thread }) => thread.lastMessageAt),
    lastMessageBefore: times(({ thread }) => thread.lastMessageAt),
    waiting: fc.boolean(),
    waitingSinceAfter: times(({ thread }) => thread.waitingSince),
    waitingSinceBefore: times(({ thread }) => thread.waitingSince),
    slaState: fc.constantFrom('BREACHED', 'WARNING', 'PENDING', 'PAUSED', 'MET', 'MISSED'),
    slaDueAfter: due,
    slaDueBefore: due,
    snoozed: fc.boolean(),
  }
  const field = fc.constantFrom(...Object.entries(fields)).chain(([name, value]) => value.map((wanted) => [name, wanted] as const))
  // Safe because the fields above have values that the schema of filters allows.
  return fc
    .array(field, { minLength: 1, maxLength: 3 })
    .map((entries) => Object.fromEntries(entries.filter(([, wanted]) => wanted !== undefined)) as ThreadFilter)
}

const prefixes: Readonly<Record<string, IdPrefix>> = {
  assigneeId: 'usr',
  followerId: 'usr',
  teamId: 'tea',
  inboxId: 'inb',
  customerId: 'cst',
  labelId: 'lbl',
}

/** Returns the filter as a caller sends it, with ids of the API. */
function toRequest(filter: ThreadFilter): ThreadFilters {
  const show = (name: string, value: unknown): unknown => {
    const prefix = prefixes[name]
    return prefix && value !== 'none' ? toTypeId(prefix, String(value)) : value
  }
  // Safe because the list has these filters too.
  return Object.fromEntries(Object.entries(filter).map(([name, value]) => [name, show(name, value)])) as ThreadFilters
}

function toQuery(filters: ThreadFilters): string {
  const parameters = Object.entries(filters).flatMap(([name, value]) =>
    typeof value === 'object' ? Object.entries(value).map(([key, each]) => [`${name}[${key}]`, String(each)]) : [[name, String(value)]],
  )
  return parameters.map(([name = '', value = '']) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&')
}

describe('the filter of a rule', () => {
  it('holds for exactly the threads that the list shows for it, and so in the client', async () => {
    await makeThreads(extent({ short: 40, all: 500 }))
    const threads = await readList('')
    const ids = threads.map(({ id }) => parseTypeId('thr', id) ?? '')
    const snapshots = new Map<Uuid, ThreadSnapshot>()
    for (const id of ids) {
      const snapshot = await loadSnapshot(service.db, tenant.tenantId, id)
      if (snapshot) snapshots.set(id, snapshot)
    }
    expect(snapshots.size).toBe(ids.length)
    const merged = [...snapshots.values()].flatMap(({ customerIds, thread }) => customerIds.filter((id) => id !== thread.customerId))
    expect(merged.length).toBeGreaterThan(0)
    let [hits, compared, unknown] = [0, 0, 0]
    const { fieldTypes = {} } = [...snapshots.values()][0] ?? {}
    await fc.assert(
      fc.asyncProperty(getFilters([...snapshots.values()], merged), async (filter) => {
        const request = toRequest(filter)
        const listed = (await readList(toQuery(request))).map(({ id }) => parseTypeId('thr', id))
        const matching = ids.filter((id) => matchesThread({ all: [filter] }, snapshots.get(id) as ThreadSnapshot))
        expect(matching).toEqual(listed)
        // Threads do not show which customers were merged into theirs.
        const isMerged = merged.some((id) => id === filter.customerId)
        for (const [i, thread] of isMerged ? [] : threads.entries()) {
          const known = matchesClient(thread, request, { fieldTypes })
          if (known === null) unknown++
          else expect([thread.id, known]).toEqual([thread.id, listed.includes(ids[i] ?? '')])
          compared++
        }
        hits += listed.length > 0 ? 1 : 0
      }),
      propertyRuns({ short: 80, all: 300 }),
    )
    expect(hits).toBeGreaterThan(10)
    expect(unknown / compared).toBeLessThan(0.5)
  })

  it('needs all of `all`, one of `any` and none of `none`', async () => {
    const { threadId } = await make<{ threadId: string }>('POST', '/threads', {
      title: 'One',
      body: 'Hi',
      requester: { email: 'a@example.com' },
    })
    const snapshot = (await loadSnapshot(service.db, tenant.tenantId, parseTypeId('thr', threadId) ?? '')) as ThreadSnapshot
    const [yes, no]: [ThreadFilter, ThreadFilter] = [{ status: 'open' }, { status: 'closed' }]
    const holds = (filter: object) => evaluateThread(filter, snapshot).holds
    expect([holds({}), holds({ all: [yes, yes] }), holds({ any: [no, yes] }), holds({ none: [no] }), holds({ any: [] })]).toEqual(
      Array(5).fill(true),
    )
    expect([holds({ all: [yes, no] }), holds({ any: [no] }), holds({ none: [no, yes] })]).toEqual([false, false, false])
    expect(evaluateThread({ any: [no], none: [{ assigneeId: 'none' }] }, snapshot)).toEqual({
      holds: false,
      all: [],
      any: [{ holds: false, conditions: [{ field: 'status', wanted: 'closed', found: 'open', holds: false }] }],
      none: [{ holds: true, conditions: [{ field: 'assigneeId', prefix: 'usr', wanted: 'none', found: null, holds: true }] }],
    })
  })
})
