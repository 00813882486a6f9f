/** Letters that do not decompose into a base letter and an accent. */
const letters: Readonly<Record<string, string>> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ı: 'i', ð: 'd' }

/** Folds a text to lower case without accents, for search as the agent types: `zur` finds Zürich. */
export function fold(text: string): string {
  const plain = text
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[\u0300-\u036f]+/g, '')
  return plain.replaceAll(/[ßæœøłđıð]/g, (letter) => letters[letter] ?? letter)
}

/** Whether a text contains the typed text, ignoring case and accents. The only such test of lists that filter as the agent types. */
export function matches(text: string, typed: string): boolean {
  return fold(text).includes(fold(typed.trim()))
}

/** Whether a word of a text starts with the typed text. */
export function hasWord(text: string, typed: string): boolean {
  const toWords = (each: string): string =>
    ` ${fold(each)
      .replaceAll(/[-_./@,;:()"'’ ]+/g, ' ')
      .trimStart()}`
  return toWords(text).includes(toWords(typed))
}
