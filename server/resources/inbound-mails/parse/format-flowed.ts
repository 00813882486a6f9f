/** Joins the lines of `format=flowed` texts (RFC 3676). */

/** Returns the text with one line per paragraph. With `deleteSpace` (DelSp), the space at a soft line break is not part of the text. */
export function joinFlowed(text: string, deleteSpace: boolean): string {
  const joined: string[] = []
  let paragraph: { quotes: string; lines: string[] } | null = null
  const end = (): void => {
    if (paragraph) joined.push(`${paragraph.quotes}${paragraph.quotes === '' ? '' : ' '}${paragraph.lines.join('')}`)
    paragraph = null
  }
  for (const line of text.split('\n')) {
    const [quotes = ''] = /^>*/.exec(line) ?? []
    // Undo space-stuffing, which protects lines that begin with a space, `>` or `From `.
    const content = line.slice(quotes.length).replace(/^ /, '')
    // A signature separator ends the paragraph above it.
    const isSignature = content === '-- '
    if (paragraph && (paragraph.quotes !== quotes || isSignature)) end()
    paragraph ??= { quotes, lines: [] }
    const isBroken = content.endsWith(' ') && !isSignature
    paragraph.lines.push(isBroken && deleteSpace ? content.slice(0, -1) : content)
    if (!isBroken) end()
  }
  end()
  return joined.join('\n')
}
