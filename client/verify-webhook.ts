/** Verifies that a request really is a webhook from Skein. The URL is public, so anyone can call it. */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { SkeinEvent } from './events.ts'
import { createReplayStore, type AsyncReplayStore, type ReplayStore } from './replay-store.ts'

/** Headers as in Node (`req.headers`) or fetch (`request.headers`), in any letter case. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>

export type VerifyWebhookOptions = {
  /** Raw body, byte for byte as received. A body that was parsed and serialized again has a different signature. */
  payload: string | Uint8Array
  headers: WebhookHeaders
  /** Endpoint's `whsec_…` secret, or several during a rotation. */
  secret: string | readonly string[]
  /** Maximum clock skew: how far the time of sending may differ from now, in either direction. */
  toleranceSeconds?: number
  now?: Date
}

export type WebhookVerificationReason =
  | 'missing_header'
  | 'timestamp_out_of_range'
  | 'wrong_signature'
  | 'seen_before'
  | 'malformed_payload'

export class WebhookVerificationError extends Error {
  readonly code: WebhookVerificationReason
  /** Status to respond with: 204 for a webhook that was already accepted, because a retry would change nothing; otherwise 400. */
  readonly status: 204 | 400
  constructor(code: WebhookVerificationReason, message: string) {
    super(message)
    this.name = 'WebhookVerificationError'
    this.code = code
    this.status = code === 'seen_before' ? 204 : 400
  }
}

/**
 * Returns the event if it comes from Skein, is recent and was not accepted before. Otherwise throws WebhookVerificationError, and TypeError
 * when called without a raw body or a secret.
 *
 * Accepted ids are remembered in `seen`: by default in this process, for as long as a copy would be valid; with `null`, not at all. When
 * your handling of the event fails, call `forgetWebhook(event)`, or the next attempt is refused as a duplicate.
 */
export function verifyWebhook(options: VerifyWebhookOptions & { seen: AsyncReplayStore }): Promise<SkeinEvent>
export function verifyWebhook(options: VerifyWebhookOptions & { seen?: ReplayStore | null }): SkeinEvent
export function verifyWebhook({
  payload,
  headers,
  secret,
  toleranceSeconds = 300,
  now = new Date(),
  seen = undefined,
}: VerifyWebhookOptions & { seen?: ReplayStore | AsyncReplayStore | null | undefined }): SkeinEvent | Promise<SkeinEvent> {
  if (typeof payload !== 'string' && !(payload instanceof Uint8Array))
    throw new TypeError('payload must be the raw body, as a string or bytes')
  const keys = keysOf(secret)
  const id = headerOf(headers, 'webhook-id')
  const timestamp = headerOf(headers, 'webhook-timestamp')
  const signatures = headerOf(headers, 'webhook-signature')
  const ageSeconds = /^\d{1,12}$/.test(timestamp) ? now.getTime() / 1000 - Number(timestamp) : Infinity
  if (!(Math.abs(ageSeconds) <= toleranceSeconds))
    throw new WebhookVerificationError('timestamp_out_of_range', `The webhook was sent more than ${toleranceSeconds} seconds from now.`)
  const signer = findSigner(`${id}.${timestamp}.`, payload, signatures, keys)
  if (signer === null) throw new WebhookVerificationError('wrong_signature', 'No signature of the webhook was made with this secret.')
  const event = parse(payload)
  if (seen === null) return event

  const store = seen ?? seenByThisProcess
  // One event goes to several endpoints under one id, and one process may receive all of them.
  const key = seen === undefined ? `${id} ${createHash('sha256').update(signer).digest('base64')}` : id
  const accept = (fresh: boolean): SkeinEvent => {
    if (!fresh) throw new WebhookVerificationError('seen_before', `The webhook ${id} was accepted before.`)
    forgetters.set(event, () => store.forget(key))
    return event
  }
  const fresh = store.remember(key, Math.ceil(toleranceSeconds - ageSeconds) + 1)
  return typeof fresh === 'boolean' ? accept(fresh) : fresh.then(accept)
}

const seenByThisProcess = createReplayStore()
const forgetters = new WeakMap<SkeinEvent, () => void | Promise<void>>()

/** Lets `verifyWebhook` accept this event again, because its handling failed and the next attempt must not count as a duplicate. */
export async function forgetWebhook(event: SkeinEvent): Promise<void> {
  await forgetters.get(event)?.()
}

/** Returns the key that made one of the signatures (`v1,… v1,…`), or null. The comparison takes constant time. */
function findSigner(prefix: string, payload: string | Uint8Array, signatures: string, keys: readonly Buffer[]): Buffer | null {
  const given = signatures
    .split(' ')
    .filter((signature) => signature.startsWith('v1,'))
    .map((signature) => Buffer.from(signature.slice(3), 'base64'))
  const isSigner = (key: Buffer): boolean => {
    const made = createHmac('sha256', key).update(prefix).update(payload).digest()
    return given.some((signature) => signature.length === made.length && timingSafeEqual(signature, made))
  }
  return keys.find(isSigner) ?? null
}

/**
 * Decodes the secrets, and validates them before the delivery: a caller without types may pass undefined, and would otherwise only get
 * signature errors.
 */
function keysOf(secret: VerifyWebhookOptions['secret']): Buffer[] {
  const secrets: readonly unknown[] = Array.isArray(secret) ? secret : [secret]
  const keys = secrets.map((text) =>
    typeof text === 'string' && text.startsWith('whsec_') ? Buffer.from(text.slice(6), 'base64') : Buffer.alloc(0),
  )
  // An empty key would accept everything that an attacker signs with an empty key.
  if (keys.length === 0 || keys.some(({ length }) => length === 0))
    throw new TypeError('secret must be whsec_ and base64, as Skein gave it')
  return keys
}

function headerOf(headers: WebhookHeaders, name: string): string {
  const value = isFetchHeaders(headers) ? headers.get(name) : Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1]
  const text = typeof value === 'string' ? value : value?.length === 1 ? value[0] : undefined
  if (!text) throw new WebhookVerificationError('missing_header', `The request has no header ${name}, or several.`)
  return text
}

/** Accepts any implementation of fetch's Headers, not only this runtime's. */
function isFetchHeaders(headers: WebhookHeaders): headers is Headers {
  return typeof headers['get'] === 'function'
}

function parse(payload: string | Uint8Array): SkeinEvent {
  let value: unknown
  try {
    value = JSON.parse(typeof payload === 'string' ? payload : Buffer.from(payload).toString('utf8'))
  } catch {
    value = null
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new WebhookVerificationError('malformed_payload', 'The webhook is signed but holds no event.')
  // Safe because the signature shows that Skein wrote it, and Skein writes events.
  return value as SkeinEvent
}
