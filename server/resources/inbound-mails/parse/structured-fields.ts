/** Parses header fields with a value and parameters. Tolerates broken fields. */
import { decodeText } from './charsets.ts'
import { decodeWords, removeControls } from './encoded-words.ts'

/** Value of a structured field such as Content-Type, and its parameters with lower-case names. */
export type StructuredField = { readonly value: string; readonly parameters: ReadonlyMap<string, string> }

/**
 * Parses a value with parameters: quoted, continued and encoded ones (RFC 2045, 2231), and those with encoded words. Some programs leave
 * out the semicolons, and some encode the whole field.
 */
export function readStructured(field: string): StructuredField {
  const text = decodeOuterWords(field)
  const [leading = '', value = ''] = /^\s*(?:\([^()]*\)\s*)?([^\s;,()"]*(?:\s*\/\s*[^\s;,()"]+)?)/.exec(text) ?? []
  const given = new Map<string, string>()
  let at = leading.length
  while (at < text.length && given.size < maxParameters) {
    const equals = text.indexOf('=', at)
    if (equals < 0) break
    // Skip anything before the name, as in `; flag; name=x`.
    const [, name = ''] = /([^\s;,"=]+)\s*$/.exec(text.slice(Math.max(at, equals - maxParameterName), equals)) ?? []
    const read = readParameter(text, equals + 1)
    const key = name.toLowerCase()
    if (key !== '' && !given.has(key)) given.set(key, read.value)
    at = read.end + 1
  }
  return { value: value.replaceAll(/\s/g, '').toLowerCase(), parameters: joinParameters(given) }
}

/** Decodes encoded words that span more than one parameter's value. */
function decodeOuterWords(text: string): string {
  return text.includes('=?') ? text.replaceAll(outerWords, (_, before: string, words: string) => before + decodeWords(words)) : text
}

const outerWords = /(^|;)\s*(=\?[^?\s]{1,60}\?[bq]\?[^?]*\?=(?:\s*=\?[^?\s]{1,60}\?[bq]\?[^?]*\?=)*)/gi

const maxParameterName = 200

const maxParameters = 500

function readParameter(text: string, from: number): { value: string; end: number } {
  let start = from
  while (text[start] === ' ') start++
  if (text[start] !== '"') {
    const end = findParameterEnd(text, start)
    return {
      value: text
        .slice(start, end)
        .replace(/ \([^()]*\) *$/, '')
        .trim(),
      end,
    }
  }
  let value = ''
  let i = start + 1
  for (; i < text.length && text[i] !== '"'; i++) {
    // Unescape only quotes and backslashes, so that a Windows path keeps its backslashes.
    if (text[i] === '\\' && (text[i + 1] === '"' || text[i + 1] === '\\')) i++
    value += text[i]
  }
  return { value, end: i }
}

/** Returns the end of an unquoted value, which may contain spaces: a file name, possibly followed by a parameter without a semicolon. */
function findParameterEnd(text: string, start: number): number {
  const found = text.indexOf(';', start)
  const end = found < 0 ? text.length : found
  const next = /\s(?:charset|boundary|name|filename|format|type|method|protocol)\s*=/i.exec(text.slice(start, end))
  return next ? start + next.index : end
}

/** Joins the sections of long parameters and decodes their values. A section's name ends in its number, plus `*` if it is encoded. */
function joinParameters(given: ReadonlyMap<string, string>): Map<string, string> {
  const parameters = new Map<string, string>()
  const sections = new Map<string, { order: number; encoded: boolean; value: string }[]>()
  for (const [name, value] of given) {
    const [, base, order, encoded] = /^([^*]+)(?:\*(\d{1,4}))?(\*)?$/.exec(name) ?? []
    if (base !== undefined && (order !== undefined || encoded !== undefined)) {
      const list = sections.get(base) ?? []
      list.push({ order: Number(order ?? 0), encoded: encoded !== undefined, value })
      sections.set(base, list)
    } else parameters.set(name, decodeWords(value))
  }
  for (const [name, list] of sections) {
    const ordered = list.toSorted((a, b) => a.order - b.order)
    // The first encoded section has the charset and the language: utf-8'en'text.
    const [, charset = null, rest] = (ordered[0]?.encoded && /^([^']*)'[^']*'(.*)$/s.exec(ordered[0].value)) || []
    const bytes = ordered.map(({ value, encoded }, i) => {
      const own = i === 0 && rest !== undefined ? rest : value
      return encoded ? decodePercents(own) : Buffer.from(own)
    })
    parameters.set(name, removeControls(decodeWords(decodeText(Buffer.concat(bytes), charset))))
  }
  return parameters
}

function decodePercents(text: string): Buffer {
  return Buffer.from(
    Buffer.from(text)
      .toString('latin1')
      .replaceAll(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  )
}
