/** Statements that read messages, and functions that present them. */
import { keysetList } from '#kit/list.ts'
import { databaseNow } from '#platform/database-now.ts'
import { statement } from '#platform/db.ts'
import type { PresentLinks } from '#platform/files/file-links.ts'
import { timeOfId, toTypeId, type Uuid } from '#platform/ids.ts'
import type { Static } from '#platform/schema.ts'
import { isoTime, isoTimeOrNull } from '#platform/time.ts'
import { getFileName, getUrlExpiry, type StoredAttachment } from '../../uploads/index.ts'
import { isAutomatic } from './answer.ts'
import type { Delivery, StoredEmail } from './message-email-schema.ts'
import type { Message } from './message-schema.ts'
import type { StoredPart } from './part-schema.ts'
import type { ThreadChannelName } from '../../../channels/thread-channels.ts'

type MessageWire = Static<typeof Message>

/** A message as the database stores it. */
export type MessageRecord = {
  id: Uuid
  threadId: Uuid
  authorType: MessageWire['authorType']
  authorId: Uuid | null
  authorName: string | null
  body: string
  bodyFormat: MessageWire['bodyFormat']
  bodyText: string
  internal: boolean
  /** True for a program's message. Absent in events and responses stored before the field existed. */
  automatic?: boolean
  /** True for a message of the service that needs no attention. Absent in events and responses stored before the field existed. */
  silent?: boolean
  externalId: string | null
  /** Users mentioned in a note. Null or absent if there are none. */
  mentions?: Uuid[] | null
  /** Teams mentioned in a note. Null or absent if there are none. */
  mentionedTeamIds?: Uuid[] | null
  /** Attachments. Null or absent if there are none. */
  attachments?: StoredAttachment[] | null
  createdAt: string
  /** Null or absent if the message is not a mail. */
  email?: StoredEmail | null
  /** Null or absent if the message is not sent. */
  delivery?: Delivery | null
  channel?: MessageWire['channel']
  inReplyToId?: Uuid | null
  /** When the customer changed or deleted the message. Absent in events and responses stored before the fields existed. */
  editedAt?: string | null
  deletedAt?: string | null
  clientId?: string | null
  parts?: StoredPart[] | null
  /** Only for scheduled replies, like the next two fields. */
  sendAt?: string
  deliveryState?: MessageWire['delivery']['state']
  deliveryError?: string | null
}

/** What a message stores about the channel from which it came or to which it goes. `email` is null unless it is a mail. */
export type MessageChannel = {
  email: StoredEmail | null
  delivery: Delivery | null
  channel: ThreadChannelName
  inReplyToId: Uuid | null
  /** The id that a visitor's program gave the message. */
  clientId?: string
  /** Absent for none. */
  parts?: StoredPart[]
}

/** SQL: the columns of a MessageChannel, and their values. */
export const channelColumns = 'email, delivery, channel, in_reply_to_id, client_id, parts'
export const channelColumnsSql = `nullif(:mail::jsonb -> 'email', 'null'), nullif(:mail::jsonb -> 'delivery', 'null'), :mail::jsonb ->> 'channel', (:mail::jsonb ->> 'inReplyToId')::uuid, :mail::jsonb ->> 'clientId', :mail::jsonb -> 'parts'`

/** Maximum characters of a text in an event. `truncated` marks a truncated text; the API returns the full text. */
const maxEventTextLength = 9000

/** SQL: the bytes of a message's texts. */
const textBytesSql = 'octet_length(m.body) + octet_length(m.body_text)'

/**
 * SQL: columns of a MessageRecord, from messages `m`. `cut` is the maximum number of characters of each text, for events. `maxBytes` is SQL
 * for the number of bytes above which a message's texts are null. `mentions: false` and `mail: false` omit columns for statements that
 * never write them, because each column costs time in hot statements.
 */
export function messageColumnsSql({
  cut,
  maxBytes,
  mentions = true,
  mail = true,
}: {
  cut?: number
  maxBytes?: string
  mentions?: boolean
  mail?: boolean
} = {}): string {
  const whole = (column: string): string => (maxBytes ? `case when ${textBytesSql} <= ${maxBytes} then m.${column} end` : `m.${column}`)
  const text = (column: string): string => (cut ? `left(m.${column}, ${cut})` : whole(column))
  return `m.id, m.thread_id as "threadId", m.author_type as "authorType", m.author_id as "authorId", m.author_name as "authorName", ${text('body')} as body,
  m.body_format as "bodyFormat", ${text('body_text')} as "bodyText", m.internal, m.automatic, m.silent, m.external_id as "externalId",
  ${mail ? 'm.email, m.delivery, m.channel, m.in_reply_to_id as "inReplyToId", m.edited_at as "editedAt", m.deleted_at as "deletedAt", m.client_id as "clientId", m.parts, ' : ''}m.attachments${mentions ? ', m.mentions, m.mentioned_team_ids as "mentionedTeamIds"' : ''}, m.created_at as "createdAt"`
}

/** SQL: columns of a message's event. */
export const eventMessageColumnsSql = (columns: { mentions?: boolean; mail?: boolean } = {}): string =>
  `${messageColumnsSql({ cut: maxEventTextLength, ...columns })}, length(m.body) > ${maxEventTextLength} as truncated`

/** Presents a message that was just written. File URLs expire relative to the creation time, so that a retry gets the same response. */
export function toCreatedMessage(record: MessageRecord, links: PresentLinks): MessageWire {
  return toMessage(record, { links, from: timeOfId(record.id) })
}

export function toReadMessage(record: MessageRecord, links: PresentLinks): MessageWire {
  return toMessage(record, record.attachments ? { links, from: new Date(databaseNow()) } : undefined)
}

/** Presents a message. Without `reading`, as in events, which may be read at any later time, files have no URLs. */
export function toMessage(record: MessageRecord, reading?: Reading): MessageWire {
  return {
    id: toTypeId('msg', record.id),
    threadId: toTypeId('thr', record.threadId),
    authorType: record.authorType,
    author:
      record.authorId === null
        ? null
        : { id: toTypeId(record.authorType === 'CUSTOMER' ? 'cst' : 'usr', record.authorId), name: record.authorName },
    body: record.body,
    bodyFormat: record.bodyFormat,
    bodyText: record.bodyText,
    internal: record.internal,
    automatic: isAutomatic(record),
    silent: record.silent ?? false,
    mentions: record.mentions?.map((id) => toTypeId('usr', id)) ?? [],
    mentionedTeamIds: record.mentionedTeamIds?.map((id) => toTypeId('tea', id)) ?? [],
    attachments: record.attachments?.map((file) => toAttachment(file, reading)) ?? [],
    channel: record.channel ?? null,
    email: record.email ? toEmail(record.email, record.bodyText) : null,
    inReplyToId: record.inReplyToId ? toTypeId('msg', record.inReplyToId) : null,
    clientId: record.clientId ?? null,
    parts: record.parts?.map(toPart) ?? [],
    delivery: toDelivery(record),
    sendAt: isoTimeOrNull(record.sendAt ?? null),
    editedAt: isoTimeOrNull(record.editedAt ?? null),
    deletedAt: isoTimeOrNull(record.deletedAt ?? null),
    externalId: record.externalId,
    createdAt: isoTime(record.createdAt),
  }
}

/** Presents a part. */
export function toPart(part: StoredPart): StoredPart {
  return { ...part, articleId: part.articleId && toTypeId('art', part.articleId) }
}

function toEmail(stored: StoredEmail, bodyText: string): NonNullable<MessageWire['email']> {
  const { date, replyFrom = 0, threadIndex: _index, threadTopic: _topic, noAutoReply: _mark, isUnproved: _unproved, ...email } = stored
  const replyText = email.quotedFrom === null ? bodyText.slice(replyFrom) : bodyText.slice(replyFrom, email.quotedFrom).trimEnd()
  // Mails stored by an earlier version have no domain.
  const authentication = email.authentication && { ...email.authentication, domain: email.authentication.domain ?? null }
  return { ...email, authentication, date: isoTimeOrNull(date), replyText }
}

/** Presents a message's delivery: a scheduled reply's state, or the stored results of a mail's attempts. */
function toDelivery({ delivery = null, deliveryState, deliveryError = null, sendAt }: MessageRecord): Delivery {
  // Deliveries stored by an earlier version have no `seenAt`.
  if (delivery) return { ...delivery, recipients: delivery.recipients.map((each) => ({ ...each, seenAt: each.seenAt ?? null })) }
  return {
    state: deliveryState ?? 'NOT_APPLICABLE',
    channel: null,
    attempts: deliveryState === 'FAILED' ? 1 : 0,
    lastError: deliveryError,
    nextAttemptAt: deliveryState === 'QUEUED' ? isoTimeOrNull(sendAt ?? null) : null,
    uncertain: false,
    providerId: null,
    recipients: [],
  }
}

type Reading = { links: PresentLinks; from: Date }

function toAttachment(file: StoredAttachment, reading: Reading | undefined): MessageWire['attachments'][number] {
  const { id, filename, contentType, size } = file
  const url =
    reading && !file.deleted ? reading.links.read({ name: getFileName(file), filename, contentType }, getUrlExpiry(reading.from)) : null
  const { inline = false, contentId = null } = file
  return { id: toTypeId('att', id), filename, contentType, size, inline, contentId, url }
}

export const messageList = keysetList<MessageRecord>(
  {
    from: 'messages m',
    alias: 'm',
    columns: messageColumnsSql(),
    rowBytes: { sql: textBytesSql, max: 2_097_152 },
    filters: {
      threadId: 'm.thread_id = :threadId::uuid',
      authorTypes: 'm.author_type = any(:authorTypes::text[])',
      // Both parts of one position.
      sinceAt: '(m.created_at, m.id) > (:sinceAt::timestamptz, :sinceId::uuid)',
      sinceId: 'true',
    },
    counted: { threadId: 'select message_count as total from threads where tenant_id = :tenantId::uuid and id = :threadId::uuid' },
  },
  {
    columns: messageColumnsSql(),
    boundedColumns: `${messageColumnsSql({ maxBytes: ':maxRowBytes::int' })}, ${textBytesSql} as bytes`,
    filters: ['threadId'],
    complete: async (_db, _tenantId, rows) => rows,
  },
)

/** Finds a message of a thread. Does not find scheduled replies. */
export const findMessage = statement<{ tenantId: Uuid; id: Uuid }, MessageRecord>(
  `select ${messageColumnsSql()} from messages m where m.tenant_id = :tenantId::uuid and m.id = :id::uuid`,
)

/**
 * Finds the first message with an external id in a thread, in its merge root, or in a follow-up thread that began because a customer wrote
 * to one of these after it was closed.
 */
export const findByExternalId = statement<{ tenantId: Uuid; threadId: Uuid; externalId: string }, MessageRecord>(`with
root as materialized (
  select coalesce((select g.root_id from thread_merges g where g.tenant_id = :tenantId::uuid and g.source_id = :threadId::uuid), :threadId::uuid) as id)
select ${messageColumnsSql()} from messages m
where m.tenant_id = :tenantId::uuid and md5(m.external_id) = md5(:externalId::text) and m.external_id = :externalId::text
  and (m.thread_id = (select id from root) or exists (
    select 1 from threads t where t.tenant_id = :tenantId::uuid and t.id = any(array_append(m.merged_from, m.thread_id)) and t.follow_up_of in (select id from root)))
order by m.created_at, m.id limit 1`)

/** Finds a message's position in its thread, or in that thread's merge root. */
export const findPlaceOfMessage = statement<{ tenantId: Uuid; id: Uuid; threadId: Uuid }, { at: string; id: Uuid }>(`
  select m.created_at as at, m.id from messages m where m.tenant_id = :tenantId::uuid and m.id = :id::uuid and m.thread_id = coalesce(
    (select g.root_id from thread_merges g where g.tenant_id = :tenantId::uuid and g.source_id = :threadId::uuid), :threadId::uuid)`)

/**
 * Returns at most a hundred messages of a thread after the given one, oldest first, without silent ones. Returns a single row with a null id if there are none,
 * and no row if the given message is not in this thread.
 */
export const findMessagesSince = statement<{ tenantId: Uuid; threadId: Uuid; messageId: Uuid }, { id: Uuid | null }>(`
  with seen as (select created_at, id from messages where tenant_id = :tenantId::uuid and id = :messageId::uuid and thread_id = :threadId::uuid)
  select m.id from seen s left join messages m on m.tenant_id = :tenantId::uuid and m.thread_id = :threadId::uuid and (m.created_at, m.id) > (s.created_at, s.id) and not m.silent
  order by m.created_at, m.id limit 100`)

/** Sets `deleted` on a file of a message. */
export const markFileDeleted = statement<{ tenantId: Uuid; messageId: Uuid; uploadId: Uuid }, { threadId: Uuid }>(
  `${markFileDeletedSql('messages')} returning m.thread_id as "threadId"`,
)
export const markScheduledFileDeleted = statement<{ tenantId: Uuid; messageId: Uuid; uploadId: Uuid }, object>(
  markFileDeletedSql('scheduled_messages'),
)

function markFileDeletedSql(table: string): string {
  return `update ${table} m set attachments = (
      select jsonb_agg(case when f.file ->> 'id' = (:uploadId::uuid)::text then f.file || '{"deleted": true}'::jsonb else f.file end order by f.place)
      from jsonb_array_elements(m.attachments) with ordinality f(file, place))
    where m.tenant_id = :tenantId::uuid and m.id = :messageId::uuid and m.attachments is not null`
}
