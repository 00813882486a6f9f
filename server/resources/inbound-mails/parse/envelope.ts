/** Parses the header of a mail: addresses, subject, ids and date. */
import { readAddresses } from './addresses.ts'
import { decodeWords } from './encoded-words.ts'
import { isForeign, toDecodedText, toFieldText } from './header-fields.ts'
import { readDate } from './mail-date.ts'
import type { MimePart } from './mime-tree.ts'
import type { MailHeader, ParsedMail } from './parsed-mail.ts'

export type Envelope = Pick<
  ParsedMail,
  'headers' | 'from' | 'sender' | 'replyTo' | 'to' | 'cc' | 'subject' | 'messageId' | 'inReplyTo' | 'references' | 'date'
>

/** Maximum line length of a mail (RFC 5322, 2.1.1), and so of subjects and ids. */
const maxLineLength = 998
const maxReferences = 100
const maxAddresses = 500

/** Parses the header. The mail's charset applies to fields with non-ASCII bytes that are not UTF-8. */
export function readEnvelope({ fields, mail }: Pick<MimePart, 'fields' | 'mail'>): Envelope {
  const charset = fields.some(isForeign) ? mail.charset : null
  const readAll = (name: string): string[] => fields.filter((field) => field.name === name).map((field) => toFieldText(field, charset))
  const readList = (name: string): Envelope['to'] => readAll(name).flatMap(readAddresses).slice(0, maxAddresses)
  // Python encodes long ids as encoded words.
  const readIdList = (name: string): string[] => readAll(name).flatMap((text) => readIds(decodeWords(text)))
  const [subject = ''] = fields.filter(({ name }) => name === 'subject').map((field) => toDecodedText(field, charset))
  return {
    headers: fields.map((field): MailHeader => ({ name: field.name, value: toDecodedText(field, charset) })),
    from: readList('from'),
    sender: readList('sender')[0] ?? null,
    replyTo: readList('reply-to'),
    to: readList('to'),
    cc: readList('cc'),
    subject: subject.replaceAll(/\s+/g, ' ').trim().slice(0, maxLineLength).toWellFormed(),
    messageId: readIdList('message-id')[0] ?? null,
    inReplyTo: readIdList('in-reply-to'),
    references: readIdList('references').slice(-maxReferences),
    date: readDate(readAll('date')[0] ?? ''),
  }
}

/** Returns the ids in angle brackets, or else the words that look like ids. */
function readIds(value: string): string[] {
  const bracketed = Array.from(value.matchAll(/<([^<>]*)>/g), ([, id = '']) => id.replaceAll(/\s/g, ''))
  const ids =
    bracketed.length > 0
      ? bracketed
      : value.split(/[\s,<>]+/).filter((word) => word.includes('@') || (word !== '' && !/\s/.test(value.trim())))
  return ids.filter((id) => id !== '' && id.length <= maxLineLength)
}
