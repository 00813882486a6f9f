/** Statements on satisfaction requests. Writers lock the customer, the thread and the request, in this order, as far as they need them. */
import type { Brand } from '#kit/brand.ts'
import { keysetList } from '#kit/list.ts'
import { statement } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import { hasAddressSql } from '../customers/index.ts'
import type { SatisfactionSettings } from '../tenants/index.ts'
import { isAnswerSql } from '../threads/index.ts'
import type { answerSources, CancelReason, channels, states } from './schema.ts'

type Key = { tenantId: Uuid; id: Uuid }

export type StoredAnswer = {
  score: number
  comment: string | null
  reasons: string[]
  source: keyof typeof answerSources
  answeredAt: string
  changes: number
}

export type RequestRecord = {
  id: Uuid
  version: number
  threadId: Uuid
  customerId: Uuid
  personId: Uuid | null
  assigneeId: Uuid | null
  teamId: Uuid | null
  resolvedById: Uuid | null
  episode: number
  state: keyof typeof states
  channel: keyof typeof channels
  scale: SatisfactionSettings['scale']
  question: string | null
  sendAt: string
  sentAt: string | null
  remindedAt: string | null
  expiresAt: string | null
  cancelReason: CancelReason | null
  answer: StoredAnswer | null
  createdAt: string
  updatedAt: string
}

const answerSql = `case when r.answered_at is not null then json_build_object('score', r.score, 'comment', r.comment, 'reasons', r.reasons,
  'source', r.source, 'answeredAt', r.answered_at, 'changes', r.answer_changes) end`

const columnsSql = `r.id, r.version, r.thread_id as "threadId",
  coalesce((select c.merged_into from customers c where c.tenant_id = :tenantId::uuid and c.id = r.customer_id limit 1), r.customer_id) as "customerId",
  r.person_id as "personId", r.assignee_id as "assigneeId", r.team_id as "teamId", r.resolved_by_id as "resolvedById", r.episode, r.state, r.channel,
  r.scale, r.question, r.send_at as "sendAt", r.sent_at as "sentAt", r.reminded_at as "remindedAt", r.expires_at as "expiresAt",
  r.cancel_reason as "cancelReason",
  ${answerSql} as answer, r.created_at as "createdAt", r.updated_at as "updatedAt"`

export const requestList = keysetList<RequestRecord>({
  from: 'satisfaction_requests r',
  alias: 'r',
  columns: columnsSql,
  filters: {
    threadId: `r.thread_id = any(array(select :threadId::uuid
      union all select m.source_id from thread_merges m where m.tenant_id = :tenantId::uuid and m.root_id = :threadId::uuid))`,
    customerId: 'r.customer_id = :customerId::uuid',
    customerIds: 'r.customer_id = any(:customerIds::uuid[])',
    personId: 'r.person_id = :personId::uuid',
    teamId: 'r.team_id = :teamId::uuid',
    state: 'r.state = :state::text',
    score: 'r.score = :score::bigint',
    // Find the ids first. Otherwise PostgreSQL may read all requests in the list's order until a page is full. Low scores are few.
    scoreAtMost: `r.id = any(array(
      select s.id from satisfaction_requests s where s.tenant_id = :tenantId::uuid and s.score <= :scoreAtMost::bigint))`,
    answeredAfter: 'r.answered_at > :answeredAfter::timestamptz',
    answeredBefore: 'r.answered_at < :answeredBefore::timestamptz',
  },
})

/** Finds the merge target of a customer, and the customers merged into it. */
export const findUnited = statement<{ tenantId: Uuid; customerId: Uuid }, { id: Uuid }>(`
  with current as materialized (
    select coalesce(merged_into, id) as id from customers where tenant_id = :tenantId::uuid and id = :customerId::uuid)
  select id from current
  union all select c.id from customers c where c.tenant_id = :tenantId::uuid and c.merged_into = (select id from current)`)

const oneSql = 'where r.tenant_id = :tenantId::uuid and r.id = :id::uuid'

export const requestStatements = {
  find: statement<Key, RequestRecord>(`select ${columnsSql} from satisfaction_requests r ${oneSql}`),
  lockOnly: statement<Key, object>(`select from satisfaction_requests r ${oneSql} for update of r`),
  lock: statement<Key, RequestRecord>(`select ${columnsSql} from satisfaction_requests r ${oneSql} for update of r`),
}

/** Locks the request of an episode of a thread, if there is one that was not cancelled. */
export const findRequestOfEpisode = statement<{ tenantId: Uuid; threadId: Uuid; episode: number }, RequestRecord>(`
  select ${columnsSql} from satisfaction_requests r where r.tenant_id = :tenantId::uuid and r.thread_id = :threadId::uuid and r.episode = :episode::int
    and (r.state <> 'CANCELLED' or r.sent_at is not null) order by r.created_at desc limit 1 for update of r`)

/** Request that was sent, with its rating, for counting a thread whose events were deleted. */
export type RatingRow = {
  id: Uuid
  threadId: Uuid
  personId: Uuid | null
  scale: RequestRecord['scale']
  score: number | null
  sentAt: string
  answeredAt: string | null
}

export const findRatingRows = statement<{ tenantId: Uuid; threadIds: readonly Uuid[] }, RatingRow>(`
  select id, thread_id as "threadId", person_id as "personId", scale, score, sent_at as "sentAt", answered_at as "answeredAt" from satisfaction_requests
  where tenant_id = :tenantId::uuid and thread_id = any(:threadIds::uuid[]) and sent_at is not null order by sent_at, id`)

// --- Making requests ------------------------------------------------------------------------------------------------------

export type NewRequest = {
  tenantId: Uuid
  id: Uuid
  threadId: Uuid
  customerId: Uuid
  personId: Uuid | null
  assigneeId: Uuid | null
  teamId: Uuid | null
  resolvedById: Uuid | null
  episode: number
  planned: boolean
  byRule: boolean
  state: 'PLANNED' | 'SENT'
  channel: RequestRecord['channel']
  scale: RequestRecord['scale']
  question: string | null
  /** Null to send immediately. */
  sendAt: string | null
  delayMinutes: number
  expiresAfterDays: number
  seed: Buffer
}

/** Inserts a request. Returns no row if the customer has already been asked, or will be, in this episode. */
export const insertRequest = statement<NewRequest, { id: Uuid }>(`with
clock as materialized (
  select now() as now, coalesce(:sendAt::timestamptz, now()) + make_interval(mins => :delayMinutes::int) as send_at,
    case when :state::text = 'SENT' then now() end as sent_at, case when :state::text = 'SENT' then now() + make_interval(days => :expiresAfterDays::int) end as expires_at)
insert into satisfaction_requests (tenant_id, id, thread_id, customer_id, person_id, assignee_id, team_id, resolved_by_id, episode, planned, by_rule, state, channel,
  scale, question, send_at, sent_at, expires_at, expires_after_days, seed, created_at, updated_at)
select :tenantId::uuid, :id::uuid, :threadId::uuid, :customerId::uuid, :personId::uuid, :assigneeId::uuid, :teamId::uuid, :resolvedById::uuid, :episode::int,
  :planned::boolean, :byRule::boolean, :state, :channel, :scale, :question::text, c.send_at, c.sent_at, c.expires_at, :expiresAfterDays::int, :seed::bytea, c.now, c.now
from clock c
on conflict (tenant_id, thread_id, episode) where state <> 'CANCELLED' or sent_at is not null do nothing
returning id`)

/** Facts that decide whether to ask a thread's customer. */
export type Subject = {
  threadId: Uuid
  ticketNumber: string
  subject: string
  status: string
  isMerged: boolean
  episode: number
  resolvedAt: string | null
  closedAt: string | null
  customerId: Uuid
  /** Null when the customer cannot get mail. */
  email: string | null
  customerName: string | null
  /** Whether a visitor of a website reads the thread. */
  isChat: boolean
  isOptedOut: boolean
  isErased: boolean
  assigneeId: Uuid | null
  teamId: Uuid | null
  labelIds: Uuid[]
  /** Author of the last reply. */
  personId: Uuid | null
  settings: SatisfactionSettings
  /** Address of an EMAIL inbox, to which customers can reply. */
  replyTo: string | null
  inboxId: Uuid
}

/** Reads subjects by key with `limit 1`, so that PostgreSQL reads no other rows of these tables. */
export const findSubjects = statement<{ tenantId: Uuid; threadIds: Uuid[] }, Subject>(`
  select t.id as "threadId", t.ticket_number as "ticketNumber", t.subject, t.status, t.merged_into is not null as "isMerged", t.episode,
    t.resolved_at as "resolvedAt", t.closed_at as "closedAt", c.id as "customerId",
    case when ${hasAddressSql('c.email')} and c.email_failed_at is null then c.email end as email, c.name as "customerName",
    c.satisfaction_opt_out as "isOptedOut", c.erased_at is not null as "isErased", t.assignee_id as "assigneeId", t.team_id as "teamId",
    t.label_ids as "labelIds", coalesce(i.satisfaction, p.satisfaction) as settings, t.inbox_id as "inboxId",
    exists (select 1 from thread_conversations v where v.tenant_id = :tenantId::uuid and v.thread_id = t.id and v.inbox_id = t.inbox_id
      and v.address like 'vst\\_%') as "isChat", case when i.email is not null then i.address end as "replyTo",
    (select m.author_id from messages m where m.tenant_id = :tenantId::uuid and m.thread_id = t.id and ${isAnswerSql('m')}
      order by m.created_at desc, m.id desc limit 1) as "personId"
  from threads t
  cross join lateral (select email, address, satisfaction from inboxes where tenant_id = :tenantId::uuid and id = t.inbox_id limit 1) i
  cross join lateral (select satisfaction from tenants where tenant_id = :tenantId::uuid limit 1) p
  cross join lateral (select coalesce(merged_into, id) as id from customers where tenant_id = :tenantId::uuid and id = t.customer_id limit 1) s
  cross join lateral (select * from customers where tenant_id = :tenantId::uuid and id = s.id limit 1) c
  where t.tenant_id = :tenantId::uuid and t.id = any(:threadIds::uuid[])`)

/** Whether the tenant or one of its inboxes asks for ratings of resolved threads. */
export const isEnabledAnywhere = statement<{ tenantId: Uuid }, { isEnabled: boolean }>(`
  select exists (select 1 from tenants where tenant_id = :tenantId::uuid and (satisfaction -> 'enabled')::boolean)
    or exists (select 1 from inboxes where tenant_id = :tenantId::uuid and (satisfaction -> 'enabled')::boolean) as "isEnabled"`)

/** Locks a customer, so that of two requests due at the same time only one is sent. */
export const lockCustomerOfRequest = statement<Key, { id: Uuid }>(`
  select c.id from customers c where c.tenant_id = :tenantId::uuid and c.id = (
    select coalesce(s.merged_into, s.id) from satisfaction_requests r join customers s on s.tenant_id = :tenantId::uuid and s.id = r.customer_id
    where r.tenant_id = :tenantId::uuid and r.id = :id::uuid)
  for no key update of c`)

/** Returns a row if the customer was asked about another thread in the last days. */
export const findRecentRequest = statement<Key & { customerId: Uuid; days: number }, { id: Uuid }>(`
  select r.id from satisfaction_requests r where r.tenant_id = :tenantId::uuid and r.id <> :id::uuid
    and r.customer_id = any(array(select :customerId::uuid
      union all select c.id from customers c where c.tenant_id = :tenantId::uuid and c.merged_into = :customerId::uuid))
    and r.sent_at > now() - make_interval(days => :days::int) limit 1`)

// --- What becomes of them ----------------------------------------------------------------------------------------------------

/** Facts for the job that are not in the record. Times are seconds from now. */
export type DueRequest = {
  planned: boolean
  byRule: boolean
  seed: Buffer
  sendIn: number
  remindIn: number | null
  expiresIn: number | null
  expiresAfterDays: number
}

export const findDue = statement<Key, DueRequest>(`
  select r.planned, r.by_rule as "byRule", r.seed, r.expires_after_days as "expiresAfterDays", extract(epoch from r.send_at - now())::double precision as "sendIn",
    extract(epoch from r.remind_at - now())::double precision as "remindIn", extract(epoch from r.expires_at - now())::double precision as "expiresIn"
  from satisfaction_requests r ${oneSql}`)

const changedSql = 'version = r.version + 1, updated_at = greatest(now(), r.updated_at)'

export const markSent = statement<Key & { expiresAfterDays: number; remindAfterDays: number | null }, object>(`
  update satisfaction_requests r set state = 'SENT', sent_at = now(), expires_at = now() + make_interval(days => :expiresAfterDays::int),
    remind_at = now() + make_interval(days => :remindAfterDays::int), ${changedSql} ${oneSql}`)

export const markReminded = statement<Key, object>(
  `update satisfaction_requests r set reminded_at = now(), remind_at = null, ${changedSql} ${oneSql}`,
)

export const changeState = statement<Key & { state: RequestRecord['state']; cancelReason: CancelReason | null }, object>(
  `update satisfaction_requests r set state = :state, cancel_reason = :cancelReason::text, remind_at = null, ${changedSql} ${oneSql}`,
)

export const storeAnswer = statement<
  Key & { score: number; comment: string | null; reasons: string[]; source: StoredAnswer['source']; changes: number },
  object
>(`
  update satisfaction_requests r set state = 'ANSWERED', score = :score::smallint, comment = :comment::text, reasons = :reasons::text[], source = :source,
    answered_at = now(), answer_changes = :changes::int, remind_at = null, ${changedSql} ${oneSql}`)

// --- The page ------------------------------------------------------------------------------------------------------------

export type OpenRequest = Pick<RequestRecord, 'id' | 'customerId' | 'scale' | 'question' | 'expiresAt' | 'answer'> & {
  seed: Buffer
  /** The subject of the rated thread; null if the thread was deleted. */
  subject: string | null
  /** The name of the agent who answered last; null if the agent was deleted or nobody answered. */
  personName: string | null
  /** True if the request accepts ratings. */
  isOpen: boolean
  slug: string
  tenantName: string
  brand: Brand
  locale: string
  timezone: string
}

/** Reads a request for its page. No row if the tenant is suspended. */
export const findOpenRequest = statement<Key, OpenRequest>(`
  select r.id, r.seed, h.subject, r.customer_id as "customerId", r.scale, r.question, r.expires_at as "expiresAt", ${answerSql} as answer,
    r.state in ('SENT', 'ANSWERED') and r.expires_at > now() as "isOpen", t.slug, t.name as "tenantName", t.brand, t.locale, t.timezone,
    (select u.name from users u where u.tenant_id = :tenantId::uuid and u.id = r.person_id limit 1) as "personName"
  from satisfaction_requests r join tenants t on t.tenant_id = :tenantId::uuid left join threads h on h.tenant_id = :tenantId::uuid and h.id = r.thread_id
  where r.tenant_id = :tenantId::uuid and r.id = :id::uuid and t.status <> 'SUSPENDED'`)

export const findSlug = statement<{ tenantId: Uuid }, { slug: string; name: string; locale: string }>(
  'select slug, name, locale from tenants where tenant_id = :tenantId::uuid',
)

export const findTimeLeft = statement<{ at: string }, { seconds: number }>(
  'select extract(epoch from :at::timestamptz - now())::double precision as seconds',
)
