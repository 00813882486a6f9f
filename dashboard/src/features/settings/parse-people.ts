/** Reads pasted lists of email addresses. */
import { guessName } from '../../ui/guess-name.ts'

export type Person = { name: string; email: string }
export type ParsedPeople = { people: Person[] /** Parts of the text that are no address. */; unread: string[] }

/**
 * Reads addresses from a text with one on each line, or with commas, semicolons or spaces between them, as mail programs copy them:
 * `Lena Fischer <lena@example.com>`. Each address counts once.
 */
export function parsePeople(text: string): ParsedPeople {
  const people = new Map<string, Person>()
  const unread: string[] = []
  const add = (name: string, given: string): void => {
    const email = given.trim().toLowerCase()
    if (!/^[^\s@<>]+@[^\s@<>]+$/.test(email)) return void unread.push(given.trim())
    if (!people.has(email)) people.set(email, { email, name: name === '' ? guessName(email) : name })
  }
  for (const part of text.split(/[\n,;]+/)) {
    const named = /^(.*)<([^<>]*)>\s*$/.exec(part)
    if (named) add((named[1] ?? '').replaceAll('"', '').trim(), named[2] ?? '')
    else for (const word of part.split(/\s+/)) if (word !== '') add('', word)
  }
  return { people: [...people.values()], unread }
}
