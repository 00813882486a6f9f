/** Builds the text of a forwarded message. */
import { escapeHtml } from '#kit/escape-html.ts'
import { toPlainText } from '#kit/safe-html.ts'
import { isoTime } from '#platform/time.ts'
import type { Mailbox } from '../../mail/index.ts'
import type { MessageBody } from '../record/message-body.ts'
import type { ForwardedMessage } from './compose-queries.ts'

const maxBodyLength = 262_144
const maxSubjectLength = 255

/** Prefixes the subject with `Fwd: `, once. */
export function toForwardSubject(subject: string): string {
  return `Fwd: ${subject.replace(/^(?:fwd?|wg): */i, '')}`.slice(0, maxSubjectLength)
}

type Times = { readonly timezone: string; readonly locale: string }

/** Returns a note and the messages below it: as HTML if one of them is HTML and the whole is not too long, otherwise as text. */
export function writeForward(note: string | null, messages: readonly ForwardedMessage[], times: Times): MessageBody {
  if (messages.some(({ bodyFormat }) => bodyFormat === 'html')) {
    const parts = messages.map((message) => `<p>${listHeaders(message, times).map(escapeHtml).join('<br>')}</p>${toHtml(message)}`)
    const body = [...(note === null ? [] : [toParagraph(note)]), ...parts].join('')
    if (body.length <= maxBodyLength) return { body, bodyFormat: 'html', bodyText: toPlainText(body) }
  }
  const parts = messages.map((message) => `${listHeaders(message, times).join('\n')}\n\n${message.bodyText}`)
  const text = [...(note === null ? [] : [note]), ...parts].join('\n\n').slice(0, maxBodyLength)
  return { body: text, bodyFormat: 'text', bodyText: text }
}

function toHtml({ body, bodyFormat }: ForwardedMessage): string {
  return bodyFormat === 'html' ? body : toParagraph(body)
}

function toParagraph(text: string): string {
  return `<p>${escapeHtml(text).replaceAll('\n', '<br>')}</p>`
}

/** Returns the header lines above a forwarded message, as mail programs write them. */
function listHeaders({ email, authorName, createdAt }: ForwardedMessage, { timezone, locale }: Times): string[] {
  const parts = { day: 'numeric', month: 'short', year: 'numeric', hour: 'numeric', minute: '2-digit' } as const
  const date = new Intl.DateTimeFormat(locale, { ...parts, timeZone: timezone }).format(new Date(isoTime(createdAt)))
  const from = email?.from ? showMailbox(email.from) : authorName
  return [
    '---------- Forwarded message ----------',
    ...(from === null ? [] : [`From: ${from}`]),
    `Date: ${date}`,
    ...(email ? [`Subject: ${email.subject}`] : []),
    ...(email && email.to.length > 0 ? [`To: ${email.to.map(showMailbox).join(', ')}`] : []),
  ]
}

function showMailbox({ name, address }: Mailbox): string {
  return name === null ? address : `${name} <${address}>`
}
