/** Composes the bytes of a reply from its snapshot. Every attempt composes the same bytes, so mail servers can recognise a duplicate. */
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type MailComposer from 'nodemailer/lib/mail-composer'
import { toLine } from './line.ts'
import { signedMessageHeader } from './message-ids.ts'
import { findShownAttachments, renderHtml, renderText } from './message-text.ts'
import { writeDkimSignature, type DkimKey } from './sign-dkim.ts'
import type { Mailbox, MailSnapshot } from './snapshot.ts'

export type MailAttachment = {
  /** Public id (`att_…`), by which pictures in the HTML refer to the attachment. */
  readonly id: string
  readonly filename: string
  readonly contentType: string
  /** A Buffer, or a function that returns a new stream on each call. */
  readonly content: Buffer | (() => Readable)
  /** Content-ID of the attachment in the mail that brought it. */
  readonly contentId?: string | null
}

const maxHeaderLength = 900
/** Header fields derived from the snapshot's own fields. Servers reject mails with duplicates of some of these. */
const ownHeaders =
  /^(?:from|sender|to|cc|bcc|reply-to|subject|message-id|in-reply-to|references|date|mime-version|content-.*|dkim-signature|x-skein-message)$/i

/**
 * Returns the bytes of a reply: a Buffer if all attachments are, else a function that returns a new stream each time. With a key, signs the
 * mail; a mail with streams is then composed twice, because the signature precedes the content.
 */
export async function composeMessage(
  snapshot: MailSnapshot,
  attachments: readonly MailAttachment[] = [],
  key: DkimKey | null = null,
): Promise<Buffer | (() => Readable)> {
  // Imported on first use, because loading the library takes about 5 % of the start, and most processes send their first mail later.
  const { default: Composer } = await import('nodemailer/lib/mail-composer')
  const shown = findShownAttachments(snapshot)
  const compose = (): Readable => new Composer(toComposerOptions(snapshot, attachments, shown)).compile().createReadStream()
  if (attachments.every(({ content }) => Buffer.isBuffer(content))) {
    const bytes = await buffer(compose())
    return key === null ? bytes : Buffer.concat([await writeDkimSignature(Readable.from([bytes]), key), bytes])
  }
  if (key === null) return compose
  const signature = await writeDkimSignature(compose(), key)
  return () => Readable.from(concatenate(signature, compose), { objectMode: false })
}

async function* concatenate(head: Buffer, rest: () => Readable): AsyncGenerator<Buffer> {
  yield head
  // Safe because the composer's stream has no encoding, so it yields buffers.
  yield* rest() as AsyncIterable<Buffer>
}

function toComposerOptions(
  snapshot: MailSnapshot,
  attachments: readonly MailAttachment[],
  shown: ReadonlySet<string>,
): NonNullable<ConstructorParameters<typeof MailComposer>[0]> {
  const { id, from, to, cc, replyTo, subject, messageId, inReplyTo, references, date, marker, headers } = snapshot
  const cids = new Map(attachments.flatMap((each) => (shown.has(each.id) ? [[each.id, toContentId(each, from.address)] as const] : [])))
  const hasVisibleRecipient = to.length + cc.length > 0
  return {
    from: toAddress(from),
    to: hasVisibleRecipient ? to.map(toAddress) : 'undisclosed-recipients:;',
    cc: cc.map(toAddress),
    ...(replyTo === null ? {} : { replyTo: toAddress(replyTo) }),
    subject: toHeaderValue(subject),
    messageId: toId(messageId),
    ...(inReplyTo === null ? {} : { inReplyTo: toId(inReplyTo) }),
    ...(references.length === 0 ? {} : { references: references.map(toId) }),
    date: new Date(date),
    headers: [
      ...headers.filter(([name]) => /^[a-z0-9-]{1,60}$/i.test(name) && !ownHeaders.test(name)),
      ...(marker === null ? [] : [[signedMessageHeader, marker] as const]),
    ].map(([key, value]) => ({ key, value: toHeaderValue(value) })),
    text: renderText(snapshot),
    html: renderHtml(snapshot, (attachment) => cids.get(attachment) ?? null),
    attachments: attachments.map((each) => {
      const cid = cids.get(each.id)
      return {
        filename: toLine(each.filename) || 'attachment',
        contentType: toContentType(each.contentType),
        content: Buffer.isBuffer(each.content) ? each.content : openLater(each.content),
        ...(cid === undefined ? { contentDisposition: 'attachment' as const } : { cid }),
      }
    }),
    baseBoundary: id,
    newline: '\r\n',
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

function toAddress({ name, address }: Mailbox): { name: string; address: string } {
  return { name: toLine(name ?? ''), address }
}

function toId(id: string): string {
  return `<${id.replaceAll(/[<>\s\p{Cc}]/gu, '')}>`
}

/** Converts text to one line, because line breaks could inject header fields. */
function toHeaderValue(text: string): string {
  const line = text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim()
  return line.length <= maxHeaderLength ? line : `${line.slice(0, maxHeaderLength).replace(/[\ud800-\udbff]$/, '')}…`
}

/**
 * Returns the media type of a part. A nested mail must not be encoded (RFC 2046), but unencoded it would not pass every server and would
 * lose its signatures, so it becomes a plain file.
 */
function toContentType(given: string): string {
  const type = given.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  return /^[\w.+-]{1,60}\/[\w.+-]{1,100}$/.test(type) && !/^(?:message|multipart)\//.test(type) ? type : 'application/octet-stream'
}

function toContentId({ id, contentId }: MailAttachment, from: string): string {
  const given = contentId?.replaceAll(/[<>\s\p{Cc}"]/gu, '') ?? ''
  return given === '' ? `${id}@${from.slice(from.lastIndexOf('@') + 1)}` : given
}

/** Opens a stream on first read, so that a mail with many attachments opens one file at a time. */
function openLater(open: () => Readable): Readable {
  return Readable.from(
    (async function* () {
      yield* open()
    })(),
    { objectMode: false },
  )
}
