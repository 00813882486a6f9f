/** Statements on the search index: its state, and the texts to read. */
import { statement } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import { customerJoin, hasAddressSql } from '../customers/index.ts'

/** Id under which the index stores a thread's head (subject, reference, customer and custom fields) among its messages. */
export const headPart: Uuid = '00000000-0000-0000-0000-000000000000'

export type Tenant = { tenantId: Uuid }

// --- The state of the index ------------------------------------------------------------------------------------------------------

/**
 * State of the index. `sequence` is the last event read, `head` the tenant's last event. Of the threads older than the index, numbered up
 * to `upto`, those up to `built` have been backfilled. Both are 0 if there are none. `headsBuilt` and `headsUpto` say the same of indexed
 * threads whose heads are read again.
 */
export type IndexState = { sequence: number; built: number; upto: number; head: number; lastNumber: number; marked: boolean }
export type IndexCursor = { sequence: number; built: number; upto: number; headsBuilt: number; headsUpto: number }

export const indexState = statement<Tenant, IndexState>(`
  select coalesce(c.sequence, 0) as sequence, coalesce(c.built, 0) as built, coalesce(c.upto, 0) as upto, k.event_sequence as head,
    k.last_public_number as "lastNumber", exists (select 1 from search_marks where tenant_id = :tenantId::uuid) as marked
  from tenant_counters k left join lateral (select * from search_cursors where tenant_id = :tenantId::uuid) c on true
  where k.tenant_id = :tenantId::uuid`)

/**
 * Creates a tenant's cursor. The index backfills existing threads by number and follows later changes by event. Checks for a cursor before
 * inserting one, because `on conflict do nothing` alone waits for the transaction of a worker that is moving the cursor.
 */
export const beginIndex = statement<Tenant, object>(`
  insert into search_cursors (tenant_id, sequence, built, upto, moved_at)
  select :tenantId::uuid, event_sequence, 0, last_public_number, now() from tenant_counters
  where tenant_id = :tenantId::uuid and not exists (select 1 from search_cursors where tenant_id = :tenantId::uuid)
  on conflict (tenant_id) do nothing`)

/** Locks a tenant's index. No row while another worker holds the lock. */
export const lockIndex = statement<Tenant, IndexCursor>(
  `select sequence, built, upto, heads_built as "headsBuilt", heads_upto as "headsUpto" from search_cursors where tenant_id = :tenantId::uuid
  for update skip locked`,
)

export const moveIndex = statement<Tenant & Omit<IndexCursor, 'upto'>, object>(`
  update search_cursors set sequence = :sequence::bigint, built = :built::bigint, heads_built = :headsBuilt::bigint, heads_upto = :headsUpto::bigint,
    moved_at = now()
  where tenant_id = :tenantId::uuid`)

/** Finds tenants with many unread events, or with some that have waited for `seconds`. Longest wait first. */
export const tenantsToIndex = statement<{ events: number; seconds: number; limit: number }, { tenantId: Uuid }>(
  `/* across tenants: the index follows all of them */
  select k.tenant_id as "tenantId" from tenant_counters k left join search_cursors c on c.tenant_id = k.tenant_id
  where (c.tenant_id is null and k.last_public_number > 0) or c.built < c.upto or c.heads_built < c.heads_upto or k.event_sequence - c.sequence >= :events::bigint
    or (k.event_sequence > c.sequence and c.moved_at <= now() - make_interval(secs => :seconds::int))
    or exists (select 1 from search_marks m where m.tenant_id = k.tenant_id)
  order by c.moved_at nulls first limit :limit::int`,
)

/**
 * Events and older threads that the index has not read yet, and the age of the oldest such event, for system health. No row for a tenant
 * without threads: the index does not follow its events (see `tenantsToIndex`), so nothing is waiting.
 */
export type IndexBacklog = { events: number; oldestSeconds: number | null; threads: number }
export const indexBacklog = statement<Tenant, IndexBacklog>(`
  select k.event_sequence - coalesce(c.sequence, 0) as events, coalesce(c.upto - c.built, 0) as threads,
    (select greatest(0, extract(epoch from now() - e.created_at))::double precision from events e
      where e.tenant_id = :tenantId::uuid and e.sequence > coalesce(c.sequence, 0) order by e.sequence limit 1) as "oldestSeconds"
  from tenant_counters k left join lateral (select * from search_cursors where tenant_id = :tenantId::uuid) c on true
  where k.tenant_id = :tenantId::uuid and (k.last_public_number > 0 or c.tenant_id is not null)`)

// --- Texts that the index has not read ------------------------------------------------------------------------------------------------

type Since = Tenant & { after: number; limit: number }

export type HeadText = {
  number: number
  threadId: Uuid
  createdAt: string
  subject: string
  externalRef: string | null
  email: string | null
  name: string | null
  customFields: FieldValues
  customerFields: FieldValues | null
}
/** Values of custom fields by key. */
export type FieldValues = Readonly<Record<string, unknown>>
const headColumns = `t.public_number as number, t.id as "threadId", t.created_at as "createdAt", t.subject, t.external_ref as "externalRef",
  case when ${hasAddressSql('c.email')} then c.email end as email, c.name, t.custom_fields as "customFields", c.custom_fields as "customerFields"`
const customerOf = customerJoin('t.customer_id')
const getThread = (id: string): string =>
  `cross join lateral (select * from threads where tenant_id = :tenantId::uuid and id = ${id} limit 1) t`

/** `files` has one line per file name of the message, without deleted files. */
export type MessageText = { number: number; threadId: Uuid; id: Uuid; at: string; text: string; files: string | null }
export const filesOfMessage = `case when m.attachments is not null
  then (select string_agg(f ->> 'filename', e'\\n') from jsonb_array_elements(m.attachments) f where f -> 'deleted' is null) end as files`
/**
 * SQL: the text of a message without quoted history, whose words would otherwise match in every reply. Offsets count UTF-16 units but
 * `left` counts characters, so a few characters of history may remain below a text with emoji.
 */
export const ownTextSql = `left(m.body_text, coalesce((m.email ->> 'quotedFrom')::int, 2147483647))`
const messageColumns = `t.public_number as number, t.id as "threadId", m.id, m.created_at as at, ${ownTextSql} as text, ${filesOfMessage}`

/** Limits rows to the first messages that together have this many bytes, but at least one. */
type Sized = { bytes: number }
const firstBytes = (columns: string, from: string, order = ''): string => `
  select * from (
    select ${columns}, sum(octet_length(m.body_text)) over (${order} rows unbounded preceding) - octet_length(m.body_text) as "bytesBefore" from ${from}) x
  where "bytesBefore" < :bytes::bigint`

/** Reads messages written after a sequence, with their current texts. The mark of its new thread finds a message that has moved. */
export const messagesAfter = statement<Since & Sized, MessageText & { sequence: number }>(
  `${firstBytes(
    `e.sequence, ${messageColumns}`,
    `(select sequence, object from events where tenant_id = :tenantId::uuid and type = 'message.created' and sequence > :after::bigint
      order by sequence limit :limit::int) e
    cross join lateral (
      select * from messages where tenant_id = :tenantId::uuid and thread_id = (e.object ->> 'threadId')::uuid
        and created_at = (e.object ->> 'createdAt')::timestamptz and id = (e.object ->> 'id')::uuid limit 1) m
    ${getThread('m.thread_id')}`,
    'order by e.sequence',
  )} order by sequence`,
)

/** Reads threads created after a sequence. */
export const headsAfter = statement<Since, HeadText & { sequence: number }>(`
  select e.sequence, ${headColumns} from (
    select sequence, object_id from events where tenant_id = :tenantId::uuid and type = 'thread.created' and sequence > :after::bigint
    order by sequence limit :limit::int) e
  ${getThread('e.object_id')} ${customerOf} order by e.sequence`)

/** Reads threads whose custom fields changed after a sequence. */
export const headsOfFieldsAfter = statement<Since, HeadText>(`
  select ${headColumns} from (
    select distinct e.object_id from (
      select object_id, previous from events where tenant_id = :tenantId::uuid and type = 'thread.updated' and sequence > :after::bigint
      order by sequence limit :limit::int) e
    where e.previous -> 'customFields' is not null) e
  ${getThread('e.object_id')} ${customerOf}`)

/** Finds changes of the options of custom fields after a sequence. */
export const optionChangesAfter = statement<Since, { sequence: number; before: FieldOption[]; after: FieldOption[] }>(`
  select e.sequence, e.previous -> 'options' as before, e.object -> 'options' as after from (
    select sequence, object, previous from events where tenant_id = :tenantId::uuid and type = 'custom_field.updated' and sequence > :after::bigint
    order by sequence limit :limit::int) e
  where e.previous -> 'options' is not null`)

/** An option of a custom field. Agents see its label. */
export type FieldOption = { value: string; label: string }
export const fieldOptions = statement<Tenant, { appliesTo: 'THREAD' | 'CUSTOMER'; key: string; options: FieldOption[] }>(`
  select applies_to as "appliesTo", key, options from custom_fields where tenant_id = :tenantId::uuid and options <> '[]'`)

/** Reads threads whose customer changed after a sequence. Threads of a merged customer may already point to the merge target. */
export const headsOfCustomersAfter = statement<Since & { types: string[]; each: number }, HeadText>(`
  select ${headColumns} from (
    select distinct own.id from (select e.object_id, (e.object ->> 'mergedInto')::uuid as merged_into from unnest(:types::text[]) as wanted(type) cross join lateral (
      select sequence, object_id, object from events where tenant_id = :tenantId::uuid and type = wanted.type and sequence > :after::bigint
      order by sequence limit :limit::int) e) e cross join lateral (values (e.object_id), (e.merged_into)) own(id) where own.id is not null) e
  cross join lateral (
    select * from threads where tenant_id = :tenantId::uuid and customer_id = e.id order by created_at desc, id desc limit :each::int) t
  ${customerOf}`)

/** Finds the last sequence, at most `head`, up to which there are at most `limit` events of each type. */
export const batchEnd = statement<Since & { head: number; types: string[] }, { sequence: number }>(`
  select least(:head::bigint, coalesce(min(e.sequence) - 1, :head::bigint)) as sequence from unnest(:types::text[]) as wanted(type) cross join lateral (
    select sequence from events where tenant_id = :tenantId::uuid and type = wanted.type and sequence > :after::bigint
    order by sequence offset :limit::int limit 1) e`)

/** Marks a thread as changed, in the transaction of the change. */
export const markThread = statement<Tenant & { threadId: Uuid; mark: Uuid; number: number | null }, object>(
  'insert into search_marks (tenant_id, thread_id, mark, number) values (:tenantId::uuid, :threadId::uuid, :mark::uuid, :number::bigint)',
)

/** A marked thread. `number` is set if it was deleted. */
export type MarkedThread = { threadId: Uuid; mark: Uuid; number: number | null }
export const markedThreads = statement<Tenant & { limit: number }, MarkedThread>(
  'select thread_id as "threadId", mark, number from search_marks where tenant_id = :tenantId::uuid order by thread_id, mark limit :limit::int',
)

/** Returns a row if one of these threads is marked. */
export const isMarked = statement<Tenant & { threadIds: Uuid[] }, object>(
  'select from search_marks where tenant_id = :tenantId::uuid and thread_id = any(:threadIds::uuid[]) limit 1',
)

export const unmark = statement<Tenant & { threadIds: Uuid[]; marks: Uuid[] }, object>(
  'delete from search_marks where tenant_id = :tenantId::uuid and thread_id = any(:threadIds::uuid[]) and mark = any(:marks::uuid[])',
)

// --- Current texts of threads ----------------------------------------------------------------------------------------------

export const headsOf = statement<Tenant & { threadIds: Uuid[] }, HeadText>(`
  select ${headColumns} from threads t ${customerOf} where t.tenant_id = :tenantId::uuid and t.id = any(:threadIds::uuid[])`)

/** Reads the threads of a range of numbers that have custom fields, or whose customer has some. */
export const headsWithFields = statement<Tenant & { after: number; through: number }, HeadText>(`
  select ${headColumns} from threads t ${customerOf}
  where t.tenant_id = :tenantId::uuid and t.public_number > :after::bigint and t.public_number <= :through::bigint
    and (t.custom_fields <> '{}' or c.custom_fields <> '{}')`)

export const messagesOf = statement<Tenant & Sized & { threadIds: Uuid[]; limit: number }, MessageText>(
  `${firstBytes(
    messageColumns,
    `unnest(:threadIds::uuid[]) as wanted(id) ${getThread('wanted.id')} cross join lateral (
      select id, created_at, body_text, email, attachments from messages where tenant_id = :tenantId::uuid and thread_id = t.id limit :limit::int) m`,
  )} limit :limit::int`,
)

/** Reads threads in number order, with their message counts. */
export const threadsByNumber = statement<
  Tenant & { after: number; upto: number; limit: number },
  { number: number; threadId: Uuid; messageCount: number }
>(`
  select public_number as number, id as "threadId", message_count as "messageCount" from threads
  where tenant_id = :tenantId::uuid and public_number > :after::bigint and public_number <= :upto::bigint order by public_number limit :limit::int`)

// --- The index itself ---------------------------------------------------------------------------------------------------

/** Threads of a block that contain a word or a gram (grams.ts). If it is `common`, longer grams with it are indexed as well. */
export type WordRow = { word: string; block: number; head: Buffer; body: Buffer; common: boolean }

export const findWords = statement<Tenant & { words: string[] }, Omit<WordRow, 'common'>>(
  'select word, block, head, body from search_words where tenant_id = :tenantId::uuid and word = any(:words::text[])',
)

/** Finds words that start with `from`. `end` is greater than all of them. */
export const findByPrefix = statement<Tenant & { from: string; end: string; limit: number }, Pick<WordRow, 'block' | 'head' | 'body'>>(`
  select block, head, body from search_words
  where tenant_id = :tenantId::uuid and word >= :from::text collate "C" and word < :end::text collate "C" limit :limit::int`)

const wantedBlock = `unnest(:words::text[], :blocks::int[]) as wanted(word, block) cross join lateral (
    select * from search_words where tenant_id = :tenantId::uuid and word = wanted.word collate "C" and block = wanted.block limit 1) w`
type Blocks = Tenant & { words: string[]; blocks: number[] }
export const findBlocks = statement<Blocks, WordRow>(`select w.word, w.block, w.head, w.body, w.common from ${wantedBlock}`)
export const findCommonOf = statement<Blocks, { word: string; block: number }>(`select w.word, w.block from ${wantedBlock} where w.common`)

/** Finds the blocks in which words are common. */
export const findCommon = statement<Tenant & { words: string[] }, { word: string; block: number }>(
  'select word, block from search_words where tenant_id = :tenantId::uuid and word = any(:words::text[]) and common',
)

/** Writes blocks. `head` and `body` are in base64. */
export const putBlocks = statement<
  Tenant & { rows: { word: string; block: number; head: string; body: string; common: boolean }[] },
  object
>(`
  insert into search_words (tenant_id, word, block, head, body, common)
  select :tenantId::uuid, r.word, r.block, decode(r.head, 'base64'), decode(r.body, 'base64'), r.common
  from json_to_recordset(:rows::json) as r(word text, block int, head text, body text, common boolean)
  on conflict (tenant_id, word, block) do update set head = excluded.head, body = excluded.body, common = excluded.common`)

export const deleteEmptyBlocks = statement<Blocks, object>(`
  delete from search_words w using unnest(:words::text[], :blocks::int[]) as gone(word, block)
  where w.tenant_id = :tenantId::uuid and w.word = gone.word collate "C" and w.block = gone.block and w.head = ''::bytea and w.body = ''::bytea
    and not w.common`)

export type TextRow = { number: number; part: Uuid; words: string }

/** Reads the indexed texts of threads. `findHeads` reads only their heads. */
export const findTexts = statement<Tenant & { numbers: number[] }, TextRow>(
  'select number, part, words from search_texts where tenant_id = :tenantId::uuid and number = any(:numbers::int[])',
)
export const findHeads = statement<Tenant & { numbers: number[]; part: Uuid }, TextRow>(`
  select number, part, words from search_texts where tenant_id = :tenantId::uuid and number = any(:numbers::int[]) and part = :part::uuid`)

export const putTexts = statement<Tenant & { rows: { number: number; part: Uuid; at: string; words: string }[] }, object>(`
  insert into search_texts (tenant_id, number, part, written_at, words)
  select :tenantId::uuid, r.number, r.part, r.at, r.words from json_to_recordset(:rows::json) as r(number bigint, part uuid, at timestamptz, words text)
  on conflict (tenant_id, number, part) do update set words = excluded.words, written_at = excluded.written_at`)

export const deleteTexts = statement<Tenant & { numbers: number[]; parts: Uuid[] }, object>(`
  delete from search_texts x using unnest(:numbers::int[], :parts::uuid[]) as gone(number, part)
  where x.tenant_id = :tenantId::uuid and x.number = gone.number and x.part = gone.part`)

/** Deletes the rows of common words that no thread contains any more. The caller's transaction must hold the index lock. */
export const deleteEmptied = statement<Tenant, object>(
  `delete from search_words where tenant_id = :tenantId::uuid and common and head = ''::bytea and body = ''::bytea`,
)
