/** Shortens strangers' texts for automatic mail and removes links, so that a stranger cannot send a link to another person in the tenant's name. */

/** Maximum characters of a stranger's words in an automatic mail. */
export const maxPlainWords = 60

const maxRead = 2_000

/**
 * Returns the words of a name without accents, each preceded by a space, in the form of the column `search_key`: `garcia` finds García, and
 * `zur` finds both Zürich and Old Zürich. The SQL of the generated column does the same (migrations/0001_baseline.sql).
 */
export function toPlainWords(text: string): string {
  const line = text
    .slice(0, maxRead)
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/[\p{Cc}\p{Z}\s]+/gu, ' ')
    // `https://`, `//` and backslashes, which some programs read as slashes.
    .replaceAll(/[a-z][a-z0-9+.-]{0,30}:(?=[/\\]|\S)/giu, ' ')
    .replaceAll(/[/\\\uff0f\u2044\u2215]{2,}/gu, ' ')
    .replaceAll(/([@\uff20\ufe6b])/gu, ' at ')
    .replaceAll(/([.\u3002\uff0e\uff61\u2024\ufe52/\\])(?=\S)/gu, '$1 ')
    .replaceAll(/[<>"[\](){}|`*]+/gu, ' ')
    .replaceAll(/\s+/gu, ' ')
    .trim()
    .toWellFormed()
  const letters = [...line]
  return letters.length <= maxPlainWords
    ? line
    : `${letters
        .slice(0, maxPlainWords - 1)
        .join('')
        .trimEnd()}…`
}
