/**
 * The identity of a mail, by which a mail that arrives twice is one message. A mail takes the plain identity only when its sender's domain
 * vouches for it. Any other mail takes an identity per origin, the network of the client. The identity outlives the message and the
 * customer, so that a mail fetched again after an erasure restores nothing. It is an HMAC, because it must not reveal the sender.
 */
import { createHmac, createSecretKey, type KeyObject } from 'node:crypto'
import type { Secrets } from '#platform/secrets.ts'
import { createBodyDigest, type BodyDigest } from './body-digest.ts'
import { decodeRawValue, findDeclaredCharset, readRawAddresses, readRawHeaders, splitHeaderBlock, type RawHeader } from './raw-headers.ts'

/** Maximum bytes to search for the end of the headers. */
const maxHeaderBytes = 262_144
const maxShownAddresses = 50
/** Maximum bytes of a line, and so of an id. A longer id would not fit into an index either. */
const maxIdBytes = 998

/** Fields of a mail that are read on acceptance, before parsing. */
export type ScannedMail = {
  /** 32-byte HMAC; the unique key of a mail in its tenant. */
  readonly identity: Buffer
  /** HMAC of the body. A mail with a known identity and another digest is a duplicate with `differs`. */
  readonly digest: Buffer
  /** HMAC of the header and the body, without the fields that servers add on the way. Equal mails have equal verification results. */
  readonly copyDigest: Buffer
  /** True when the header has a signature or a server's results, so that verification may determine the author. */
  readonly hasProof: boolean
  /** False for a body that is not a mail, because it has no header line at all. */
  readonly hasHeaders: boolean
  /** Size of the mail in bytes. */
  readonly size: number
  /** Canonical if valid; null without an address. */
  readonly from: string | null
  /** Addresses in To and Cc, at most fifty. */
  readonly to: readonly string[]
  readonly subject: string
  /** Without angle brackets and spaces; null if empty or longer than 998 bytes. */
  readonly messageId: string | null
  /** Number of Received fields, one per server that the mail passed. */
  readonly received: number
}

export type MailScan = { update(chunk: Uint8Array): void; finish(): ScannedMail }

/**
 * Computes the identity of a mail while its bytes stream to the store. Holds at most 256 KiB of headers; the result does not depend on the
 * chunking. Two mails are the same if Message-ID, From and Date are equal, whatever their bodies, because lists and gateways add footers.
 * Date is included because some devices use one Message-ID for every mail. Without Message-ID or From, the whole content is hashed.
 */
export function createMailScan(secrets: Pick<Secrets, 'derive'>): MailScan {
  const key = keyOf(secrets)
  const body: BodyDigest = createBodyDigest(key)
  const block = createHeaderBlock()
  let size = 0
  let beginning = ''
  return {
    update(chunk) {
      size += chunk.length
      const rest = block.isComplete() ? chunk : block.append(chunk)
      if (rest === null || rest.length === 0) return
      body.update(rest)
      if (beginning.length < maxBeginning) beginning += Buffer.from(rest.subarray(0, maxBeginning - beginning.length)).toString('latin1')
    },
    finish() {
      const { fields, text } = splitHeaderBlock(block.bytes())
      body.update(text)
      const headers = readRawHeaders(fields)
      const digest = body.finish()
      const copyDigest = digestCopy(key, headers, digest)
      return {
        ...describeHeaders(headers, beginning),
        identity: identify(key, headers, digest),
        digest,
        copyDigest,
        hasHeaders: headers.length > 0,
        size,
      }
    },
  }
}

/** Collects bytes until the empty line after the headers. */
function createHeaderBlock() {
  let buffer = Buffer.alloc(0)
  let length = 0
  let searched = 0
  let complete = false
  return {
    isComplete: () => complete,
    bytes: (): Buffer => buffer.subarray(0, length),
    /** Returns the bytes of `chunk` that belong to the body, or null while the headers continue. */
    append(chunk: Uint8Array): Uint8Array | null {
      // Some programs put empty lines before the first field.
      const start = length > 0 ? 0 : chunk.findIndex((byte) => byte !== 10 && byte !== 13)
      const taken = start === -1 ? chunk.subarray(0, 0) : chunk.subarray(start, start + maxHeaderBytes - length)
      if (length + taken.length > buffer.length) {
        const larger = Buffer.alloc(Math.min(maxHeaderBytes, 2 * (length + taken.length)))
        buffer.copy(larger, 0, 0, length)
        buffer = larger
      }
      buffer.set(taken, length)
      const before = length
      length += taken.length
      const end = findEmptyLine()
      if (end === null && length < maxHeaderBytes) return null
      complete = true
      if (end === null) return chunk.subarray(start + taken.length)
      length = end.headersEnd
      return chunk.subarray(start + end.bodyStart - before)
    },
  }
  function findEmptyLine(): { headersEnd: number; bodyStart: number } | null {
    for (;;) {
      const at = buffer.subarray(0, length).indexOf(10, searched)
      // A line break in the last two bytes may start the empty line, so the next search starts there.
      searched = at === -1 ? length : at
      if (at === -1 || at + 1 >= length || (buffer[at + 1] === 13 && at + 2 >= length)) return null
      if (buffer[at + 1] === 10) return { headersEnd: at + 1, bodyStart: at + 2 }
      if (buffer[at + 1] === 13 && buffer[at + 2] === 10) return { headersEnd: at + 1, bodyStart: at + 3 }
      searched = at + 1
    }
  }
}

const proofs = new Set(['dkim-signature', 'arc-seal', 'authentication-results'])

function describeHeaders(
  headers: readonly RawHeader[],
  bodyBeginning: string,
): Omit<ScannedMail, 'identity' | 'digest' | 'copyDigest' | 'hasHeaders' | 'size'> {
  const first = (name: string): string => headers.find((header) => header.name === name)?.value ?? ''
  const messageId = readMessageId(decodeRawValue(first('message-id'), 2 * maxIdBytes))
  const named = headers.filter(({ name }) => name !== 'received').map(({ value }) => value)
  // Most subjects are ASCII, so skip the search for a charset.
  const charset = isAsciiText(first('subject')) ? null : findDeclaredCharset([...named, bodyBeginning].join('\n'))
  return {
    from: readRawAddresses(first('from'), 1)[0] ?? null,
    to: ['to', 'cc'].flatMap((name) => readRawAddresses(first(name), maxShownAddresses)).slice(0, maxShownAddresses),
    subject: decodeRawValue(first('subject'), maxIdBytes, charset),
    messageId: messageId === '' || Buffer.byteLength(messageId) > maxIdBytes ? null : messageId,
    received: headers.filter(({ name }) => name === 'received').length,
    hasProof: headers.some(({ name }) => proofs.has(name)),
  }
}

function identify(key: KeyObject, headers: readonly RawHeader[], digest: Buffer): Buffer {
  const all = (name: string): string =>
    headers
      .filter((header) => header.name === name)
      .map(({ value }) => value)
      .join('\n')
  const messageId = readMessageId(headers.find(({ name }) => name === 'message-id')?.value ?? '').toLowerCase()
  const from = readRawAddresses(headers.find(({ name }) => name === 'from')?.value ?? '', 1)[0]?.toLowerCase() ?? ''
  const fields =
    messageId !== '' && from !== '' ? ['1', messageId, from, all('date')] : ['2', ...['from', 'to', 'cc', 'subject', 'date'].map(all)]
  const hmac = createHmac('sha256', key)
  // Prefix each field with its length, so that different fields never give the same input.
  for (const field of fields) hmac.update(`${field.length}:`).update(field, 'utf8')
  // Hash the digest in place of the body, so that the body is read once.
  return (fields[0] === '1' ? hmac : hmac.update(digest)).digest()
}

/** Maximum bytes of the body to search for the first part's charset. */
const maxBeginning = 4_096

function isAsciiText(value: string): boolean {
  return !/[\x80-\xff]/.test(value)
}

/** Fields in which two copies of a mail differ because they took different routes. */
const traceFields = new Set(['received', 'x-received', 'return-path', 'delivered-to', 'x-original-to', 'envelope-to', 'x-forwarded-to'])

function digestCopy(key: KeyObject, headers: readonly RawHeader[], digest: Buffer): Buffer {
  const hmac = createHmac('sha256', key).update('copy')
  for (const { name, value } of headers) if (!traceFields.has(name)) hmac.update(`${name}:${value.length}:`).update(value, 'latin1')
  return hmac.update(digest).digest()
}

/**
 * Returns the identity of a mail for which no domain vouches. Another client can send a forged copy with a known Message-ID, sender and
 * date, which must not take the identity of the genuine mail.
 */
export function toOriginIdentity(secrets: Pick<Secrets, 'derive'>, identity: Buffer, origin: string): Buffer {
  return createHmac('sha256', keyOf(secrets)).update('origin').update(identity).update(origin).digest()
}

function readMessageId(value: string): string {
  // Characters are bytes here, so non-ASCII spaces are parts of other characters.
  return value.replaceAll(/[<>\t\n\f\r \0]+/g, '')
}

const keys = new WeakMap<object, KeyObject>()

function keyOf(secrets: Pick<Secrets, 'derive'>): KeyObject {
  const key = keys.get(secrets) ?? createSecretKey(secrets.derive('mail identities'))
  keys.set(secrets, key)
  return key
}
