/**
 * Routes a tenant's work to the Citus node with its rows, where its statements need no second node. Every node can run every statement on
 * the tables, so the map of tenants to nodes is only a hint: after a rebalance, statements take a detour until the map is refreshed. All
 * other work goes to the coordinator, the database of DATABASE_URL, and so does a tenant's work while its node is unreachable. A node that
 * was removed from the cluster still accepts statements but is not notified of later moves, so the map expires.
 */
import type { ConnectionOptions, DatabaseConnection } from './connection.ts'
import { ConnectionPool } from './pool.ts'

/** The part of a pool that database.ts uses. */
export type DatabasePool = {
  /** Works like `ConnectionPool.use`. `tenantId` selects the node; the work counts towards the connections of the tenant `share`. */
  use<Result>(isExclusive: boolean, share: string | null, work: Work<Result>, tenantId: string | null): Promise<Result>
  close(): Promise<void>
}
type Work<Result> = (connection: DatabaseConnection) => Promise<Result>

/** Range of tenant id hashes, from `low` up to the next range, and its node. `node` is empty for the coordinator. */
type HashRange = { low: number; node: string }

type Node = { pool: ConnectionPool; isReachable: boolean }

/** Milliseconds between refreshes of the map while there is work. */
const refreshMs = 5_000
/** Milliseconds after which the map expires. Operators must wait that long before they remove a node (docs/guides/growing.md). */
const maxAgeMs = 30_000

/**
 * Lists the shards of the table `tenants`. All tenant tables are distributed the same way. Leaves out the coordinator, which needs no
 * second pool, and nodes that do not know the cluster's tables.
 */
const findRangesSql = `
  select s.shardminvalue::int as low, case when n.groupid <> 0 and n.hasmetadata and n.metadatasynced and n.isactive
    then n.nodename || ':' || n.nodeport else '' end as node
  from pg_dist_shard s join pg_dist_placement p using (shardid) join pg_dist_node n using (groupid)
  where s.logicalrelid = to_regclass('tenants') and n.noderole = 'primary' order by 1`
/** Fails on a server that is not a node of the cluster, or lacks the tables. */
const recogniseSql = `select 1 from pg_dist_shard where logicalrelid = 'tenants'::regclass limit 1`

export class RoutedPool implements DatabasePool {
  readonly #options: ConnectionOptions
  readonly #max: number
  readonly #home: ConnectionPool
  /**
   * A second pool on the coordinator, for the work of unreachable nodes. If a node hangs, such work holds its connection until its time
   * limit, and would leave none for other tenants.
   */
  readonly #fallback: ConnectionPool
  readonly #nodes = new Map<string, Node>()
  #ranges: readonly HashRange[] = []
  /** Time of the last refresh, in milliseconds of performance.now(). */
  #refreshedAt = Number.NEGATIVE_INFINITY
  #attemptedAt = Number.NEGATIVE_INFINITY
  #refreshing: Promise<void> | null = null
  #isClosing = false

  /** `max` limits the connections to each node. */
  constructor(options: ConnectionOptions, max: number) {
    this.#options = options
    this.#max = max
    this.#home = new ConnectionPool(options, max)
    this.#fallback = new ConnectionPool(options, max)
  }

  async use<Result>(isExclusive: boolean, share: string | null, work: Work<Result>, tenantId: string | null): Promise<Result> {
    const node = tenantId === null ? null : this.#findNode(tenantId)
    if (!node) return this.#home.use(isExclusive, share, work)
    if (!node.isReachable) return this.#fallback.use(isExclusive, share, work)
    let used: DatabaseConnection | null = null
    try {
      return await node.pool.use(isExclusive, share, (connection) => {
        used = connection
        return work(connection)
      })
    } catch (error) {
      if (this.#isClosing || !hasNotRun(used, error)) throw error
      node.isReachable = false
      return this.#fallback.use(isExclusive, share, work)
    }
  }

  async close(): Promise<void> {
    this.#isClosing = true
    await Promise.all([this.#home, this.#fallback, ...[...this.#nodes.values()].map(({ pool }) => pool)].map((pool) => pool.close()))
    await this.#refreshing
  }

  #findNode(tenantId: string): Node | null {
    const now = performance.now()
    if (now - this.#attemptedAt > refreshMs && !this.#isClosing) {
      this.#attemptedAt = now
      // Failures are not reported: while the coordinator is unreachable, other work fails, and later the map expires.
      this.#refreshing ??= this.#refresh()
        .catch(() => undefined)
        .finally(() => (this.#refreshing = null))
    }
    if (now - this.#refreshedAt > maxAgeMs) return null
    const hash = hashUuid(tenantId)
    const name = this.#ranges.findLast(({ low }) => low <= hash)?.node ?? ''
    return this.#nodes.get(name) ?? null
  }

  /** Refreshes the map. Connects to nodes that are new or were unreachable. */
  async #refresh(): Promise<void> {
    const startedAt = performance.now()
    const ranges = await readRanges(this.#home)
    const names = new Set(ranges.map(({ node }) => node).filter((name) => name !== ''))
    for (const [name, { pool }] of this.#nodes) if (!names.has(name) && this.#nodes.delete(name)) void pool.close()
    for (const name of names)
      if (!this.#nodes.has(name) && !this.#isClosing)
        this.#nodes.set(name, { pool: new ConnectionPool(connectionTo(name, this.#options), this.#max), isReachable: false })
    this.#ranges = ranges
    this.#refreshedAt = startedAt
    await Promise.all([...this.#nodes.values()].map(recognise))
  }
}

async function readRanges(home: ConnectionPool): Promise<HashRange[]> {
  // Safe because these are the columns of the statement.
  return (await home.use(false, null, (connection) => connection.run(findRangesSql, []))).rows as HashRange[]
}

/** Sets `isReachable` again after a failure, if the server at the node's address is a node of the cluster. */
async function recognise(node: Node): Promise<void> {
  if (node.isReachable) return
  try {
    const { rows } = await node.pool.use(false, null, (connection) => connection.run(recogniseSql, []))
    node.isReachable = rows.length > 0
  } catch {
    // The coordinator runs the tenant's work until a later check succeeds.
  }
}

/** Whether nothing was sent: no connection could be opened, or the caller was rejected while waiting for one. */
function hasNotRun(used: DatabaseConnection | null, error: unknown): boolean {
  if (used) return !used.hasOpened
  return error instanceof Error && 'code' in error && error.code === 'CONNECTION_CLOSED'
}

/** Returns the connection options for a node, which has the same users and databases. */
export function connectionTo(name: string, options: ConnectionOptions): ConnectionOptions {
  const [, host = '', port = ''] = /^(.*):(\d+)$/.exec(name) ?? []
  const { connection } = options
  if (typeof connection !== 'string') return { ...options, connection: { ...connection, host, port: Number(port) } }
  const url = new URL(connection)
  url.host = `${host}:${port}`
  return { ...options, connection: url.href }
}

/**
 * Returns the hash by which Citus finds a UUID's shard: PostgreSQL's `uuid_hash`, which is Bob Jenkins's lookup3 over the sixteen bytes, as
 * a signed number.
 */
export function hashUuid(uuid: string): number {
  const bytes = Buffer.from(uuid.replaceAll('-', ''), 'hex')
  const start = (0x9e3779b9 + bytes.length + 3_923_095) | 0
  let a = (start + bytes.readInt32LE(0)) | 0
  let b = (start + bytes.readInt32LE(4)) | 0
  let c = (start + bytes.readInt32LE(8)) | 0
  for (const [first, second, third] of mixings) {
    a = ((a - c) ^ rotate(c, first)) | 0
    c = (c + b) | 0
    b = ((b - a) ^ rotate(a, second)) | 0
    a = (a + c) | 0
    c = ((c - b) ^ rotate(b, third)) | 0
    b = (b + a) | 0
  }
  a = (a + bytes.readInt32LE(12)) | 0
  c = ((c ^ b) - rotate(b, 14)) | 0
  a = ((a ^ c) - rotate(c, 11)) | 0
  b = ((b ^ a) - rotate(a, 25)) | 0
  c = ((c ^ b) - rotate(b, 16)) | 0
  a = ((a ^ c) - rotate(c, 4)) | 0
  b = ((b ^ a) - rotate(a, 14)) | 0
  return ((c ^ b) - rotate(b, 24)) | 0
}
const mixings = [
  [4, 6, 8],
  [16, 19, 4],
] as const

function rotate(value: number, bits: number): number {
  return (value << bits) | (value >>> (32 - bits))
}
