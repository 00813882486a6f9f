import { afterAll, beforeAll, expect, it } from 'vitest'
import { cloneDatabase, type TestDatabase } from '../../../test/support/test-database.ts'
import { createTenant } from '../../resources/tenants/index.ts'
import { statement, type Database } from '../db.ts'
import { newId, type Uuid } from '../ids.ts'
import { openDatabase } from '../postgres/database.ts'
import { closed, Type } from '../schema.ts'
import { causedBy, type EventActor } from './attribution.ts'
import type { Effects } from './effects.ts'
import type { EventDeclaration } from './events.ts'
import { CollectedEffects, writeLedger } from './ledger.ts'
import { counters } from './counters.ts'
import { systemIdentity, type WriteIdentity } from './write-identity.ts'

let database: TestDatabase
let db: Database
let tenantId: Uuid
beforeAll(async () => {
  database = await cloneDatabase()
  db = openDatabase({ connection: database.connection, max: 4 })
  tenantId = (await createTenant(db, { slug: 'acme', name: 'Acme', ownerEmail: 'owner@example.com' })).tenantId
})
afterAll(async () => {
  await db.close()
  await database.drop()
})

type Kettle = { litres: number | null; text: string }
/** An event that is not declared, so that it does not appear in the API's document. */
const kettleFilled: EventDeclaration<Kettle> = {
  scope: 'threads:read',
  type: 'kettle.filled',
  description: 'For this test.',
  object: closed({ litres: Type.Number() }),
  present: ({ litres }) => ({ litres: litres ?? 0 }),
}

const record = (collect: (effects: Effects) => void, identity: Partial<WriteIdentity> = {}) =>
  db.transaction(async (tx) => {
    const effects = new CollectedEffects()
    collect(effects)
    await writeLedger(tx, { ...systemIdentity(tenantId), ...identity }, effects, { status: 200, record: null })
  })

const findCounters = statement<{ tenantId: Uuid }, Record<string, number>>(
  'select * from tenant_counters where tenant_id = :tenantId::uuid',
)
const readCounters = async () => (await db.first(findCounters, { tenantId })) ?? {}

type StoredEvent = { sequence: number; object: string; previous: string | null; actor: EventActor; cause: string | null; at: string }
const findEvents = statement<{ tenantId: Uuid; objectId: Uuid }, StoredEvent>(`
  select sequence, object::text, previous::text, actor, cause::text, created_at as at from events
  where tenant_id = :tenantId::uuid and object_id = :objectId::uuid order by sequence`)
const findAudits = statement<{ tenantId: Uuid; targetId: Uuid }, { action: string; before: string | null; after: string | null }>(`
  select action, before::text, after::text from audit_logs where tenant_id = :tenantId::uuid and target_id = :targetId::uuid order by action`)

it('each counter changes by its own difference', async () => {
  for (const counter of counters) {
    const before = await readCounters()
    await record((effects) => effects.count(counter, 3))
    expect(await readCounters()).toEqual({ ...before, [counter]: (before[counter] ?? 0) + 3 })
  }
})

it('events are numbered in the order in which they were emitted', async () => {
  const objectId = newId()
  const { event_sequence: last = 0 } = await readCounters()
  await record((effects) => {
    for (let n = 1; n <= 100; n++) effects.emit(kettleFilled, objectId, { litres: n, text: '' })
  })
  const events = await db.rows(findEvents, { tenantId, objectId })
  expect(events.map(({ sequence, object }) => [sequence - last, (JSON.parse(object) as Kettle).litres])).toEqual(
    Array.from({ length: 100 }, (_, i) => [i + 1, i + 1]),
  )
  expect((await readCounters())['event_sequence']).toBe(last + 100)
})

it('an event has its own actor and cause, or those of the write', async () => {
  const objectId = newId()
  const rule = { type: 'RULE', id: newId(), name: 'Night shift' } as const
  const customer = { type: 'CUSTOMER', id: newId(), name: null } as const
  const kettle = { litres: 1, text: '' }
  await record(
    (effects) => {
      effects.emit(kettleFilled, objectId, kettle)
      effects.attribute({ actor: rule }).emit(kettleFilled, objectId, kettle)
      effects.attribute({ actor: rule, cause: null }).emit(kettleFilled, objectId, kettle)
      effects.attribute({ cause: causedBy('SNOOZE') }).emit(kettleFilled, objectId, kettle)
    },
    { actor: customer, cause: causedBy('MERGE') },
  )
  const stored = (await db.rows(findEvents, { tenantId, objectId })).map(({ actor, cause }) => [
    actor,
    cause === null ? null : (JSON.parse(cause) as { type: string }).type,
  ])
  expect(stored).toEqual([
    [customer, 'MERGE'],
    [rule, 'MERGE'],
    [rule, null],
    [customer, 'SNOOZE'],
  ])
})

it('records are stored as they are, and missing ones as null', async () => {
  const id = newId()
  const kettle = { text: '“a\\b" 💡 \n', litres: null }
  await record((effects) => {
    effects.emit(kettleFilled, id, kettle)
    effects.emit(kettleFilled, id, kettle, { litres: null })
    effects.audit({ action: 'kettle.filled', target: { type: 'kettle', id } })
    effects.audit({ action: 'kettle.emptied', target: { type: 'kettle', id }, before: kettle, after: {} })
  })
  const [first, second] = await db.rows(findEvents, { tenantId, objectId: id })
  expect([first?.object, first?.previous]).toEqual([JSON.stringify(kettle), null])
  expect(second?.previous).toBe('{"litres":null}')
  expect(await db.rows(findAudits, { tenantId, targetId: id })).toEqual([
    { action: 'kettle.emptied', before: JSON.stringify(kettle), after: '{}' },
    { action: 'kettle.filled', before: null, after: null },
  ])
})

it('a transaction that began earlier and commits later has the later times', async () => {
  const [early, late] = [newId(), newId()]
  const kettle = { litres: 1, text: '' }
  await db.transaction(async (tx) => {
    // A transaction's time is the time of its first statement.
    await tx.rows(findCounters, { tenantId })
    await record((effects) => void effects.emit(kettleFilled, late, kettle))
    const effects = new CollectedEffects()
    effects.emit(kettleFilled, early, kettle)
    await writeLedger(tx, systemIdentity(tenantId), effects, { status: 200, record: null })
  })
  const [[first], [second]] = [
    await db.rows(findEvents, { tenantId, objectId: late }),
    await db.rows(findEvents, { tenantId, objectId: early }),
  ]
  expect(second?.sequence).toBe((first?.sequence ?? 0) + 1)
  expect((second?.at ?? '') >= (first?.at ?? 'none')).toBe(true)
})
