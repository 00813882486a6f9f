/** Renders the content, the signature and the quotation of a reply as the text and the HTML of a mail. */
import { escapeHtml } from '#kit/escape-html.ts'
import { toTextWithQuoteMarks } from '#kit/safe-html.ts'
import { toLine } from './line.ts'
import type { MailSnapshot, MailText } from './snapshot.ts'

/** Maximum characters of a quotation. Longer ones are truncated, because each further reply would repeat them. */
const maxQuoteLength = 100_000

type Parts = Pick<MailSnapshot, 'content' | 'signature' | 'quoted'>

/** Renders the plain text. */
export function renderText({ content, signature, quoted }: Parts): string {
  const parts = [toText(content)]
  if (signature !== null) parts.push(`-- \n${toText(signature)}`)
  if (quoted !== null) parts.push(`${toLine(quoted.attribution)}\n${quoteLines(cut(toText(quoted)))}`)
  return `${parts.join('\n\n')}\n`
}

/**
 * Renders the HTML. `cidOf` returns an attachment's Content-ID, or null when the mail does not contain it. The class of the quotation makes
 * mail programs fold it.
 */
export function renderHtml({ content, signature, quoted }: Parts, cidOf: (attachmentId: string) => string | null): string {
  const render = (text: MailText): string => spaceParagraphs(toHtml(text, (attributes) => toPicture(attributes, cidOf)))
  const parts = [`<div dir="auto">${render(content)}</div>`]
  if (signature !== null) parts.push(`<div dir="auto"><br>\n-- <br>\n${render(signature)}</div>`)
  if (quoted !== null)
    parts.push(
      '<div class="gmail_quote"><br>\n' +
        `<div dir="auto" class="gmail_attr">${escapeHtml(toLine(quoted.attribution))}</div>\n` +
        '<blockquote type="cite" style="margin: 0 0 0 0.8ex; border-left: 1px solid #cccccc; padding-left: 1ex;">' +
        `${quoteHtml(quoted)}</blockquote></div>`,
    )
  return `<!doctype html>\n<html>\n<head><meta charset="utf-8"></head>\n<body>\n${parts.join('\n')}\n</body>\n</html>\n`
}

/** Returns the ids of the attachments shown as pictures in the content and the signature. */
export function findShownAttachments({ content, signature }: Parts): ReadonlySet<string> {
  const texts = [content, signature].flatMap((each) => (each?.bodyFormat === 'html' ? [each.body] : []))
  return new Set(
    texts
      .flatMap((html) => Array.from(html.matchAll(pictures), ([, attributes = '']) => readAttribute(attributes, 'data-attachment') ?? []))
      .flat(),
  )
}

/** Matches pictures in sanitised HTML, whose attribute values contain no `>`. */
const pictures = /<img\b([^>]*)>/g

function readAttribute(attributes: string, name: string): string | null {
  return new RegExp(`\\s${name}="([^"]*)"`).exec(attributes)?.[1] ?? null
}

function toText({ body, bodyFormat }: MailText): string {
  if (bodyFormat === 'text') return body.replaceAll(/\r\n?/g, '\n').trimEnd()
  const readable = fillEmptyParagraphs(body)
    .replaceAll(pictures, (_all, attributes: string) => readAttribute(attributes, 'alt') ?? '')
    .replaceAll(/<li\b[^>]*>/g, (tag) => `${tag}- `)
    .replaceAll(/<\/p>/g, '</p><br>')
    .replaceAll(/<a\b([^>]*)>([^<]*)<\/a>/g, (_all, attributes: string, label: string) => {
      const href = readAttribute(attributes, 'href') ?? ''
      const isShown = href === '' || label.trim() === href || `mailto:${label.trim()}` === href || `https://${label.trim()}` === href
      return isShown ? label : `${label} &lt;${href}&gt;`
    })
  return toTextWithQuoteMarks(readable)
}

function toHtml({ body, bodyFormat }: MailText, renderPicture: (attributes: string) => string): string {
  if (bodyFormat === 'html') return fillEmptyParagraphs(body).replaceAll(pictures, (_all, attributes: string) => renderPicture(attributes))
  return textToHtml(body)
}

/** Sets the space between paragraphs to that of the dashboard. By default, mail programs show twice as much. */
function spaceParagraphs(html: string): string {
  // Sanitised HTML has no styles of its own.
  return html.replaceAll(/<p(?=[\s>])/g, '<p style="margin: 0.5em 0"')
}

/** Fills the editor's empty paragraphs, which mail programs show without height. */
function fillEmptyParagraphs(html: string): string {
  return html.replaceAll(/(<p\b[^>]*>)\s*<\/p>/g, '$1<br></p>')
}

/** Preserves line breaks and indentation, and turns URLs into links. */
function textToHtml(text: string): string {
  return text
    .replaceAll(/\r\n?/g, '\n')
    .trimEnd()
    .split(/(https?:\/\/[^\s<>"]{1,2000})/)
    .map((piece, i) => {
      if (i % 2 === 0) return escapeHtml(piece)
      const url = piece.replace(/[.,:;!?)\]'*_]{1,20}$/, '')
      return `<a href="${escapeHtml(url)}">${escapeHtml(url)}</a>${escapeHtml(piece.slice(url.length))}`
    })
    .join('')
    .replaceAll('\t', '    ')
    .replaceAll(/(^|\n) /g, '$1&nbsp;')
    .replaceAll('  ', '&nbsp; ')
    .replaceAll('\n', '<br>\n')
}

/** Sets a picture's source: the part of the mail, or the URL that sanitising moved to `data-remote`. */
function toPicture(attributes: string, cidOf: (attachmentId: string) => string | null): string {
  const attachment = readAttribute(attributes, 'data-attachment')
  const cid = attachment === null ? null : cidOf(attachment)
  const source = cid === null ? readAttribute(attributes, 'data-remote') : `cid:${escapeHtml(cid)}`
  if (source === null) return readAttribute(attributes, 'alt') ?? ''
  const kept = ['alt', 'width', 'height'].map((name) => [name, readAttribute(attributes, name)] as const)
  return `<img src="${source}"${kept.map(([name, value]) => (value === null ? '' : ` ${name}="${value}"`)).join('')}>`
}

function quoteLines(text: string): string {
  return text
    .split('\n')
    .map((line) => (line.startsWith('>') || line === '' ? `>${line}` : `> ${line}`))
    .join('\n')
}

/** Renders the quoted message without its pictures: remote ones would tell their server about this reply. */
function quoteHtml(quoted: MailText): string {
  if (quoted.bodyFormat === 'html' && quoted.body.length > maxQuoteLength) return textToHtml(cut(toText(quoted)))
  return toHtml(
    quoted.bodyFormat === 'text' ? { ...quoted, body: cut(quoted.body) } : quoted,
    (attributes) => readAttribute(attributes, 'alt') ?? '',
  )
}

function cut(text: string): string {
  return text.length <= maxQuoteLength ? text : `${text.slice(0, maxQuoteLength)}\n[…]`
}
