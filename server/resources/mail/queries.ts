import { isSubjectSql, lowestIdSql } from '#kit/privacy/subjects.ts'
import { statement } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import type { WaitingMail } from './send-mail.ts'

export type MailFigures = {
  waiting: number
  failing: number
  refused: number
  givenUp: number
  oldestSeconds: number | null
  lastError: string | null
}

/** Maximum number of mails to count per kind, so that the health report costs the same however many mails wait. */
export const maxCountedMails = 100

/**
 * Counts a tenant's unsent mails: at most `maxCountedMails` waiting and as many dead ones. `failing` counts waiting mails that failed at
 * least once. `refused` counts mails that were given up before their last attempt.
 */
export const readMailFigures = statement<{ tenantId: Uuid; name: string; maxAttempts: number }, MailFigures>(`with
mails as (
  (select state, error, attempt, created_at from jobs
    where tenant_id = :tenantId::uuid and name = :name and due_at is not null order by due_at, id limit ${maxCountedMails})
  union all
  (select state, error, attempt, created_at from jobs where tenant_id = :tenantId::uuid and name = :name and state = 'DEAD' limit ${maxCountedMails}))
select count(*) filter (where state = 'WAITING') as waiting,
  count(*) filter (where state = 'WAITING' and error is not null) as failing,
  count(*) filter (where state = 'DEAD' and attempt < :maxAttempts::int) as refused,
  count(*) filter (where state = 'DEAD' and attempt >= :maxAttempts::int) as "givenUp",
  greatest(0, extract(epoch from now() - min(created_at) filter (where state = 'WAITING')))::double precision as "oldestSeconds",
  (array_agg(error order by state = 'DEAD', created_at desc) filter (where error is not null))[1] as "lastError"
from mails`)

/** Lists the tenant's queued mails. `isAbout` is true when the mail concerns an object that the request erases. */
export const listWaitingMails = statement<
  { tenantId: Uuid; requestId: Uuid; name: string; after: Uuid | null; limit: number },
  { id: Uuid; input: WaitingMail; isAbout: boolean }
>(`
  select id, input, ${isSubjectSql("(input ->> 'about')::uuid")} as "isAbout" from jobs where tenant_id = :tenantId::uuid and name = :name and id > coalesce(:after::uuid, ${lowestIdSql}) order by id limit :limit::int`)

export const deleteMails = statement<{ tenantId: Uuid; name: string; ids: Uuid[] }, object>(
  'delete from jobs where tenant_id = :tenantId::uuid and name = :name and id = any(:ids::uuid[])',
)

/** Filters the ids to those that the request erases. */
export const filterSubjects = statement<{ tenantId: Uuid; requestId: Uuid; ids: Uuid[] }, { id: Uuid }>(`
  select w.id from unnest(:ids::uuid[]) as w(id) where ${isSubjectSql('w.id')}`)
