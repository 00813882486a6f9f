import { createServer, type AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { statement, type Database } from '../db.ts'
import { openDatabase } from './database.ts'
import { ApiError, systemUnavailable } from '../errors.ts'
import { openDatabaseRelay, type Break, type DatabaseRelay, type Message } from '../../../test/support/database-relay.ts'
import { startTestService } from '../../../test/support/service.ts'
import { cloneDatabase, type TestDatabase } from '../../../test/support/test-database.ts'
import { takesAtMost } from '../../../test/support/stalls.ts'

const connections = 4
let database: TestDatabase
let operator: Database

beforeAll(async () => {
  database = await cloneDatabase()
  operator = openDatabase({ connection: database.connection, max: 1 })
  await operator.script('create table kept (key text primary key)')
})
afterAll(async () => {
  await operator.close()
  await database.drop()
})

const echo = statement<{ n: number }, { n: number }>('select :n::int as n')
const nap = statement<object, object>('select from pg_sleep(20)')
const shortNap = statement<object, object>('select from pg_sleep(0.5)')
const dropConnections = statement<object, { dropped: boolean }>(`with others as materialized (
  select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle')
  select pg_terminate_backend(pid) as dropped from others`)
const countAsleep = statement<object, { count: number }>(
  `select count(*) as count from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`,
)

const pages = statement<object, { n: number }>('select n from generate_series(1, 4) as n')
const keep = statement<{ key: string }, object>('insert into kept (key) values (:key)')
const isKept = statement<{ key: string }, { kept: boolean }>('select exists (select from kept where key = :key) as kept')

/** Runs `work` on every connection at once, and cuts them all while it runs. */
async function cutUnder(db: Database, work: () => Promise<unknown>): Promise<unknown[]> {
  const under = Array.from({ length: connections }, () =>
    work().then(
      () => 'done',
      (error: unknown) => error,
    ),
  )
  await expect.poll(async () => (await operator.first(countAsleep, {}))?.count, { interval: 20 }).toBe(connections)
  expect(await operator.rows(dropConnections, {})).toHaveLength(connections)
  const outcomes = await Promise.all(under)
  // The first statement on each new connection is the test: it must not get a response meant for the old connection.
  for (let round = 0; round < 3; round++) {
    const numbers = Array.from({ length: connections * 3 }, (_, n) => n)
    expect(await Promise.all(numbers.map(async (n) => (await db.first(echo, { n }))?.n))).toEqual(numbers)
  }
  return outcomes
}

const expectUnavailable = (outcomes: unknown[]): void => {
  for (const outcome of outcomes) {
    expect(outcome).toBeInstanceOf(ApiError)
    expect(outcome).toHaveProperty('declaration', systemUnavailable)
  }
}

test('statements on lost connections fail with 503, and later ones succeed at once', async () => {
  const db = openDatabase({ connection: database.connection, max: connections })
  for (let round = 0; round < 3; round++) expectUnavailable(await cutUnder(db, () => db.rows(nap, {})))
  await db.close()
})

test('transactions also fail with 503, although their rollback cannot be sent', async () => {
  const db = openDatabase({ connection: database.connection, max: connections })
  for (let round = 0; round < 3; round++) {
    expectUnavailable(
      await cutUnder(db, () =>
        db.transaction(async (tx) => {
          await tx.first(echo, { n: 1 })
          await tx.rows(nap, {})
        }),
      ),
    )
  }
  await db.close()
})

test('a transaction that loses its connection fails with 503, even if its work goes on', async () => {
  const db = openDatabase({ connection: database.connection, max: connections })
  const refused = new Error('a refusal of the work itself')
  for (const goesOn of [true, false]) {
    const entered = Promise.withResolvers<void>()
    const cut = Promise.withResolvers<void>()
    const outcome = db
      .transaction(async (tx) => {
        await tx.first(echo, { n: 1 })
        entered.resolve()
        await cut.promise
        if (!goesOn) throw refused
        await tx.first(echo, { n: 2 })
      })
      .catch((error: unknown) => error)
    await entered.promise
    expect(await operator.rows(dropConnections, {})).toHaveLength(1)
    // Let the driver notice the cut before the work continues.
    await new Promise((resolve) => setTimeout(resolve, 100))
    cut.resolve()
    expectUnavailable([await outcome])
    expect(await db.first(echo, { n: 3 })).toEqual({ n: 3 })
  }
  await db.close()
})

const breaks = ['reset', 'end', 'termination'] as const
const refusal = new Error('a refusal of the work itself')

/** Runs one operation of each kind, one after another. Returns how many failed as 503; throws when any other outcome is not as expected. */
async function useInTurn(db: Database, key: string): Promise<number> {
  const outcomes = [
    await getOutcome(db.first(echo, { n: 1 })),
    await getOutcome(db.rows(pages, {})),
    await getOutcome(
      db.transaction(async (tx) => {
        await tx.first(echo, { n: 2 })
        await tx.rows(keep, { key })
        return 'kept'
      }),
    ),
    await getOutcome(
      db.transaction(async (tx) => {
        await tx.rows(keep, { key: `${key} not` })
        throw refusal
      }),
    ),
  ]
  const right = [{ n: 1 }, [1, 2, 3, 4].map((n) => ({ n })), 'kept', refusal]
  for (const [i, outcome] of outcomes.entries()) if (!isUnavailable(outcome)) expect(outcome).toEqual(right[i])
  // Acknowledged writes must be stored; unacknowledged ones may be.
  if (outcomes[2] === 'kept') expect(await operator.first(isKept, { key })).toEqual({ kept: true })
  expect(await operator.first(isKept, { key: `${key} not` })).toEqual({ kept: false })
  return outcomes.filter(isUnavailable).length
}

const getOutcome = (promise: Promise<unknown>): Promise<unknown> => promise.catch((error: unknown) => error)
const isUnavailable = (outcome: unknown): boolean => outcome instanceof ApiError && outcome.declaration === systemUnavailable

async function throughRelay<Result>(
  options: { max: number; statementTimeoutMs?: number },
  use: (db: Database, relay: DatabaseRelay) => Promise<Result>,
): Promise<Result> {
  const relay = await openDatabaseRelay(database.connection)
  const db = openDatabase({ connection: relay.connection, ...options })
  try {
    return await use(db, relay)
  } finally {
    await db.close()
    relay.close()
  }
}

/** Cuts the connection at its message number `n`. Returns false when there are fewer messages. */
const cutAtMessage = (n: number, how: Break): Promise<boolean> =>
  throughRelay({ max: 1 }, async (db, relay) => {
    let seen = 0
    let isCut = false
    void relay
      .breakAt(() => ++seen === n, how)
      .then(() => {
        isCut = true
      })
    const failures = await useInTurn(db, `${how} at ${n}`)
    expect(failures, `${how} at message ${n}`).toBe(isCut ? 1 : 0)
    return isCut
  })

/** An unhandled rejection would end the service. Vitest also reports one and fails the run. */
test.each(breaks)('%s at any message fails the current statement and nothing else', async (how) => {
  const batch = 12
  let messages = 0
  for (let from = 1; messages === from - 1; from += batch) {
    const cut = await Promise.all(Array.from({ length: batch }, (_, i) => cutAtMessage(from + i, how)))
    messages += cut.filter(Boolean).length
  }
  expect(messages).toBeGreaterThan(60)
})

test('a break under load fails only the work on that connection', async () => {
  await throughRelay({ max: 3 }, async (db, relay) => {
    const cut = relay.breakAt(({ from, type }) => from === 'server' && type === 'D', 'termination')
    const outcomes = await Promise.all(Array.from({ length: 60 }, (_, n) => getOutcome(n % 2 ? db.first(echo, { n }) : db.rows(pages, {}))))
    await cut
    expect(outcomes.filter(isUnavailable)).toHaveLength(1)
    for (const [n, outcome] of outcomes.entries())
      if (!isUnavailable(outcome)) expect(outcome).toEqual(n % 2 ? { n } : [1, 2, 3, 4].map((m) => ({ n: m })))
  })
})

test('callers who wait for a connection that failed to open get the next one', async () => {
  await throughRelay({ max: 2 }, async (db, relay) => {
    void relay.breakAt(({ type }) => type === 'startup', 'reset')
    const done: string[] = []
    const lost = getOutcome(db.first(echo, { n: 1 })).finally(() => done.push('lost'))
    const slow = db.rows(shortNap, {}).finally(() => done.push('slow'))
    const waiting = db.first(echo, { n: 2 }).finally(() => done.push('waiting'))
    expectUnavailable([await lost])
    expect(await waiting).toEqual({ n: 2 })
    await slow
    expect(done).toEqual(['lost', 'waiting', 'slow'])
  })
})

test('a connection, statement or commit fails in seconds when the network is dead', async () => {
  const places: ((message: Message) => boolean)[] = [
    ({ type }) => type === 'startup',
    ({ text }) => text.startsWith('select $1'),
    ({ text }) => text === 'COMMIT',
  ]
  await Promise.all(
    places.map((at) =>
      throughRelay({ max: 1, statementTimeoutMs: 500 }, async (db, relay) => {
        void relay.breakAt(at, 'silence')
        expectUnavailable([await takesAtMost(4_500, () => getOutcome(db.transaction((tx) => tx.first(echo, { n: 1 }))))])
        expect(await db.first(echo, { n: 2 })).toEqual({ n: 2 })
      }),
    ),
  )
})

test('a server that closes new connections is not flooded, and callers fail at once', async () => {
  let taken = 0
  const server = createServer((socket) => {
    taken++
    socket.on('error', () => {}).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // Safe because a server that listens on a port has the address of one.
  const { port } = server.address() as AddressInfo
  const db = openDatabase({ connection: { ...database.connection, host: '127.0.0.1', port }, max: 2 })
  const startedAt = performance.now()
  // Without a pause for each caller.
  await takesAtMost(5_000, async () => {
    for (const round of [1, 2, 3]) {
      expectUnavailable(await Promise.all(Array.from({ length: 50 }, () => getOutcome(db.first(echo, { n: 1 })))))
      expect(taken).toBeLessThanOrEqual(round * 2)
    }
  })
  expect(performance.now() - startedAt).toBeGreaterThan(190)
  await db.close()
  server.close()
})

describe('a write whose commit is lost', async () => {
  let relay: DatabaseRelay | undefined
  const service = await startTestService({ databaseAt: async (real) => (relay = await openDatabaseRelay(real)).connection })
  afterAll(async () => {
    await service.stop()
    relay?.close()
  })
  const isInsert = ({ from, type, text }: Message): boolean => from === 'client' && type === 'B' && text.includes('create_thread')
  let inserting: number | null = null
  /** Cuts only the connection of the insert: the service may look up credentials on another connection at the same time. */
  const isInserted = (message: Message): boolean => {
    if (isInsert(message)) inserting = message.connection
    return message.connection === inserting && message.from === 'server' && message.type === 'C'
  }
  const writes = {
    'one statement': { path: '/threads', body: { title: 'Lost', body: 'Hello?', requester: { email: 'ada@example.com' } } },
    'a transaction': { path: '/labels', body: { name: 'lost' } },
  }
  test.each<[keyof typeof writes, 'before' | 'after', (message: Message) => boolean]>([
    ['a transaction', 'before', ({ text }) => text === 'commit'],
    ['a transaction', 'after', ({ text }) => text === 'COMMIT'],
    ['one statement', 'before', isInsert],
    ['one statement', 'after', isInserted],
  ])('(%s, %s it took effect) gets 503 with Retry-After, and happens once when it is sent again with its key', async (kind, moment, at) => {
    const { api } = await service.createTenant()
    const { path, body } = writes[kind]
    const headers = { 'Idempotency-Key': 'once' }
    // The key lookup and the first connection are not part of this test.
    expect((await api('GET', path)).body.meta.total).toBe(0)
    const cut = relay?.breakAt(at, 'end')
    const lost = await api('POST', path, { body, headers, mayFail: true })
    await cut
    expect(lost).toMatchObject({ status: 503, body: { error: { code: 'SVC-SYSTEM-UNAVAILABLE' } } })
    expect(Number(lost.headers['retry-after'])).toBeGreaterThan(0)
    const again = await api('POST', path, { body, headers })
    expect(again.status).toBe(201)
    expect(again.headers['idempotent-replayed']).toBe(moment === 'after' ? 'true' : undefined)
    expect((await api('GET', path)).body.meta.total).toBe(1)
  })
})
