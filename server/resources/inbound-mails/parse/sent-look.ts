/** Reads the body of a raw mail as its sender styled it. */
import { escapeHtml } from '#kit/escape-html.ts'
import { toStyledMailHtml } from '../../mail-texts/index.ts'
import { chooseParts } from './choose-parts.ts'
import { readBodyTexts } from './mail-body.ts'
import { mailLimits, readTree } from './mime-tree.ts'

/** Maximum characters of the HTML. Mails that are longer are cut by mail programs, too. */
const maxLength = 1024 * 1024

/** Returns sanitised HTML that keeps colours, backgrounds and tables; null when the mail has no HTML or too much of it. */
export function readSentLook(raw: Uint8Array): string | null {
  const { root } = readTree(Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength), mailLimits)
  const texts = readBodyTexts(chooseParts(root).body)
  if (!texts.some(({ isHtml }) => isHtml)) return null
  const pieces = texts.map(({ isHtml, text }) =>
    isHtml ? toStyledMailHtml(text) : `<p>${escapeHtml(text).replaceAll('\n', '<br />')}</p>`,
  )
  if (pieces.includes(null)) return null
  const html = pieces.join('\n')
  return html.length > maxLength ? null : html
}
