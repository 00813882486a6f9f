/**
 * Signs Message-IDs. A reply to a signed one leads to its thread although nothing was stored about the mail, and a forged one costs no
 * query.
 */
import { createHash, createHmac, createSecretKey, type KeyObject } from 'node:crypto'
import { readEmail } from '#platform/email.ts'
import { encodeSuffix, parseTypeId, type Uuid } from '#platform/ids.ts'
import { sameBytes, type Secrets } from '#platform/secrets.ts'
import { base32Source, toBase32 } from './base32.ts'

type MailSecrets = Pick<Secrets, 'derive'>

/** Header of every outgoing mail. Bounces return it even where a relay has replaced the Message-ID. */
export const signedMessageHeader = 'X-Skein-Message'

/** Header of an inbox's test mails to itself. With a signed id, it identifies our mail even if the inbox has changed its address. */
export const testMailHeader = 'X-Skein-Test'

/** Maximum characters of an id. RFC 5322 limits a line to 998. */
const maxIdLength = 998
/** Maximum number of ids to read per mail. */
const maxSignedIds = 200
/** Maximum bytes of a References header, without its name. Some servers reject headers above 2,048 bytes. */
const maxReferencesBytes = 1900
const maxLatestReferences = 12

/** The lookbehind keeps the search linear in long runs of these characters. */
const signedSource = `(?<![0-9a-z])([0-7][0-9a-hjkmnp-tv-z]{25})\\.(${base32Source})(?![0-9a-z])`
/** Matches a signed id with or without a recipient's mark. */
const signedPattern = new RegExp(`^${signedSource}(?:\\.${base32Source})?$`)

/** Returns `<id of the message>.<signature>`, the value of `X-Skein-Message` and the local part of the Message-ID. */
export function signMessage(secrets: MailSecrets, tenantId: Uuid, messageId: Uuid): string {
  return `${encodeSuffix(messageId)}.${toSignature(secrets, `${tenantId} ${messageId}`)}`
}

/**
 * Returns `X-Skein-Message` for one recipient's copy: the value of `signMessage` plus a mark that only this recipient and the servers on
 * the way see.
 */
export function markRecipient(secrets: MailSecrets, tenantId: Uuid, messageId: Uuid, address: string): string {
  return `${signMessage(secrets, tenantId, messageId)}.${toMark(secrets, tenantId, messageId, address)}`
}

const markPattern = new RegExp(`${signedSource}\\.(${base32Source})(?![0-9a-z])`, 'gi')

/** Returns the recipients of a message whose marks occur in a text. Reads at most 200 marks. */
export function findMarkedRecipients(
  secrets: MailSecrets,
  { tenantId, messageId }: { tenantId: Uuid; messageId: Uuid },
  recipients: readonly string[],
  text: string,
): string[] {
  const found = new Set<string>()
  for (const [, , , mark] of text.matchAll(markPattern)) {
    if (found.size >= maxSignedIds) break
    if (mark !== undefined) found.add(mark.toLowerCase())
  }
  return found.size === 0 ? [] : recipients.filter((address) => found.has(toMark(secrets, tenantId, messageId, address)))
}

function toMark(secrets: MailSecrets, tenantId: Uuid, messageId: Uuid, address: string): string {
  const canonical = readEmail(address) ?? address
  return toBase32(createHmac('sha256', keyOf(secrets)).update(`${tenantId} ${messageId} ${canonical}`).digest())
}

/** Returns a message's Message-ID, without angle brackets. `domain` is the domain of From. */
export function signMessageId(secrets: MailSecrets, tenantId: Uuid, messageId: Uuid, domain: string): string {
  return `${signMessage(secrets, tenantId, messageId)}@${domain}`
}

/**
 * Returns the message of a Message-ID or an `X-Skein-Message` that this service signed for the tenant, or null. The signature does not
 * cover the domain, because an inbox's address can change.
 */
export function readSignedMessageId(secrets: MailSecrets, tenantId: Uuid, text: string): Uuid | null {
  const { id, signature } = readSignedId(text)
  return verify(secrets, tenantId, id, signature)
}

/** Returns the parts of an id that this service may have signed. */
function readSignedId(text: string): { id: string | undefined; signature: string | undefined } {
  if (text.length > maxIdLength + 2) return { id: undefined, signature: undefined }
  const lower = text.trim().replace(/^</, '').toLowerCase()
  const [, id, signature] = signedPattern.exec(lower.slice(0, lower.search(/[@>]|$/)).trim()) ?? []
  return { id, signature }
}

/**
 * Returns a thread's id for References, without angle brackets. All mails of the thread contain it, so mail programs show one conversation
 * although its mails do not refer to each other.
 */
export function signThreadId(secrets: MailSecrets, tenantId: Uuid, threadId: Uuid, domain: string): string {
  return `${encodeSuffix(threadId)}.${toSignature(secrets, `thread ${tenantId} ${threadId}`)}@${domain}`
}

/** Returns the thread of an id that this service signed for the tenant, or null. */
export function readSignedThreadId(secrets: MailSecrets, tenantId: Uuid, text: string): Uuid | null {
  const { id, signature } = readSignedId(text)
  const threadId = id === undefined ? null : parseTypeId('thr', id)
  return threadId !== null && isSigned(secrets, `thread ${tenantId} ${threadId}`, signature) ? threadId : null
}

/** A signed message in a text, with its position. */
export type SignedMention = { readonly messageId: Uuid; readonly offset: number }

/** Finds signed messages in a text, such as the raw text of a bounce. Reads at most 200 ids. */
export function findSignedMessages(secrets: MailSecrets, tenantId: Uuid, text: string): SignedMention[] {
  const found: SignedMention[] = []
  let read = 0
  for (const match of text.matchAll(new RegExp(signedSource, 'gi'))) {
    if (++read > maxSignedIds) break
    const messageId = verify(secrets, tenantId, match[1]?.toLowerCase(), match[2]?.toLowerCase())
    if (messageId !== null) found.push({ messageId, offset: match.index })
  }
  return found
}

/**
 * Returns an id of In-Reply-To, References or Message-ID without angle brackets and spaces; null if it is empty, malformed or too long.
 * Malformed ids never match, because programs that write `<>`, `null` or `1` write the same into every mail.
 */
export function normalizeMessageId(text: string): string | null {
  if (text.length > 2 * maxIdLength) return null
  const id = text.replaceAll(/\s+/g, '').replace(/^<+/, '').replace(/>+$/, '')
  return id.length <= maxIdLength && /^[^@<>\p{Cc}][^<>\p{Cc}]*@[^<>\p{Cc}]*[^@<>\p{Cc}]$/u.test(id) ? id : null
}

/** Returns the hash by which `message_references` finds an id. Ignores letter case, because some servers change it. */
export function toReferenceHash(id: string): Buffer {
  return createHash('sha256').update(id.toLowerCase()).digest()
}

/**
 * Returns the ids of a References header: the thread's id, the first id of the conversation and its latest twelve. The last one is the
 * parent mail, as RFC 5322 requires: with a wrong id at the end, mail programs that thread by RFC 5256 show each reply as a conversation of
 * its own. `earlier` are the parent's references and its own id, oldest first.
 */
export function listReferences(threadId: string, earlier: readonly string[]): string[] {
  // An id with other characters would have to be encoded, and this header must not contain encoded words.
  const ids = earlier.flatMap((text) => normalizeMessageId(text) ?? []).filter((id) => id !== threadId && /^[\x21-\x7e]+$/.test(id))
  // Keep the last occurrence of a duplicate id, so that the parent mail stays last.
  const unique = [...new Set(ids.toReversed())].toReversed()
  const [first, ...others] = unique
  const sizeOf = (id: string): number => id.length + 3
  let left = maxReferencesBytes - sizeOf(threadId)
  const keep = (candidates: readonly string[]): string[] => {
    const kept: string[] = []
    for (const id of candidates) {
      if (sizeOf(id) > left) break
      kept.push(id)
      left -= sizeOf(id)
    }
    return kept
  }
  const parent = keep(others.slice(-1))
  const root = first === undefined ? [] : keep([first])
  const latest = keep(others.slice(-maxLatestReferences, -1).toReversed()).toReversed()
  return [threadId, ...root, ...latest, ...parent]
}

function verify(secrets: MailSecrets, tenantId: Uuid, id: string | undefined, signature: string | undefined): Uuid | null {
  const messageId = id === undefined ? null : parseTypeId('msg', id)
  return messageId !== null && isSigned(secrets, `${tenantId} ${messageId}`, signature) ? messageId : null
}

function isSigned(secrets: MailSecrets, content: string, signature: string | undefined): boolean {
  return signature !== undefined && sameBytes(Buffer.from(signature), Buffer.from(toSignature(secrets, content)))
}

function toSignature(secrets: MailSecrets, content: string): string {
  return toBase32(createHmac('sha256', keyOf(secrets)).update(content).digest())
}

/** Cache of derived keys, by secrets. Deriving a key costs ten times as much as a signature. */
const keys = new WeakMap<MailSecrets, KeyObject>()

function keyOf(secrets: MailSecrets): KeyObject {
  const key = keys.get(secrets) ?? createSecretKey(secrets.derive('message ids'))
  keys.set(secrets, key)
  return key
}
