/**
 * Finds the first error in a text that is not JSON. `JSON.parse` reports the position of only some errors, and its messages differ between
 * versions of V8.
 */

/** `at` is the index of the first wrong character, or the length of the text when it ends too early. */
export type JsonFault = { at: number; expected: string }

const literals = ['true', 'false', 'null'] as const
const numberPattern = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const escapePattern = /\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4})/y

/** Returns the first fault, or null for valid JSON. Iterative, because a megabyte of brackets would overflow a recursive parser's stack. */
export function findJsonFault(text: string): JsonFault | null {
  const open: ('{' | '[')[] = []
  let at = 0
  let expected = 'a value'
  for (;;) {
    while (' \t\n\r'.includes(text[at] || 'x')) at++
    const char = text[at]
    const inside = open.at(-1)
    if (expected === 'the end') return char === undefined ? null : { at, expected }
    if (expected === ':') {
      if (char !== ':') return { at, expected }
      at++
      expected = 'a value'
      continue
    }
    if (expected.startsWith(',')) {
      if (char === ',') expected = inside === '{' ? 'a name in double quotes' : 'a value'
      else if (char === (inside === '{' ? '}' : ']')) {
        open.pop()
        expected = after(open)
      } else return { at, expected }
      at++
      continue
    }
    const mayClose = expected.endsWith(inside === '{' ? 'or }' : 'or ]')
    if (mayClose && char === (inside === '{' ? '}' : ']')) {
      open.pop()
      at++
      expected = after(open)
      continue
    }
    if (char === '"') {
      const string = readString(text, at)
      if (typeof string !== 'number') return string
      at = string
      expected = expected.startsWith('a name') ? ':' : after(open)
      continue
    }
    if (expected.startsWith('a name')) return { at, expected }
    if (char === '{' || char === '[') {
      open.push(char)
      at++
      expected = char === '{' ? 'a name in double quotes or }' : 'a value or ]'
      continue
    }
    const end = readScalar(text, at)
    if (end === at) return { at, expected }
    at = end
    expected = after(open)
  }
}

/** Lists the characters that may follow a value, for an error message. */
function after(open: readonly string[]): string {
  const inside = open.at(-1)
  return inside === undefined ? 'the end' : inside === '{' ? ', or }' : ', or ]'
}

/** Returns the index after the string that starts at `start`, or the string's fault. */
function readString(text: string, start: number): number | JsonFault {
  for (let at = start + 1; ; ) {
    const char = text[at]
    if (char === undefined) return { at, expected: 'the closing double quote' }
    if (char === '"') return at + 1
    if (char < ' ') return { at, expected: 'an escape sequence such as \\n' }
    if (char !== '\\') at++
    else {
      escapePattern.lastIndex = at
      if (!escapePattern.test(text)) return { at, expected: 'a valid escape sequence' }
      at = escapePattern.lastIndex
    }
  }
}

/** Returns the index after the number or literal at `at`, or `at` itself when there is none. */
function readScalar(text: string, at: number): number {
  const literal = literals.find((each) => text.startsWith(each, at))
  if (literal !== undefined) return at + literal.length
  numberPattern.lastIndex = at
  return numberPattern.test(text) ? numberPattern.lastIndex : at
}

/** Describes a fault for the caller: `line 1, column 9: expected a name in double quotes, found "}"`. */
export function describeJsonFault(text: string, { at, expected }: JsonFault): string {
  const before = text.slice(0, at)
  const line = before.split('\n').length
  const column = at - before.lastIndexOf('\n')
  // Take a whole code point, because half a surrogate pair cannot be sent.
  const code = text.codePointAt(at)
  const found = code === undefined ? 'the end of the body' : JSON.stringify(String.fromCodePoint(code))
  return `line ${line}, column ${column}: expected ${expected}, found ${found}`
}
