/** Finds mentions in a text: an at sign and the name of a user or team, as the composer inserts them. */
type Named = { readonly id: string; readonly name: string }
type Part = { at: number; words: string; id: string | null }

/** Maximum number of mentions in a note, enforced by the service. */
const maxMentions = 20

/** Splits a text into mentions and the text between them. If several names match, the longest wins. */
export function splitMentions(text: string, users: readonly Named[]): Part[] {
  const longestFirst = users.filter(({ name }) => name !== '').toSorted((a, b) => b.name.length - a.name.length)
  const parts: Part[] = []
  let end = 0
  for (const { index } of text.matchAll(/(?<![\p{L}\p{N}_@])@/gu)) {
    if (index < end) continue
    const rest = text.slice(index + 1)
    const user = longestFirst.find(({ name }) => rest.startsWith(name) && !/^[\p{L}\p{N}_]/u.test(rest.slice(name.length)))
    if (!user) continue
    if (index > end) parts.push({ at: end, words: text.slice(end, index), id: null })
    end = index + 1 + user.name.length
    parts.push({ at: index, words: text.slice(index, end), id: user.id })
  }
  if (end < text.length) parts.push({ at: end, words: text.slice(end), id: null })
  return parts
}

/** Returns the ids of the mentioned users and teams. `chosen` maps a name that several of them share to the id that the agent chose. */
export function findMentionedIds(text: string, users: readonly Named[], chosen: ReadonlyMap<string, string> = new Map()): string[] {
  const ids = splitMentions(text, users).flatMap(({ words, id }) => (id === null ? [] : [chosen.get(words.slice(1)) ?? id]))
  return [...new Set(ids)].slice(0, maxMentions)
}

/** Returns the partial name before the caret and the index of its at sign; null when the agent is not typing a mention. */
export function findMentionBefore(before: string): { typed: string; at: number } | null {
  const found = /(?<![\p{L}\p{N}_@])@([^@\n]{0,60})$/u.exec(before)
  const typed = found?.[1] ?? ''
  // A trailing space means that the name is complete or is not a mention.
  return found && !/\s$/.test(typed) ? { typed, at: found.index } : null
}
