/** Lists all modules and the procedures of the service. */
import { platformProcedures } from '#kit/platform-procedures.ts'
import type { Module } from '#kit/module.ts'
import type { AnyProcedure } from '#platform/postgres/procedure.ts'
import { ai } from './ai/index.ts'
import { apiKeys } from './api-keys/index.ts'
import { auth } from './auth/index.ts'
import { auditLogs } from './audit-logs/index.ts'
import { automationRules } from './automation-rules/index.ts'
import { businessHours } from './business-hours/index.ts'
import { calendarFeeds } from './calendar-feeds/index.ts'
import { cannedResponses } from './canned-responses/index.ts'
import { customFields } from './custom-fields/index.ts'
import { customers } from './customers/index.ts'
import { events } from './events/index.ts'
import { inboundItems } from './inbound-items/index.ts'
import { inboundMails } from './inbound-mails/index.ts'
import { inboxes } from './inboxes/index.ts'
import { jobs } from './jobs/index.ts'
import { kb } from './kb/index.ts'
import { labels } from './labels/index.ts'
import { mail } from './mail/index.ts'
import { me } from './me/index.ts'
import { notifications } from './notifications/index.ts'
import { openapi } from './openapi/index.ts'
import { privacy } from './privacy/index.ts'
import { reports } from './reports/index.ts'
import { sampleCompany } from './sample-company/index.ts'
import { satisfaction } from './satisfaction/index.ts'
import { scheduledMeetings } from './scheduled-meetings/index.ts'
import { slaPolicies } from './sla-policies/index.ts'
import { systemHealth } from './system-health/index.ts'
import { teams } from './teams/index.ts'
import { tenantSettings } from './tenant-settings/index.ts'
import { threadView } from './thread-view/index.ts'
import { threads } from './threads/index.ts'
import { uploads } from './uploads/index.ts'
import { users } from './users/index.ts'
import { views } from './views/index.ts'
import { webhooks } from './webhooks/index.ts'
import { widget } from './widget/index.ts'
import { workingState } from './working-state/index.ts'

export const modules: readonly Module[] = [
  threads,
  workingState,
  notifications,
  threadView,
  uploads,
  scheduledMeetings,
  satisfaction,
  jobs,
  sampleCompany,
  views,
  customers,
  inboxes,
  inboundMails,
  inboundItems,
  labels,
  teams,
  users,
  businessHours,
  slaPolicies,
  customFields,
  cannedResponses,
  automationRules,
  kb,
  ai,
  privacy,
  reports,
  webhooks,
  events,
  auth,
  apiKeys,
  tenantSettings,
  auditLogs,
  systemHealth,
  me,
  calendarFeeds,
  mail,
  openapi,
  widget,
]

/** Procedures of this version, which `ensureProcedures` creates. */
export const procedures: readonly AnyProcedure[] = [...platformProcedures, ...modules.flatMap((module) => module.procedures)]
