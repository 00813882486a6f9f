/** Parses addresses in header fields. An encoded display name can never add an address, because it is decoded after the list is split. */
import { decodeWords, removeControls, replaceWords } from './encoded-words.ts'
import type { MailAddress } from './parsed-mail.ts'

/** Maximum number of addresses per field. Further ones are dropped. */
const maxAddresses = 500

/** Maximum characters of a field to read: about `maxAddresses` addresses with names. */
const maxFieldLength = 100_000

/** Parses a list of addresses. Flattens groups. */
export function readAddresses(field: string): MailAddress[] {
  const text = protectWords(field.slice(0, maxFieldLength))
  const found: MailAddress[] = []
  let unfinished = ''
  for (const item of splitList(text)) {
    const whole = unfinished === '' ? item : `${unfinished}, ${item}`
    // Only `@` and `<` begin or contain an address.
    const read = /[@<]/.test(item) ? readItem(whole) : null
    if (read) {
      found.push(read)
      if (found.length === maxAddresses) break
    }
    // In `Lovelace, Ada <ada@example.com>` without quotation marks, the first half belongs to the name.
    unfinished = read || item.trim() === '' ? '' : whole.slice(-maxUnfinishedLength)
  }
  return found.length > 0 ? found : readUnusual(text)
}

/** Maximum characters to keep of a name with commas. */
const maxUnfinishedLength = 100

/** Escapes list separators in encoded words, where programs leave commas and even angle brackets unencoded. */
function protectWords(text: string): string {
  return replaceWords(text, (word, encoding) =>
    encoding === 'b' ? word : word.replaceAll(/[\s<>,;:"()@\\]/g, (letter) => `=${letter.charCodeAt(0).toString(16).padStart(2, '0')}`),
  )
}

/** Splits at commas and semicolons outside quotations, comments and angle brackets. Drops group names. */
function splitList(text: string): string[] {
  const items: string[] = []
  const lastQuote = text.lastIndexOf('"')
  const lastAngle = text.lastIndexOf('>')
  const lastParenthesis = text.lastIndexOf(')')
  let start = 0
  let comments = 0
  let isQuoted = false
  let isAngle = false
  let hasAt = false
  for (let i = 0; i < text.length; i++) {
    const letter = text[i]
    if (letter === '\\' && (isQuoted || comments > 0)) i++
    else if (isQuoted) isQuoted = letter !== '"'
    else if (letter === '(' && !isAngle && i < lastParenthesis) comments++
    else if (letter === ')' && comments > 0) comments--
    else if (comments > 0) continue
    else if (letter === '"' && !isAngle && i < lastQuote) isQuoted = true
    else if (letter === '<' && i < lastAngle) isAngle = true
    else if (letter === '>') isAngle = false
    else if (letter === '@') hasAt = true
    else if (!isAngle && (letter === ',' || letter === ';' || (letter === ':' && !hasAt && !isMailto(text, i)))) {
      // A colon ends the name of a group.
      if (letter !== ':') items.push(text.slice(start, i))
      start = i + 1
      hasAt = false
    }
  }
  items.push(text.slice(start))
  return items
}

function isMailto(text: string, colon: number): boolean {
  return /mailto$/i.test(text.slice(Math.max(0, colon - 6), colon))
}

/** Maximum characters of one address with its name. */
const maxItemLength = 2_000

/** Parses one address with its name; null when the text has none. */
function readItem(item: string): MailAddress | null {
  const names: string[] = []
  const comments: string[] = []
  let address: string | null = null
  for (const [piece, quoted, comment, angle] of item
    .slice(0, maxItemLength)
    .matchAll(/"((?:[^"\\]|\\.)*)"(?!@)|\(((?:[^()\\]|\\.)*)\)|<([^<>]*)>?|(?:"[^"]*"@)?[^\s"(<]+|["(]/gs)) {
    if (quoted !== undefined) names.push(quoted.replaceAll(/\\(.)/gs, '$1'))
    else if (comment !== undefined) comments.push(comment)
    else if (angle !== undefined) address ??= toAddress(angle)
    else names.push(piece)
  }
  if (address === null) {
    const at = names.findIndex((name) => name.includes('@') && toAddress(name) !== null)
    if (at < 0) return null
    address = toAddress(names[at] ?? '')
    names.splice(at, 1)
  }
  return address === null ? null : { name: toName(names.join(' ')) ?? toName(comments.join(' ')), address }
}

/** Maximum length of an address (RFC 5321: 64 characters, `@`, 255 characters). */
const maxAddressLength = 320

/** Returns an address with its domain in lower case. Accepts `<MAILER-DAEMON>`, which has no domain, because bounces come from it. */
function toAddress(given: string): string | null {
  if (given.length > maxItemLength) return null
  const bare = (given.includes('=?') ? decodeWords(given) : given)
    .replaceAll(/\([^()]*\)/g, '')
    .trim()
    .replace(/^mailto:/i, '')
    // Drop a source route before the address (RFC 5322, 4.4).
    .replace(/^@[^:]*:/, '')
    .replace(/^['\s]+|['\s.]+$/g, '')
  // A quoted local part may contain spaces: "Ada Lovelace"@example.com.
  const unquoted = bare.replace(/^"[^"]*"@/, '@')
  if (bare === '' || bare.length > maxAddressLength || /[\s<>,;"\p{Cc}\p{Cf}]/u.test(unquoted) || /[\p{Cc}\p{Cf}]/u.test(bare)) return null
  const at = bare.lastIndexOf('@')
  if (at < 0) return bare
  if (at === 0 || at === bare.length - 1) return null
  return bare.slice(0, at) + bare.slice(at).toLowerCase()
}

/** Matches invisible characters, except joiners, which Persian names and family emoji need. */
const invisible = /(?![\u200c\u200d])\p{Cf}/gu

/** Maximum length of a display name. */
const maxNameLength = 255

function toName(given: string): string | null {
  const name = removeControls(decodeWords(given))
    .slice(0, maxItemLength)
    .replaceAll(invisible, '')
    .replaceAll(/\s+/g, ' ')
    .replace(/^[\s"'\u200c\u200d]+|[\s"',\u200c\u200d]+$/g, '')
  return name === '' ? null : name.slice(0, maxNameLength).toWellFormed()
}

/** Parses a field without any address in its plain form: a single word such as `root`, or a field that was encoded as a whole. */
function readUnusual(text: string): MailAddress[] {
  const decoded = decodeWords(text)
  if (decoded !== text) {
    const [, name = '', angle] = /^([^<>]*)<([^<>\s@]+@[^<>\s@]+)>$/.exec(decoded.trim()) ?? []
    const address = toAddress(angle ?? decoded)
    return address?.includes('@') ? [{ name: toName(name), address }] : []
  }
  const word = text.trim()
  return /^[\w.+-]{1,64}$/.test(word) ? [{ name: null, address: word }] : []
}
