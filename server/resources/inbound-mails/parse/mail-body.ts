/** Builds the body for agents from the text parts of a mail. */
import { escapeHtml } from '#kit/escape-html.ts'
import { toSafeMailHtml } from '../../mail-texts/index.ts'
import type { Uuid } from '#platform/ids.ts'
import type { MimePart } from './mime-tree.ts'
import type { MailBody } from './parsed-mail.ts'
import { countReadBytes, hasWords, maxTextBytes, readPartText } from './part-text.ts'
import { readHtmlBody, splitTextBody } from './quotation.ts'

/** A text of the body, in one of its forms. */
export type BodyText = {
  readonly isHtml: boolean
  readonly text: string
  /** True when the part was truncated, because it was too long. */
  readonly isCut: boolean
}

/** Returns the texts of parts, up to the limit for one mail. */
export function readBodyTexts(parts: readonly MimePart[]): BodyText[] {
  let left = maxTextBytes
  return parts.flatMap((part) => {
    if (left <= 0) return []
    left -= part.bytes.byteLength
    const isHtml = part.type === 'text/html'
    const whole = readPartText(part)
    const text = isHtml ? removePictureData(whole) : whole
    const isCut = text.length > maxTextLength || part.bytes.byteLength > countReadBytes(part)
    return text.trim() === '' ? [] : [{ isHtml, text: text.slice(0, maxTextLength), isCut }]
  })
}

/** Maximum characters of one text. HTML in mails is up to ten times as long as the text that it shows. */
const maxTextLength = 2 * 1024 * 1024

/** Removes inline `data:` pictures from HTML. They are not shown, and are longer than everything else. */
function removePictureData(html: string): string {
  return html.includes(';base64,') ? html.replaceAll(/;base64,[A-Za-z\d+/=%\s]{1000,}/g, ';base64,') : html
}

export type BuiltBody = {
  readonly body: MailBody
  readonly usedAttachmentIds: ReadonlySet<Uuid>
  /** True when HTML could not be shown: it has too many tags, so that the body has only its text, or all of it is hidden. */
  readonly isPoor: boolean
  /** True when there is nothing to show. */
  readonly isEmpty: boolean
}

type BodyOptions = {
  readonly toAttachmentId: (reference: string) => Uuid | null
  /** Body for a mail with nothing to show. */
  readonly placeholder: string
  readonly maxLength: number
}

/** Builds the body. Joins several texts, as HTML if any of them is HTML. */
export function buildBody(texts: readonly BodyText[], options: BodyOptions): BuiltBody {
  const built = joinTexts(texts, options)
  return texts.some(({ isCut }) => isCut) ? { ...built, body: { ...built.body, truncated: true } } : built
}

function joinTexts(texts: readonly BodyText[], { toAttachmentId, placeholder, maxLength }: BodyOptions): BuiltBody {
  let isPoor = false
  let tags = 0
  const used = new Set<Uuid>()
  const pieces = texts.map(({ isHtml, text }) => {
    if (isHtml) tags += countTags(text)
    const safe = isHtml && tags <= maxTags ? toSafeMailHtml(text, { toAttachmentId }) : null
    isPoor ||= isHtml && safe === null
    for (const id of safe?.usedAttachmentIds ?? []) used.add(id)
    return safe
      ? { html: safe.html.trim(), text: null }
      : { html: null, text: (isHtml ? stripTags(text) : text).trimEnd().replace(/^(?:[ \t]*\n)+/, '') }
  })
  const shown = pieces.filter(({ html, text }) => (html === null ? text !== '' : hasWords(html) || /<img |<hr/.test(html)))
  if (shown.length === 0) return { body: toTextBody(placeholder, maxLength), usedAttachmentIds: new Set(), isPoor: true, isEmpty: true }
  if (shown.every(({ html }) => html === null))
    return { body: toTextBody(shown.map(({ text }) => text).join('\n\n'), maxLength), usedAttachmentIds: used, isPoor, isEmpty: false }
  const html = shown.map((piece) => piece.html ?? `<p>${escapeHtml(piece.text ?? '').replaceAll('\n', '<br />')}</p>`).join('\n')
  const cut = html.length > maxLength ? cutHtml(html, maxLength - maxMarkLength) : html
  return {
    body: { ...readHtmlBody(cut), bodyFormat: 'html', truncated: cut.length < html.length },
    usedAttachmentIds: used,
    isPoor,
    isEmpty: false,
  }
}

/** Maximum number of tags in all HTML parts together. The sanitiser has the same limit for one part, and a mail can have 1,000 parts. */
const maxTags = 10_000

function countTags(html: string): number {
  return html.split('<', maxTags + 2).length - 1
}

/** Reserved length for the element that marks the start of the history. */
const maxMarkLength = 50

function toTextBody(text: string, maxLength: number): MailBody {
  const cut = text.length > maxLength ? text.slice(0, maxLength).toWellFormed() : text
  return { body: cut, bodyFormat: 'text', bodyText: cut, ...splitTextBody(cut), truncated: cut.length < text.length }
}

/** Extracts the text of HTML that has too many tags to be sanitised. */
function stripTags(html: string): string {
  const text = html
    .replaceAll(/<(?:br|\/p|\/div|\/tr|\/li)\b[^<>]*>/gi, '\n')
    .replaceAll(/<t[dh]\b[^<>]*>/gi, '\t')
    .replaceAll(/<\/?[a-z!?][^<>]*>/gi, '')
    .replaceAll(/&nbsp;/gi, ' ')
    .replaceAll(/&lt;/gi, '<')
    .replaceAll(/&gt;/gi, '>')
    .replaceAll(/&quot;/gi, '"')
    .replaceAll(/&amp;/gi, '&')
  const lines = text.split('\n').map((line) => line.trim())
  return lines.filter((line, i) => line !== '' || lines[i - 1] !== '').join('\n')
}

const voidElements: ReadonlySet<string> = new Set(['br', 'hr', 'img'])

/** Truncates sanitised HTML before a tag or inside a text, and closes the open elements. */
function cutHtml(html: string, maxLength: number): string {
  const open: string[] = []
  let closing = 0
  let end = 0
  for (const match of html.matchAll(/<(\/?)([a-z\d]+)[^<>]*>|[^<]+/g)) {
    const [piece, slash, name] = match
    const room = maxLength - closing - match.index
    if (name === undefined) {
      // Half an entity would show as letters.
      if (piece.length > room)
        return (
          html
            .slice(0, match.index + Math.max(0, room))
            .replace(/&[^;\s]{0,10}$/, '')
            .toWellFormed() + close(open)
        )
    } else if (slash === '/') {
      if (open.at(-1) === name) {
        open.pop()
        closing -= name.length + 3
      }
    } else if (!voidElements.has(name)) {
      if (piece.length + name.length + 3 > room) break
      open.push(name)
      closing += name.length + 3
    } else if (piece.length > room) break
    end = match.index + piece.length
  }
  return html.slice(0, end) + close(open)
}

function close(open: readonly string[]): string {
  return open
    .toReversed()
    .map((name) => `</${name}>`)
    .join('')
}
