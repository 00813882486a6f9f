/** Shortens strangers' texts for automatic mail and removes links, so that a stranger cannot send a link to another person in the tenant's name. */

/** Maximum characters of a stranger's words in an automatic mail. */
export const maxPlainWords = 60

const maxRead = 2_000

/**
 * Returns a text as one line of at most sixty characters that no mail program turns into a link: without schemes, and with a space after
 * each dot, slash or colon that could belong to an address.
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
