/** Statements on round trips: test mails that inboxes send to themselves. */
import { statement } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import type { EmailSettings } from '../../../channels/email/settings.ts'

type InboxKey = { tenantId: Uuid; inboxId: Uuid }
type OfJob = InboxKey & { jobId: Uuid }

export type RoundTripMail = { id: Uuid; form: 'PLAIN' | 'PLUS'; recipient: string }

export const insertRoundTripMails = statement<OfJob & { mails: readonly RoundTripMail[] }, object>(`
  insert into round_trip_mails (tenant_id, id, inbox_id, job_id, form, recipient)
  select :tenantId::uuid, m.id, :inboxId::uuid, :jobId::uuid, m.form, m.recipient
  from json_to_recordset(:mails::json) as m(id uuid, form text, recipient text)`)

/** Finds the running test of an inbox. */
export const findRunningTest = statement<InboxKey, { jobId: Uuid }>(
  'select job_id as "jobId" from round_trip_mails where tenant_id = :tenantId::uuid and inbox_id = :inboxId::uuid limit 1',
)

/** Records that an attempt to send a test's mails begins. Returns the mails. */
export const markSent = statement<OfJob, RoundTripMail>(`
  update round_trip_mails set sent_at = now()
  where tenant_id = :tenantId::uuid and inbox_id = :inboxId::uuid and job_id = :jobId::uuid returning id, form, recipient`)

export const findRoundTripMail = statement<
  { tenantId: Uuid; id: Uuid },
  { jobId: Uuid; inboxId: Uuid; form: RoundTripMail['form']; sentAt: string | null }
>(`
  select job_id as "jobId", inbox_id as "inboxId", form, sent_at as "sentAt" from round_trip_mails
  where tenant_id = :tenantId::uuid and id = :id::uuid`)

export const deleteRoundTripMails = statement<OfJob, object>(
  'delete from round_trip_mails where tenant_id = :tenantId::uuid and inbox_id = :inboxId::uuid and job_id = :jobId::uuid',
)

/** Locks an inbox against changes. Returns its mail destination, or no row when the inbox was deleted. */
export const lockDestination = statement<InboxKey, { address: string | null; email: EmailSettings | null }>(
  'select address, email from inboxes where tenant_id = :tenantId::uuid and id = :inboxId::uuid for share',
)

export const findInboxName = statement<InboxKey, { name: string }>(
  'select name from inboxes where tenant_id = :tenantId::uuid and id = :inboxId::uuid',
)

/** Stores whether plus addresses reach an inbox. */
export const setPlusAddressing = statement<InboxKey & { works: boolean }, object>(`
  insert into inbox_connections (tenant_id, inbox_id, plus_addressing) values (:tenantId::uuid, :inboxId::uuid, :works::boolean)
  on conflict (tenant_id, inbox_id) do update set plus_addressing = excluded.plus_addressing`)

/** Clears the results of tests and DNS checks, because the inbox's mail now arrives elsewhere. */
export const forgetPlusAddressing = statement<InboxKey, object>(`
  update inbox_connections set plus_addressing = null, mx_leads_here = null
  where tenant_id = :tenantId::uuid and inbox_id = :inboxId::uuid and (plus_addressing is not null or mx_leads_here is not null)`)
