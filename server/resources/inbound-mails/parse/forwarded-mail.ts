/** Finds the original mail inside a forwarded one. */
import { chooseParts } from './choose-parts.ts'
import { readEnvelope } from './envelope.ts'
import { buildBody, readBodyTexts } from './mail-body.ts'
import { findTextCharset, type MailLimits, type MimePart, readTree } from './mime-tree.ts'
import type { ForwardedMail } from './parsed-mail.ts'
import { decodeTransfer } from './transfer-encoding.ts'

/** Reads a mail that is attached to another one, without its attachments. Must run before the parts are decoded. */
export function readAttachedMail(parts: readonly MimePart[], limits: MailLimits): Omit<ForwardedMail, 'comment'> | null {
  const part = parts.find(({ type }) => type === 'message/rfc822' || type === 'message/global')
  if (!part) return null
  const isEncoded = part.encoding === 'base64' || part.encoding === 'quoted-printable'
  // Decoding overwrites its input, which is decoded once more as an attachment.
  const raw = isEncoded ? Buffer.from(decodeTransfer(Uint8Array.from(part.bytes), part.encoding)) : part.bytes
  const { root } = readTree(raw, limits)
  const { from, subject, date } = readEnvelope(root.fields, findTextCharset(root))
  const [sender] = from
  if (!sender) return null
  const texts = readBodyTexts(chooseParts(root).body)
  const { body } = buildBody(texts, { toAttachmentId: () => null, placeholder: '(empty)', maxLength: limits.maxBodyLength })
  return { from: sender, subject: subject || null, date, body }
}
