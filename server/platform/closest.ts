/** Suggests a known word for a misspelt one: "did you mean …?". */
import { closestMatch } from 'leven'

/** Returns the known word most similar to `word`, ignoring letter case; null if more than two letters in five differ. */
export function closest(word: string, known: readonly string[]): string | null {
  if (word.length > 100) return null
  const spellings = new Map(known.map((candidate) => [candidate.toLowerCase(), candidate]))
  const maxDistance = Math.max(1, Math.round(word.length * 0.4))
  return spellings.get(closestMatch(word.toLowerCase(), [...spellings.keys()], { maxDistance }) ?? '') ?? null
}

/** Returns `; did you mean requester?`, or an empty string if no known word is similar. */
export function didYouMean(word: string, known: readonly string[]): string {
  const meant = synonyms.find(({ words, name }) => words.includes(word) && known.includes(name))?.name ?? closest(word, known)
  return meant === null ? '' : `; did you mean ${meant}?`
}

/** Names of paging parameters in other APIs. */
const synonyms = [
  { name: 'cursor', words: ['page', 'offset', 'skip', 'start', 'page_token', 'starting_after'] },
  { name: 'limit', words: ['per_page', 'perPage', 'page_size', 'pageSize', 'count', 'size', 'first', 'take'] },
]
