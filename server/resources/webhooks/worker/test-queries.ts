/** Statements of a test, whose first attempt the request itself makes. */
import { statement } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import { eventSql } from '../delivery-queries.ts'
import { type Claimed, previousSecretsSql } from './queries.ts'

export const countInProgress = statement<{ tenantId: Uuid; webhookId: Uuid }, { count: number }>(`
  select count(*) as count from webhook_deliveries where tenant_id = :tenantId::uuid and webhook_id = :webhookId::uuid and leased_until > now()`)

/** A delivery that was inserted under a lease. Null when its webhook has been deleted since. */
export const findLeased = statement<{ tenantId: Uuid; id: Uuid }, Claimed>(`
  select d.id, d.attempt, d.attempts_before as "attemptsBefore", now() as "attemptedAt", d.test, d.event_type as "eventType", w.url,
    w.secret_sealed as "secretSealed", w.headers_sealed as "headersSealed", ${previousSecretsSql} as "previousSecretsSealed", false as more, ${eventSql} as event
  from webhook_deliveries d
  join webhooks w on w.tenant_id = :tenantId::uuid and w.id = d.webhook_id
  left join events e on e.tenant_id = :tenantId::uuid and e.sequence = d.event_sequence
  where d.tenant_id = :tenantId::uuid and d.id = :id::uuid`)
