/**
 * Whether a request is a delivery, signed by Standard Webhooks with a secret that is known here: for the built-in receiver, and
 * for what other services send to us. The client package has a verifier of its own: it is published, so it may import nothing
 * of the server, nor the server anything of it. Both are held against docs/webhook-vectors.json.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { webhookKeyOf } from '../kit/outbound/sign-webhook.ts'

export type DeliveryRefusal = 'missing_header' | 'timestamp_out_of_range' | 'wrong_signature'

export type ReceivedDelivery = {
  headers: Readonly<Record<string, string | readonly string[] | undefined>>
  /** Byte for byte as it came. */
  body: string | Uint8Array
}

const toleranceSeconds = 300

/** Null when the delivery is genuine and fresh. Whether it came before is the caller's to know. Throws for what is no secret. */
export function verifyDelivery(
  { headers, body }: ReceivedDelivery,
  secrets: readonly string[],
  now: Date = new Date(),
): DeliveryRefusal | null {
  const [id, timestamp, signatures] = [
    headerOf(headers, 'webhook-id'),
    headerOf(headers, 'webhook-timestamp'),
    headerOf(headers, 'webhook-signature'),
  ]
  if (!id || !timestamp || !signatures) return 'missing_header'
  const ageSeconds = /^\d{1,12}$/.test(timestamp) ? now.getTime() / 1000 - Number(timestamp) : Infinity
  if (Math.abs(ageSeconds) > toleranceSeconds) return 'timestamp_out_of_range'
  const given = signatures
    .split(' ')
    .filter((signature) => signature.startsWith('v1,'))
    .map((signature) => Buffer.from(signature.slice(3), 'base64'))
  const made = secrets.map((secret) => createHmac('sha256', webhookKeyOf(secret)).update(`${id}.${timestamp}.`).update(body).digest())
  return made.some((own) => given.some((one) => one.length === own.length && timingSafeEqual(one, own))) ? null : 'wrong_signature'
}

function headerOf(headers: ReceivedDelivery['headers'], name: string): string | undefined {
  const value = headers[name] ?? Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1]
  return typeof value === 'string' ? value : undefined
}
