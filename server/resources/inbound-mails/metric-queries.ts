import { statement } from '#platform/db.ts'
import { notSuspended } from '#platform/jobs/queries.ts'

type MailBacklog = { name: string; waiting: number; oldestSeconds: number }

/**
 * Counts the unfinished jobs with these names and returns the age of the oldest. Leaves out suspended tenants, whose mail waits on purpose.
 */
export const readMailBacklogs = statement<{ names: string[] }, MailBacklog>(`/* across tenants: the health of the whole service */
  select j.name, count(*) as waiting, extract(epoch from now() - min(j.created_at))::double precision as "oldestSeconds"
  from job_queues q join jobs j on j.tenant_id = q.tenant_id and j.name = q.name
  where q.due_at is not null and q.name = any(:names::text[]) and j.name = any(:names::text[]) and j.state = 'WAITING' and ${notSuspended('q')}
  group by j.name`)
