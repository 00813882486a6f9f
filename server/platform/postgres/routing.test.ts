/**
 * Two addresses of one database simulate the nodes of a cluster: the real address is the coordinator, and a relay is the node of some
 * tenants. Tables named like Citus's own contain the map.
 */
import { afterEach, beforeAll, beforeEach, afterAll, expect, test, vi } from 'vitest'
import { openDatabaseRelay, type DatabaseRelay } from '../../../test/support/database-relay.ts'
import { cloneDatabase, type TestDatabase } from '../../../test/support/test-database.ts'
import { statement, type Database, type Queryable } from '../db.ts'
import { newId } from '../ids.ts'
import { openDatabase } from './database.ts'
import { hashUuid } from './routing.ts'

let database: TestDatabase
let operator: Database
let relay: DatabaseRelay
let db: Database
/** Statements that reached the node. */
let atNode: string[]

beforeAll(async () => {
  database = await cloneDatabase()
  operator = openDatabase({ connection: database.connection, max: 1, statementTimeoutMs: 0 })
  await operator.script(`
    create table pg_dist_shard (shardid bigint, logicalrelid regclass, shardminvalue text);
    create table pg_dist_placement (shardid bigint, groupid int);
    create table pg_dist_node (groupid int, nodename text, nodeport int, noderole text default 'primary', hasmetadata boolean default true,
      metadatasynced boolean default true, isactive boolean default true);
    insert into pg_dist_shard values (1, 'tenants', '-2147483648'), (2, 'tenants', '0'), (3, 'threads', '-2147483648');
    insert into pg_dist_placement values (1, 1), (2, 0), (3, 0);`)
})
beforeEach(async () => {
  await openNode()
  db = openDatabase({ connection: database.connection, max: 3, isCluster: true })
})
afterEach(async () => {
  vi.restoreAllMocks()
  await db.close()
  relay.close()
})
afterAll(async () => {
  await operator.close()
  await database.drop()
})

/** Opens a new relay, and enters its address in the map. */
async function openNode(): Promise<void> {
  relay = await openDatabaseRelay(database.connection)
  atNode = []
  void relay.breakAt(({ from, type, text }) => from === 'client' && type === 'B' && atNode.push(text) < 0, 'end')
  await operator.script(
    `truncate pg_dist_node; insert into pg_dist_node values (0, 'coordinator', 1), (1, '127.0.0.1', ${relay.connection.port})`,
  )
}

const ofTenant = statement<{ tenantId: string }, { id: string }>('select :tenantId::uuid::text as id')
const ofNobody = statement<object, { one: number }>('select 1 as one')
const findTenant = (isAtNode: boolean): string => {
  for (;;) {
    const id = newId()
    if (hashUuid(id) < 0 === isAtNode) return id
  }
}
const run = (on: Queryable, tenantId: string): Promise<{ id: string } | null> => on.first(ofTenant, { tenantId })
const countAtNode = (): number => atNode.filter((text) => text.includes('::uuid::text')).length
const now = performance.now.bind(performance)
/** Makes the pool believe that this many seconds have passed. */
const passSeconds = (seconds: number): void => {
  vi.spyOn(performance, 'now').mockImplementation(() => now() + seconds * 1000)
}
/** Runs statements until one has reached the node. */
const reachNode = async (): Promise<void> => {
  const tenantId = findTenant(true)
  await expect.poll(async () => (await run(db, tenantId)) !== null && countAtNode()).toBeGreaterThan(0)
}

test('tenant ids have the hash by which Citus finds their shards', async () => {
  const ids = [
    ...Array.from({ length: 200 }, () => newId()),
    '00000000-0000-0000-0000-000000000000',
    'ffffffff-ffff-ffff-ffff-ffffffffffff',
  ]
  const hashes = statement<{ ids: string[] }, { hash: number }>(
    'select uuid_hash(id) as hash from unnest(:ids::uuid[]) with ordinality as u(id, n) order by n',
  )
  expect(ids.map(hashUuid)).toEqual((await operator.rows(hashes, { ids })).map(({ hash }) => hash))
})

test('a tenant’s work runs on its node, all other work on the coordinator', async () => {
  await reachNode()
  atNode.length = 0
  const [near, far] = [findTenant(true), findTenant(false)]
  expect(await run(db, near)).toEqual({ id: near })
  expect(await db.transaction((tx) => run(tx, near), near)).toEqual({ id: near })
  expect(await db.background(near, (tx) => run(tx, near))).toEqual({ id: near })
  expect(countAtNode()).toBe(3)
  expect(await run(db, far)).toEqual({ id: far })
  expect(await db.transaction((tx) => run(tx, far), far)).toEqual({ id: far })
  expect(await db.transaction((tx) => run(tx, near)), 'a transaction without a tenant').toEqual({ id: near })
  expect(await db.first(ofNobody, {})).toEqual({ one: 1 })
  expect(countAtNode()).toBe(3)
})

test('the coordinator does the work of a node that cannot be reached, until it can', async () => {
  await reachNode()
  relay.close()
  const tenantId = findTenant(true)
  // A statement that was under way when the connection broke fails.
  await expect.poll(() => run(db, tenantId).catch(() => null)).toEqual({ id: tenantId })
  expect(await db.transaction((tx) => run(tx, tenantId), tenantId)).toEqual({ id: tenantId })
  expect(await Promise.all(Array.from({ length: 20 }, () => run(db, tenantId)))).toHaveLength(20)
  await openNode()
  passSeconds(6)
  await reachNode()
})

test('work of a node that cannot be reached leaves connections to all other work', async () => {
  await reachNode()
  relay.close()
  await expect.poll(() => run(db, findTenant(true)).catch(() => null)).not.toBeNull()
  const over = Promise.withResolvers<void>()
  const held = [1, 2, 3].map(() => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const tenantId = findTenant(true)
    const transaction = db.transaction(async (tx) => {
      await run(tx, tenantId)
      resolve()
      await over.promise
    }, tenantId)
    return { promise, transaction }
  })
  await Promise.all(held.map(({ promise }) => promise))
  const far = findTenant(false)
  expect(await db.first(ofNobody, {})).toEqual({ one: 1 })
  expect(await db.transaction((tx) => run(tx, far), far)).toEqual({ id: far })
  over.resolve()
  await Promise.all(held.map(({ transaction }) => transaction))
})

test('work that may have taken effect is not repeated on the coordinator', async () => {
  await reachNode()
  const tenantId = findTenant(true)
  let runs = 0
  void relay.breakAt(({ text }) => text === 'commit', 'reset')
  const lost = db.transaction(async (tx) => {
    runs++
    await run(tx, tenantId)
  }, tenantId)
  await expect(lost).rejects.toMatchObject({ declaration: { status: 503 } })
  expect(runs).toBe(1)
})

test('a server that is not a node of the cluster gets no work', async () => {
  await operator.script(`update pg_dist_shard set logicalrelid = 'threads' where logicalrelid = 'tenants'::regclass`)
  const tenantId = findTenant(true)
  for (let i = 0; i < 3; i++) expect(await run(db, tenantId)).toEqual({ id: tenantId })
  expect(countAtNode()).toBe(0)
  await operator.script(`update pg_dist_shard set logicalrelid = 'tenants' where shardid < 3`)
})

test('a map that cannot be read any more expires', async () => {
  await reachNode()
  await operator.script('alter table pg_dist_placement rename to pg_dist_placement_gone')
  const tenantId = findTenant(true)
  atNode.length = 0
  passSeconds(20)
  await run(db, tenantId)
  expect(countAtNode()).toBe(1)
  passSeconds(40)
  await run(db, tenantId)
  expect(countAtNode()).toBe(1)
  await operator.script('alter table pg_dist_placement_gone rename to pg_dist_placement')
})
