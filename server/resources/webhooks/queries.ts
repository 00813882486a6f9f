/** Statements that manage webhooks, and functions that present them. */
import { keysetList } from '#kit/list.ts'
import { statement } from '#platform/db.ts'
import { toTypeId, type Uuid } from '#platform/ids.ts'
import type { Static } from '#platform/schema.ts'
import { isoTime, isoTimeOrNull } from '#platform/time.ts'
import type { SealedHeaders } from './headers.ts'
import type { Webhook, WebhookWithSecret } from './schema.ts'

/** A stored webhook, without its secret. */
export type WebhookRecord = {
  id: Uuid
  url: string
  description: string | null
  events: string[]
  /** Absent in records of earlier versions. */
  headerNames?: string[]
  status: Static<typeof Webhook>['status']
  failureCount: number
  disabledAt: string | null
  disabledReason: string | null
  version: number
  createdAt: string
}

const columnsSql = `w.id, w.url, w.description, w.events, w.header_names as "headerNames", w.status, w.failure_count as "failureCount", w.disabled_at as "disabledAt",
  w.disabled_reason as "disabledReason", w.version, w.created_at as "createdAt"`

export function toWebhook(record: WebhookRecord): Static<typeof Webhook> {
  const { id, url, description, events, headerNames = [], status, failureCount, disabledAt, disabledReason, createdAt } = record
  return {
    id: toTypeId('whk', id),
    url,
    description,
    events,
    headers: headerNames.map((name) => ({ name })),
    status,
    failureCount,
    disabledAt: isoTimeOrNull(disabledAt),
    disabledReason,
    createdAt: isoTime(createdAt),
  }
}

export function toWebhookWithSecret(record: WebhookRecord & { secret: string }): Static<typeof WebhookWithSecret> {
  return { ...toWebhook(record), secret: record.secret }
}

export const webhookList = keysetList<WebhookRecord>({ from: 'webhooks w', alias: 'w', columns: columnsSql })

type Key = { tenantId: Uuid; id: Uuid }

export const findWebhook = statement<Key, WebhookRecord>(
  `select ${columnsSql} from webhooks w where w.tenant_id = :tenantId::uuid and w.id = :id::uuid`,
)

export const lockWebhook = statement<Key, WebhookRecord>(
  `select ${columnsSql} from webhooks w where w.tenant_id = :tenantId::uuid and w.id = :id::uuid for update`,
)

export const findSealedHeaders = statement<Key, { headersSealed: string | null }>(
  'select headers_sealed as "headersSealed" from webhooks where tenant_id = :tenantId::uuid and id = :id::uuid',
)

/** Locks the tenant's counters. Until the commit, no other transaction emits events or inserts a webhook. */
export const lockSequence = statement<{ tenantId: Uuid }, { sequence: number }>(
  'select event_sequence as sequence from tenant_counters where tenant_id = :tenantId::uuid for update',
)
export const countWebhooks = statement<{ tenantId: Uuid }, { count: number }>(
  'select count(*) as count from webhooks where tenant_id = :tenantId::uuid',
)

export type NewWebhook = Key &
  SealedHeaders & { url: string; description: string | null; events: string[]; secretSealed: string; fromSequence: number }

/** Inserts a webhook that gets the events after `fromSequence`. For the tenant's first webhook, also inserts the tenant's cursor. */
export const insertWebhook = statement<NewWebhook, WebhookRecord>(`with
cursor as (
  insert into webhook_cursors (tenant_id, sequence) values (:tenantId::uuid, :fromSequence::bigint) on conflict (tenant_id) do nothing)
insert into webhooks as w (tenant_id, id, url, description, events, header_names, headers_sealed, secret_sealed, from_sequence)
values (:tenantId::uuid, :id::uuid, :url, :description::text, :events::text[], :headerNames::text[], :headersSealed::text, :secretSealed, :fromSequence::bigint)
returning ${columnsSql}`)

export type WebhookChange = Key & SealedHeaders & { url: string; description: string | null; events: string[]; status: string }

/**
 * Changes a webhook. A status change makes the webhook due immediately, so that the worker checks its deliveries, and sets `held_until`,
 * which marks held deliveries as backlog.
 */
export const changeWebhook = statement<WebhookChange, WebhookRecord>(`
  with clock as materialized (select now() as now)
  update webhooks w set url = :url, description = :description::text, events = :events::text[], header_names = :headerNames::text[],
    headers_sealed = :headersSealed::text, version = version + 1,
    due_at = case when :status::text <> status then clock.now else due_at end,
    held_until = case when :status::text <> status then clock.now else held_until end, status = :status::text
  from clock where w.tenant_id = :tenantId::uuid and w.id = :id::uuid
  returning ${columnsSql}`)

/**
 * Orders deliveries that wait for a retry like untried ones, by their events' age. `enabled` also includes retries that are not due yet,
 * and gives all of them ten further attempts, because some have used up theirs. Does not affect attempts in progress.
 */
export const reorderHeldDeliveries = statement<Key & { enabled: boolean }, object>(`with
held as materialized (
  select d.id, coalesce(e.created_at, d.created_at) as at from webhook_deliveries d
  left join events e on e.tenant_id = :tenantId::uuid and e.sequence = d.event_sequence
  where d.tenant_id = :tenantId::uuid and d.webhook_id = :id::uuid and (d.state = 'FAILED' or d.leased_until is not null))
update webhook_deliveries d set next_attempt_at = held.at, attempts_before = case when :enabled::boolean then d.attempt else d.attempts_before end from held
where d.tenant_id = :tenantId::uuid and d.id = held.id and not d.test and (d.leased_until is null or d.leased_until <= now())
  and (:enabled::boolean or d.next_attempt_at <= now() and d.next_attempt_at <> held.at)`)

export const enableWebhookRow = statement<Key, WebhookRecord>(`
  update webhooks w set status = 'ACTIVE', failure_count = 0, disabled_at = null, disabled_reason = null, due_at = now(), held_until = now(), version = version + 1
  where w.tenant_id = :tenantId::uuid and w.id = :id::uuid
  returning ${columnsSql}`)

/**
 * Replaces the secret. The old one keeps signing for `overlapSeconds` and older ones until their own overlap ends, at most `maxPrevious`
 * old secrets in total. With an overlap of 0, no old secret signs any more.
 */
export const rotateSecretRow = statement<Key & { secretSealed: string; overlapSeconds: number; maxPrevious: number }, WebhookRecord>(`
  with previous as materialized (
    select case when :overlapSeconds::double precision = 0 then '[]'
      else jsonb_build_array(jsonb_build_object('sealed', secret_sealed, 'until', now() + make_interval(secs => :overlapSeconds::double precision)))
        || (select coalesce(jsonb_agg(p.secret order by p.n), '[]') from jsonb_array_elements(previous_secrets) with ordinality as p(secret, n)
          where (p.secret->>'until')::timestamptz > now() and p.n < :maxPrevious::int) end as secrets
    from webhooks where tenant_id = :tenantId::uuid and id = :id::uuid)
  update webhooks w set secret_sealed = :secretSealed, version = version + 1, previous_secrets = previous.secrets
  from previous where w.tenant_id = :tenantId::uuid and w.id = :id::uuid
  returning ${columnsSql}`)

/** Returns the event types of a webhook's waiting deliveries, which can differ from its current subscriptions. */
export const findWaitingTypes = statement<{ tenantId: Uuid; webhookId: Uuid }, { eventType: string }>(`
  select distinct event_type as "eventType" from webhook_delivery_totals
  where tenant_id = :tenantId::uuid and webhook_id = :webhookId::uuid and state in ('PENDING', 'FAILED') and count > 0`)

export const deleteWebhookRow = statement<Key, object>('delete from webhooks where tenant_id = :tenantId::uuid and id = :id::uuid')
