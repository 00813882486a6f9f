/** Parses a mail. Whatever the mail is, there is a result: broken parts are shown as far as they can be read. */
import { decodeParts, keepFiles } from './attach-parts.ts'
import { readCalendarReply } from './calendar-reply.ts'
import { type ChosenParts, chooseParts } from './choose-parts.ts'
import { readEnvelope } from './envelope.ts'
import { readAttachedMail, readInlineForward } from './forwarded-mail.ts'
import { type BodyText, buildBody, type BuiltBody, readBodyTexts } from './mail-body.ts'
import { findTextCharset, listLeaves, type MailLimits, mailLimits, type MimePart, readTree } from './mime-tree.ts'
import type { MailPart, OmittedPart, ParsedMail } from './parsed-mail.ts'
import { readPartText } from './part-text.ts'
import { readReport } from './reports.ts'
import type { Tnef } from './tnef.ts'

/**
 * Parses the bytes of a mail. Attachments are decoded in place: afterwards `raw` is overwritten, and the contents of the parts are views of it.
 * So a mail of 40 MiB needs no second buffer of that size.
 */
export async function parseMail(raw: Uint8Array, limits: MailLimits = mailLimits): Promise<ParsedMail> {
  const bytes = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength)
  replaceLoneReturns(bytes)
  const { root, unsplit } = readTree(bytes, limits)
  const chosen = chooseParts(root)
  const report = readReport(root)
  const calendarReply = await findCalendarReply(root)
  const texts = readBodyTexts(chosen.body)
  // A mail attached to a report is the mail that the report is about.
  const attached = report ? null : readAttachedMail(chosen.attachments, limits)

  // From here on, the bytes of attachments are overwritten.
  const { files, tnef } = decodeParts(chosen.attachments, limits)
  const kept = await keepFiles(files, limits)
  const { body, usedAttachmentIds } = buildMailBody(root, chosen, {
    texts: texts.length > 0 ? texts : toTexts(tnef),
    parts: kept.parts,
    limits,
  })
  const envelope = readEnvelope(root.fields, findTextCharset(root))
  const inline = attached || report ? null : readInlineForward(envelope.subject, body.bodyText, limits)
  return {
    ...envelope,
    body,
    parts: kept.parts.map((part) =>
      usedAttachmentIds.has(part.id) ? Object.assign(part, { inline: true }) : part,
    ),
    omitted: [
      ...kept.omitted,
      ...unsplit.map((size): OmittedPart => ({ filename: null, contentType: root.type, size, reason: 'TOO_MANY' })),
    ],
    security: chosen.security,
    report,
    calendarReply,
    forwarded: attached ? { ...attached, comment: body.bodyText } : inline,
  }
}

/** Replaces the line breaks of old Macintosh programs, a carriage return alone, if the mail has no others. */
function replaceLoneReturns(bytes: Buffer): void {
  const cr = 0x0d
  const lf = 0x0a
  if (bytes.includes(lf)) return
  for (let at = bytes.indexOf(cr); at >= 0; at = bytes.indexOf(cr, at + 1)) bytes[at] = lf
}

async function findCalendarReply(root: MimePart): Promise<ParsedMail['calendarReply']> {
  const part = listLeaves(root).find(({ type }) => type === 'text/calendar' || type === 'application/ics')
  return part ? readCalendarReply(readPartText(part)) : null
}

function toTexts(tnef: Tnef | null): BodyText[] {
  if (tnef?.html) return [{ isHtml: true, text: tnef.html, isCut: false }]
  return tnef?.text ? [{ isHtml: false, text: tnef.text, isCut: false }] : []
}

function buildMailBody(
  root: MimePart,
  chosen: ChosenParts,
  { texts, parts, limits }: { texts: readonly BodyText[]; parts: readonly MailPart[]; limits: MailLimits },
): BuiltBody {
  const ids = new Map(parts.toReversed().flatMap(({ contentId, id }) => (contentId === null ? [] : [[contentId, id] as const])))
  const options = {
    toAttachmentId: (contentId: string) => ids.get(contentId) ?? null,
    placeholder: chosen.security === 'ENCRYPTED' ? '(encrypted)' : '(empty)',
    maxLength: limits.maxBodyLength,
  }
  const built = buildBody(texts, options)
  if (!built.isPoor) return built
  const plain = readBodyTexts(chooseParts(root, { prefersText: true }).body)
  return plain.length === 0 || plain.some(({ isHtml }) => isHtml) ? built : buildBody(plain, options)
}
