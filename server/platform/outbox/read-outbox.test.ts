/** Readers of the outbox handle each event once and in order, even after failures and with several workers. */
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { setUpService, type TestTenant } from '../../../test/support/service.ts'
import { createLog } from '../log.ts'
import { createSecrets } from '../secrets.ts'
import { statement } from '../db.ts'
import type { Uuid } from '../ids.ts'
import { pruneTenant, rollUpTenant } from '../../resources/events/maintain.ts'
import { label } from '../../resources/labels/index.ts'
import { startWorker } from '../../worker.ts'
import { maxFailures, readNext, readOutbox } from './read-outbox.ts'
import type { Lane, WorkerServices } from '../jobs/job.ts'
import { reader, type Reader, type ReadContext, readerNames, startReading } from './readers.ts'
import type { EventRow } from './event-payload.ts'

if (!label.events) throw new Error('Labels have events')
const seen: number[] = []
let broken: (event: EventRow) => boolean = () => false
const stuck: string[] = []

/** Leaves an audit row for each event, so that effects that committed can be counted. */
const run = ({ effects, events }: ReadContext & { events: readonly EventRow[] }): Promise<void> => {
  for (const event of events) {
    seen.push(event.sequence)
    if (broken(event)) return Promise.reject(new Error(`broken at ${event.sequence}`))
    effects.audit({ action: 'event.read', target: { type: 'label', id: String(event.object['id']) } })
  }
  return Promise.resolve()
}
const own: Reader = reader({
  name: 'tested-reader',
  description: 'For this test.',
  types: [label.events.created],
  batch: 4,
  run,
  onStuck: ({ event, error }) => Promise.resolve(void stuck.push(`${event.sequence} ${error}`)),
})

let tenant: TestTenant
const service = await setUpService()
beforeEach(async () => {
  tenant = await service.createTenant()
  seen.length = 0
  stuck.length = 0
  broken = () => false
  await read()
})

const log = createLog('silent').log
const read = () =>
  readNext({ db: service.db, config: service.config, log, secrets: createSecrets(service.config.secretKey) }, own, tenant.tenantId)
const readAll = async (): Promise<void> => {
  while (await read()) continue
}
const makeLabels = async (count: number): Promise<void> => {
  for (let i = 0; i < count; i++) await tenant.skein.createLabel({ body: { name: getName(i) } })
}

const effectsOf = statement<{ tenantId: Uuid }, { name: string }>(`
  select l.name from audit_logs a join labels l on l.tenant_id = a.tenant_id and l.id = a.target_id
  where a.tenant_id = :tenantId::uuid and a.action = 'event.read' order by l.name_key`)
/** The names of labels whose events had an effect, sorted. */
const readNames = async (): Promise<string[]> => (await service.db.rows(effectsOf, { tenantId: tenant.tenantId })).map(({ name }) => name)
const getName = (i: number): string => `Label ${String(i).padStart(2, '0')}`
const names = (count: number): string[] => Array.from({ length: count }, (_, i) => getName(i))

const cursorOf = statement<{ tenantId: Uuid }, { sequence: number; failures: number; error: string | null; head: number }>(`
  select c.sequence, c.failures, c.error, k.event_sequence as head from reader_cursors c join tenant_counters k on k.tenant_id = c.tenant_id
  where c.tenant_id = :tenantId::uuid and c.reader = 'tested-reader'`)
const dueNow = statement<{ tenantId: Uuid }, object>('update reader_cursors set retry_at = null where tenant_id = :tenantId::uuid')

describe('a reader of the outbox', () => {
  it('gets the events of its types once, in order', async () => {
    await makeLabels(9)
    await readAll()
    expect(await readNames()).toEqual(names(9))
    expect(seen).toHaveLength(9)
    expect(seen).toEqual(seen.toSorted((a, b) => a - b))
    expect(await read()).toBe(false)
    const cursor = await service.db.first(cursorOf, { tenantId: tenant.tenantId })
    expect(cursor?.sequence).toBe(cursor?.head)
  })

  it('gets an event that failed alone, and the others before and after it', async () => {
    await makeLabels(6)
    let failures = 2
    broken = ({ object }) => object['name'] === 'Label 02' && failures-- > 0
    for (let i = 0; i < 40 && (await readNames()).length < 6; i++) {
      await service.db.rows(dueNow, { tenantId: tenant.tenantId })
      await readAll()
    }
    expect(await readNames()).toEqual(names(6))
    expect(stuck).toEqual([])
  })

  it('goes on without an event that failed ten times, and says which', async () => {
    await makeLabels(4)
    broken = ({ object }) => object['name'] === 'Label 01'
    for (let i = 0; i <= maxFailures + 4; i++) {
      await service.db.rows(dueNow, { tenantId: tenant.tenantId })
      await readAll()
    }
    expect(await readNames()).toEqual(['Label 00', 'Label 02', 'Label 03'])
    expect(stuck).toEqual([expect.stringMatching(/^\d+ broken at \d+$/)])
    expect(await service.db.first(cursorOf, { tenantId: tenant.tenantId })).toMatchObject({ failures: 0, error: null })
  })

  it('has each effect once when several workers read and transactions are lost', async () => {
    await makeLabels(30)
    let lost = 0
    broken = () => Math.random() < 0.2 && ++lost > 0
    for (let i = 0; i < 200 && (await readNames()).length < 30; i++) {
      await service.db.rows(dueNow, { tenantId: tenant.tenantId })
      await Promise.all([read(), read(), read()])
    }
    expect(await readNames()).toEqual(names(30))
    expect(stuck).toEqual([])
  })

  it('is served by a worker soon after a write', async () => {
    const worker = service.startWorker()
    await makeLabels(3)
    await expect.poll(readNames).toEqual(names(3))
    await worker.stop()
  })

  it('is found while another reader has the only slot of its tenant', async () => {
    await makeLabels(1)
    const { tenantId } = tenant
    // Safe because a search uses only the database.
    const queue = readOutbox.open({ db: service.db } as WorkerServices)
    const found = await queue.due({ tenants: [tenantId], suspended: [], lanes: [{ tenantId, lane: 'measures' }] }, 1_000)
    const lanes = found?.flatMap((each) => (each.tenantId === tenantId ? each.lane : []))
    expect(lanes).toContain('tested-reader')
    expect(lanes).not.toContain('measures')
  })

  it('counts failed attempts beside those that succeed', async () => {
    const outcomes: string[] = []
    const observe = (work: { name: string }, outcome: string): void => void (work.name === readOutbox.name && outcomes.push(outcome))
    broken = ({ object }) => object['name'] === 'Label 00'
    const worker = startWorker(service.config, service.db, log, { observe })
    await makeLabels(1)
    await expect.poll(() => outcomes).toContain('failed')
    broken = () => false
    await expect.poll(() => outcomes).toContain('succeeded')
    await worker.stop()
  })

  it('keeps events from being pruned until it has read them', async () => {
    await makeLabels(3)
    await service.db.rows(makeOld, { tenantId: tenant.tenantId })
    await service.db.transaction((tx) => rollUpTenant(tx, tenant.tenantId))
    const before = (await service.db.first(cursorOf, { tenantId: tenant.tenantId }))?.sequence ?? 0
    await pruneTenant(service.db, tenant.tenantId, 8)
    expect((await service.db.first(oldest, { tenantId: tenant.tenantId }))?.sequence).toBe(before + 1)
    await readAll()
    expect(await readNames()).toEqual(names(3))
  })
})

const makeOld = statement<{ tenantId: Uuid }, object>(
  `update events set created_at = now() - interval '100 days' where tenant_id = :tenantId::uuid`,
)
const oldest = statement<{ tenantId: Uuid }, { sequence: number }>(
  'select min(sequence) as sequence from events where tenant_id = :tenantId::uuid',
)

describe('a reader of few tenants that works apart', () => {
  let isWanted = true
  const done: number[] = []
  let isSlow = false
  let failAt: number | null = null
  const apart = reader({
    name: 'tested-apart-reader',
    description: 'For this test.',
    types: own.types,
    batch: 4,
    isWanted: () => Promise.resolve(isWanted),
    runApart: ({ events, isLate }) => {
      for (const { sequence } of events) {
        if (sequence === failAt) return Promise.reject(new Error('broken'))
        expect(isLate()).toBe(false)
        done.push(sequence)
        if (isSlow) return Promise.resolve(sequence)
      }
      return Promise.resolve(events.at(-1)?.sequence ?? 0)
    },
  })
  const readApart = () =>
    readNext({ db: service.db, config: service.config, log, secrets: createSecrets(service.config.secretKey) }, apart, tenant.tenantId)
  const positionOf = statement<{ tenantId: Uuid }, { sequence: number; leased: boolean; failures: number }>(`
    select sequence, retry_at is not null as leased, failures from reader_cursors where tenant_id = :tenantId::uuid and reader = 'tested-apart-reader'`)
  const readPosition = () => service.db.first(positionOf, { tenantId: tenant.tenantId })
  const start = () => service.db.transaction((tx) => startReading(tx, tenant.tenantId, apart))
  beforeEach(() => {
    isWanted = true
    isSlow = false
    failAt = null
    done.length = 0
  })

  it('has no position until it is started, and reads what happens from then on', async () => {
    await makeLabels(2)
    expect([await readApart(), await readPosition()]).toEqual([false, null])
    await start()
    expect(await readApart()).toBe(false)
    await tenant.skein.createLabel({ body: { name: 'Later' } })
    await start()
    while (await readApart()) continue
    expect(done).toHaveLength(1)
    expect((await readPosition())?.leased).toBe(false)
  })

  it('is looked for between searches after it had something to read', async () => {
    await start()
    await makeLabels(1)
    const woken: Lane[] = []
    // Safe because a search uses nothing else.
    const queue = readOutbox.open({ db: service.db, wake: (_, lane) => void woken.push(lane) } as WorkerServices)
    let now = 1_000
    vi.spyOn(performance, 'now').mockImplementation(() => now)
    try {
      const lane = { tenantId: tenant.tenantId, lane: apart.name }
      const full = { tenants: [], suspended: [], lanes: [] }
      expect(await queue.due(full, 1_000)).toContainEqual(lane)
      now += 100
      expect(await queue.due(full, 1_000)).toBeNull()
      expect(woken).toContainEqual(lane)
    } finally {
      vi.restoreAllMocks()
    }
  })

  it('loses its position when nobody wants it any longer', async () => {
    await start()
    isWanted = false
    await makeLabels(1)
    expect([await readApart(), await readPosition()]).toEqual([false, null])
  })

  it('does not keep events from being pruned where it has no position', async () => {
    await makeLabels(3)
    await service.db.rows(makeOld, { tenantId: tenant.tenantId })
    await service.db.transaction((tx) => rollUpTenant(tx, tenant.tenantId))
    const others = readerNames().readers.filter((name) => name !== apart.name)
    await service.db.script(`
      insert into reader_cursors (tenant_id, reader, sequence) select '${tenant.tenantId}', unnest(array['${others.join("','")}']), 1000
      on conflict (tenant_id, reader) do update set sequence = 1000`)
    expect((await pruneTenant(service.db, tenant.tenantId, 8)).pruned).toBe(3)
  })

  it('goes on where it stopped early', async () => {
    await start()
    await makeLabels(3)
    isSlow = true
    for (const count of [1, 2, 3]) {
      expect(await readApart()).toBe(true)
      expect(done).toHaveLength(count)
    }
    expect(done).toEqual([...new Set(done)].toSorted((a, b) => a - b))
  })

  it('repeats an event that failed, and keeps other workers away meanwhile', async () => {
    await start()
    await makeLabels(2)
    const first = ((await readPosition())?.sequence ?? 0) + 1
    failAt = first
    expect(await readApart()).toBe(false)
    expect(await readPosition()).toMatchObject({ failures: 1, leased: true })
    expect(await readApart()).toBe(false)
    failAt = null
    await service.db.script(`update reader_cursors set retry_at = null where tenant_id = '${tenant.tenantId}'`)
    while (await readApart()) continue
    expect(done).toHaveLength(2)
    expect(await readPosition()).toMatchObject({ failures: 0, leased: false })
  })
})
