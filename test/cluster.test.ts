/** Behaviour that only a real Citus cluster shows. docs/development/tests.md says how to run it. */
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { statement, type Database } from '#platform/db.ts'
import { openDatabase } from '#platform/postgres/database.ts'
import { measureNodes } from '#platform/postgres/plan-growth.ts'
import { clusterSession, clusterUrl, onEveryNode } from './support/cluster.ts'
import { startTestService, type TestService, type TestTenant } from './support/service.ts'

/** Number of the node that runs the statement; the coordinator is 0. */
const findGroup = statement<{ tenantId: string }, { group: number }>(
  'select groupid as group from pg_dist_local_group where :tenantId::uuid is not null',
)
/** Shard of a tenant, and the number of its node. */
const findPlacement = statement<{ id: string }, { shard: number; group: number }>(`
  select s as shard, p.groupid as group from get_shard_id_for_distribution_column('tenants', :id::uuid) s join pg_dist_placement p on p.shardid = s`)

describe.skipIf(clusterUrl === null)('on a cluster (SKEIN_CLUSTER_URL)', () => {
  let service: TestService
  let routed: Database
  const tenants: TestTenant[] = []
  beforeAll(async () => {
    service = await startTestService({ worker: true })
    routed = openDatabase({ connection: service.connection, max: 2, isCluster: true })
    for (let i = 0; i < 16; i++) tenants.push(await service.createTenant())
  })
  afterAll(async () => {
    await routed.close()
    await service.stop()
  })

  const findWhereItRuns = async ({ tenantId }: TestTenant): Promise<number | undefined> =>
    (await routed.first(findGroup, { tenantId }))?.group
  const readPlacement = async ({ tenantId }: TestTenant): Promise<{ shard: number; group: number }> => {
    const placement = await service.db.first(findPlacement, { id: tenantId })
    if (!placement) throw new Error('The tenant has no shard')
    return placement
  }

  it('runs statements and transactions of each tenant on the node that has its rows', async () => {
    const groups = new Set<number>()
    for (const tenant of tenants) {
      const { group } = await readPlacement(tenant)
      groups.add(group)
      await expect.poll(() => findWhereItRuns(tenant)).toBe(group)
      const { tenantId } = tenant
      expect(await routed.transaction((tx) => tx.first(findGroup, { tenantId }), tenantId)).toEqual({ group })
      expect(await routed.background(tenantId, (tx) => tx.first(findGroup, { tenantId }))).toEqual({ group })
    }
    expect(groups.size, 'nodes with tenants').toBe(inject('clusterNodes').length - 1)
  })

  it('has nodes on which doctor can measure whether sessions grow', async () => {
    const measured = await measureNodes(service.db, { connection: service.connection, session: clusterSession })
    expect(measured).toHaveLength(inject('clusterNodes').length - 1)
    for (const node of measured) expect(node).toMatchObject({ bytes: expect.toSatisfy((bytes: number) => bytes < 4_096) })
  })

  it('loses and repeats no write while the shards of a tenant move', async () => {
    const [tenant] = tenants
    const nodes = inject('clusterNodes')
    if (!tenant) throw new Error('There is no tenant')
    const { shard, group } = await readPlacement(tenant)
    const [from, to] = [nodes[group], nodes[group === 1 ? 2 : 1]]
    if (!from || !to) throw new Error('The cluster has fewer than two workers')
    const moving = { isOver: false }
    // The lock timeout of the service's role can abort a shard move. The guide uses another role; this test lifts the limit instead.
    const setLimit = (limit: string): Promise<void> =>
      onEveryNode(service.connection, nodes, (db) =>
        db.script(`alter role current_user in database ${service.connection.database} set lock_timeout = '${limit}'`),
      )
    const move = (async () => {
      await setLimit('0')
      await service.db.script(
        `select citus_move_shard_placement(${shard}, '${from.host}', ${from.port}, '${to.host}', ${to.port}, 'force_logical')`,
      )
      await setLimit('2s')
    })().finally(() => (moving.isOver = true))
    const created: string[] = []
    /** Writes continuously. Like any client, retries a write after a 503. */
    const write = async (writer: number): Promise<void> => {
      for (let i = 0; !moving.isOver || i < 5; i++) {
        for (;;) {
          const { status, body, text } = await tenant.api<{ id: string }>('POST', '/threads', {
            headers: { 'Idempotency-Key': `${writer}-${i}` },
            body: { title: 'Printer', body: 'It is on fire.', requester: { email: 'ada@example.com' } },
            mayFail: true,
          })
          if (status === 503) continue
          expect(status, text).toBe(201)
          created.push(body.data.id)
          break
        }
      }
    }
    await Promise.all([move, ...[1, 2, 3].map(write)])
    expect(await readPlacement(tenant)).toEqual({ shard, group: group === 1 ? 2 : 1 })
    const { meta } = (await tenant.api('GET', '/threads?limit=1')).body
    expect(meta.total, `${created.length} were created`).toBe(new Set(created).size)
    await expect.poll(() => findWhereItRuns(tenant)).not.toBe(group)
  })
})
