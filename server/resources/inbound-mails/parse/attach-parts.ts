/** Turns mail parts into attachments: decodes them, unpacks `winmail.dat`, names them and detects their types. */
import { cleanFilename } from '#kit/filename.ts'
import { recogniseBytes, unknownType } from '#kit/recognise-type.ts'
import { newId, type Uuid } from '#platform/ids.ts'
import { findField, readFields, toDecodedText } from './header-fields.ts'
import type { MailLimits, MimePart } from './mime-tree.ts'
import type { MailPart, OmittedPart } from './parsed-mail.ts'
import { readTnef, type Tnef } from './tnef.ts'
import { decodeTransfer } from './transfer-encoding.ts'

/** A decoded file of a mail, before its type is detected. */
export type MailFile = {
  readonly filename: string | null
  readonly contentType: string
  readonly contentId: string | null
  /** Content-Location: the URL by which HTML refers to the file (RFC 2557). */
  readonly location: string | null
  readonly content: Uint8Array
  readonly number: number
}

/** Attachments by the references that HTML may use: Content-ID, location or file name. */
export type References = ReadonlyMap<string, Uuid>

/**
 * Decodes parts in place, which overwrites their bytes. Returns the files, and the body of a `winmail.dat`, if there is one, for mails
 * without another body.
 */
export function decodeParts(parts: readonly MimePart[], limits: MailLimits): { files: MailFile[]; tnef: Tnef | null } {
  let tnef: Tnef | null = null
  const files = parts.flatMap((part): MailFile[] => {
    const { contentId, number } = part
    const content = decodeTransfer(part.bytes, part.encoding)
    const filename = part.filename ?? readTitle(part, content)
    // A multipart is only a file when it is nested too deeply to be split.
    const contentType = part.type.startsWith('multipart/') ? unknownType : part.type
    const isTnef = /^application\/(vnd\.)?ms-tnef$/.test(contentType) || /^winmail\.dat$/i.test(filename ?? '')
    const unpacked = isTnef ? readTnef(content, limits.maxAttachments * 2) : null
    tnef ??= unpacked
    if (unpacked && unpacked.files.length > 0)
      return unpacked.files.map((file) => ({
        filename: file.filename,
        contentType: file.contentType ?? unknownType,
        contentId: file.contentId,
        location: null,
        content: file.content,
        number,
      }))
    return [{ filename, contentType, contentId, location: findField(part.fields, 'content-location'), content, number }]
  })
  return { files, tnef }
}

/** Returns a name for an unnamed part: the subject of an attached mail, or a description that looks like a file name. */
function readTitle({ type, fields }: MimePart, content: Uint8Array): string | null {
  if (type === 'message/rfc822' || type === 'message/global') {
    const inner = readFields(
      Buffer.from(content.buffer, content.byteOffset, content.byteLength),
      0,
      content.byteLength,
      maxTitleBytes,
    ).fields
    const subject = inner.find(({ name }) => name === 'subject')
    const title = subject
      ? toDecodedText(subject)
          .replaceAll(/[/\\\s]+/g, ' ')
          .trim()
      : ''
    return title === '' ? null : `${title.slice(0, maxTitleLength).toWellFormed()}.eml`
  }
  const description = fields.find(({ name }) => name === 'content-description')
  const title = description ? toDecodedText(description) : ''
  return /^[^/\\]{1,200}\.[a-z\d]{2,5}$/i.test(title) ? title : null
}

/** Maximum bytes of an attached mail to search for its subject. */
const maxTitleBytes = 65_536
const maxTitleLength = 200

/** Keeps files up to the limits. Kept files get the ids of their attachments; all others are omitted. */
export async function keepFiles(
  files: readonly MailFile[],
  limits: MailLimits,
): Promise<{ parts: MailPart[]; omitted: OmittedPart[]; references: References }> {
  const parts: MailPart[] = []
  const named: (readonly [reference: string | null, id: Uuid])[][] = [[], [], []]
  const omitted: OmittedPart[] = []
  let bytes = 0
  for (const file of files) {
    const filename = nameFile(file)
    const size = file.content.byteLength
    const reason = parts.length >= limits.maxAttachments ? 'TOO_MANY' : bytes + size > limits.maxDecodedBytes ? 'TOO_LARGE' : null
    if (reason) {
      omitted.push({ filename, contentType: file.contentType, size, reason })
      continue
    }
    bytes += size
    const contentType = await recogniseType(file)
    const id = newId()
    parts.push({ id, filename, contentType, contentId: file.contentId, inline: false, content: file.content })
    const picture = contentType.startsWith('image/') ? file.filename : null
    for (const [rank, reference] of [file.contentId, file.location, picture].entries()) named[rank]?.push([reference, id])
  }
  // If a name repeats, the first part gets it, and an id beats a name.
  const references = new Map(
    named
      .flat()
      .toReversed()
      .flatMap(([reference, id]) => (reference === null ? [] : [[reference, id] as const])),
  )
  return { parts, omitted, references }
}

async function recogniseType({ content, contentType }: MailFile): Promise<string> {
  try {
    return (await recogniseBytes(content, contentType)).contentType ?? unknownType
  } catch {
    // A damaged file must not stop the mail.
    return unknownType
  }
}

/** Names a file. An unnamed part is named after its number and type, such as `part-3.png`. */
function nameFile({ filename, contentType, number }: MailFile): string {
  return filename === null ? `part-${number}.${endings[contentType] ?? getEnding(contentType)}` : cleanFilename(filename.toWellFormed())
}

const endings: Readonly<Record<string, string>> = {
  'message/rfc822': 'eml',
  'message/global': 'eml',
  'message/delivery-status': 'txt',
  'message/disposition-notification': 'txt',
  'message/feedback-report': 'txt',
  'text/plain': 'txt',
  'text/rfc822-headers': 'txt',
  'text/calendar': 'ics',
  'text/vcard': 'vcf',
  'text/x-vcard': 'vcf',
  'image/jpeg': 'jpg',
  'image/jpg': 'jpg',
  'image/pjpeg': 'jpg',
  'image/svg+xml': 'svg',
  'image/tiff': 'tif',
  'audio/mpeg': 'mp3',
  'application/msword': 'doc',
  'application/vnd.ms-excel': 'xls',
  'application/pkcs7-signature': 'p7s',
  'application/x-pkcs7-signature': 'p7s',
  'application/pkcs7-mime': 'p7m',
  'application/x-pkcs7-mime': 'p7m',
  'application/pgp-signature': 'asc',
  'application/pgp-encrypted': 'asc',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
}

/** Returns the file extension of a type. Subtypes such as `png`, `pdf` and `zip` are their own extension. */
function getEnding(contentType: string): string {
  const [, subtype = ''] = contentType.split('/')
  return /^[a-z0-9]{2,5}$/.test(subtype) ? subtype : 'bin'
}
