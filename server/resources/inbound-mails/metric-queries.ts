import { statement } from '../../kit/index.ts'

type MailBacklog = { name: string; waiting: number; oldestSeconds: number }

/**
 * Counts the unfinished jobs with these names, at most 1,000 of a tenant, and returns the age of the oldest. Their keys are ids of mails and
 * messages, which begin with their time, so the first by key are the oldest.
 */
export const readMailBacklogs = statement<{ names: string[] }, MailBacklog>(`/* across tenants: the health of the whole service */
  select q.name, sum(j.n)::bigint as waiting, coalesce(max(j.seconds), 0)::double precision as "oldestSeconds"
  from job_queues q cross join lateral (
    select count(*) as n, extract(epoch from now() - min(o.created_at)) as seconds from (
      select w.created_at from jobs w where w.tenant_id = q.tenant_id and w.name = q.name and w.state = 'WAITING' order by w.key limit 1000) o) j
  where q.due_at is not null and q.name = any(:names::text[]) group by q.name`)
