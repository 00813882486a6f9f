/** Values that are unique within this process. */

let count = 0

/** Returns a number that is unique within this process. With two counters, two values of one example could collide. */
export function nextNumber(): number {
  return ++count
}

/**
 * Fields that are unique within a tenant wherever they occur, and how to derive another value from an example. The host of a URL becomes
 * one that needs no DNS.
 */
const uniqueFields: Readonly<Record<string, (word: string, n: number) => string>> = {
  name: (word, n) => `${word} ${n}`,
  email: (word, n) => `n${n}.${word}`,
  external_reference_id: (word, n) => `${word}-${n}`,
  externalId: (word, n) => `${word}-${n}`,
  slug: (word, n) => `${word}-${n}`,
  shortcut: (word, n) => `${word}-${n}`,
  address: (word, n) => `n${n}.${word}`,
  pattern: (word, n) => word.replace('@', `@n${n}.`),
  key: (word, n) => `${word}_${n}`,
  url: (word, n) => `${word.replace('//example.com', '//93.184.215.14')}/${n}`,
}

export function unique(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(unique)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [
      name,
      typeof part === 'string' ? (uniqueFields[name]?.(part, nextNumber()) ?? part) : unique(part),
    ]),
  )
}
