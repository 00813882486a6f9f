import { statement } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import { procedure } from '#platform/postgres/procedure.ts'
import { laterFromOthersSql, laterRowsSql } from '../threads/index.ts'

/** The key of a user's working state in a thread. */
export type Own = { tenantId: Uuid; threadId: Uuid; userId: Uuid }

// --- Drafts ---------------------------------------------------------------------------------------------------------

export type DraftRecord = {
  threadId: Uuid
  kind: 'reply' | 'note'
  body: string
  bodyFormat: 'text' | 'html'
  attachments: { uploadId: Uuid; filename?: string }[]
  updatedAt: string
}

const draftColumns = `thread_id as "threadId", kind, body, body_format as "bodyFormat", attachments, updated_at as "updatedAt"`
const ofDraft = 'tenant_id = :tenantId::uuid and user_id = :userId::uuid and thread_id = :threadId::uuid and kind = :kind::text'

export const findDraft = statement<Own & { kind: string }, DraftRecord>(`select ${draftColumns} from thread_drafts where ${ofDraft}`)

/** Finds both drafts of a user for a thread. */
export const findDrafts = statement<Own, DraftRecord>(
  `select ${draftColumns} from thread_drafts where tenant_id = :tenantId::uuid and user_id = :userId::uuid and thread_id = :threadId::uuid`,
)

export const saveDraftRow = statement<Own & { kind: string; body: string; bodyFormat: string; attachments: object[] }, DraftRecord>(`
  insert into thread_drafts as d (tenant_id, user_id, thread_id, kind, body, body_format, attachments)
  values (:tenantId::uuid, :userId::uuid, :threadId::uuid, :kind::text, :body::text, :bodyFormat::text, :attachments::jsonb)
  on conflict (tenant_id, user_id, thread_id, kind) do update set body = excluded.body, body_format = excluded.body_format,
    attachments = excluded.attachments, updated_at = case
      when (d.body, d.body_format, d.attachments) is distinct from (excluded.body, excluded.body_format, excluded.attachments)
      then greatest(excluded.updated_at, d.updated_at) else d.updated_at end
  returning ${draftColumns}`)

export const deleteDraftRow = statement<Own & { kind: string }, DraftRecord>(
  `delete from thread_drafts where ${ofDraft} returning ${draftColumns}`,
)

/** Characters of a draft that are read for its excerpt: more than the excerpt, because HTML has tags. */
export const excerptLength = 1_000

/** The beginning of a draft. `number` is the public number of its thread; null when the thread was deleted. */
export type DraftRow = Pick<DraftRecord, 'threadId' | 'kind' | 'bodyFormat' | 'updatedAt'> & {
  beginning: string
  attachmentCount: number
  number: number | null
}

/** A user's drafts after a position, latest first. */
export const listDraftRows = statement<
  { tenantId: Uuid; userId: Uuid; limit: number; afterAt: string; afterId: Uuid; afterKind: string },
  DraftRow
>(`
  select d.thread_id as "threadId", d.kind, d.body_format as "bodyFormat", d.updated_at as "updatedAt", left(d.body, ${excerptLength}) as beginning,
    jsonb_array_length(d.attachments) as "attachmentCount",
    (select public_number from threads where tenant_id = :tenantId::uuid and id = d.thread_id limit 1) as number
  from thread_drafts d where d.tenant_id = :tenantId::uuid and d.user_id = :userId::uuid
    and (d.updated_at, d.thread_id, d.kind) < (:afterAt::timestamptz, :afterId::uuid, :afterKind::text)
  order by d.updated_at desc, d.thread_id desc, d.kind desc limit :limit::int`)

export const countDrafts = statement<{ tenantId: Uuid; userId: Uuid }, { total: number }>(
  'select count(*) as total from thread_drafts where tenant_id = :tenantId::uuid and user_id = :userId::uuid',
)

// --- Read marks -----------------------------------------------------------------------------------------------------

export type ReadRecord = { threadId: Uuid; readThrough: string | null; unreadCount: number }

type ReadMarkChange = Own & {
  /** Message up to which the user has read; null for the thread's last one. */
  messageId: Uuid | null
  /** True to remove the mark. */
  unread: boolean
  /** True to set the mark just before the message, even if that is earlier than before. */
  movesBack: boolean
}

/** The mark after the change, or the reason for having none. */
type ReadMarkOutcome = {
  record?: ReadRecord
  threadMissing?: true
  messageMissing?: true
  /** True when the user has unread notifications of the thread. */
  hasNotifications?: boolean
}

/**
 * Moves a user's read mark of a thread forward (a high-water mark), removes it, or moves it back. Of concurrent requests that move it
 * forward, the one with the latest message wins. The mark of a merged thread belongs to its merge root.
 */
export const markRead = procedure<ReadMarkChange, ReadMarkOutcome>(
  'mark_read',
  { tenantId: 'uuid', threadId: 'uuid', userId: 'uuid', messageId: 'uuid', unread: 'boolean', movesBack: 'boolean' },
  `declare
  target uuid; said_at timestamptz(3); mark timestamptz(3); sources uuid[]; has_notifications boolean := false; unread_total bigint;
begin
  select root_id into target from thread_merges where tenant_id = :tenantId and source_id = :threadId;
  target := coalesce(target, :threadId);
  select last_message_at into said_at from threads where tenant_id = :tenantId and id = target;
  if not found then return json_build_object('threadMissing', true); end if;
  if :unread then
    delete from thread_reads where tenant_id = :tenantId and user_id = :userId and thread_id = target;
  else
    if :messageId is not null then
      select created_at into said_at from messages where tenant_id = :tenantId and thread_id = target and id = :messageId;
      if not found then return json_build_object('messageMissing', true); end if;
    end if;
    if :movesBack then
      -- Messages of a thread have different times, with the precision of the column.
      said_at := said_at - interval '1 millisecond';
    end if;
    insert into thread_reads as r (tenant_id, user_id, thread_id, read_through) values (:tenantId, :userId, target, said_at)
      on conflict (tenant_id, user_id, thread_id) do update set read_through = excluded.read_through
        where r.read_through < excluded.read_through or (:movesBack and r.read_through <> excluded.read_through);
    select array_agg(source_id) into sources from thread_merges where tenant_id = :tenantId and root_id = target;
    perform 1 from notifications where tenant_id = :tenantId and user_id = :userId and thread_id = any(array_append(sources, target))
      and read_at is null and snoozed_until is null limit 1;
    has_notifications := found and not :movesBack;
  end if;
  select read_through into mark from thread_reads where tenant_id = :tenantId and user_id = :userId and thread_id = target;
  perform ${laterRowsSql({ threadId: 'target', after: `coalesce(mark, '-infinity'::timestamptz)`, userId: ':userId' })};
  get diagnostics unread_total = row_count;
  return json_build_object('hasNotifications', has_notifications,
    'record', json_build_object('threadId', target, 'readThrough', mark::text, 'unreadCount', unread_total));
end`,
)

export const findRead = statement<Own, ReadRecord>(`
  select :threadId::uuid as "threadId", r.read_through as "readThrough",
    (select count(*) from ${laterFromOthersSql({ threadId: ':threadId::uuid', after: `coalesce(r.read_through, '-infinity'::timestamptz)`, userId: ':userId::uuid' })}) as "unreadCount"
  from (select (select read_through from thread_reads where tenant_id = :tenantId::uuid and user_id = :userId::uuid and thread_id = :threadId::uuid)) as r(read_through)`)

// --- Presence -------------------------------------------------------------------------------------------------------

export type PresentRow = { tenantId: Uuid; threadId: Uuid; userId: Uuid; name: string; state: 'VIEWING' | 'TYPING'; seenAt: string }
/** A present user with their read mark of the thread. */
export type PresentReader = PresentRow & { readThrough: string | null }

const seenLately = `p.seen_at > now() - interval '45 seconds'`
const presentColumns = `p.tenant_id as "tenantId", p.thread_id as "threadId", p.user_id as "userId", u.name, p.state, p.seen_at as "seenAt"`

export const report = statement<Own & { state: string }, object>(`
  insert into thread_presence (tenant_id, user_id, thread_id, state)
  values (:tenantId::uuid, :userId::uuid, :threadId::uuid, :state::text)
  on conflict (tenant_id, user_id, thread_id) do update set state = excluded.state, seen_at = excluded.seen_at`)

/** Removes a user's presence in a thread, and the user's expired presence elsewhere. */
export const leave = statement<Own, object>(`
  delete from thread_presence p where p.tenant_id = :tenantId::uuid and p.user_id = :userId::uuid
    and (p.thread_id = :threadId::uuid or p.seen_at < now() - interval '10 minutes')`)

export const presentAt = statement<{ tenantId: Uuid; threadId: Uuid }, PresentRow>(`
  select ${presentColumns} from thread_presence p join users u on u.tenant_id = p.tenant_id and u.id = p.user_id
  where p.tenant_id = :tenantId::uuid and p.thread_id = :threadId::uuid and ${seenLately} order by p.seen_at desc, p.user_id limit 100`)

/** Lists the users present in any thread of the tenants, for the streams of this process. */
export const presentOf = statement<
  { tenantIds: Uuid[] },
  PresentReader
>(`/* across tenants: one question a moment for all streams of a process */
  select ${presentColumns}, r.read_through as "readThrough" from thread_presence p join users u on u.tenant_id = p.tenant_id and u.id = p.user_id
    left join thread_reads r on r.tenant_id = p.tenant_id and r.user_id = p.user_id and r.thread_id = p.thread_id
  where p.tenant_id = any(:tenantIds::uuid[]) and ${seenLately}`)

/** Parameters of the statements on all users' rows (drafts, reads and presence) in these threads. */
type OfThreads = { tenantId: Uuid; threadIds: readonly Uuid[] }
/** SQL: the condition for all users' rows in these threads. */
const ofThreads = (alias: string): string => `${alias}.tenant_id = :tenantId::uuid and ${alias}.thread_id = any(:threadIds::uuid[])
  and ${alias}.user_id = any(array(select id from users where tenant_id = :tenantId::uuid))`

export const draftsOf = statement<OfThreads, DraftRecord>(`
  select d.thread_id as "threadId", d.kind, d.body, d.body_format as "bodyFormat", d.attachments, d.updated_at as "updatedAt"
  from thread_drafts d where ${ofThreads('d')}`)
export const deleteDrafts = statement<OfThreads, object>(`delete from thread_drafts d where ${ofThreads('d')}`)
export const deleteReads = statement<OfThreads, object>(`delete from thread_reads r where ${ofThreads('r')}`)
export const deletePresence = statement<OfThreads, object>(`delete from thread_presence p where ${ofThreads('p')}`)
