/** G21: a job's effect happens once and on time. A job that fails is retried, and is reported when it is given up. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { job, JobFailure } from './job.ts'
import type { HangingWorker } from '../../../test/support/hanging-worker.ts'
import {
  cancelDeclared,
  jobName,
  keys,
  mark,
  declareMarkingJob,
  openJobFixture,
  ordersFor,
  until,
} from '../../../test/support/job-fixture.ts'
import { setUpTenant, type TestTenant } from '../../../test/support/service.ts'
import { takesAtMost } from '../../../test/support/stalls.ts'

const { service, tenant } = await setUpTenant()
const fixture = await openJobFixture(service)
const other = await service.createTenant()

describe('an effect happens once', () => {
  it('with two workers at the same time, for every tenant', async () => {
    const name = jobName('mark')
    const marks = declareMarkingJob(name)
    await fixture.put(marks, ...ordersFor(tenant, 150), ...ordersFor(other, 50))
    fixture.startWorker([marks])
    fixture.startWorker([marks])
    await until(async () => (await fixture.held(name)).length === 0)
    const made = (await fixture.marks(name)).map(({ tenantId, key }) => `${tenantId} ${key}`)
    expect(made.toSorted()).toEqual(
      [...keys(150).map((key) => `${tenant.tenantId} ${key}`), ...keys(50).map((key) => `${other.tenantId} ${key}`)].toSorted(),
    )
  })

  it('although an attempt outlasts its lease and a second attempt overtakes it', async () => {
    const name = jobName('dawdle')
    const begun: number[] = []
    const dawdle = declareMarkingJob(name, {
      leaseSeconds: 3,
      async outside({ attempt }) {
        begun.push(attempt)
        if (attempt === 1) await until(async () => (await fixture.marks(name)).length > 0)
        return `attempt ${attempt}`
      },
    })
    await fixture.put(dawdle, ...ordersFor(tenant, 1))
    const worker = fixture.startWorker([dawdle])
    await until(async () => (await fixture.held(name)).length === 0)
    await worker.stop()
    expect(begun).toEqual([1, 2])
    expect((await fixture.marks(name)).map(({ note }) => note)).toEqual(['attempt 2'])
  })

  it('because a worker renews the lease while the work takes longer', async () => {
    const name = jobName('renew')
    const begun: number[] = []
    const slow = declareMarkingJob(name, {
      leaseSeconds: 3,
      renewsLease: true,
      async outside({ attempt }) {
        begun.push(attempt)
        await sleep(4_000)
        return `attempt ${attempt}`
      },
    })
    await fixture.put(slow, ...ordersFor(tenant, 1))
    fixture.startWorker([slow])
    fixture.startWorker([slow])
    await until(async () => (await fixture.held(name)).length === 0)
    expect(begun).toEqual([1])
    expect((await fixture.marks(name)).map(({ note }) => note)).toEqual(['attempt 1'])
  })

  it('and a cancelled job that renews its lease is told to stop', async () => {
    const name = jobName('lose')
    const stopped: string[] = []
    const lost = declareMarkingJob(name, {
      leaseSeconds: 1,
      renewsLease: true,
      async outside({ signal }) {
        stopped.push('begun')
        await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
        stopped.push('aborted')
        return ''
      },
    })
    await fixture.put(lost, ...ordersFor(tenant, 1))
    const worker = fixture.startWorker([lost])
    await until(() => stopped.length === 1)
    await service.db.transaction((tx) => cancelDeclared(tx, lost, { tenantId: tenant.tenantId, key: 'k0' }))
    await worker.stop()
    expect(stopped).toEqual(['begun', 'aborted'])
    expect(await fixture.marks(name)).toEqual([])
  })

  it('although the worker is killed: another worker claims the job after the lease', async () => {
    const name = jobName('hang')
    const mine = declareMarkingJob(name, { leaseSeconds: 2 })
    await fixture.put(mine, ...ordersFor(tenant, 1))
    const given: HangingWorker = { connection: service.connection, config: service.config, name, leaseSeconds: 2 }
    const child = spawn(process.execPath, [`${import.meta.dirname}/../../../test/support/hanging-worker.ts`, JSON.stringify(given)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await once(child.stdout, 'data')
    child.kill('SIGKILL')
    await once(child, 'exit')
    fixture.startWorker([mine])
    await takesAtMost(4_000, () => until(async () => (await fixture.marks(name)).length === 1), service.db)
    expect(await fixture.held(name)).toEqual([])
  })

  it('together with its audit row, or not at all', async () => {
    const name = jobName('audit')
    const audited = job({
      name,
      description: 'Leaves a mark and an audit row, and fails once.',
      retrySeconds: [0.05],
      async run({ tx, effects, tenantId, key, attempt }) {
        await mark(tx, { tenantId, name, key, note: `attempt ${attempt}` })
        effects.audit({ action: 'thread.updated', target: { type: 'thread', id: tenantId } })
        if (attempt === 1) throw new Error('no')
      },
    })
    const before = (await tenant.api('GET', '/audit-logs?limit=1')).body.meta.total
    await fixture.put(audited, ...ordersFor(tenant, 1))
    fixture.startWorker([audited])
    await until(async () => (await fixture.held(name)).length === 0)
    expect((await fixture.marks(name)).map(({ note }) => note)).toEqual(['attempt 2'])
    expect((await tenant.api('GET', '/audit-logs?limit=1')).body.meta.total).toBe(before + 1)
  })
})

describe('a job', () => {
  it('that is scheduled runs within two seconds of its time, and not before', async () => {
    const name = jobName('wake')
    const wake = declareMarkingJob(name)
    fixture.startWorker([wake])
    const at = Date.now() + 1_500
    await fixture.put(wake, { tenantId: tenant.tenantId, key: 'a', at: new Date(at).toISOString() })
    const early = Math.max(0, at - Date.now())
    await takesAtMost(early + 2_000, () => until(async () => (await fixture.marks(name)).length > 0), service.db)
    expect(Date.now()).toBeGreaterThanOrEqual(at)
  })

  it('with the same key replaces the first, and a cancelled job never finishes', async () => {
    const name = jobName('replace')
    const under = { way: 0 }
    const released = Promise.withResolvers<void>()
    const replaced = job<string, void, { n: number }>({
      name,
      description: 'Takes a while.',
      async outside({ input }) {
        if (input.n === 1) under.way++
        if (input.n === 1) await released.promise
      },
      run: async ({ tx, tenantId, key, input }) => void (await mark(tx, { tenantId, name, key, note: String(input.n) })),
    })
    const { tenantId } = tenant
    await fixture.put(replaced, { tenantId, key: 'replaced', input: { n: 1 } }, { tenantId, key: 'cancelled', input: { n: 1 } })
    await fixture.put(replaced, { tenantId, key: 'later', input: { n: 3 }, inSeconds: 3_600 })
    const worker = fixture.startWorker([replaced])
    await until(() => under.way === 2)
    await fixture.put(replaced, { tenantId, key: 'replaced', input: { n: 2 } })
    expect(await service.db.transaction((tx) => cancelDeclared(tx, replaced, { tenantId, key: 'cancelled' }))).toBe(true)
    expect(await service.db.transaction((tx) => cancelDeclared(tx, replaced, { tenantId, key: 'later' }))).toBe(true)
    expect(await service.db.transaction((tx) => cancelDeclared(tx, replaced, { tenantId, key: 'later' }))).toBe(false)
    released.resolve()
    await until(async () => (await fixture.held(name)).length === 0)
    await worker.stop()
    expect((await fixture.marks(name)).map(({ key, note }) => [key, note])).toEqual([['replaced', '2']])
  })

  it('in batches handles each item once, in order and without pauses', async () => {
    const name = jobName('chunk')
    const chunks = job<string, void, { total: number }>({
      name,
      description: 'Does a chunk at a time.',
      async run({ tx, tenantId, key, input }) {
        const done = (await fixture.marks(name)).length
        await mark(tx, { tenantId, name, key, note: `${done + 1} of ${input.total}` })
        return done + 1 < input.total ? { againInSeconds: 0 } : undefined
      },
    })
    fixture.startWorker([chunks])
    await fixture.put(chunks, { tenantId: tenant.tenantId, key: 'a', input: { total: 40 } })
    // Without a poll for each batch.
    await takesAtMost(40 * 200, () => until(async () => (await fixture.marks(name)).length === 40), service.db)
    await until(async () => (await fixture.held(name)).length === 0)
    expect((await fixture.marks(name)).map(({ note }) => note)).toEqual(keys(40).map((_, i) => `${i + 1} of 40`))
  })
})

describe('a failing job', () => {
  const health = async (of: TestTenant) => (await of.skein.getSystemHealth()).data.find(({ component }) => component === 'jobs')?.detail

  it('is retried with backoff, then dead, and shown in its own tenant’s health', async () => {
    const name = jobName('fail')
    const attemptsAt: number[] = []
    const failing = job({
      name,
      description: 'Fails.',
      retrySeconds: [0.2, 0.8],
      async run() {
        attemptsAt.push(performance.now())
        throw new Error(`attempt ${attemptsAt.length} failed`)
      },
      onDead: async ({ tx, tenantId, key, error }) => void (await mark(tx, { tenantId, name, key, note: error })),
    })
    const mine = await service.createTenant()
    expect(await health(mine)).toMatch(/ 0 are dead\.$/)
    await fixture.put(failing, ...ordersFor(mine, 1))
    expect(await health(mine)).toContain(`1 ${name}`)
    expect(await health(other)).not.toContain(name)
    fixture.startWorker([failing])
    await until(async () => (await fixture.held(name))[0]?.state === 'DEAD')
    expect(await fixture.held(name)).toEqual([{ key: 'k0', state: 'DEAD', attempt: 3, error: 'attempt 3 failed' }])
    expect((await fixture.marks(name)).map(({ note }) => note)).toEqual(['attempt 3 failed'])
    const [first = 0, second = 0, third = 0] = attemptsAt
    expect(attemptsAt).toHaveLength(3)
    expect(second - first).toBeGreaterThanOrEqual(200)
    expect(third - second).toBeGreaterThanOrEqual(800)
    expect([await health(mine), await health(other)]).toEqual([
      expect.stringMatching(/ 1 are dead\.$/),
      expect.stringMatching(/ 0 are dead\.$/),
    ])
    expect(await (await fetch(`${service.baseUrl}/metrics`)).text()).toMatch(new RegExp(`^jobs_dead\\{job="${name}"\\} 1$`, 'm'))
    await fixture.put(failing, ...ordersFor(mine, 1, { inSeconds: 3_600 }))
    expect(await health(mine), 'put again it is alive').toMatch(/ 0 are dead\.$/)
  })

  it('can rule out a retry, or choose its time', async () => {
    const name = jobName('tell')
    const attempts: Record<string, number[]> = { permanent: [], busy: [] }
    const telling = job<string, void, { permanent: boolean }>({
      name,
      description: 'Fails and says how.',
      retrySeconds: [0.01, 0.01],
      async outside({ key, input: { permanent }, attempt }) {
        attempts[key]?.push(performance.now())
        if (permanent || attempt === 1) throw new JobFailure('told', { permanent, retryAfterSeconds: 1 })
      },
    })
    const { tenantId } = tenant
    await fixture.put(
      telling,
      { tenantId, key: 'permanent', input: { permanent: true } },
      { tenantId, key: 'busy', input: { permanent: false } },
    )
    fixture.startWorker([telling])
    await until(async () => (await fixture.held(name)).every(({ state }) => state === 'DEAD'))
    expect(await fixture.held(name)).toMatchObject([{ key: 'permanent', attempt: 1, error: 'told' }])
    const [first = 0, second = 0] = attempts['busy'] ?? []
    expect(second - first).toBeGreaterThanOrEqual(1_000)
  })

  it('is dead in the end, even if its failure handler fails or its workers are killed', async () => {
    const name = jobName('worst')
    const worst = job({
      name,
      description: 'Fails, and fails at that.',
      retrySeconds: [0.05],
      run: () => Promise.reject(new Error('no')),
      onDead: () => Promise.reject(new Error('not even that')),
    })
    await fixture.put(worst, ...ordersFor(tenant, 2))
    // Simulates a job whose worker died on every allowed attempt.
    await service.db.script(`update jobs set attempt = 2, leased_until = now() where name = '${name}' and key = 'k0'`)
    fixture.startWorker([worst])
    await until(async () => (await fixture.held(name)).every(({ state }) => state === 'DEAD'))
    expect(await fixture.held(name)).toEqual([
      { key: 'k0', state: 'DEAD', attempt: 3, error: 'The worker went away during the last attempt.' },
      { key: 'k1', state: 'DEAD', attempt: 2, error: 'no' },
    ])
  })
})
