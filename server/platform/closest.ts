/** “Did you mean …?”: the known word that a mistyped one most likely stands for. */
import { closestMatch } from 'leven'

/** The known word nearest to `word`, ignoring letter case; null when none is near (at most two letters in five may be wrong). */
export function closest(word: string, known: readonly string[]): string | null {
  if (word.length > 100) return null
  const spellings = new Map(known.map((candidate) => [candidate.toLowerCase(), candidate]))
  const maxDistance = Math.max(1, Math.round(word.length * 0.4))
  return spellings.get(closestMatch(word.toLowerCase(), [...spellings.keys()], { maxDistance }) ?? '') ?? null
}

/** `; did you mean requester?`, or nothing. */
export function didYouMean(word: string, known: readonly string[]): string {
  const meant = synonyms.find(({ words, name }) => words.includes(word) && known.includes(name))?.name ?? closest(word, known)
  return meant === null ? '' : `; did you mean ${meant}?`
}

/** What other APIs call the parameters of pages. */
const synonyms = [
  { name: 'cursor', words: ['page', 'offset', 'skip', 'start', 'page_token', 'starting_after'] },
  { name: 'limit', words: ['per_page', 'perPage', 'page_size', 'pageSize', 'count', 'size', 'first', 'take'] },
]
