import { statement, type Uuid } from '../../kit/index.ts'

export type MailFigures = {
  waiting: number
  failing: number
  refused: number
  givenUp: number
  oldestSeconds: number | null
  lastError: string | null
}

/**
 * A tenant's mails that were not sent. Failing ones are waiting ones that failed at least once; refused ones were given up before their
 * last attempt.
 */
export const readMailFigures = statement<{ tenantId: Uuid; name: string; attemptsMax: number }, MailFigures>(`
  select count(*) filter (where state = 'WAITING') as waiting,
    count(*) filter (where state = 'WAITING' and error is not null) as failing,
    count(*) filter (where state = 'DEAD' and attempt < :attemptsMax::int) as refused,
    count(*) filter (where state = 'DEAD' and attempt >= :attemptsMax::int) as "givenUp",
    greatest(0, extract(epoch from now() - min(created_at) filter (where state = 'WAITING')))::double precision as "oldestSeconds",
    (array_agg(error order by state = 'DEAD', created_at desc) filter (where error is not null))[1] as "lastError"
  from jobs where tenant_id = :tenantId::uuid and name = :name`)
