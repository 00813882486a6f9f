/** The only presenters of what visitors see. What a visitor must not know is not among the fields of the records. */
import { databaseNow } from '#platform/database-now.ts'
import type { PresentLinks } from '#platform/files/file-links.ts'
import { timeOfId, toTypeId } from '#platform/ids.ts'
import type { Static } from '#platform/schema.ts'
import { isoTime, isoTimeOrNull } from '#platform/time.ts'
import { toPart } from '../../threads/index.ts'
import { getFileName, getUrlExpiry } from '../../uploads/index.ts'
import { toPublicPerson } from '../public-person.ts'
import type { WidgetMessageRecord, WidgetThreadRecord } from './queries.ts'
import type { WidgetMessage, WidgetThread } from './schema.ts'

type Reading = { readonly links: PresentLinks; readonly from: Date }

/** Presents a message that was just written, with the same bytes at each retry. */
export function toCreatedWidgetMessage(record: WidgetMessageRecord, links: PresentLinks): Static<typeof WidgetMessage> {
  return toWidgetMessage(record, { links, from: timeOfId(record.id) })
}

export function toReadWidgetMessage(record: WidgetMessageRecord, links: PresentLinks): Static<typeof WidgetMessage> {
  return toWidgetMessage(record, { links, from: new Date(databaseNow()) })
}

/** Presents a message. Without `reading`, as in streams, files have no URLs. */
export function toWidgetMessage(record: WidgetMessageRecord, reading?: Reading): Static<typeof WidgetMessage> {
  const { receipt, authorName } = record
  const createdAt = isoTime(record.createdAt)
  return {
    id: toTypeId('msg', record.id),
    threadId: toTypeId('thr', record.threadId),
    sequence: Date.parse(createdAt),
    from: senders[record.authorType],
    name: authorName === null ? null : toPublicPerson(authorName).name,
    ...toBody(record),
    parts: record.parts?.map(toPart) ?? [],
    attachments: record.attachments?.map((file) => toFile(file, reading)) ?? [],
    createdAt,
    deliveredAt: receipt?.state === 'DELIVERED' ? isoTime(receipt.at) : null,
    seenAt: isoTimeOrNull(receipt?.seenAt ?? null),
    clientId: record.clientId,
  }
}

const senders = { AGENT: 'TEAM', BOT: 'TEAM', CUSTOMER: 'VISITOR', SYSTEM: 'SYSTEM' } as const

/** Returns the body. Of a mail that came in, only what was written for it, without the quoted history. */
function toBody({ body, bodyFormat, bodyText, reply }: WidgetMessageRecord) {
  if (reply === null) return { body, bodyFormat, bodyText }
  const text = bodyText.slice(reply.from, reply.to ?? undefined).trimEnd()
  return { body: text, bodyFormat: 'text' as const, bodyText: text }
}

function toFile(
  file: NonNullable<WidgetMessageRecord['attachments']>[number],
  reading: Reading | undefined,
): Static<typeof WidgetMessage>['attachments'][number] {
  const { id, filename, contentType, size, deleted } = file
  const url =
    reading && !deleted ? reading.links.read({ name: getFileName(file), filename, contentType }, getUrlExpiry(reading.from)) : null
  return { id: toTypeId('att', id), filename, contentType, size, url }
}

export function toReadWidgetThread(record: WidgetThreadRecord, links: PresentLinks): Static<typeof WidgetThread> {
  return toWidgetThread(record, { links, from: new Date(databaseNow()) })
}

/** Presents a conversation with the message that was just written into it. */
export function toCreatedWidgetThread(record: WidgetThreadRecord, links: PresentLinks): Static<typeof WidgetThread> {
  return toWidgetThread(record, { links, from: timeOfId(record.lastMessage.id) })
}

export function toWidgetThread(record: WidgetThreadRecord, reading?: Reading): Static<typeof WidgetThread> {
  const { assignee, lastMessage, rating, status } = record
  return {
    id: toTypeId('thr', record.id),
    subject: record.subject,
    state: status === 'resolved' || status === 'closed' ? 'ENDED' : 'OPEN',
    person: assignee && { ...toPublicPerson(assignee.name), online: assignee.online },
    lastMessage: toWidgetMessage(lastMessage, reading),
    unread: record.unread,
    seenThrough: isoTimeOrNull(record.seenThrough),
    rating: rating && { score: toStars(rating), comment: rating.comment },
    createdAt: isoTime(record.createdAt),
    lastMessageAt: isoTime(lastMessage.createdAt),
  }
}

/** Returns a score as stars, also for a thumb. */
function toStars({ score, scale }: NonNullable<WidgetThreadRecord['rating']>): number {
  return scale === 'STARS' ? score : score === 1 ? 5 : 1
}
