/** The agent's latest searches, stored in this browser. */
import { createStoredChoice } from '../../ui/stored-choice.ts'

const maxSearches = 8

export const recentSearches = createStoredChoice<readonly string[]>('skein.searches', [], (stored) =>
  Array.isArray(stored) ? stored.filter((each): each is string => typeof each === 'string') : null,
)

export function noteSearch(words: string): void {
  recentSearches.set([words, ...recentSearches.get().filter((each) => each !== words)].slice(0, maxSearches))
}
