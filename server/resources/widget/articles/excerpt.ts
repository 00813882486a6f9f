const maxLength = 200

/** Returns the beginning of a text on one line, cut at a word. */
export function toExcerpt(text: string): string {
  const line = text
    .slice(0, maxLength * 4)
    .replaceAll(/\s+/g, ' ')
    .trim()
  const characters = [...line]
  if (characters.length <= maxLength) return line
  const cut = characters.slice(0, maxLength - 1).join('')
  const end = cut.lastIndexOf(' ')
  return `${(end > maxLength / 2 ? cut.slice(0, end) : cut).trimEnd()}…`
}
