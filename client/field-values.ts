/** Compares values of custom fields as the service does. */

/** Characters that show nothing: spaces, line breaks, invisible marks and fillers. A text of these alone is no value. */
export const blankCharacters: string = [
  ...'\t\n\v\f\r \u00a0\u00ad\u034f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180e',
  ...'\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u200b\u200c\u200d\u200e\u200f',
  ...'\u2028\u2029\u202a\u202b\u202c\u202d\u202e\u202f\u205f\u2060\u2061\u2062\u2063\u2064\u2066\u2067\u2068\u2069',
  ...'\u2800\u3000\u3164\ufeff\uffa0',
].join('')
const blanks: ReadonlySet<string> = new Set(blankCharacters)

/** True for a text without a visible character. */
export function isBlank(value: unknown): boolean {
  return typeof value === 'string' && [...value].every((character) => blanks.has(character))
}

/** True when a field has no value: it is absent, null, blank, or a list of such entries alone. */
export function hasNoValue(value: unknown): boolean {
  if (Array.isArray(value)) return value.every((entry) => entry === null || isBlank(entry))
  return value === undefined || value === null || isBlank(value)
}

/** A filter's value that stands for any value of a field. */
export const anyValue = '*'

/** Converts a value of a filter to what a field of this type has. The type of an unknown field is undefined. */
export function readFieldValue(type: string | undefined, sentValue: unknown): unknown {
  // A multiple selection matches each of its options.
  if (type === 'MULTISELECT') return [sentValue]
  if (typeof sentValue !== 'string') return sentValue
  if (type === 'NUMBER' && /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(sentValue)) return Number(sentValue)
  if (type === 'BOOLEAN' && /^(true|false)$/.test(sentValue)) return sentValue === 'true'
  return sentValue
}

/** Returns the type that a filter's value is converted to, if only the value of the field is known. */
export function guessFieldType(held: unknown): string | undefined {
  if (Array.isArray(held)) return 'MULTISELECT'
  return { number: 'NUMBER', boolean: 'BOOLEAN' }[typeof held as string]
}

/** Whether a field has the value of a filter. A blank value stands for no value, and `*` for any value. */
export function hasFieldValue(held: unknown, wanted: unknown, type: string | undefined): boolean {
  if (isBlank(wanted)) return hasNoValue(held)
  if (wanted === anyValue) return !hasNoValue(held)
  const value = readFieldValue(type, wanted)
  // Compares as PostgreSQL's `@>` does: a list contains the entries of another, and a value only itself.
  if (!Array.isArray(value)) return held === value
  return Array.isArray(held) && value.every((entry) => held.includes(entry))
}
