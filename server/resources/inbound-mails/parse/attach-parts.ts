/** Turns the parts of a mail into attachments: decodes them, unpacks `winmail.dat`, names them and recognises their types. */
import { cleanFilename, newId, recogniseBytes, unknownType } from '../../../kit/for-threads.ts'
import type { MailLimits, MimePart } from './mime-tree.ts'
import type { MailPart, OmittedPart } from './parsed-mail.ts'
import { readTnef, type Tnef } from './tnef.ts'
import { decodeTransfer } from './transfer-encoding.ts'

/** A decoded file of a mail, before its type is recognised. */
export type MailFile = {
  readonly filename: string | null
  readonly contentType: string
  readonly contentId: string | null
  readonly content: Uint8Array
  readonly number: number
}

/**
 * Decodes parts in place: afterwards their bytes are overwritten. Returns the files, and the body of a `winmail.dat` if there is one, for
 * mails without any other.
 */
export function decodeParts(parts: readonly MimePart[], limits: MailLimits): { files: MailFile[]; tnef: Tnef | null } {
  let tnef: Tnef | null = null
  const files = parts.flatMap((part): MailFile[] => {
    const { filename, contentId, number } = part
    const content = decodeTransfer(part.bytes, part.encoding)
    // A multipart is a file only when it is nested too deeply to be split.
    const contentType = part.type.startsWith('multipart/') ? unknownType : part.type
    const isTnef = /^application\/(vnd\.)?ms-tnef$/.test(contentType) || /^winmail\.dat$/i.test(filename ?? '')
    const unpacked = isTnef ? readTnef(content, limits.maxAttachments * 2) : null
    tnef ??= unpacked
    if (unpacked && unpacked.files.length > 0)
      return unpacked.files.map((file) => ({
        filename: file.filename,
        contentType: file.contentType ?? unknownType,
        contentId: file.contentId,
        content: file.content,
        number,
      }))
    return [{ filename, contentType, contentId, content, number }]
  })
  return { files, tnef }
}

/** Keeps files up to the limits. Files that were kept get the ids of their attachments, and all others are omitted. */
export async function keepFiles(files: readonly MailFile[], limits: MailLimits): Promise<{ parts: MailPart[]; omitted: OmittedPart[] }> {
  const parts: MailPart[] = []
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
    parts.push({ id: newId(), filename, contentType, contentId: file.contentId, inline: false, content: file.content })
  }
  return { parts, omitted }
}

async function recogniseType({ content, contentType }: MailFile): Promise<string> {
  try {
    return (await recogniseBytes(content, contentType)).contentType ?? unknownType
  } catch {
    // Damaged files must not stop the mail.
    return unknownType
  }
}

/** Returns the name of a file. A part without a name is named after its number and its type, such as `part-3.png`. */
function nameFile({ filename, contentType, number }: MailFile): string {
  return filename === null ? `part-${number}.${endings[contentType] ?? endingOf(contentType)}` : cleanFilename(filename.toWellFormed())
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

/** Subtypes such as `png`, `pdf` and `zip` are their own file endings. */
function endingOf(contentType: string): string {
  const [, subtype = ''] = contentType.split('/')
  return /^[a-z0-9]{2,5}$/.test(subtype) ? subtype : 'bin'
}
