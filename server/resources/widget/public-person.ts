/** What visitors see of an agent. */
import { findFirstName } from '../threads/index.ts'

/** Returns an agent's first name and initials. A name that is an address, or has no first name, becomes initials only. */
export function toPublicPerson(fullName: string): { name: string; initials: string } {
  const words = fullName
    .replace(/@.*$/, '')
    .split(/[\s._-]+/u)
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
  const initials = `${readLetter(words[0])}${words.length > 1 ? readLetter(words.at(-1)) : ''}` || '?'
  return { name: findFirstName(fullName) ?? initials, initials }
}

const readLetter = (word = ''): string => (/[\p{L}\p{N}]/u.exec(word)?.[0] ?? '').toLocaleUpperCase()
