import { statement } from '#platform/db.ts'
import type { PresentLinks } from '#platform/files/file-links.ts'
import { toTypeId, type Uuid } from '#platform/ids.ts'
import type { Static } from '#platform/schema.ts'
import { isoTime } from '#platform/time.ts'
import type { Upload } from './schema.ts'

type UploadWire = Static<typeof Upload>

export type UploadRecord = {
  id: Uuid
  filename: string
  contentType: string
  size: number
  sha256: string | null
  state: UploadWire['state']
  messageId: Uuid | null
  /** Meeting with this recording. Absent in responses stored before meetings had recordings. */
  meetingId?: Uuid | null
  /** Article with this picture. Absent in responses stored before articles had pictures. */
  articleId?: Uuid | null
  /** True for a file of canned responses. Absent in responses stored before canned responses had files. */
  shared?: boolean
  /** Shared upload whose file a copy shows; null for uploads with a file of their own. Absent in responses stored before that. */
  contentOf?: Uuid | null
  createdAt: string
}
type Key = { tenantId: Uuid; id: Uuid }

const columnsSql = `u.id, u.filename, u.content_type as "contentType", u.size, u.sha256, u.state, u.message_id as "messageId", u.meeting_id as "meetingId", u.article_id as "articleId", u.shared, u.content_of as "contentOf", u.created_at as "createdAt"`

/** Returns the name under which the store has the file of an upload, or of the shared upload that it is a copy of. */
export function getFileName({ id, contentOf }: { readonly id: Uuid; readonly contentOf?: Uuid | null | undefined }): string {
  return toTypeId('upl', contentOf ?? id)
}

/** Milliseconds until a URL for reading a file expires. */
const urlMs = 300_000

export function getUrlExpiry(from: Date): Date {
  return new Date(from.getTime() + urlMs)
}

/** Presents an upload. Without `links`, as in events, which may be read at any later time, it has no URL. */
export function toUpload(record: UploadRecord, links?: PresentLinks, from = new Date(record.createdAt)): UploadWire {
  const { id, filename, contentType, messageId, meetingId, articleId, shared = false, createdAt, size, sha256, state } = record
  return {
    id: toTypeId('upl', id),
    filename,
    contentType,
    size,
    sha256,
    state,
    messageId: messageId === null ? null : toTypeId('msg', messageId),
    meetingId: meetingId ? toTypeId('mtg', meetingId) : null,
    articleId: articleId ? toTypeId('art', articleId) : null,
    shared,
    url: state === 'READY' && links ? links.read({ name: getFileName(record), filename, contentType }, getUrlExpiry(from)) : null,
    createdAt: isoTime(createdAt),
  }
}

type NewUpload = Key &
  Pick<UploadRecord, 'filename' | 'contentType' | 'size' | 'sha256'> & {
    createdBy: Uuid | null
    /** The visitor of a website who sent it; null for others. */
    visitorId: Uuid | null
    quota: number
  }

/** Inserts an upload's row and adds its bytes to the tenant's usage, before the file is stored. No row when the quota is exceeded. */
export const reserveUpload = statement<NewUpload, UploadRecord>(`
  with reserved as (
    update tenant_counters set upload_bytes = upload_bytes + :size::bigint
    where tenant_id = :tenantId::uuid and upload_bytes + mail_bytes + :size::bigint <= :quota::bigint returning tenant_id)
  insert into uploads as u (tenant_id, id, filename, content_type, size, sha256, state, created_by, visitor_id)
  select :tenantId::uuid, :id::uuid, :filename, :contentType, :size::bigint, :sha256::text, 'PENDING', :createdBy::uuid, :visitorId::uuid from reserved
  returning ${columnsSql}`)

/** Deletes a PENDING upload and subtracts its bytes from the tenant's usage. */
export const releaseUpload = statement<Key, object>(`
  with gone as (delete from uploads where tenant_id = :tenantId::uuid and id = :id::uuid and state = 'PENDING' returning size)
  update tenant_counters k set upload_bytes = k.upload_bytes - g.size from gone g where k.tenant_id = :tenantId::uuid returning k.tenant_id`)

export const findUpload = statement<Key, UploadRecord>(
  `select ${columnsSql} from uploads u where u.tenant_id = :tenantId::uuid and u.id = :id::uuid`,
)
export const lockUpload = statement<Key, UploadRecord & { createdBy: Uuid }>(
  `select ${columnsSql}, u.created_by as "createdBy" from uploads u where u.tenant_id = :tenantId::uuid and u.id = :id::uuid for update`,
)

type Settled = Key & { state: 'READY' | 'REJECTED'; contentType: string; sha256: string | null }

/** Sets the final state of a PENDING upload. The caller has locked the row, or has inserted it in the same transaction. */
export const settleUpload = statement<Settled, UploadRecord>(`
  update uploads u set state = :state, content_type = :contentType, sha256 = :sha256::text
  where u.tenant_id = :tenantId::uuid and u.id = :id::uuid and u.state = 'PENDING' returning ${columnsSql}`)

/** Finds which of some uploads a visitor has sent. */
export const findUploadsOfVisitor = statement<{ tenantId: Uuid; visitorId: Uuid; ids: readonly Uuid[] }, { id: Uuid }>(
  'select id from uploads where tenant_id = :tenantId::uuid and visitor_id = :visitorId::uuid and id = any(:ids::uuid[])',
)

/** Counts the files that a visitor has sent since a number of minutes, up to this one. */
export const countUploadsOfVisitor = statement<
  { tenantId: Uuid; visitorId: Uuid; id: Uuid; minutes: number },
  { count: number; secondsLeft: number }
>(`
  select count(*)::int as count, ceil(extract(epoch from min(u.created_at) + make_interval(mins => :minutes::int) - now()))::int as "secondsLeft"
  from uploads u where u.tenant_id = :tenantId::uuid and u.visitor_id = :visitorId::uuid and u.created_at > now() - make_interval(mins => :minutes::int)
    and (u.created_at, u.id) <= (select o.created_at, o.id from uploads o where o.tenant_id = :tenantId::uuid and o.id = :id::uuid)`)

/** The logos of the tenant and of website chats, which are in the settings of the tenant and of inboxes. */
const logosSql = `select (i.widget #>> '{appearance,logoUploadId}')::uuid from inboxes i
  where i.tenant_id = :tenantId::uuid and i.widget #>> '{appearance,logoUploadId}' is not null
  union all select (b.brand ->> 'logoUploadId')::uuid from tenants b where b.tenant_id = :tenantId::uuid and b.brand ->> 'logoUploadId' is not null`

export const lockUploads = statement<{ tenantId: Uuid; ids: Uuid[] }, UploadRecord>(
  `select ${columnsSql} from uploads u where u.tenant_id = :tenantId::uuid and u.id = any(:ids::uuid[]) order by u.id for update`,
)
/**
 * Locks uploads that are not shared, to attach them. Many messages copy a shared one at the same time, so `keepSharedUploads`
 * locks it more weakly.
 * A logo would be deleted with what it is attached to, so `isLogo` says which uploads cannot be attached.
 */
export const lockOwnUploads = statement<{ tenantId: Uuid; ids: Uuid[] }, UploadRecord & { isLogo: boolean }>(
  `select ${columnsSql}, u.id in (${logosSql}) as "isLogo" from uploads u where u.tenant_id = :tenantId::uuid and u.id = any(:ids::uuid[]) and not u.shared order by u.id for update`,
)
/** Finds shared uploads, and keeps them from being deleted until the commit. */
export const keepSharedUploads = statement<{ tenantId: Uuid; ids: Uuid[] }, UploadRecord>(
  `select ${columnsSql} from uploads u where u.tenant_id = :tenantId::uuid and u.id = any(:ids::uuid[]) and u.shared order by u.id for key share`,
)
export const shareUploads = statement<{ tenantId: Uuid; ids: Uuid[] }, object>(
  'update uploads set shared = true where tenant_id = :tenantId::uuid and id = any(:ids::uuid[]) and not shared',
)

type Copies = { tenantId: Uuid; messageId: Uuid; sources: Uuid[]; ids: Uuid[]; filenames: string[] }

/**
 * Inserts a message's copies of shared uploads, which the lock keeps from being deleted until the commit. Their bytes count once, for the
 * shared upload. No row for an upload that is gone.
 */
export const copyUploads = statement<Copies, { id: Uuid }>(`
  with kept as materialized (
    select u.id, u.content_type, u.size, u.sha256, u.created_by from uploads u
    where u.tenant_id = :tenantId::uuid and u.id = any(:sources::uuid[]) and u.shared order by u.id for key share)
  insert into uploads (tenant_id, id, filename, content_type, size, sha256, state, created_by, message_id, content_of)
  select :tenantId::uuid, c.id, c.filename, k.content_type, k.size, k.sha256, 'READY', k.created_by, :messageId::uuid, k.id
  from unnest(:sources::uuid[], :ids::uuid[], :filenames::text[]) c(source, id, filename) join kept k on k.id = c.source
  returning id`)
export const findUploadsOfMessages = statement<{ tenantId: Uuid; messageIds: Uuid[] }, { id: Uuid }>(
  'select id from uploads where tenant_id = :tenantId::uuid and message_id = any(:messageIds::uuid[])',
)
export const setMessageOfUploads = statement<{ tenantId: Uuid; ids: Uuid[]; messageId: Uuid }, object>(
  'update uploads set message_id = :messageId::uuid where tenant_id = :tenantId::uuid and id = any(:ids::uuid[])',
)
export const setMeetingOfUpload = statement<{ tenantId: Uuid; id: Uuid; meetingId: Uuid }, object>(
  'update uploads set meeting_id = :meetingId::uuid where tenant_id = :tenantId::uuid and id = :id::uuid',
)
/** Attaches unattached pictures. Locks them in id order, like all writers. */
export const setArticleOfPictures = statement<{ tenantId: Uuid; ids: Uuid[]; articleId: Uuid }, object>(`
  update uploads set article_id = :articleId::uuid where tenant_id = :tenantId::uuid and id = any(array(
    select f.id from uploads f where f.tenant_id = :tenantId::uuid and f.id = any(:ids::uuid[]) and f.state = 'READY'
      and f.content_type like 'image/%' and f.message_id is null and f.meeting_id is null and f.article_id is null and not f.shared
      and f.id not in (${logosSql}) order by f.id for update))`)
export const findUploadsOfArticle = statement<{ tenantId: Uuid; articleId: Uuid }, { id: Uuid }>(
  'select id from uploads where tenant_id = :tenantId::uuid and article_id = :articleId::uuid',
)
/** Attaches a mail's files to its message. */
export const attachReserved = statement<{ tenantId: Uuid; ids: Uuid[]; messageId: Uuid }, object>(`
  update uploads set message_id = :messageId::uuid, state = 'READY' where tenant_id = :tenantId::uuid and id = any(array(
    select f.id from uploads f where f.tenant_id = :tenantId::uuid and f.id = any(:ids::uuid[]) and f.state = 'PENDING' order by f.id for update))`)

export const deleteUploads = statement<{ tenantId: Uuid; ids: Uuid[] }, object>(
  'delete from uploads where tenant_id = :tenantId::uuid and id = any(:ids::uuid[])',
)

/** The files of canned responses. */
const filesOfResponsesSql = `select (f ->> 'uploadId')::uuid from canned_responses r cross join lateral jsonb_array_elements(r.attachments) f
  where r.tenant_id = :tenantId::uuid and r.attachments <> '[]'`

/**
 * Locks uploads to delete: those not attached within a day and not in a draft, and those past the tenant's retention period, except the
 * pictures of articles, and logos of the tenant and of chats, which are still shown, and the files of canned responses. A shared file stays
 * while it has copies. Skips rows that another transaction has locked.
 */
export const lockOldUploads = statement<{ tenantId: Uuid; days: number | null; limit: number }, UploadRecord>(`
  select ${columnsSql} from uploads u where u.tenant_id = :tenantId::uuid and u.id = any(array(
    (select o.id from uploads o where o.tenant_id = :tenantId::uuid and o.message_id is null and o.meeting_id is null and o.article_id is null and o.created_at < now() - interval '1 day'
        and o.id not in (select (f ->> 'uploadId')::uuid from thread_drafts d cross join lateral jsonb_array_elements(d.attachments) f
          where d.tenant_id = :tenantId::uuid and d.attachments <> '[]')
        and o.id not in (${logosSql}) and o.id not in (${filesOfResponsesSql})
        and (not o.shared or not exists (select 1 from uploads c where c.tenant_id = :tenantId::uuid and c.content_of = o.id))
      order by o.created_at limit :limit::int)
    union
    (select o.id from uploads o where o.tenant_id = :tenantId::uuid and o.article_id is null and not o.shared and o.created_at < now() - make_interval(days => :days::int)
        and o.id not in (${logosSql})
      order by o.created_at limit :limit::int)))
  order by u.id limit :limit::int for update skip locked`)

/**
 * Finds uploads that canned responses or copies have. Run it after locking the uploads: the statement that locked them did not see what was
 * committed in the meantime.
 */
export const findHeldUploads = statement<{ tenantId: Uuid; ids: Uuid[] }, { id: Uuid }>(`
  select u.id from uploads u where u.tenant_id = :tenantId::uuid and u.id = any(:ids::uuid[]) and u.shared
    and (u.id in (${filesOfResponsesSql}) or exists (select 1 from uploads c where c.tenant_id = :tenantId::uuid and c.content_of = u.id))`)

/**
 * Reads the total sizes of a tenant's files and raw mails. `held` is the part of mails that became no message, which have their own share.
 */
export const readUsage = statement<{ tenantId: Uuid }, { files: number; mails: number; held: number; maxHeld: number }>(`
  select k.upload_bytes as files, k.mail_bytes as mails, k.held_mail_bytes as held, t.suspended_mail_mib::bigint * 1048576 as "maxHeld"
  from tenant_counters k join tenants t on t.tenant_id = :tenantId::uuid where k.tenant_id = :tenantId::uuid`)
