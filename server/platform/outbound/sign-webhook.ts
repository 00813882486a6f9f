/** Signatures of deliveries, by Standard Webhooks: any library of that standard verifies them. */
import { createHmac, randomBytes } from 'node:crypto'

const prefix = 'whsec_'

/** The signed parts of one attempt. `timestamp` is the attempt's, in unix seconds; `body` is exactly what is sent. */
export type SignedContent = { id: string; timestamp: number; body: string | Buffer }

/** A new secret of an endpoint: `whsec_` and base64 of 32 random bytes. */
export function newWebhookSecret(): string {
  return webhookSecretOf(randomBytes(32))
}

/** A secret whose key is given: 32 bytes that nobody can guess. */
export function webhookSecretOf(key: Buffer): string {
  return prefix + key.toString('base64')
}

/**
 * The value of `webhook-signature`: one signature for each secret, newest first, so that during a rotation receivers may use the old or the
 * new secret.
 */
export function signWebhook({ id, timestamp, body, secrets }: SignedContent & { secrets: readonly string[] }): string {
  if (secrets.length === 0) throw new Error('A webhook is signed with at least one secret')
  return secrets
    .map((secret) => `v1,${createHmac('sha256', webhookKeyOf(secret)).update(`${id}.${timestamp}.`).update(body).digest('base64')}`)
    .join(' ')
}

/** The three headers of one attempt. */
export function webhookHeaders(content: SignedContent & { secrets: readonly string[] }): Record<string, string> {
  return { 'webhook-id': content.id, 'webhook-timestamp': String(content.timestamp), 'webhook-signature': signWebhook(content) }
}

/** The key in a secret. Throws for a malformed secret, so that a wrong or empty key is never used to sign or verify. */
export function webhookKeyOf(secret: string): Buffer {
  const text = secret.startsWith(prefix) ? secret.slice(prefix.length) : ''
  const key = Buffer.from(text, 'base64')
  if (key.length < 16 || key.toString('base64').replaceAll('=', '') !== text.replaceAll('=', '')) throw new Error('Not a webhook secret')
  return key
}
