type Part = { at: number; words: string; isLink: boolean }

/** A text in parts: web addresses, and what stands between them. */
export function linkParts(text: string): Part[] {
  const parts: Part[] = []
  let end = 0
  for (const { 0: found, index } of text.matchAll(/https?:\/\/[^\s<>"]{1,2000}/g)) {
    const address = withoutTail(found)
    if (!URL.canParse(address)) continue
    if (index > end) parts.push({ at: end, words: text.slice(end, index), isLink: false })
    parts.push({ at: index, words: address, isLink: true })
    end = index + address.length
  }
  if (end < text.length) parts.push({ at: end, words: text.slice(end), isLink: false })
  return parts
}

/** Without the end of the sentence that it stands in. A bracket belongs to the address when it was opened there. */
function withoutTail(address: string): string {
  const trimmed = address.replace(/[.,:;!?'*_]+$/, '')
  const count = (bracket: string): number => trimmed.split(bracket).length
  return trimmed.endsWith(')') && count(')') > count('(') ? withoutTail(trimmed.slice(0, -1)) : trimmed
}
