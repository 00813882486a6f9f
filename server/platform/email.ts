/**
 * E-mail addresses, including internationalised ones (RFC 6531). Only this module decides what an address is and whether two are the same.
 * Two addresses are the same if their canonical forms are equal: composed (NFC), lower case, with the domain in its Unicode form. So
 * `ada@xn--bcher-kva.example` equals `Ada@BÜCHER.example`.
 */
import { domainToASCII, domainToUnicode } from 'node:url'

/** The JSON Schema format of addresses. schema.ts has the shape, and http/validation.ts has the conversion to the canonical form. */
export const emailFormat = 'idn-email'

/** Maximum bytes of an address on the wire (RFC 5321, 4.5.3.1), with its domain in ASCII. */
const maxBytes = 254
const maxLocalBytes = 64
const maxDomainLength = 253

/** Letters, digits and marks of any script, and the signs that RFC 5322 allows, but nothing invisible or blank (`\p{C}`, `\p{Z}`). */
const atom = /^(?:[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]|(?![\p{C}\p{Z}])[^\0-\x7f])+$/u
/**
 * A quoted local part. RFC 5322 also allows `<`, `>`, outer spaces and an empty string, but nodemailer replaces or drops them, and the mail
 * would go to a different address or nowhere. Only `"` and `\\` may be escaped: any other escape would be a second spelling of the same
 * address.
 */
const quoted = /^"(?! )(?:[\x20\x21\x23-\x3b\x3d\x3f-\x5b\x5d-\x7e]|\\["\\]|(?![\p{C}\p{Z}])[^\0-\x7f])+(?<! )"$/u
const label = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/
/** Matches most addresses: those that only need to be lower-cased. */
const plain =
  /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,63}$/

/** Returns the canonical form of an address, or null if it is invalid. */
export function readEmail(text: string): string | null {
  const { email } = parse(text)
  return email ?? null
}

/**
 * Returns the canonical form of an address to which mail can be sent, or null. Rejects single-label hosts (`root@server`), which no mail
 * server outside their network resolves. `readEmail` accepts them, because installations without a domain have inboxes such as
 * `support@localhost`.
 */
export function readAnswerableEmail(text: string): string | null {
  const email = readEmail(text)
  return email?.slice(email.lastIndexOf('@')).includes('.') ? email : null
}

/** Returns what is wrong with an address (`has no domain`), or null if it is valid. */
export function findEmailProblem(text: string): string | null {
  const { problem } = parse(text)
  return problem ?? null
}

type Parsed = { email: string; problem?: undefined } | { problem: string; email?: undefined }

function parse(text: string): Parsed {
  // Check the length first, so that a megabyte of text is not normalised.
  if (text.length > maxBytes) return { problem: `has more than ${maxBytes} characters` }
  const at = text.lastIndexOf('@')
  if (at <= maxLocalBytes && plain.test(text) && !/[@.]xn--/i.test(text)) return { email: text.toLowerCase() }
  if (at === -1) return { problem: 'has no @' }
  const local = lowerCase(text.slice(0, at))
  const localProblem = findLocalPartProblem(local)
  if (localProblem !== null) return { problem: localProblem }
  const domain = readDomain(text.slice(at + 1))
  if (domain.problem !== undefined) return domain
  if (Buffer.byteLength(local) + 1 + domain.ascii.length > maxBytes) return { problem: `has more than ${maxBytes} bytes` }
  return { email: `${local}@${domain.unicode}` }
}

/** Converts to lower case and composes again, because lower-casing can decompose a letter (İ). */
function lowerCase(text: string): string {
  return text.normalize('NFC').toLowerCase().normalize('NFC')
}

function findLocalPartProblem(local: string): string | null {
  if (local === '') return 'has nothing before the @'
  if (Buffer.byteLength(local) > maxLocalBytes) return `has more than ${maxLocalBytes} bytes before the @`
  if (local.startsWith('"'))
    return quoted.test(local) ? null : 'has a quoted part before the @ that is malformed or that mail cannot be delivered to'
  const parts = local.split('.')
  if (parts.includes('')) return 'has a dot at the wrong place before the @'
  return parts.every((part) => atom.test(part)) ? null : 'has a character before the @ that addresses cannot have'
}

function readDomain(text: string): { ascii: string; unicode: string; problem?: undefined } | { problem: string } {
  if (text === '') return { problem: 'has no domain after the @' }
  // `domainToASCII` is the URL parser's host parser, so it would cut off paths and ports and decode percent-encoding.
  if (/[^\p{L}\p{M}\p{N}\p{S}\p{P}\u200c\u200d]|[\0-\x2c/\x3a-\x40\x5b-\x60\x7b-\x7f]/u.test(text))
    return { problem: 'has a malformed domain' }
  const ascii = domainToASCII(text)
  const unicode = domainToUnicode(ascii).normalize('NFC')
  const labels = ascii.split('.')
  if (ascii.length > maxDomainLength || !labels.every((part) => label.test(part))) return { problem: 'has a malformed domain' }
  // A label that could not be decoded still starts with `xn--`.
  if (unicode.split('.').some((part) => part.startsWith('xn--'))) return { problem: 'has a malformed domain' }
  if (/^\d+$/.test(labels.at(-1) ?? '')) return { problem: 'has a number in place of a domain' }
  return { ascii, unicode }
}
