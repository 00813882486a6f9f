/**
 * Parses the author for the checks of the sender: the From address, if every mail reader must see the same one. `parse/addresses.ts` is
 * lenient and reads as much as it can from any From, so a verdict about a sender must not use it: an ambiguous From, such as
 * `(me@evil.example <agent@acme.example>`, would carry the signature of one domain and the name of the other.
 */
import { readEmail } from '#platform/email.ts'
import type { RawHeader } from './raw-header.ts'

/** `domain` is that of the raw address, in lower case. `address` is canonical. */
export type Author = { readonly address: string; readonly domain: string }

/** Maximum characters of From. Some mail readers truncate longer ones, in the middle of an address. */
const maxLength = 998

/** Returns null unless the header has exactly one From with exactly one address, by a strict grammar. */
export function readAuthor({ text, bodyAt }: RawHeader): Author | null {
  // Some mail readers end a line at a lone carriage return, and a text at NUL.
  if (bodyAt === null || /\0|\r(?!\n)/.test(text)) return null
  const lines = text.replace(/(?:\r?\n)+$/, '').split(/\r?\n/)
  // A byte order mark or white space before the first field hides it from some mail readers.
  if (!/^(?:[!-9;-~]+[ \t]*:|From \S)/.test(lines[0] ?? '')) return null
  const starts = lines.flatMap((line, i) => (looksLikeFrom(line, lines[i + 1] ?? '') ? [i] : []))
  const [start = 0] = starts
  if (starts.length !== 1) return null
  const rest = lines.slice(start + 1)
  const end = rest.findIndex((line) => !/^[ \t]/.test(line))
  const continued = end < 0 ? rest : rest.slice(0, end)
  const [, value] = /^From[ \t]*:(.*)$/is.exec([lines[start] ?? '', ...continued].join('')) ?? []
  return value === undefined ? null : parseAuthor(value)
}

/** True for a line in which any mail reader could see a From field, even behind characters that it ignores. */
function looksLikeFrom(line: string, next: string): boolean {
  const isNameAlone = /^[^\w \t:]*from[^\w:]*$/i.test(line)
  return isNameAlone ? /^\s*:/.test(next) : /^(?![ \t])[^a-z0-9:]*from[^a-z0-9:]*:/i.test(line)
}

// --- The grammar: RFC 5322 without comments around addresses, quoted local parts, groups, routes and lists ---

const space = String.raw`[ \t]`
/** A letter of a name without a meaning in addresses, including UTF-8 bytes. One at a time, so that matching takes linear time. */
const letter = String.raw`[^\x00-\x08\x0a-\x1f"(),:;<>@\\\x7f]`
const quotedWord = String.raw`"(?:[^\x00-\x08\x0a-\x1f"\\\x7f]|\\[\x20-\x7e])*"`
const comment = String.raw`\([^\x00-\x08\x0a-\x1f"(),:;<>@\\\x7f]*\)`
const address = String.raw`([\w!#$%&'*+/=?^{|}~\x60-]+(?:\.[\w!#$%&'*+/=?^{|}~\x60-]+)*@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?)`
/** A mailbox with an optional name, or a bare address with an optional comment. */
const mailbox = new RegExp(
  `^(?:(?:${letter}|${quotedWord}|${comment})*<${address}>|${space}*${address}${space}*(?:${comment})?)${space}*$`,
  'i',
)

function parseAuthor(value: string): Author | null {
  // Some mail readers decode an encoded word before they look for the address.
  if (value.length > maxLength || hasOpenWord(value)) return null
  const [, named, bare] = mailbox.exec(value) ?? []
  const raw = named ?? bare
  const canonical = raw === undefined ? null : readEmail(raw)
  return raw === undefined || canonical === null ? null : { address: canonical, domain: raw.slice(raw.lastIndexOf('@') + 1).toLowerCase() }
}

/** True when an encoded word extends into or past the address or the quotation around it. */
function hasOpenWord(value: string): boolean {
  return /=\?/.test(value.replaceAll(/=\?[\w.:+*'-]{1,60}\?[bq]\?[^\s?"(),:;<>@\\]*\?=/gi, ' ')) || /<[^>]*=\?/.test(value)
}
