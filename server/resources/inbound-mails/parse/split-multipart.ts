/** Splits the content of a multipart at its boundary lines. */

export type Range = { readonly from: number; readonly to: number }

/** Returns the ranges of the parts; null when no line has the boundary. The last part may be unterminated. */
export function splitMultipart(bytes: Buffer, declared: string, maxParts: number): Range[] | null {
  const boundary = declared.trimEnd()
  return (boundary === '' ? null : splitBy(bytes, boundary, maxParts)) ?? splitBy(bytes, guessBoundary(bytes), maxParts)
}

function splitBy(bytes: Buffer, boundary: string | null, maxParts: number): Range[] | null {
  if (boundary === null) return null
  // Parameters are decoded as UTF-8, so a boundary with other bytes matches as well.
  const delimiter = Buffer.from(`--${boundary}`)
  const ranges: Range[] = []
  let found = false
  let from = -1
  for (let at = bytes.indexOf(delimiter); at >= 0; at = bytes.indexOf(delimiter, at + 1)) {
    if (at > 0 && bytes[at - 1] !== 0x0a) continue
    const line = readDelimiter(bytes, at + delimiter.length)
    if (line === null) continue
    found = true
    if (from >= 0) ranges.push({ from, to: Math.max(from, withoutLineBreak(bytes, at)) })
    from = line.isLast ? -1 : line.end
    // One range beyond the limit shows that the rest was not split. Millions of ranges would use up the memory.
    if (line.isLast || ranges.length > maxParts) break
    at = Math.max(at, line.end - 2)
  }
  if (from >= 0 && from < bytes.length) ranges.push({ from, to: bytes.length })
  return found ? ranges : null
}

/** Parses the rest of a boundary line; null when the line continues, and so belongs to another boundary. */
function readDelimiter(bytes: Buffer, from: number): { isLast: boolean; end: number } | null {
  const isLast = bytes[from] === 0x2d && bytes[from + 1] === 0x2d
  let at = isLast ? from + 2 : from
  while (bytes[at] === 0x20 || bytes[at] === 0x09 || bytes[at] === 0x0d) at++
  if (at < bytes.length && bytes[at] !== 0x0a) return null
  return { isLast, end: Math.min(bytes.length, at + 1) }
}

function withoutLineBreak(bytes: Buffer, at: number): number {
  return bytes[at - 2] === 0x0d ? at - 2 : at - 1
}

/**
 * Guesses the boundary from the first line that looks like one and precedes a part's header, for mails whose Content-Type lost or folded
 * it.
 */
function guessBoundary(bytes: Buffer): string | null {
  const beginning = bytes.toString('latin1', 0, 8_192)
  return /(?:^|\n)--([^\r\n]{3,99}[^\s])[ \t\r]*\ncontent-/i.exec(beginning)?.[1] ?? null
}
