/** Generates random histories of threads, and waits until reports have read them. */
import { expect } from 'vitest'
import { statement } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import { makeTeam, makeUser } from './assignment.ts'
import { until } from './job-fixture.ts'
import type { TestService, TestTenant } from './service.ts'

const behind = statement<{ tenantId: Uuid }, { events: number }>(`
  select k.event_sequence - coalesce(c.sequence, 0) as events from tenant_counters k
  left join reader_cursors c on c.tenant_id = k.tenant_id and c.reader = 'measures' where k.tenant_id = :tenantId::uuid`)
/** Waits until the reader of measures has read all events of the tenant. */
export const isRead = (service: Pick<TestService, 'db'>, { tenantId }: Pick<TestTenant, 'tenantId'>): Promise<void> =>
  until(async () => (await service.db.first(behind, { tenantId }))?.events === 0)

export type RebuildJob = {
  id: string
  state: string
  total: number
  done: number
  result: { compared: number; different: object[]; kept: number } | null
}

/** Rebuilds the report data. Returns the result. */
export async function rebuildReports(tenant: TestTenant, given: { what: 'SUMS' | 'FACTS'; from?: string }): Promise<RebuildJob['result']> {
  const { status, body } = await tenant.api<RebuildJob>('POST', '/reports/rebuild', { body: given })
  expect(status).toBe(202)
  let job = body.data
  await until(async () => {
    job = (await tenant.api<RebuildJob>('GET', `/jobs/${job.id}`)).body.data
    return job.state === 'DONE' || job.state === 'FAILED'
  }, 60_000)
  expect(job).toMatchObject({ state: 'DONE', done: job.total })
  return job.result
}

export const factsOf = statement<{ tenantId: Uuid }, { fact: string }>(
  'select to_json(f)::text as fact from facts f where tenant_id = :tenantId::uuid order by kind, at, sequence, n',
)
const sumsOf = statement<{ tenantId: Uuid }, { sum: string }>(
  `select to_json(k)::text as sum from measure_days k where tenant_id = :tenantId::uuid and (count <> 0 or sum <> 0 or business_sum <> 0)
  order by metric, dimension, value, day, step`,
)
const statesOf = statement<{ tenantId: Uuid }, { state: string }>(
  'select to_json(k)::text as state from thread_measures k where tenant_id = :tenantId::uuid order by thread_id',
)

/** Reads all facts, sums and states, to compare them with a later read. */
export async function readEverything(service: Pick<TestService, 'db'>, { tenantId }: Pick<TestTenant, 'tenantId'>) {
  return {
    facts: await service.db.rows(factsOf, { tenantId }),
    sums: await service.db.rows(sumsOf, { tenantId }),
    states: await service.db.rows(statesOf, { tenantId }),
  }
}

/** Runs random operations of several writers on a few threads, so that they often conflict. */
export async function writeHistory(tenant: TestTenant, { writers, steps }: { writers: number; steps: number }): Promise<void> {
  const place = await makePlace(tenant)
  await Promise.all(Array.from({ length: writers }, (_, writer) => write(tenant, place, 7_919 * (writer + 1), steps)))
}

/** Runs operations that produce a fact of each kind, so that a comparison never depends on a random history. */
export async function writeEachKind(tenant: TestTenant): Promise<void> {
  const requester = { email: 'each-kind@example.com' }
  const make = async () => (await tenant.skein.createThread({ body: { title: 'T', body: 'b', requester } })).data.threadId
  const [thread, source] = [await make(), await make()]
  const steps: [method: string, path: string, body?: object][] = [
    ['POST', 'messages', { body: 'm', authorType: 'AGENT' }],
    ['POST', 'messages', { body: 'm', authorType: 'BOT' }],
    ['POST', 'messages', { body: 'm', internal: true }],
    ['POST', 'messages', { body: 'm', authorType: 'CUSTOMER' }],
    ['PATCH', '', { status: 'resolved' }],
    ['PATCH', '', { priority: 'high' }],
    ['PATCH', '', { status: 'pending' }],
    ['PATCH', '', { priority: 'low' }],
    ['PATCH', '', { status: 'open' }],
    ['POST', 'merge', { sourceIds: [source] }],
    ['PATCH', '', { status: 'closed' }],
  ]
  for (const [method, path, body] of steps) {
    const response = await tenant.api(method, `/threads/${thread}/${path}`.replace(/\/$/, ''), { body })
    expect([200, 201], response.text).toContain(response.status)
  }
  expect((await tenant.api('POST', `/threads/${source}/unmerge`)).status).toBe(200)
}

/** Runs operations that often conflict. Refusals are expected. */
async function write(tenant: TestTenant, place: Place, seed: number, steps: number): Promise<void> {
  let state = seed
  const random = (below: number): number => (state = (state * 48_271) % 2_147_483_647) % below
  const pick = <Item>(items: readonly Item[]): Item => items[random(items.length)] as Item
  const call = async (method: string, path: string, body?: object) => {
    const response = await tenant.api<{ id: string; threadId?: string }>(method, path, { body })
    expect([200, 201, 202, 400, 404, 409, 412, 422], response.text).toContain(response.status)
    return response
  }
  for (let i = 0; i < steps; i++) {
    const thread = pick(place.threads)
    const other = pick(place.threads)
    const act = random(14)
    if (act === 0 || !thread) {
      const requester = { email: `customer-${random(3)}@example.com` }
      const made = await call('POST', '/threads', { title: 'T', body: 'b', requester })
      place.threads.push(made.body.data.threadId ?? '')
    } else if (act < 3) await call('PATCH', `/threads/${thread}`, { status: pick(['open', 'pending', 'resolved', 'closed']) })
    else if (act === 3) await call('PATCH', `/threads/${thread}`, { priority: pick(['low', 'high']), inboxId: pick(place.inboxes) })
    else if (act < 6) await call('POST', `/threads/${thread}/assign`, pick(place.assignments))
    else if (act < 9) {
      const author = pick([{ authorType: 'CUSTOMER' }, { authorType: 'AGENT' }, { authorType: 'BOT' }, { internal: true }])
      const sentAt = pick([{}, {}, {}, { sentAt: `2026-01-0${1 + random(9)}T00:00:00Z` }])
      await call('POST', `/threads/${thread}/messages`, { body: 'm', ...author, ...sentAt })
    } else if (act === 9) await call('POST', `/threads/${thread}/snooze`, pick([{ durationSeconds: 90 }, { untilReply: true }]))
    else if (act === 10) await call('POST', `/threads/${thread}/merge`, { sourceIds: [other], allowCrossCustomer: true })
    else if (act === 11) await call('POST', `/threads/${pick(place.threads)}/unmerge`)
    else if (act === 12) {
      const there = await tenant.api<{ id: string }[]>('GET', `/threads/${thread}/messages`)
      const message = pick(there.body.data ?? [])
      const made = message ? await call('POST', `/threads/${thread}/split`, { messageIds: [message.id], subject: 'S' }) : null
      if (made?.status === 201) place.threads.push(made.body.data.id)
    } else await call('PATCH', `/threads/${thread}`, { status: pick(['resolved', 'closed']), assigneeId: pick(place.people) })
  }
}

type Place = { threads: string[]; inboxes: string[]; people: (string | null)[]; assignments: object[] }

async function makePlace(tenant: TestTenant): Promise<Place> {
  const team = await makeTeam(tenant, { assignment: 'ROUND_ROBIN' })
  const people = [await makeUser(tenant, { teamIds: [team] }), await makeUser(tenant, { teamIds: [team] }), null]
  const { body } = await tenant.api<{ id: string }>('POST', '/inboxes', { body: { name: 'Other', type: 'API' } })
  const assignments = [
    { teamId: team },
    { teamId: null },
    { strategy: 'ROUND_ROBIN', teamId: team },
    ...people.map((assigneeId) => ({ assigneeId })),
  ]
  const threads = await Promise.all(
    [0, 0, 1, 2].map(async (n) => {
      const requester = { email: `customer-${n}@example.com` }
      return (await tenant.skein.createThread({ body: { title: 'T', body: 'b', requester } })).data.threadId
    }),
  )
  return { threads, inboxes: [tenant.inboxId, body.data.id], people, assignments }
}
