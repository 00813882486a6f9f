import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Webhook } from 'standardwebhooks'
import { describe, expect, test } from 'vitest'
import { newWebhookSecret, signWebhook, webhookHeaders } from '../server/platform/outbound/sign-webhook.ts'
import {
  forgetWebhook,
  createReplayStore,
  verifyWebhook,
  WebhookVerificationError,
  type AsyncReplayStore,
  type SkeinEvent,
} from './index.ts'

type Vector = { name: string; now: number; secrets: string[]; headers: Record<string, string>; body: string; reason?: string }
// Safe because the file is ours, and these tests read every field.
const { cases } = JSON.parse(readFileSync(new URL('../docs/webhook-vectors.json', import.meta.url), 'utf8')) as { cases: Vector[] }

let made = 0
/** A signed delivery with a new id. */
function delivery({ secrets = [newWebhookSecret()], timestamp = Math.floor(Date.now() / 1000), body = '{"type":"thread.created"}' } = {}) {
  const id = `evt_${++made}`
  return { secrets, secret: secrets[0] ?? '', payload: body, headers: webhookHeaders({ id, timestamp, body, secrets }) }
}

function reasonOf(work: () => unknown): string {
  try {
    work()
    return 'accepted'
  } catch (error) {
    if (error instanceof WebhookVerificationError) return error.code
    throw error
  }
}

describe('the vectors in docs/', () => {
  test.each(cases)('$name: $reason', ({ now, secrets, headers, body, reason = 'accepted' }) => {
    const options = { headers, secret: secrets, now: new Date(now * 1000) }
    expect(reasonOf(() => verifyWebhook({ ...options, payload: body, seen: null }))).toBe(reason)
    expect(
      reasonOf(() => verifyWebhook({ ...options, payload: Buffer.from(body), headers: new Headers(headers), seen: createReplayStore() })),
    ).toBe(reason)
  })
  test.each(cases.filter(({ reason, secrets, headers }) => !reason && secrets.length === 1 && 'webhook-id' in headers))(
    '$name: is what signWebhook produces',
    ({ secrets, headers, body }) => {
      const [signature] = signWebhook({
        id: headers['webhook-id'] ?? '',
        timestamp: Number(headers['webhook-timestamp']),
        body,
        secrets,
      }).split(' ')
      expect(headers['webhook-signature']?.split(' ')).toContain(signature)
    },
  )
})

describe('the standardwebhooks package', () => {
  test('verifies what signWebhook produces, with either secret of a rotation', () => {
    const { secrets, headers, payload } = delivery({ secrets: [newWebhookSecret(), newWebhookSecret()], body: '{"subject":"Größe 🧶"}' })
    for (const secret of secrets) expect(new Webhook(secret).verify(payload, headers)).toEqual({ subject: 'Größe 🧶' })
    expect(() => new Webhook(newWebhookSecret()).verify(payload, headers)).toThrow('No matching signature')
  })
  test('signs what verifyWebhook verifies', () => {
    const secret = newWebhookSecret()
    const sentAt = new Date()
    const payload = '{"type":"webhook.test","ü":1}'
    const headers = {
      'webhook-id': 'evt_theirs',
      'webhook-timestamp': String(Math.floor(sentAt.getTime() / 1000)),
      'webhook-signature': new Webhook(secret).sign('evt_theirs', sentAt, payload),
    }
    expect(verifyWebhook({ payload, headers, secret })).toEqual({ type: 'webhook.test', ü: 1 })
  })
})

describe('an id that was accepted before', () => {
  test('is rejected, even by default, and the duplicate gets status 204', () => {
    const { payload, headers, secret } = delivery()
    verifyWebhook({ payload, headers, secret })
    const again = (): SkeinEvent => verifyWebhook({ payload, headers, secret })
    expect(again).toThrow(expect.objectContaining({ code: 'seen_before', status: 204 }))
  })
  test('is rejected in a later attempt with a new signature', () => {
    const seen = createReplayStore()
    const [first, later] = [0, 5].map((age) => {
      const timestamp = Math.floor(Date.now() / 1000) - age
      return webhookHeaders({ id: 'evt_retried', timestamp, body: '{}', secrets: ['whsec_c2tlaW4gdGVzdCB2ZWN0b3JzLCBub3QgYSBzZWNyZXQ='] })
    })
    const verify = (headers = first) =>
      reasonOf(() =>
        verifyWebhook({ payload: '{}', headers: headers ?? {}, secret: 'whsec_c2tlaW4gdGVzdCB2ZWN0b3JzLCBub3QgYSBzZWNyZXQ=', seen }),
      )
    expect([verify(first), verify(later)]).toEqual(['accepted', 'seen_before'])
  })
  test('is accepted again after forgetWebhook, which its failed handler calls', async () => {
    for (const seen of [undefined, createReplayStore()]) {
      const { payload, headers, secret } = delivery()
      const options = { payload, headers, secret, ...(seen ? { seen } : {}) }
      await forgetWebhook(verifyWebhook(options))
      verifyWebhook(options)
      expect(reasonOf(() => verifyWebhook(options))).toBe('seen_before')
    }
  })
  test('counts as another delivery at another endpoint of the same process', () => {
    const [a, b] = [newWebhookSecret(), newWebhookSecret()]
    const timestamp = Math.floor(Date.now() / 1000)
    for (const secret of [a, b])
      verifyWebhook({ payload: '{}', headers: webhookHeaders({ id: 'evt_fanned_out', timestamp, body: '{}', secrets: [secret] }), secret })
  })
  test('is found by a custom store across a network', async () => {
    const ids = new Set<string>()
    const seen: AsyncReplayStore = {
      remember: async (id, seconds) => seconds > 0 && seconds <= 601 && !ids.has(id) && Boolean(ids.add(id)),
      forget: async (id) => void ids.delete(id),
    }
    const { payload, headers, secret } = delivery()
    const event = await verifyWebhook({ payload, headers, secret, seen })
    await expect(verifyWebhook({ payload, headers, secret, seen })).rejects.toMatchObject({ code: 'seen_before' })
    await forgetWebhook(event)
    await verifyWebhook({ payload, headers, secret, seen })
    expect([...ids]).toEqual([headers['webhook-id']])
  })
  test('of a forged delivery is not stored, so a forger cannot block an id', () => {
    const { payload, headers, secret } = delivery()
    expect(reasonOf(() => verifyWebhook({ payload: `${payload} `, headers, secret }))).toBe('wrong_signature')
    verifyWebhook({ payload, headers, secret })
  })
  test('is not checked with seen: null', () => {
    const { payload, headers, secret } = delivery()
    for (let i = 0; i < 3; i++) verifyWebhook({ payload, headers, secret, seen: null })
  })
})

describe('the store in memory', () => {
  test('keeps an id until it expires', () => {
    let at = 0
    const store = createReplayStore({ now: () => at })
    expect([store.remember('a', 10), store.remember('a', 10)]).toEqual([true, false])
    at = 9_999
    expect(store.remember('a', 10)).toBe(false)
    at = 10_000
    expect(store.remember('a', 10)).toBe(true)
  })
  test('keeps an id longer when the caller wants that', () => {
    let at = 0
    const store = createReplayStore({ now: () => at, keepSeconds: 100 })
    store.remember('a', 10)
    at = 99_999
    expect(store.remember('a', 10)).toBe(false)
  })
  test('drops the oldest when it is full', () => {
    const store = createReplayStore({ idsMax: 3 })
    for (const id of ['a', 'b', 'c', 'd']) expect(store.remember(id, 10)).toBe(true)
    expect(['b', 'c', 'd'].map((id) => store.remember(id, 10))).toEqual([false, false, false])
    expect(store.remember('a', 10)).toBe(true)
  })
})

describe('a caller’s mistake is not reported as a forgery', () => {
  const { payload, headers, secret } = delivery()
  test('a parsed body', () => {
    // Callers without types may pass the body that their framework parsed.
    expect(() => verifyWebhook({ payload: JSON.parse(payload), headers, secret })).toThrow(TypeError)
  })
  test.each(['', 'whsec_', 'secret', 'c2tlaW4gdGVzdCB2ZWN0b3Jz'])('the secret %j', (wrong) => {
    expect(() => verifyWebhook({ payload, headers, secret: wrong })).toThrow(TypeError)
  })
  test.each([[undefined], [null], [[]], [[secret, '']], [[undefined, secret]], [Buffer.from(secret)]])(
    'no secret at all, %j, whatever was sent',
    (wrong) => {
      for (const sent of [headers, {}]) {
        // Safe because a caller without types may pass it.
        expect(() => verifyWebhook({ payload, headers: sent, secret: wrong as unknown as string })).toThrow(
          new TypeError('secret must be whsec_ and base64, as Skein gave it'),
        )
      }
    },
  )
  test('an invalid clock accepts nothing', () => {
    expect(reasonOf(() => verifyWebhook({ payload, headers, secret, now: new Date(Number.NaN) }))).toBe('timestamp_out_of_range')
  })
})

test('duplicate headers, and a signed body that is not an event, are refused', () => {
  const { payload, headers, secret } = delivery()
  expect(reasonOf(() => verifyWebhook({ payload, headers: { ...headers, 'webhook-id': ['evt_1', 'evt_2'] }, secret }))).toBe(
    'missing_header',
  )
  for (const body of ['', 'no json', '[]', 'null', '42']) {
    const signed = delivery({ body })
    expect(
      reasonOf(() => verifyWebhook({ payload: body, headers: signed.headers, secret: signed.secret })),
      body,
    ).toBe('malformed_payload')
  }
})

test('a new secret is whsec_ and 32 random bytes; an invalid secret is refused', () => {
  const secret = newWebhookSecret()
  expect(Buffer.from(secret.slice(6), 'base64')).toHaveLength(32)
  expect(newWebhookSecret()).not.toBe(secret)
  const key = Buffer.from(secret.slice(6), 'base64')
  expect(signWebhook({ id: 'evt_1', timestamp: 1, body: Buffer.from('{}'), secrets: [secret] })).toBe(
    `v1,${createHmac('sha256', key).update('evt_1.1.{}').digest('base64')}`,
  )
  for (const wrong of ['', 'whsec_', 'whsec_!!!', secret.slice(6), `whsec_${Buffer.alloc(8).toString('base64')}`]) {
    expect(() => signWebhook({ id: 'evt_1', timestamp: 1, body: '{}', secrets: [wrong] }), wrong).toThrow('Not a webhook secret')
  }
  expect(() => signWebhook({ id: 'evt_1', timestamp: 1, body: '{}', secrets: [] })).toThrow('at least one secret')
})
