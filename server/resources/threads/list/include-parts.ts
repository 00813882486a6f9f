/** Adds what a list of threads contains only on request (`include`). */
import { toOneLine } from '#kit/one-line.ts'
import type { Queryable } from '#platform/db.ts'
import type { ListResult } from '#platform/http/declared-endpoint.ts'
import { toTypeId, type Uuid } from '#platform/ids.ts'
import type { Static } from '#platform/schema.ts'
import { isoTimeOrNull } from '#platform/time.ts'
import { maxPreviewLength, type ThreadPreview } from '../record/preview-schema.ts'
import { toThread, type ThreadRecord } from '../record/queries.ts'
import type { Thread } from '../record/schema.ts'
import { findPreviews, type PreviewRow } from './preview-queries.ts'

/** `preview` is absent unless it is requested, and null if the message was moved to another thread after the thread was read. */
export type ListedThread = ThreadRecord & { preview?: PreviewRow | null }

/** Returns the page with the parts that `include` names. */
export async function includeParts(
  db: Queryable,
  tenantId: Uuid,
  include: string | undefined,
  page: ListResult<ThreadRecord>,
): Promise<ListResult<ListedThread>> {
  return include === undefined ? page : { ...page, records: await addPreviews(db, tenantId, page.records) }
}

/** Adds the latest message of each thread. Reads all of them in one statement. */
export async function addPreviews(db: Queryable, tenantId: Uuid, records: readonly ThreadRecord[]): Promise<ListedThread[]> {
  if (records.length === 0) return []
  const found = await db.rows(findPreviews, {
    tenantId,
    // A merged thread's messages are in its merge root.
    threadIds: records.map(({ id, mergedInto }) => mergedInto ?? id),
    times: records.map(({ lastMessageAt }) => lastMessageAt),
    ids: records.map(({ lastMessageId }) => lastMessageId),
  })
  const previews = new Map(found.map((row) => [row.id, row]))
  return records.map((record) => ({ ...record, preview: previews.get(record.lastMessageId) ?? null }))
}

export function toListedThread({ preview, ...record }: ListedThread): Static<typeof Thread> {
  return preview === undefined ? toThread(record) : { ...toThread(record), preview: preview && toPreview(preview) }
}

function toPreview(row: PreviewRow): Static<typeof ThreadPreview> {
  const { id, authorType, authorId, authorName, internal, attachments, beginning, replyFrom, quotedFrom, deletedAt } = row
  return {
    messageId: toTypeId('msg', id),
    authorType,
    author: authorId === null ? null : { id: toTypeId(authorType === 'CUSTOMER' ? 'cst' : 'usr', authorId), name: authorName },
    internal,
    text: toOneLine(beginning.slice(replyFrom, quotedFrom ?? undefined), maxPreviewLength),
    attachmentCount: attachments?.filter(({ inline, deleted }) => !inline && !deleted).length ?? 0,
    deletedAt: isoTimeOrNull(deletedAt ?? null),
  }
}
