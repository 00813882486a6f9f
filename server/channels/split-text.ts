/**
 * Splits a text into parts of at most `maxLength` characters (UTF-16 units), at the last paragraph, line, sentence or word that fits. Never
 * splits a surrogate pair.
 */
export function splitText(text: string, maxLength: number): string[] {
  const parts: string[] = []
  let rest = text
  while (rest.length > maxLength) {
    const end = findEnd(rest, maxLength)
    parts.push(rest.slice(0, end).trimEnd())
    rest = rest.slice(end).trimStart()
  }
  if (rest !== '' || parts.length === 0) parts.push(rest)
  return parts
}

const breaks = [/\n\n/g, /\n/g, /[.!?…]\s/g, /\s/g]

function findEnd(text: string, maxLength: number): number {
  const head = text.slice(0, maxLength + 1)
  for (const pattern of breaks) {
    const last = [...head.matchAll(pattern)].at(-1)
    // A part shorter than half would make too many of them.
    if (last && last.index + last[0].length > maxLength / 2) return Math.min(maxLength, last.index + last[0].length)
  }
  const isPair = /[\uD800-\uDBFF]/.test(text.charAt(maxLength - 1))
  if (!isPair) return maxLength
  // A pair alone is longer than one unit, but half of it is no text.
  return maxLength > 1 ? maxLength - 1 : 2
}
