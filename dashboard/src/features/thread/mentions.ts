/** Whom a text mentions: an at sign and a name, as the composer writes it. */
type Person = { readonly id: string; readonly name: string }
type Part = { at: number; words: string; id: string | null }

/** What the service takes for one note. */
const mentionsMax = 20

/** A text in parts: people who are mentioned, and what stands between them. Of names that begin alike the longest counts. */
export function mentionParts(text: string, people: readonly Person[]): Part[] {
  const longestFirst = people.filter(({ name }) => name !== '').toSorted((a, b) => b.name.length - a.name.length)
  const parts: Part[] = []
  let end = 0
  for (const { index } of text.matchAll(/(?<![\p{L}\p{N}_@])@/gu)) {
    if (index < end) continue
    const rest = text.slice(index + 1)
    const person = longestFirst.find(({ name }) => rest.startsWith(name) && !/^[\p{L}\p{N}_]/u.test(rest.slice(name.length)))
    if (!person) continue
    if (index > end) parts.push({ at: end, words: text.slice(end, index), id: null })
    end = index + 1 + person.name.length
    parts.push({ at: index, words: text.slice(index, end), id: person.id })
  }
  if (end < text.length) parts.push({ at: end, words: text.slice(end), id: null })
  return parts
}

/** `chosen`: who was meant by a name that several people have. */
export function mentionsIn(text: string, people: readonly Person[], chosen: ReadonlyMap<string, string> = new Map()): string[] {
  const ids = mentionParts(text, people).flatMap(({ words, id }) => (id === null ? [] : [chosen.get(words.slice(1)) ?? id]))
  return [...new Set(ids)].slice(0, mentionsMax)
}

/** The beginning of a name that stands before the caret, and where its at sign is; null when nobody is being mentioned there. */
export function mentionBefore(before: string): { typed: string; at: number } | null {
  const found = /(?<![\p{L}\p{N}_@])@([^@\n]{0,60})$/u.exec(before)
  const typed = found?.[1] ?? ''
  // After a space the name is over, or none has begun.
  return found && !/\s$/.test(typed) ? { typed, at: found.index } : null
}
