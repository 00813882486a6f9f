/** Splits a sanitised mail into lines, for its plain text and to find its quotation. */

/** One line as rendered from the HTML. */
export type MailLine = {
  /** Text of the line, with `>` before quoted lines, a row of `_` for a rule and a word for a picture. */
  readonly marked: string
  /** Offset of the line in the plain text. */
  readonly offset: number
  /** Offset in the HTML of the tag or text with which the line starts. */
  readonly htmlAt: number
  /** True for the first line of a quotation that the sender's program marked together with its attribution. */
  readonly beginsHistory: boolean
  /** True in a blockquote without a mail program's mark. The sender may have formatted their own text that way. */
  readonly isPlainBlockquote: boolean
}

export type MailText = { readonly text: string; readonly lines: readonly MailLine[] }

type OpenLine = { text: string; readonly htmlAt: number; readonly isRule: boolean; readonly quotation: Quotation; hasPicture: boolean }
type Quotation = 'none' | 'plain' | 'marked' | 'attributed'
type OpenElement = { name: string; mark: string | null /** Whether a blockquote has ended in this container. */; hasAnswers: boolean }

/** Extracts the plain text of sanitised HTML line by line: blocks and rows become lines, and tabs separate cells. */
export function readMailText(html: string): MailText {
  const lines: OpenLine[] = []
  const open: OpenElement[] = []
  let current: OpenLine | null = null
  let isRest = false
  let preDepth = 0
  const getQuotation = (): Quotation => {
    if (isRest) return 'attributed'
    let found: Quotation = 'none'
    for (const { name, mark, hasAnswers } of open) {
      if (mark === 'attribution' || (mark === 'container' && !hasAnswers)) return 'attributed'
      if (mark === 'cite') return name === 'blockquote' ? 'marked' : 'attributed'
      if (name === 'blockquote') found = 'plain'
    }
    return found
  }
  const startLine = (htmlAt: number): OpenLine =>
    (current ??= { text: '', htmlAt, isRule: false, quotation: getQuotation(), hasPicture: false })
  const endLine = (): void => {
    if (current) lines.push(current)
    current = null
  }
  const readText = (raw: string, htmlAt: number): void => {
    const text = decode(raw)
    if (preDepth > 0) {
      let at = htmlAt
      for (const [i, part] of raw.split('\n').entries()) {
        if (i > 0) endLine()
        startLine(at).text += decode(part)
        at += part.length + 1
      }
    } else if (current || /[^ \t\n\r\f]/.test(text)) {
      const line = startLine(htmlAt)
      const collapsed = text.replaceAll(/[ \t\n\r\f]+/g, ' ')
      line.text += /\s$/.test(line.text) || line.text === '' ? collapsed.replace(/^ /, '') : collapsed
    }
  }
  const openElement = (name: string, mark: string | null): void => {
    if (mark === 'rest') isRest = true
    if (name === 'pre') preDepth++
    open.push({ name, mark, hasAnswers: false })
  }
  const closeElement = (): void => {
    const closed = open.pop()
    if (closed?.name === 'pre') preDepth--
    if (closed?.name !== 'blockquote') return
    for (const outer of open) if (outer.mark === 'container') outer.hasAnswers = !open.some(({ name }) => name === 'blockquote')
  }
  for (const { 0: piece, 1: slash, 2: name, index } of html.matchAll(/<(\/?)([a-z\d]+)[^>]*>|[^<]+/g)) {
    if (name === undefined) {
      readText(piece, index)
      continue
    }
    const isStart = slash === ''
    if (blocks.has(name)) endLine()
    if (name === 'hr') lines.push({ text: '', htmlAt: index, isRule: true, quotation: getQuotation(), hasPicture: false })
    else if (name === 'br') {
      startLine(index)
      endLine()
    } else if (name === 'img') {
      // An attached picture can be the whole reply. Remote pictures are mostly logos and tracking pixels.
      if (piece.includes(' data-attachment=')) startLine(index).hasPicture = true
    } else if ((name === 'td' || name === 'th') && isStart && hasText(current)) startLine(index).text += '\t'
    if (name === 'hr' || name === 'br' || name === 'img') {
      if (piece.includes('data-quoted="rest"')) isRest = true
    } else if (isStart) openElement(name, / data-quoted="([a-z]+)"/.exec(piece)?.[1] ?? null)
    else closeElement()
  }
  endLine()
  return joinLines(lines)
}

const blocks: ReadonlySet<string> = new Set(
  'blockquote caption center dd div dl dt h1 h2 h3 h4 h5 h6 hr li ol p pre table tbody tfoot thead tr ul'.split(' '),
)

const hasText = (line: OpenLine | null): boolean => line !== null && line.text.trim() !== ''

/** Joins the lines. Drops blank lines at the start and the end, and allows at most two in a row. */
function joinLines(open: readonly OpenLine[]): MailText {
  const lines: MailLine[] = []
  const texts: string[] = []
  let length = 0
  let blank = 0
  for (const [i, { text: untrimmed, htmlAt, isRule, quotation, hasPicture }] of open.entries()) {
    const text = untrimmed.replaceAll('\u00a0', ' ').trimEnd()
    const shown = text === '' && hasPicture ? 'picture' : isRule ? '_____' : text
    blank = text === '' ? blank + 1 : 0
    if (shown === '' && (texts.length === 0 || blank > 2)) continue
    lines.push({
      marked: quotation === 'none' ? shown : `> ${shown}`,
      offset: length,
      htmlAt,
      beginsHistory: quotation === 'attributed' && (open[i - 1]?.quotation ?? 'none') === 'none',
      isPlainBlockquote: quotation === 'plain',
    })
    if (text === '' && texts.length === 0) continue
    texts.push(text)
    length += text.length + 1
  }
  return { text: texts.join('\n').trimEnd(), lines }
}

/** Decodes the entities that the sanitiser writes. */
function decode(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&')
}
