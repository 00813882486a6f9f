import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { until } from '../../../test/support/job-fixture.ts'
import { cloneDatabase, type TestDatabase } from '../../../test/support/test-database.ts'
import { statement, type Database } from '../db.ts'
import { createLog } from '../log.ts'
import { openDatabase } from './database.ts'
import { ensureProcedures, keepProcedures } from './ensure-procedures.ts'
import { callProcedure, procedure } from './procedure.ts'

let database: TestDatabase
let db: Database
beforeAll(async () => {
  database = await cloneDatabase()
  db = openDatabase({ connection: database.connection, max: 4 })
})
afterAll(async () => {
  await db.close()
  await database.drop()
})
beforeEach(() => db.script(`update procedures set needed_at = now() - interval '23 hours'`))

const tenantId = '0192a1b2-0000-7000-8000-000000000001'
type Params = { tenantId: string; name: string | null }
/** Returns the procedure as one version of the service declares it; each version greets with its own word. */
const getGreeting = (word: string) =>
  procedure<Params, { greeting: string; tenant: string }>(
    'greet',
    { tenantId: 'uuid', name: 'text' },
    `begin return json_build_object('greeting', '${word} ' || coalesce(:name, 'you'), 'tenant', :tenantId); end`,
  )
const names = statement<object, { name: string }>(`select proname as name from pg_proc where proname like 'greet\\_%' order by 1`)
const existing = async (): Promise<string[]> => (await db.rows(names, {})).map(({ name }) => name)
const age = (name: string, interval: string) =>
  db.script(`update procedures set needed_at = now() - interval '${interval}' where name = '${name}'`)

describe('a declared procedure', () => {
  it('is called with named parameters and returns JSON', async () => {
    const greet = getGreeting('Hello')
    await ensureProcedures(db, [greet])
    expect(await callProcedure(db, greet, { tenantId, name: 'Ada' })).toEqual({ greeting: 'Hello Ada', tenant: tenantId })
    expect(await callProcedure(db, greet, { name: null, tenantId })).toEqual({ greeting: 'Hello you', tenant: tenantId })
  })

  it('has a name that changes with its content', () => {
    expect(getGreeting('Hello').name).toMatch(/^greet_[0-9a-f]{12}$/)
    expect(getGreeting('Hello').name).toBe(getGreeting('Hello').name)
    expect(getGreeting('Welcome').name).not.toBe(getGreeting('Hello').name)
  })

  it('reads one snapshot and cannot write when it is declared read-only', async () => {
    const body = `begin insert into procedures (name) values (:tenantId::text); return null; end`
    const declare = (isReadOnly: boolean) => procedure<{ tenantId: string }, null>('write', { tenantId: 'uuid' }, body, { isReadOnly })
    await ensureProcedures(db, [declare(true), declare(false)])
    await expect(callProcedure(db, declare(true), { tenantId })).rejects.toThrow('INSERT is not allowed in a non-volatile function')
    expect(await callProcedure(db, declare(false), { tenantId })).toBeNull()
    await db.script(`delete from procedures where name = '${tenantId}'`)
  })

  it('has the tenant as its first parameter, and exactly the parameters of its body', () => {
    // Safe because the test passes invalid parameters on purpose.
    const declare = (parameters: object, body: string) => () => procedure('greet', parameters as { tenantId: 'uuid' }, body)
    expect(declare({ name: 'text', tenantId: 'uuid' }, ':name :tenantId')).toThrow('must be tenantId')
    expect(declare({ tenantId: 'uuid' }, ':tenantId :name')).toThrow('does not declare its parameter name')
    expect(declare({ tenantId: 'uuid', name: 'text' }, ':tenantId')).toThrow('declares the parameter name and does not use it')
  })
})

describe('ensureProcedures', () => {
  it('creates a procedure once, also when several processes start together', async () => {
    const greet = getGreeting('Good morning')
    await Promise.all([1, 2, 3, 4].map(() => ensureProcedures(db, [greet])))
    await ensureProcedures(db, [greet])
    expect(await existing()).toContain(greet.name)
  })

  it('leaves the procedures of a version that runs beside it', async () => {
    const [former, next] = [getGreeting('Good day'), getGreeting('Good evening')]
    await ensureProcedures(db, [former])
    await age(former.name, '23 hours')
    await ensureProcedures(db, [next])
    expect((await callProcedure(db, former, { tenantId, name: null })).greeting).toBe('Good day you')
    expect((await callProcedure(db, next, { tenantId, name: null })).greeting).toBe('Good evening you')
  })

  it('drops a procedure that no process has renewed for a day', async () => {
    const [former, next] = [getGreeting('Hi'), getGreeting('Hey')]
    await ensureProcedures(db, [former, next])
    await age(former.name, '25 hours')
    await age(next.name, '25 hours')
    await ensureProcedures(db, [next])
    expect(await existing()).not.toContain(former.name)
    expect(await existing()).toContain(next.name)
  })

  it('creates a procedure again when a process needs it after all', async () => {
    const [former, next] = [getGreeting('Salut'), getGreeting('Hola')]
    await ensureProcedures(db, [former])
    await age(former.name, '25 hours')
    await ensureProcedures(db, [next])
    await ensureProcedures(db, [former])
    expect((await callProcedure(db, former, { tenantId, name: null })).greeting).toBe('Salut you')
  })

  it('changes nothing when a procedure is not valid', async () => {
    const broken = procedure('greet', { tenantId: 'uuid' }, 'begin return :tenantId')
    const greet = getGreeting('Ahoy')
    await expect(ensureProcedures(db, [greet, broken])).rejects.toThrow('syntax error')
    expect(await existing()).not.toContain(greet.name)
    await ensureProcedures(db, [greet])
    expect(await existing()).toContain(greet.name)
  })

  it('does not wait for a backup, which reads in one long transaction', async () => {
    await db.transaction(async (tx) => {
      await tx.script('lock table procedures in access share mode; lock table schema_migrations in access share mode')
      await ensureProcedures(db, [getGreeting('Moin')])
    })
  })

  it('is repeated every hour by a running process', async () => {
    const greet = getGreeting('Servus')
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const stop = keepProcedures(db, [greet], createLog('silent').log)
    try {
      vi.advanceTimersByTime(3_599_999)
      expect(await existing()).not.toContain(greet.name)
      vi.advanceTimersByTime(1)
      await until(async () => (await existing()).includes(greet.name))
    } finally {
      stop()
      vi.useRealTimers()
    }
  })
})
