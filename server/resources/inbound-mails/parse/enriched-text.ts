/** Extracts the text of `text/enriched` (RFC 1896) and of its predecessor `text/richtext` (RFC 1341), without formatting. */

export function isEnriched(type: string): boolean {
  return type === 'text/enriched' || type === 'text/richtext'
}

/** Returns the plain text. One line break joins lines, and each further one is a line break of the text. */
export function readEnriched(text: string): string {
  const pieces: string[] = []
  let unfilled = 0
  let hidden = 0
  // `<<` is a literal angle bracket.
  for (const [piece, slash, name = ''] of text.matchAll(/<<|<(\/?)([a-z][\w-]{0,60})>|[^<]+|</gi)) {
    const command = name.toLowerCase()
    if (command === 'nofill') unfilled = Math.max(0, unfilled + (slash === '' ? 1 : -1))
    else if (command === 'param' || command === 'comment') hidden = Math.max(0, hidden + (slash === '' ? 1 : -1))
    else if (hidden > 0) continue
    else if (command === '') pieces.push(piece === '<<' ? '<' : unfilled > 0 ? piece : piece.replaceAll(/\n+/g, joinBreaks))
    else if (command === 'nl' || command === 'np' || (command === 'paragraph' && slash === '/')) pieces.push('\n')
    else if (command === 'lt') pieces.push('<')
  }
  return pieces.join('')
}

function joinBreaks(breaks: string): string {
  return breaks.length === 1 ? ' ' : breaks.slice(1)
}
