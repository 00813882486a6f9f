/** Finds the original mail inside a forwarded one. */
import { isForwardLine } from '../../mail-texts/index.ts'
import { chooseParts } from './choose-parts.ts'
import { readEnvelope } from './envelope.ts'
import { readForwardedBlock } from './forwarded-block.ts'
import { buildBody, readBodyTexts } from './mail-body.ts'
import { readDate } from './mail-date.ts'
import { type MailLimits, type MimePart, readTree } from './mime-tree.ts'
import type { ForwardedMail } from './parsed-mail.ts'
import { decodeTransfer } from './transfer-encoding.ts'

/** Parses a mail attached to another one, without its attachments. Must run before the parts are decoded. */
export function readAttachedMail(parts: readonly MimePart[], limits: MailLimits): Omit<ForwardedMail, 'comment'> | null {
  const part = parts.find(({ type }) => type === 'message/rfc822' || type === 'message/global')
  if (!part) return null
  const isEncoded = part.encoding === 'base64' || part.encoding === 'quoted-printable'
  // Decoding overwrites its input, which will be decoded once more as an attachment.
  const raw = isEncoded ? Buffer.from(decodeTransfer(Uint8Array.from(part.bytes), part.encoding)) : part.bytes
  const { root } = readTree(raw, limits)
  const { from, subject, date } = readEnvelope(root)
  const [sender] = from
  if (!sender) return null
  const texts = readBodyTexts(chooseParts(root).body)
  const { body } = buildBody(texts, { toAttachmentId: () => null, placeholder: '(empty)', maxLength: limits.maxBodyLength })
  return { from: sender, subject: subject || null, date, body }
}

/** Matches the subject prefixes of forwards in the languages of mail programs. */
const forwardSubject =
  /^\s*(?:\[[^\]]{0,60}\]\s*)?(fwd?|fw|wg|tr|rv|enc|i|doorst|vs|vb|vl|pd|tov|továbbítás|ilt|yml|yön|пер|переслано|转发|轉寄|転送|전달)\s?[:：]/i
/** Maximum number of lines to search for the separator above a forwarded mail. */
const maxLines = 500

/** Parses an inline forward. Returns null for a reply, which can contain the same headers. */
export function readInlineForward(subject: string, text: string, { maxBodyLength: maxLength }: MailLimits): ForwardedMail | null {
  const isForward = forwardSubject.test(subject) || text.split('\n', maxLines).some((line) => !line.startsWith('>') && isForwardLine(line))
  const block = isForward ? readForwardedBlock(text) : null
  if (!block) return null
  const options = { toAttachmentId: () => null, placeholder: '(empty)', maxLength }
  const { body } = buildBody([{ isHtml: false, text: block.body, isCut: false }], options)
  return { from: block.from, subject: block.subject, date: readDate(block.date ?? ''), body, comment: block.comment }
}
