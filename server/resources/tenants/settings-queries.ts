/** Maps each tenant setting to its column. No other file does. */
import { statement } from '#platform/db.ts'
import type { Brand } from '#kit/brand.ts'
import type { Uuid } from '#platform/ids.ts'
import type { Role } from '#platform/principal.ts'
import type { priorities } from '../thread-words/index.ts'

export type TenantSettings = {
  name: string
  ticketPrefix: string
  /** An IANA time zone name. */
  timezone: string
  /** A BCP 47 language tag. */
  locale: string
  /** Days; 0 means never. */
  autoCloseDays: number
  /** Days after resolution within which a customer's message reopens a thread. Null means no limit. */
  reopening: { withinDays: number | null }
  assignOnFirstReply: boolean
  pushShowsText: boolean
  defaultPriority: keyof typeof priorities
  /** Domains in the form of stored addresses (platform/email.ts). Empty allows all. */
  allowedSignInDomains: string[]
  secondFactor: { requiredRoles: Role[] }
  reporting: {
    /** An IANA time zone name. Null means `timezone`. */
    timezone: string | null
    weekStartsOn: 'MONDAY' | 'TUESDAY' | 'WEDNESDAY' | 'THURSDAY' | 'FRIDAY' | 'SATURDAY' | 'SUNDAY'
    /** Hours of threads whose SLA policy and team have none. */
    businessHoursId: Uuid | null
    people: keyof typeof reportedPeople
  }
  satisfaction: SatisfactionSettings
  brand: Brand
  /** The tenant's own language model; null for none. Its key is not a setting, because every request loads the settings. */
  ai: { url: string | null; model: string | null; hasKey: boolean; timeoutSeconds: number; tokensPerDay: number | null; atOnce: number }
  /** Days. Null means the installation's period, or no limit if it has none. */
  retention: {
    events: number | null
    deliveries: number | null
    auditRows: number | null
    uploads: number | null
    closedThreads: number | null
    rawMails: number | null
    automationRuns: number | null
  }
  automations: {
    /** Maximum automatic mails by rules to one customer per day (UTC). */
    mailsPerDay: number
  }
  storage: {
    /** Maximum mebibytes of held raw mails, which no thread shows. */
    suspendedMiB: number
  }
}

/** When and how to ask customers for a rating of a resolved thread. Inboxes may override these settings. */
export type SatisfactionSettings = {
  enabled: boolean
  scale: 'STARS' | 'THUMBS'
  /** Null means the service's own question. */
  question: string | null
  delayMinutes: number
  remindAfterDays: number | null
  expiresAfterDays: number
  minDaysBetween: number
  samplePercent: number
  onlyAnswered: boolean
  notAfterAutomatic: boolean
  exceptLabelIds: Uuid[]
}

/** Name of the outbox reader that plans requests. It only covers tenants with enabled settings, so that others do not pay for it. */
export const satisfactionReader = 'satisfaction'

/** Settings of a tenant that has never changed them. The column's default has the same values. */
export const satisfactionDefaults: SatisfactionSettings = {
  enabled: false,
  scale: 'STARS',
  question: null,
  delayMinutes: 60,
  remindAfterDays: null,
  expiresAfterDays: 28,
  minDaysBetween: 14,
  samplePercent: 100,
  onlyAnswered: true,
  notAfterAutomatic: true,
  exceptLabelIds: [],
}

/** Looks of a tenant that has chosen none. The column's default has the same values. */
export const brandDefaults: Brand = { logoUploadId: null, color: null }

/** Users who may see figures of individual agents in reports. */
export const reportedPeople = {
  ALL: 'All users who may read reports.',
  MANAGERS: 'Only users with the role OWNER or ADMIN, and their keys.',
  NONE: 'No user. Reports neither name agents nor count by them, as an agreement with a works council may require.',
}

/** SQL: the columns of TenantSettings, from `tenants t`. */
export const settingsColumns = `t.name, t.ticket_prefix as "ticketPrefix", t.timezone, t.locale, t.auto_close_days as "autoCloseDays",
    json_build_object('withinDays', t.reopen_within_days) as reopening, t.assign_on_first_reply as "assignOnFirstReply", t.push_shows_text as "pushShowsText",
    t.default_priority as "defaultPriority", t.allowed_sign_in_domains as "allowedSignInDomains",
    json_build_object('requiredRoles', t.second_factor_roles) as "secondFactor", t.reporting, t.satisfaction, t.brand,
    json_build_object('url', t.ai_url, 'model', t.ai_model, 'hasKey', t.ai_key_sealed is not null, 'timeoutSeconds', t.ai_timeout_seconds,
      'tokensPerDay', t.ai_tokens_per_day, 'atOnce', t.ai_at_once) as ai,
    json_build_object('events', t.keep_events_days, 'deliveries', t.keep_deliveries_days, 'auditRows', t.keep_audit_rows_days,
      'uploads', t.keep_uploads_days, 'closedThreads', t.keep_closed_threads_days, 'rawMails', t.keep_raw_mails_days,
      'automationRuns', t.keep_automation_runs_days) as retention,
    json_build_object('mailsPerDay', t.automatic_mails_per_day) as automations,
    json_build_object('suspendedMiB', t.suspended_mail_mib) as storage`

export const findSettings = statement<{ tenantId: Uuid }, TenantSettings>(
  `select ${settingsColumns} from tenants t where t.tenant_id = :tenantId::uuid`,
)

/** Reads the tenant's logo. No row if the tenant has none or is suspended. */
export const findLogo = statement<{ tenantId: Uuid }, { id: Uuid; filename: string; contentType: string }>(`
  select u.id, u.filename, u.content_type as "contentType" from tenants t
    join uploads u on u.tenant_id = :tenantId::uuid and u.id = (t.brand ->> 'logoUploadId')::uuid and u.state = 'READY'
  where t.tenant_id = :tenantId::uuid and t.status <> 'SUSPENDED'`)

/** Encryption purpose of the key of a tenant's language model. */
export const aiKeyPurpose = 'key of a language model'
export const findAiKey = statement<{ tenantId: Uuid }, { sealed: string | null }>(
  'select ai_key_sealed as sealed from tenants where tenant_id = :tenantId::uuid',
)
