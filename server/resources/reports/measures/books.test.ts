/** The books balance: after random operations of several writers, facts, day sums and the threads themselves agree. */
import { expect, it } from 'vitest'
import { isRead, writeEachKind, writeHistory } from '../../../../test/support/measures.ts'
import { setUpService } from '../../../../test/support/service.ts'
import { statement } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import { compareSums } from './sums-queries.ts'

const service = await setUpService({ worker: true })
// A second worker reads the same events; only one of the two may count them.
service.startWorker()

const dimensions = {
  all: "''",
  assignee: 'assignee_id',
  team: 'team_id',
  inbox: 'inbox_id',
  priority: 'priority',
  channel: 'channel',
} as const
const backlogOfThreads = statement<{ tenantId: Uuid }, { dimension: string; value: string; count: number }>(
  `${Object.entries(dimensions)
    .map(
      ([dimension, column]) => `select '${dimension}' as dimension, coalesce(${column}::text, '') as value, count(*) as count from threads
        where tenant_id = :tenantId::uuid and status in ('open', 'pending') group by 2`,
    )
    .join(' union all ')} order by 1, 2`,
)
const backlogOfSums = statement<{ tenantId: Uuid }, { dimension: string; value: string; count: number }>(`
  select dimension, value, sum(count)::bigint as count from measure_days where tenant_id = :tenantId::uuid and metric = 'BACKLOG'
  group by 1, 2 having sum(count) <> 0 order by 1, 2`)
const doubled = statement<{ tenantId: Uuid }, { id: Uuid }>(`
  select m.id from messages m left join facts f on f.tenant_id = m.tenant_id and f.message_id = m.id
  where m.tenant_id = :tenantId::uuid group by m.id having count(f.message_id) <> 1`)
const countsOfFacts = statement<{ tenantId: Uuid }, { kind: string; count: number }>(
  'select kind, count(*) as count from facts where tenant_id = :tenantId::uuid group by kind',
)

it('facts, day sums and threads agree after random operations of four writers', async () => {
  const tenant = await service.createTenant()
  const { tenantId } = tenant
  await writeEachKind(tenant)
  await writeHistory(tenant, { writers: 4, steps: 60 })
  await isRead(service, tenant)
  expect(await service.db.rows(backlogOfSums, { tenantId })).toEqual(await service.db.rows(backlogOfThreads, { tenantId }))
  expect(await service.db.rows(doubled, { tenantId }), 'messages without exactly one fact').toEqual([])
  expect((await service.db.first(compareSums, { tenantId, from: null, limit: 10 }))?.different).toEqual([])
  const kinds = new Set((await service.db.rows(countsOfFacts, { tenantId })).map(({ kind }) => kind))
  for (const kind of [
    'CREATED',
    'RECEIVED',
    'ANSWERED',
    'AUTOMATIC',
    'NOTED',
    'WAIT_DROPPED',
    'RESOLVED',
    'REOPENED',
    'CLOSED',
    'MERGED',
    'UNMERGED',
  ])
    expect(kinds).toContain(kind)
  for (const kind of ['MOVED', 'CHANGED', 'STATUS', 'MESSAGES_MOVED']) expect(kinds).toContain(kind)
})
