/** The subject of a thread that begins with a message without one. */

const maxSubjectLength = 80

/** Returns the first line of a text, cut at a word. */
export function toSubject(text: string): string {
  const line = text.trim().split('\n', 1)[0]?.replaceAll(/\s+/g, ' ').trim() ?? ''
  const characters = [...line]
  if (characters.length <= maxSubjectLength) return line || '(no subject)'
  const cut = characters.slice(0, maxSubjectLength - 1).join('')
  const end = cut.lastIndexOf(' ')
  return `${(end > maxSubjectLength / 2 ? cut.slice(0, end) : cut).trimEnd()}…`
}
