/**
 * Renders the content of a mail as text and HTML. The HTML loads nothing but the tenant's logo, from this service (decision 128). It is built from tables with inline styles,
 * because Outlook renders mails with Word's engine and Gmail drops style sheets in some accounts; `layout.test.ts` lists what may be used.
 */
import type { BrandColours } from '../../../widget/shared/colours.ts'
import { getBrandColours } from '#kit/brand.ts'
import { readColour } from '#kit/colours.ts'
import { escapeHtml } from '#kit/escape-html.ts'
import type { MailContent, Paragraph } from './content.ts'

const light = (name: string): string => readColour(name, 'light')
const dark = (name: string): string => readColour(name, 'dark')

/** Font list. Its first font must exist in Outlook on Windows, which shows Times New Roman for an unknown first font. */
const font = `font-family: 'Segoe UI', -apple-system, Roboto, 'Helvetica Neue', Arial, sans-serif;`
const body = `${font} font-size: 15px; line-height: 24px; color: ${light('text')};`
const quiet = `${font} font-size: 13px; line-height: 20px; color: ${light('muted')};`
/** CSS that wraps long URLs and hashes on phones. Word only knows the older property. */
const breaking = 'word-wrap: break-word; word-break: break-word;'
const table = 'role="presentation" cellpadding="0" cellspacing="0" border="0"'
const width = 560

/**
 * Dark style for clients that report the reader's theme. Others show the light theme, whose colours also stay legible when a client inverts
 * them.
 */
const writeDarkStyle = (fill: string): string =>
  [
    `.page { background-color: ${dark('canvas')} !important; }`,
    `.sheet { background-color: ${dark('surface')} !important; border-color: ${dark('line')} !important; }`,
    `.text { color: ${dark('text')} !important; }`,
    `.quiet { color: ${dark('muted')} !important; }`,
    `.button { background-color: ${fill} !important; }`,
    '.logo { background-color: #ffffff !important; }',
  ].join('\n')

/** Parts of a tenant’s brand that mails show. */
export type MailBrand = {
  readonly name: string
  /** URL of the logo; null without one. */
  readonly logoUrl: string | null
  /** `#rrggbb`; null for the service's colours. */
  readonly color: string | null
}

export function layOut(content: MailContent, { name: tenant, logoUrl, color }: MailBrand): { text: string; html: string } {
  const { subject, heading = subject, reference, paragraphs, language = 'en' } = content
  const below = reference === undefined ? '' : `<p class="quiet" style="${quiet} margin: -12px 0 16px;">${escapeHtml(reference)}</p>\n`
  const paint = getBrandColours(color, 'light')
  // Mail programs show the subject above the text.
  const top = heading === subject ? [] : [heading]
  const text = [...top, ...(reference === undefined ? [] : [reference]), ...paragraphs.map(renderText), `-- \n${tenant}`].join('\n\n')
  // Outlook on Windows ignores max-width, so it gets a fixed-width table around the sheet.
  const html = `<!doctype html>
<html lang="${escapeHtml(language)}" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>
@media (max-width: 480px) {
.sheet { padding: 24px 20px 8px !important; }
.fact { display: block !important; padding: 0 !important; }
.value { padding-bottom: 8px !important; }
}
</style>
<style>
:root { color-scheme: light dark; }
@media (prefers-color-scheme: dark) {
${writeDarkStyle(getBrandColours(color, 'dark').fill)}
}
</style>
</head>
<body class="page" style="margin: 0; padding: 0; background-color: ${light('canvas')};">
<table ${table} class="page" width="100%" bgcolor="${light('canvas')}" style="background-color: ${light('canvas')};"><tr><td align="center" style="padding: 24px 12px 40px;">
<!--[if mso]><table ${table} width="${width}"><tr><td><![endif]-->
<table ${table} width="100%" style="max-width: ${width}px;">
${drawLogo(logoUrl)}<tr><td class="text" style="${body} font-weight: 600; padding: 0 4px 12px; text-align: left;">${escapeHtml(tenant)}</td></tr>
<tr><td class="sheet" bgcolor="${light('surface')}" style="background-color: ${light('surface')}; border: 1px solid ${light('line')}; border-radius: 12px; padding: 32px 32px 16px; text-align: left;">
<h1 class="text" style="${font} font-size: 20px; line-height: 28px; font-weight: 600; color: ${light('text')}; margin: 0 0 16px; ${breaking}">${escapeHtml(heading)}</h1>
${below}${paragraphs.map((paragraph) => renderHtml(paragraph, paint)).join('\n')}
</td></tr>
</table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr></table>
</body>
</html>
`
  return { text: `${text}\n`, html }
}

/**
 * Draws the logo above the name. Its alternative text is empty, because the name is below it. Outlook on Windows knows only the attribute
 * for the height; other clients keep the picture's proportions within both limits.
 */
function drawLogo(url: string | null): string {
  if (url === null) return ''
  const style = 'display: block; border-radius: 6px; max-width: 200px; max-height: 40px; width: auto; height: auto;'
  return `<tr><td style="padding: 0 4px 12px; text-align: left;"><img class="logo" src="${escapeHtml(url)}" alt="" height="40" style="${style}"></td></tr>\n`
}

function renderText(paragraph: Paragraph): string {
  if (typeof paragraph === 'string') return paragraph
  if ('link' in paragraph) return `${paragraph.link.label}:\n${paragraph.link.url}`
  if ('choices' in paragraph) return paragraph.choices.map(({ label, url }) => `${label}:\n${url}`).join('\n')
  if ('quietLink' in paragraph) return `${paragraph.quietLink.text} ${paragraph.quietLink.label}:\n${paragraph.quietLink.url}`
  return paragraph.facts.map(([name, value]) => `${name}: ${value}`).join('\n')
}

/** Renders a paragraph as HTML. Also shows a link's URL as text, so that readers can check and copy it. */
function renderHtml(paragraph: Paragraph, { fill, onFill }: Pick<BrandColours, 'fill' | 'onFill'>): string {
  if (typeof paragraph === 'string') return `<p class="text" style="${body} margin: 0 0 16px; ${breaking}">${escapeHtml(paragraph)}</p>`
  if ('link' in paragraph) {
    const { label, url } = paragraph.link
    const href = escapeHtml(url)
    // Word ignores a link's padding, so put it on the cell.
    return `<table ${table} style="margin: 8px 0 12px;"><tr><td class="button" align="center" bgcolor="${fill}" style="background-color: ${fill}; border-radius: 6px; mso-padding-alt: 10px 20px;"><a href="${href}" style="${font} font-size: 15px; line-height: 24px; font-weight: 600; color: ${onFill}; text-decoration: none; display: inline-block; padding: 10px 20px;">${escapeHtml(label)}</a></td></tr></table>
<p class="quiet" style="${quiet} margin: 0 0 20px; ${breaking}">${href}</p>`
  }
  if ('quietLink' in paragraph) {
    const { text, label, url } = paragraph.quietLink
    return `<p class="quiet" style="${quiet} margin: 0 0 16px; ${breaking}">${escapeHtml(text)} <a class="quiet" href="${escapeHtml(url)}" style="${quiet} text-decoration: underline;">${escapeHtml(label)}</a></p>`
  }
  if ('choices' in paragraph) {
    // At least 44 px wide and high, and five of them fit on a phone of 320 px.
    const cells = paragraph.choices.map(
      ({ label, url }) =>
        `<td class="button" align="center" bgcolor="${fill}" style="background-color: ${fill}; border-radius: 6px; mso-padding-alt: 12px 8px;"><a href="${escapeHtml(url)}" style="${font} font-size: 15px; line-height: 24px; font-weight: 600; color: ${onFill}; text-decoration: none; display: inline-block; padding: 12px 8px;">${escapeHtml(label)}</a></td>`,
    )
    return `<table ${table} style="margin: 8px 0 20px;"><tr>${cells.join('<td style="padding: 0 4px;"></td>')}</tr></table>`
  }
  const rows = paragraph.facts.map(
    ([name, value]) =>
      `<tr><th scope="row" class="fact quiet" style="${quiet} font-weight: 400; text-align: left; vertical-align: top; padding: 4px 16px 4px 0;">${escapeHtml(name)}</th>` +
      `<td class="fact value text" style="${body} font-size: 13px; line-height: 20px; vertical-align: top; padding: 4px 0; ${breaking}">${escapeHtml(value)}</td></tr>`,
  )
  return `<table cellpadding="0" cellspacing="0" border="0" style="margin: 0 0 16px;">${rows.join('')}</table>`
}
