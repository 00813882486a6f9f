/**
 * Returns the comparison key of a name that is unique regardless of letter case. Computed here because PostgreSQL's case rules depend on
 * its locale.
 */
export function nameKey(name: string): string {
  return name.normalize('NFC').toLowerCase()
}

const letters: Readonly<Record<string, string>> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ı: 'i', ð: 'd' }

/**
 * Returns the words of a name without accents, each preceded by a space, in the form of the column `search_key`: `garcia` finds García, and
 * `zur` finds both Zürich and Old Zürich. The SQL of the generated column does the same (migrations/0001_baseline.sql).
 */
export function foldName(name: string): string {
  const plain = nameKey(name)
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]+/g, '')
    .replaceAll(/[ßæœøłđıð]/g, (letter) => letters[letter] ?? letter)
  // A text that consists only of separators stays unchanged, and finds nothing.
  return ` ${plain.replaceAll(/[-_./@,;:()"'’ ]+/g, ' ').trimStart() || plain}`
}
