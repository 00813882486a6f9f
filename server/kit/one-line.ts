/** Returns a text as one line of at most `maxLength` characters, with white space collapsed. A longer text ends with an ellipsis. */
export function toOneLine(text: string, maxLength: number): string {
  const line = text.replaceAll(/\s+/gu, ' ').trim()
  if (line.length <= maxLength) return line
  const characters = [...line]
  if (characters.length <= maxLength) return line
  const cut = characters.slice(0, maxLength - 1).join('')
  return `${cut.trimEnd()}…`
}
