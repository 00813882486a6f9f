/** Whether a custom field has a value. `hasNoValueSql` in queries.ts is the same test in SQL; match-thread.test.ts compares the two. */

/** Characters that show nothing: spaces, line breaks, invisible marks and fillers. A text of these alone is no value. */
export const blankCharacters = [
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
