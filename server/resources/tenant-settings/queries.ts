import { statement } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import { settingsColumns, type TenantSettings } from '../tenants/index.ts'

/** Settings with the other columns of the tenant's row. */
export type SettingsRecord = TenantSettings & { id: Uuid; slug: string; version: number; createdAt: string; updatedAt: string }

const columns = `t.tenant_id as id, t.slug, ${settingsColumns}, t.version, t.created_at as "createdAt", t.updated_at as "updatedAt"`

export const findRecord = statement<{ tenantId: Uuid }, SettingsRecord>(
  `select ${columns} from tenants t where t.tenant_id = :tenantId::uuid`,
)

export const lockRecord = statement<{ tenantId: Uuid }, SettingsRecord>(
  `select ${columns} from tenants t where t.tenant_id = :tenantId::uuid for no key update`,
)

/**
 * Updates the settings. Read the row again afterwards: on Citus, RETURNING cannot compute columns (test/support/distributable.ts). Passes
 * objects as JSON, so that each setting has the same name as in the API.
 */
export const changeSettings = statement<{ tenantId: Uuid; aiKeySealed: string | null } & TenantSettings, object>(`
  update tenants t set name = :name, ticket_prefix = :ticketPrefix, timezone = :timezone, locale = :locale, auto_close_days = :autoCloseDays::int,
    reopen_within_days = (:reopening::jsonb ->> 'withinDays')::int, assign_on_first_reply = :assignOnFirstReply::boolean,
    push_shows_text = :pushShowsText::boolean,
    default_priority = :defaultPriority, allowed_sign_in_domains = :allowedSignInDomains::text[],
    second_factor_roles = array(select jsonb_array_elements_text(:secondFactor::jsonb -> 'requiredRoles')),
    reporting = :reporting::jsonb, satisfaction = :satisfaction::jsonb, brand = :brand::jsonb,
    keep_events_days = (:retention::jsonb ->> 'events')::int, keep_deliveries_days = (:retention::jsonb ->> 'deliveries')::int,
    keep_audit_rows_days = (:retention::jsonb ->> 'auditRows')::int, keep_uploads_days = (:retention::jsonb ->> 'uploads')::int,
    keep_closed_threads_days = (:retention::jsonb ->> 'closedThreads')::int, keep_raw_mails_days = (:retention::jsonb ->> 'rawMails')::int,
    keep_automation_runs_days = (:retention::jsonb ->> 'automationRuns')::int, automatic_mails_per_day = (:automations::jsonb ->> 'mailsPerDay')::int,
    suspended_mail_mib = (:storage::jsonb ->> 'suspendedMiB')::int,
    ai_url = :ai::jsonb ->> 'url', ai_model = :ai::jsonb ->> 'model', ai_timeout_seconds = (:ai::jsonb ->> 'timeoutSeconds')::int,
    ai_tokens_per_day = (:ai::jsonb ->> 'tokensPerDay')::bigint, ai_at_once = (:ai::jsonb ->> 'atOnce')::int, ai_key_sealed = :aiKeySealed::text,
    version = t.version + 1, updated_at = greatest(now(), t.updated_at)
  where t.tenant_id = :tenantId::uuid`)

/** Lists the addresses of active owners, oldest user first. */
export const findOwnerAddresses = statement<{ tenantId: Uuid }, { email: string }>(
  "select email from users where tenant_id = :tenantId::uuid and role = 'OWNER' and status = 'ACTIVE' order by created_at, id",
)
