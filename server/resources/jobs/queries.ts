import { statement } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import type { EventActor } from '#platform/outbox/attribution.ts'
import type { Static } from '#platform/schema.ts'
import type { Job } from './schema.ts'

type PublicJob = Static<typeof Job>

/** A job as the database stores it. */
export type JobRecord = Omit<PublicJob, 'id'> & { id: Uuid }
type Key = { tenantId: Uuid; id: Uuid }

const columns = 'j.id, j.type, j.state, j.total, j.done, j.failed, j.result, j.created_at as "createdAt"'

export const findJob = statement<Key, JobRecord>(
  `select ${columns} from bulk_jobs j where j.tenant_id = :tenantId::uuid and j.id = :id::uuid`,
)

export const insertJob = statement<Key & { type: PublicJob['type']; total: number; input: object; actor: EventActor }, JobRecord>(`
  insert into bulk_jobs as j (tenant_id, id, type, total, input, actor) values (:tenantId::uuid, :id::uuid, :type, :total::int, :input::json, :actor::json)
  returning ${columns}`)

/** `actor` is the requester; null for jobs from before actors were stored. */
export type JobOrder = JobRecord & { input: object; actor: EventActor | null }

export const findJobOrder = statement<Key, JobOrder>(
  `select ${columns}, j.input, j.actor from bulk_jobs j where j.tenant_id = :tenantId::uuid and j.id = :id::uuid`,
)

export const lockJob = statement<Key, JobOrder>(
  `select ${columns}, j.input, j.actor from bulk_jobs j where j.tenant_id = :tenantId::uuid and j.id = :id::uuid for update`,
)

/** Records that a locked job has started. */
export const startJob = statement<Key, object>(
  `update bulk_jobs set state = 'RUNNING' where tenant_id = :tenantId::uuid and id = :id::uuid`,
)

export type JobProgress = Pick<JobRecord, 'state' | 'done' | 'failed' | 'result'>

export const updateJob = statement<Key & JobProgress, JobRecord & { actor: EventActor | null }>(`
  with clock as materialized (select now() as now)
  update bulk_jobs j set state = :state::text, done = :done::int, failed = :failed::int, result = :result::json,
    finished_at = case when :state::text in ('DONE', 'FAILED') then clock.now end
  from clock where j.tenant_id = :tenantId::uuid and j.id = :id::uuid returning ${columns}, j.actor`)

export const deleteOldJobs = statement<{ tenantId: Uuid; days: number }, object>(
  'delete from bulk_jobs where tenant_id = :tenantId::uuid and finished_at < now() - make_interval(days => :days::int)',
)
