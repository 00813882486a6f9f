/** Letters that do not decompose into a base letter and an accent. */
const letters: Readonly<Record<string, string>> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ı: 'i', ð: 'd', þ: 'th', ς: 'σ' }

/** Folds a text to lower case without accents, for search as the agent types: `zur` finds Zürich. */
export function fold(text: string): string {
  const plain = text
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[\u0300-\u036f]+/g, '')
  return plain.replaceAll(/[ßæœøłđıðþς]/g, (letter) => letters[letter] ?? letter)
}

/**
 * Whether a text contains the typed text, ignoring case and accents. Lists that filter as the agent types use this function, `begins` or
 * `hasWord`, so that all of them find the same.
 */
export function matches(text: string, typed: string): boolean {
  return fold(text).includes(fold(typed.trim()))
}

/** Whether a text contains all typed words, in any order. */
export function matchesWords(text: string, typed: string): boolean {
  return typed
    .trim()
    .split(/\s+/)
    .every((word) => matches(text, word))
}

/** Whether a text starts with the typed text, ignoring case and accents. */
export function begins(text: string, typed: string): boolean {
  return fold(text).startsWith(fold(typed))
}

/** Whether a word of a text starts with the typed text. */
export function hasWord(text: string, typed: string): boolean {
  const toWords = (each: string): string =>
    ` ${fold(each)
      .replaceAll(/[-_./@,;:()"'’ ]+/g, ' ')
      .trimStart()}`
  return toWords(text).includes(toWords(typed))
}
