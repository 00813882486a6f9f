/** Batches change each thread independently and once, despite repeated requests and killed workers. */
import { afterEach, describe, expect, it } from 'vitest'
import type { BatchResult, Job } from '../../../../client/index.ts'
import { newId, parseTypeId } from '#platform/ids.ts'
import { until } from '../../../../test/support/job-fixture.ts'
import { setUpTenant, randomIdSuffix } from '../../../../test/support/service.ts'
import { makeThread, getThreadEvents } from '../../../../test/support/threads.ts'
import { statement } from '#platform/db.ts'

const { service, tenant } = await setUpTenant()

const workers: { stop(): Promise<void> }[] = []
const startWorker = (): void => void workers.push(service.startWorker())
afterEach(async () => {
  for (const worker of workers.splice(0)) await worker.stop()
})

const batch = <Data = BatchResult>(body: object, headers: Record<string, string> = {}, of = tenant) =>
  of.api<Data>('POST', '/threads/batch', { body, headers })
const many = (count: number, of = tenant, more: object = {}) => Promise.all(Array.from({ length: count }, () => makeThread(of, more)))
const read = async (id: string, of = tenant) => (await of.api(`GET`, `/threads/${id}`)).body.data
const inSeconds = (seconds: number): string => new Date(Date.now() + seconds * 1_000).toISOString()

describe('a batch by ids', () => {
  it('changes a hundred threads at once, with events, and reports them in order', async () => {
    const ids = await many(100)
    const { status, body } = await batch({ threadIds: ids, changes: { status: 'RESOLVED', priority: 'high' } })
    expect(status).toBe(200)
    expect(body.data).toEqual({ results: ids.map((threadId) => ({ threadId, ok: true, error: null })), succeeded: 100, failed: 0 })
    expect(await read(ids[57] ?? '')).toMatchObject({ status: 'resolved', priority: 'high' })
    expect(await getThreadEvents(tenant, ids[57] ?? '')).toEqual(['thread.created', 'thread.status_changed', 'thread.priority_changed'])
    expect((await tenant.api('GET', '/threads?status=resolved&limit=1')).body.meta.total).toBe(100)
  })

  it('changes the threads that can change, and reports why the others cannot', async () => {
    const [one = '', two = '', closed = ''] = await many(3)
    await tenant.skein.updateThread({ path: { id: closed }, body: { status: 'closed' } })
    const foreign = await makeThread(await service.createTenant())
    const absent = `thr_${randomIdSuffix()}`
    const { body } = await batch({
      threadIds: [two, closed, one, absent, two, foreign],
      changes: { status: 'pending', priority: 'urgent' },
    })
    expect(body.data.results.map(({ threadId, ok, error }) => [threadId, ok, error?.code ?? null])).toEqual([
      [two, true, null],
      [closed, false, 'SVC-THREAD-INVALID_TRANSITION'],
      [one, true, null],
      [absent, false, 'SVC-THREAD-NOT_FOUND'],
      [foreign, false, 'SVC-THREAD-NOT_FOUND'],
    ])
    expect([body.data.succeeded, body.data.failed]).toEqual([2, 3])
    expect(await read(closed), 'nothing of a refused change').toMatchObject({ status: 'closed', priority: 'normal' })
    expect((await getThreadEvents(tenant, two)).length).toBe(3)
  })

  it('returns its first response to a retry and changes nothing again', async () => {
    const ids = await many(3)
    const headers = { 'idempotency-key': `batch-${newId()}` }
    const request = { threadIds: [...ids, `thr_${randomIdSuffix()}`], changes: { addLabels: [], status: 'resolved' } }
    const answers = await Promise.all(Array.from({ length: 4 }, () => batch(request, headers)))
    const [first] = answers
    await tenant.api('PATCH', `/threads/${ids[0]}`, { body: { status: 'open' } })
    const late = await batch(request, headers)
    for (const answer of [...answers, late]) expect(answer.body).toEqual(first?.body)
    expect(await read(ids[0] ?? '')).toMatchObject({ status: 'open' })
    expect(await getThreadEvents(tenant, ids[1] ?? '')).toEqual(['thread.created', 'thread.status_changed'])
  })

  it('sets team, assignee and labels, snoozes and unsnoozes', async () => {
    const team = (await tenant.skein.createTeam({ body: { name: 'First line' } })).data.id
    const label = (await tenant.skein.createLabel({ body: { name: 'Outage' } })).data
    const ids = await many(2, tenant, { tags: ['old'] })
    const time = inSeconds(3_600)
    await batch({
      threadIds: ids,
      changes: { teamId: team, assigneeId: tenant.ownerId, addLabels: [label.id], removeLabels: ['OLD'], snoozedUntil: time },
    })
    for (const id of ids)
      expect(await read(id)).toMatchObject({
        teamId: team,
        assignee: { id: tenant.ownerId },
        labels: [{ id: label.id, name: 'Outage' }],
        status: 'pending',
        snoozedUntil: time,
      })
    await batch({ threadIds: ids, changes: { assigneeId: null, snoozedUntil: null } })
    for (const id of ids) expect(await read(id)).toMatchObject({ assignee: null, status: 'open', snoozed: false })
  })

  it.each([
    ['no threads', { threadIds: [], changes: { status: 'open' } }, 400],
    ['101 threads', { threadIds: Array.from({ length: 101 }, () => `thr_${randomIdSuffix()}`), changes: { status: 'open' } }, 400],
    ['no changes', { threadIds: [`thr_${randomIdSuffix()}`], changes: {} }, 400],
    ['both ways', { threadIds: [`thr_${randomIdSuffix()}`], filter: {}, expectedTotal: 0, changes: { status: 'open' } }, 400],
    [
      'snoozing what is closed',
      { threadIds: [`thr_${randomIdSuffix()}`], changes: { status: 'closed', snoozedUntil: inSeconds(60) } },
      400,
    ],
    ['an unknown team', { threadIds: [`thr_${randomIdSuffix()}`], changes: { teamId: `tea_${randomIdSuffix()}` } }, 422],
    ['an unknown person', { threadIds: [`thr_${randomIdSuffix()}`], changes: { assigneeId: `usr_${randomIdSuffix()}` } }, 422],
    ['an unknown label', { threadIds: [`thr_${randomIdSuffix()}`], changes: { addLabels: ['no such label'] } }, 422],
    ['a past time', { threadIds: [`thr_${randomIdSuffix()}`], changes: { snoozedUntil: inSeconds(-60) } }, 422],
  ])('refuses %s', async (_, body, status) => {
    expect((await batch(body)).status).toBe(status)
  })

  it('requires threads:write', async () => {
    const { key } = await tenant.keyFor(['threads:read'])
    const answer = await service.api('POST', '/threads/batch', { key, body: { threadIds: await many(1), changes: { status: 'closed' } } })
    expect(answer.status).toBe(403)
  })
})

const eventsPerThread = statement<{ tenantId: string; type: string }, { threads: number; events: number }>(`
  select count(distinct object_id) as threads, count(*) as events from events where tenant_id = :tenantId::uuid and type = :type`)

describe('a batch by filter', () => {
  const job = async (id: string, of = tenant): Promise<Job> => (await of.api<Job>('GET', `/jobs/${id}`)).body.data
  const ended = async (id: string, of = tenant): Promise<Job> => {
    await until(async () => ['DONE', 'FAILED'].includes((await job(id, of)).state))
    return job(id, of)
  }

  it('changes each matching thread once, with two workers, and shows its progress', async () => {
    const own = await service.createTenant()
    await many(130, own, { priority: 'low' })
    const [other = ''] = await many(1, own)
    const { status, body } = await batch<Job>(
      { filter: { priority: 'LOW', status: 'open' }, expectedTotal: 130, changes: { status: 'resolved' } },
      {},
      own,
    )
    expect(status).toBe(202)
    expect(body.data).toMatchObject({ type: 'THREAD_BATCH', state: 'QUEUED', total: 130, done: 0, failed: 0, result: null })
    const [late = ''] = await many(1, own, { priority: 'low' })
    startWorker()
    startWorker()
    expect(await ended(body.data.id, own)).toMatchObject({ state: 'DONE', total: 130, done: 130, failed: 0, result: { failures: [] } })
    expect(await service.db.first(eventsPerThread, { tenantId: own.tenantId, type: 'thread.status_changed' })).toEqual({
      threads: 130,
      events: 130,
    })
    expect((await own.api('GET', '/threads?status=resolved&limit=1')).body.meta.total).toBe(130)
    expect([await read(late, own), await read(other, own)]).toMatchObject([{ status: 'open' }, { status: 'open' }])
  })

  it('reports which threads could not be changed', async () => {
    const own = await service.createTenant()
    const ids = await many(3, own)
    await own.api('PATCH', `/threads/${ids[1]}`, { body: { status: 'closed' } })
    const made = await batch<Job>({ filter: {}, expectedTotal: 3, changes: { status: 'pending' } }, {}, own)
    startWorker()
    // Safe because the result of a batch job has this type.
    const { failures } = (await ended(made.body.data.id, own)).result as { failures: BatchResult['results'] }
    expect(failures.map(({ threadId, error }) => [threadId, error?.code])).toEqual([[ids[1], 'SVC-THREAD-INVALID_TRANSITION']])
    expect(await job(made.body.data.id, own)).toMatchObject({ state: 'DONE', total: 3, done: 3, failed: 1 })
  })

  it('is refused when the number of matches has changed, and leaves nothing behind', async () => {
    const own = await service.createTenant()
    await many(2, own)
    const { status, body } = await batch({ filter: { status: 'open' }, expectedTotal: 3, changes: { status: 'resolved' } }, {}, own)
    expect([status, body.error?.code, body.error?.details?.[0]?.message]).toEqual([409, 'SVC-THREAD-TOTAL_CHANGED', '2 threads match now'])
    expect(await service.db.rows(itemsLeft, {})).toEqual([{ n: 0 }])
  })

  it('is created once, even if the request is repeated with its key', async () => {
    const own = await service.createTenant()
    await many(2, own)
    const request = { filter: { status: 'open' }, expectedTotal: 2, changes: { priority: 'urgent' } }
    const headers = { 'idempotency-key': 'one-job' }
    const ids = (await Promise.all(Array.from({ length: 4 }, () => batch<Job>(request, headers, own)))).map(({ body }) => body.data.id)
    expect(new Set(ids).size).toBe(1)
    startWorker()
    await ended(ids[0] ?? '', own)
    expect(await service.db.first(eventsPerThread, { tenantId: own.tenantId, type: 'thread.priority_changed' })).toEqual({
      threads: 2,
      events: 2,
    })
  })

  it('accepts the filters of the list', async () => {
    const own = await service.createTenant()
    const [id = ''] = await many(1, own, { tags: ['a'] })
    await many(2, own, { tags: ['b'] })
    const labelId = ((await read(id, own))['labels'] as { id: string }[])[0]?.id
    for (const filter of [
      { labelId, waiting: true, assigneeId: 'none' },
      { createdBefore: inSeconds(60), labelId },
      { labelId, unread: true },
      { labelId, q: 'export' },
    ]) {
      const total = (
        await own.api('GET', `/threads?${new URLSearchParams(Object.entries(filter).map(([name, value]) => [name, String(value)]))}`)
      ).body.meta.total
      expect(total).toBe(1)
      expect((await batch({ filter, expectedTotal: total, changes: { priority: 'high' } }, {}, own)).status).toBe(202)
    }
    expect((await batch({ filter: { waiting: true }, expectedTotal: 3, changes: { priority: 'low' } }, {}, own)).status).toBe(202)
  })

  it('continues where a killed worker stopped, and changes no thread twice', async () => {
    const own = await service.createTenant()
    await many(120, own)
    const { data } = (await batch<Job>({ filter: {}, expectedTotal: 120, changes: { status: 'resolved' } }, {}, own)).body
    // A killed worker leaves its lease; its transaction is rolled back. That is the state after a fresh claim of the job.
    await service.db.rows(leaseAsIfTaken, { tenantId: own.tenantId, key: parseTypeId('job', data.id) ?? '' })
    startWorker()
    await until(async () => (await job(data.id, own)).done >= 50)
    await workers.splice(0)[0]?.stop()
    const between = await job(data.id, own)
    expect((await own.api('GET', '/threads?status=resolved&limit=1')).body.meta.total).toBe(between.done)
    startWorker()
    expect(await ended(data.id, own)).toMatchObject({ done: 120, failed: 0 })
    expect(await service.db.first(eventsPerThread, { tenantId: own.tenantId, type: 'thread.status_changed' })).toEqual({
      threads: 120,
      events: 120,
    })
  })

  it('is not visible to another tenant', async () => {
    const own = await service.createTenant()
    const { data } = (await batch<Job>({ filter: {}, expectedTotal: 0, changes: { status: 'resolved' } }, {}, own)).body
    expect((await tenant.api('GET', `/jobs/${data.id}`)).status).toBe(404)
    startWorker()
    expect(await ended(data.id, own)).toMatchObject({ state: 'DONE', total: 0, done: 0 })
  })
})

const itemsLeft = statement<object, { n: number }>('select count(*) as n from thread_batch_items')
const leaseAsIfTaken = statement<{ tenantId: string; key: string }, object>(`with
  taken as (
    update jobs set attempt = attempt + 1, leased_until = now() + interval '1 second', due_at = now() + interval '1 second'
    where tenant_id = :tenantId::uuid and key = :key and name = 'run-thread-batch' returning name)
  update job_queues set due_at = now() + interval '1 second' where tenant_id = :tenantId::uuid and name in (select name from taken)`)
