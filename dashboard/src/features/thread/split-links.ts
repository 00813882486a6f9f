type Part = { at: number; words: string; isLink: boolean }

/** Splits a text into URLs and the text between them. */
export function splitLinks(text: string): Part[] {
  const parts: Part[] = []
  let end = 0
  for (const { 0: found, index } of text.matchAll(/https?:\/\/[^\s<>"]{1,2000}/g)) {
    const address = trimAddress(found)
    if (!URL.canParse(address)) continue
    if (index > end) parts.push({ at: end, words: text.slice(end, index), isLink: false })
    parts.push({ at: index, words: address, isLink: true })
    end = index + address.length
  }
  if (end < text.length) parts.push({ at: end, words: text.slice(end), isLink: false })
  return parts
}

/** Removes punctuation after a URL. A closing bracket belongs to the URL if its opening bracket does. */
function trimAddress(address: string): string {
  const trimmed = address.replace(/[.,:;!?'*_]+$/, '')
  const count = (bracket: string): number => trimmed.split(bracket).length
  return trimmed.endsWith(')') && count(')') > count('(') ? trimAddress(trimmed.slice(0, -1)) : trimmed
}
