import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { newWebhookSecret, webhookHeaders } from '../kit/outbound/sign-webhook.ts'
import { verifyDelivery } from './verify-delivery.ts'

type Vector = { name: string; now: number; secrets: string[]; headers: Record<string, string>; body: string; reason?: string }
// Safe because the file is ours, and these tests read every field.
const { cases } = JSON.parse(readFileSync(new URL('../../docs/webhook-vectors.json', import.meta.url), 'utf8')) as { cases: Vector[] }

test.each(cases)('vector: $name: $reason', ({ now, secrets, headers, body, reason = null }) => {
  expect(verifyDelivery({ headers, body }, secrets, new Date(now * 1000))).toBe(reason)
  expect(verifyDelivery({ headers, body: Buffer.from(body) }, secrets, new Date(now * 1000))).toBe(reason)
})

test('what was signed here is genuine here, and a secret that is none is no reason to believe', () => {
  const secret = newWebhookSecret()
  const headers = webhookHeaders({ id: 'evt_1', timestamp: Math.floor(Date.now() / 1000), body: '{}', secrets: [secret] })
  expect(verifyDelivery({ headers, body: '{}' }, [secret])).toBeNull()
  expect(verifyDelivery({ headers, body: '{}' }, [])).toBe('wrong_signature')
  expect(verifyDelivery({ headers: { ...headers, 'webhook-id': ['evt_1', 'evt_2'] }, body: '{}' }, [secret])).toBe('missing_header')
  expect(() => verifyDelivery({ headers, body: '{}' }, ['whsec_'])).toThrow('Not a webhook secret')
})
