/** Parses a mail. Every mail gives a result: broken parts are shown as far as they can be read. */
import { unknownType } from '#kit/recognise-type.ts'
import { decodeParts, keepFiles, type MailFile, type References } from './attach-parts.ts'
import { readCalendarReply } from './calendar-reply.ts'
import { describeCalendar } from './calendar-text.ts'
import { type ChosenParts, chooseParts } from './choose-parts.ts'
import { readEnvelope } from './envelope.ts'
import { readAttachedMail, readInlineForward } from './forwarded-mail.ts'
import { type BodyText, buildBody, type BuiltBody, readBodyTexts } from './mail-body.ts'
import { listLeaves, type MailLimits, mailLimits, type MimePart, readTree } from './mime-tree.ts'
import type { OmittedPart, ParsedMail } from './parsed-mail.ts'
import { readPartText } from './part-text.ts'
import { readReport } from './reports.ts'
import type { Tnef } from './tnef.ts'
import { takeUuencoded } from './uuencoded.ts'

/**
 * Parses the bytes of a mail. Decodes attachments in place, which overwrites `raw`: the contents of the parts are views of it. So a mail of
 * 40 MiB needs no second buffer of that size.
 */
export async function parseMail(raw: Uint8Array, limits: MailLimits = mailLimits): Promise<ParsedMail> {
  const bytes = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength)
  replaceLoneReturns(bytes)
  const { root, unsplit } = readTree(bytes, limits)
  const chosen = chooseParts(root)
  const report = readReport(root)
  const calendar = findCalendar(root)
  const calendarReply = calendar === null ? null : await readCalendarReply(calendar)
  const { texts, files: inText } = takeFiles(readBodyTexts(chosen.body))
  // A mail attached to a report is the mail that the report is about.
  const attached = report ? null : readAttachedMail(chosen.attachments, limits)

  // From here on, the bytes of attachments are overwritten.
  const { files, tnef } = decodeParts(chosen.attachments, limits)
  const kept = await keepFiles([...files, ...inText], limits)
  const options = { references: kept.references, limits }
  const built = buildMailBody(root, chosen, { texts: texts.length > 0 ? texts : toTexts(tnef), ...options })
  const invitation = built.isEmpty && calendar !== null ? await describeCalendar(calendar) : null
  const { body, usedAttachmentIds } =
    invitation === null ? built : buildMailBody(root, chosen, { texts: [{ isHtml: false, text: invitation, isCut: false }], ...options })
  const envelope = readEnvelope(root)
  const inline = attached || report ? null : readInlineForward(envelope.subject, body.bodyText, limits)
  return {
    ...envelope,
    body,
    parts: kept.parts.map((part) => (usedAttachmentIds.has(part.id) ? Object.assign(part, { inline: true }) : part)),
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

/** Replaces the line breaks of old Macintosh programs, a lone carriage return, if the mail has no others. */
function replaceLoneReturns(bytes: Buffer): void {
  const cr = 0x0d
  const lf = 0x0a
  if (bytes.includes(lf)) return
  for (let at = bytes.indexOf(cr); at >= 0; at = bytes.indexOf(cr, at + 1)) bytes[at] = lf
}

/** Extracts uuencoded files from plain texts. */
function takeFiles(given: readonly BodyText[]): { texts: BodyText[]; files: MailFile[] } {
  const files: MailFile[] = []
  const texts = given.map((one) => {
    if (one.isHtml || one.isCut) return one
    const taken = takeUuencoded(one.text)
    for (const file of taken.files) files.push({ ...file, contentType: unknownType, contentId: null, location: null, number: 0 })
    return taken.files.length === 0 ? one : { ...one, text: taken.text }
  })
  return { texts: texts.filter(({ text }) => text !== ''), files }
}

/** Returns the text of the first calendar. */
function findCalendar(root: MimePart): string | null {
  const part = listLeaves(root).find(({ type }) => type === 'text/calendar' || type === 'application/ics' || type === 'text/x-vcalendar')
  return part ? readPartText(part) : null
}

function toTexts(tnef: Tnef | null): BodyText[] {
  if (tnef?.html) return [{ isHtml: true, text: tnef.html, isCut: false }]
  return tnef?.text ? [{ isHtml: false, text: tnef.text, isCut: false }] : []
}

function buildMailBody(
  root: MimePart,
  chosen: ChosenParts,
  { texts, references, limits }: { texts: readonly BodyText[]; references: References; limits: MailLimits },
): BuiltBody {
  const options = {
    toAttachmentId: (reference: string) => references.get(reference) ?? null,
    placeholder: chosen.security === 'ENCRYPTED' ? '(encrypted)' : '(empty)',
    maxLength: limits.maxBodyLength,
  }
  const built = buildBody(texts, options)
  if (!built.isPoor) return built
  const plain = readBodyTexts(chooseParts(root, { prefersText: true }).body)
  return plain.length === 0 || plain.some(({ isHtml }) => isHtml) ? built : buildBody(plain, options)
}
