/** Parses report parts about another mail: delivery, disposition (read receipts) and feedback (complaints). */
import { decodeWords } from './encoded-words.ts'
import { findField, type RawField, readFields, toFieldText } from './header-fields.ts'
import type { MimePart } from './mime-tree.ts'
import type { MailReport, ReportedRecipient } from './parsed-mail.ts'
import { readPartText } from './part-text.ts'

const types: Readonly<Record<string, MailReport['type']>> = {
  'message/delivery-status': 'delivery-status',
  'message/global-delivery-status': 'delivery-status',
  'message/disposition-notification': 'disposition-notification',
  'message/global-disposition-notification': 'disposition-notification',
  'message/feedback-report': 'feedback-report',
}

/** Maximum number of recipients per report. */
const maxRecipients = 1_000

/** Returns what a mail reports; null when it is no report. Ignores reports inside forwarded mails. */
export function readReport(root: MimePart): MailReport | null {
  const part = findReportPart(root)
  const declared = root.type === 'multipart/report' ? types[`message/${root.parameters.get('report-type')?.toLowerCase()}`] : undefined
  const type = part ? types[part.type] : declared
  if (type === undefined) return null
  const blocks = part ? readBlocks(readPartText(part)) : []
  return { type, recipients: blocks.slice(0, maxRecipients).flatMap((fields) => readRecipients(fields, type)) }
}

function findReportPart(part: MimePart): MimePart | null {
  if (types[part.type]) return part
  for (const child of part.children) {
    const found = findReportPart(child)
    if (found) return found
  }
  return null
}

/** Splits a report into its groups of fields, one per recipient. */
function readBlocks(text: string): RawField[][] {
  return text
    .slice(0, 1_000_000)
    .split(/\n(?:[ \t]*\n)+/)
    .map((block) => Buffer.from(block.trim()))
    .map((block) => readFields(block, 0, block.length, block.length).fields)
    .filter((fields) => fields.length > 0)
}

function readRecipients(fields: readonly RawField[], type: MailReport['type']): ReportedRecipient[] {
  if (type === 'feedback-report')
    return fields
      .filter(({ name }) => name === 'original-rcpt-to')
      .flatMap((field) => toRecipient(readTypedAddress(toFieldText(field)), { action: null, status: null, reason: null }))
  // The original recipient is the address to which the mail was sent. The final one may be its forwarding target.
  const names = ['original-recipient', 'final-recipient', 'x-actual-recipient']
  const address = names.map((name) => readTypedAddress(findField(fields, name) ?? '')).find((found) => found !== null) ?? null
  if (type === 'disposition-notification')
    return toRecipient(address, { action: null, status: null, reason: toReason(findField(fields, 'disposition')) })
  const code = findField(fields, 'diagnostic-code')
  return toRecipient(address, {
    action: readAction(findField(fields, 'action')),
    status: readStatus(findField(fields, 'status')) ?? readStatus(code),
    reason: toReason(code?.replace(/^[\w.-]{1,40} *; */, '') ?? null),
  })
}

function toRecipient(address: string | null, rest: Omit<ReportedRecipient, 'address'>): ReportedRecipient[] {
  return address === null ? [] : [{ address, ...rest }]
}

/** Parses `rfc822; ada@example.com`. Some programs write angle brackets, or `+40` for `@` (RFC 3461). */
function readTypedAddress(value: string): string | null {
  const typed = value.slice(value.indexOf(';') + 1).replaceAll(/\([^()]*\)/g, '')
  const bare = (/<([^<>]+)>/.exec(typed)?.[1] ?? typed)
    .trim()
    .replaceAll(/\+([0-9A-F]{2})/g, (whole, hex: string) => (typed.includes('@') ? whole : String.fromCharCode(Number.parseInt(hex, 16))))
  const at = bare.lastIndexOf('@')
  if (at <= 0 || at === bare.length - 1 || bare.length > 320 || /\s/.test(bare)) return null
  return bare.slice(0, at) + bare.slice(at).toLowerCase()
}

const actions = ['failed', 'delayed', 'delivered', 'relayed', 'expanded'] as const

function readAction(value: string | null): ReportedRecipient['action'] {
  const word = /^[a-z]+/i.exec(value ?? '')?.[0].toLowerCase()
  return actions.find((action) => action === word) ?? null
}

function readStatus(value: string | null): string | null {
  return /(?<![\d.])[245]\.\d{1,3}\.\d{1,3}(?![\d.])/.exec(value ?? '')?.[0] ?? null
}

function toReason(value: string | null): string | null {
  return value === null ? null : decodeWords(value).replaceAll(/\s+/g, ' ').trim().slice(0, 500).toWellFormed() || null
}
