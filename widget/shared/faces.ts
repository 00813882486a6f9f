/** Initials and colours of people, for the dashboard, the chat and the service's own pages. */

/** Hues in degrees that are easy to distinguish. */
export const hues = [25, 55, 85, 125, 155, 190, 225, 255, 285, 315, 345] as const

/** Returns a hue in degrees from the FNV-1a hash of the name. */
export function chooseHue(name: string): (typeof hues)[number] {
  let hash = 0x811c9dc5
  for (const byte of new TextEncoder().encode(name)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0
  return hues[((hash ^ (hash >>> 16)) >>> 0) % hues.length] ?? hues[0]
}

/** Returns the initials of the first and the last word. An email address counts as one word, up to its @. */
export function readInitials(name: string): string {
  const words = name
    .replace(/@.*$/, '')
    .split(/[\s._-]+/u)
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
  const first = readLetter(words[0])
  const last = words.length > 1 ? readLetter(words.at(-1)) : ''
  return `${first}${last}` || '?'
}

const readLetter = (word = ''): string => (/[\p{L}\p{N}]/u.exec(word)?.[0] ?? '').toLocaleUpperCase()
