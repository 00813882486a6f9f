import { statement } from '#platform/db.ts'
import { notSuspended } from '#platform/jobs/queries.ts'

/** Counts the waiting jobs of a name and returns the age of the oldest. Leaves out suspended tenants, whose work waits on purpose. */
export const readBacklog = statement<
  { name: string },
  { waiting: number; oldestSeconds: number | null }
>(`/* across tenants: the health of the whole service */
  select count(*) as waiting, extract(epoch from now() - min(j.created_at))::double precision as "oldestSeconds"
  from job_queues q join jobs j on j.tenant_id = q.tenant_id and j.name = q.name
  where q.due_at is not null and q.name = :name::text and j.name = :name::text and j.state = 'WAITING' and ${notSuspended('q')}`)
