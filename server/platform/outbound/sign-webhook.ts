/** Signs webhook deliveries according to the Standard Webhooks specification, so that any library for it verifies them. */
import { createHmac, randomBytes } from 'node:crypto'

const prefix = 'whsec_'

/** The signed parts of one attempt. `timestamp` is the time of the attempt in Unix seconds. `body` has exactly the bytes on the wire. */
export type SignedContent = { id: string; timestamp: number; body: string | Buffer }

/** Returns a new webhook secret: `whsec_` and 32 random bytes in base64. */
export function newWebhookSecret(): string {
  return toWebhookSecret(randomBytes(32))
}

/** Returns the secret for a key of 32 random bytes. */
export function toWebhookSecret(key: Buffer): string {
  return prefix + key.toString('base64')
}

/**
 * Returns the value of `webhook-signature`: one signature per secret, newest first, so that receivers may verify with either secret during
 * a rotation.
 */
export function signWebhook({ id, timestamp, body, secrets }: SignedContent & { secrets: readonly string[] }): string {
  if (secrets.length === 0) throw new Error('A webhook is signed with at least one secret')
  return secrets
    .map((secret) => `v1,${createHmac('sha256', readWebhookKey(secret)).update(`${id}.${timestamp}.`).update(body).digest('base64')}`)
    .join(' ')
}

/** Returns the three headers that sign one attempt. */
export function webhookHeaders(content: SignedContent & { secrets: readonly string[] }): Record<string, string> {
  return { 'webhook-id': content.id, 'webhook-timestamp': String(content.timestamp), 'webhook-signature': signWebhook(content) }
}

/** Decodes the key in a secret. Throws for a malformed secret, so that an empty or truncated key never signs or verifies. */
export function readWebhookKey(secret: string): Buffer {
  const text = secret.startsWith(prefix) ? secret.slice(prefix.length) : ''
  const key = Buffer.from(text, 'base64')
  if (key.length < 16 || key.toString('base64').replaceAll('=', '') !== text.replaceAll('=', '')) throw new Error('Not a webhook secret')
  return key
}
