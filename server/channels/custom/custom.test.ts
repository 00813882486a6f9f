/** The pure functions of the provider for the tenant's own program. */
import { describe, expect, it } from 'vitest'
import { signWebhook } from '#platform/outbound/sign-webhook.ts'
import type { ReplyToFreeze } from '../channel.ts'
import { custom } from './index.ts'

const { authenticate, split, read } = custom.receive
const secret = `whsec_${Buffer.alloc(32, 1).toString('base64')}`
const older = `whsec_${Buffer.alloc(32, 2).toString('base64')}`
const now = 1_700_000_000
const bytes = Buffer.from('{"type":"message.deleted","data":{"externalId":"m-1"}}')

describe('authenticate', () => {
  const sign = (change: Partial<{ id: string; timestamp: number; body: Buffer; secrets: string[] }> = {}) => {
    const { id, timestamp, body, secrets } = { id: 'r-1', timestamp: now, body: bytes, secrets: [secret], ...change }
    return { 'webhook-id': id, 'webhook-timestamp': String(timestamp), 'webhook-signature': signWebhook({ id, timestamp, body, secrets }) }
  }
  const accepted = { requestId: 'r-1' }
  const signed = sign()
  it.each([
    ['a signed body', signed, accepted],
    ['a signature with the older secret', sign({ secrets: [older] }), accepted],
    ['one valid signature of several', { ...signed, 'webhook-signature': `v1,AAAA v2,x ${signed['webhook-signature']}` }, accepted],
    ['a time five minutes ago', sign({ timestamp: now - 300 }), accepted],
    ['a time more than five minutes ago', sign({ timestamp: now - 301 }), 'webhook-timestamp'],
    ['a time in the future', sign({ timestamp: now + 301 }), 'webhook-timestamp'],
    ['a time that is no number', { ...signed, 'webhook-timestamp': '1e9' }, 'webhook-timestamp'],
    ['another body', sign({ body: Buffer.from('{}') }), 'does not match'],
    ['another id', { ...signed, 'webhook-id': 'r-2' }, 'does not match'],
    ['another secret', sign({ secrets: [`whsec_${Buffer.alloc(32, 3).toString('base64')}`] }), 'does not match'],
    ['a long id', sign({ id: 'r'.repeat(256) }), 'more than 255'],
    ['no header', {}, 'are required'],
  ] as const)('of %s', (_, headers, expected) => {
    const result = authenticate({ headers, bytes }, [secret, older], now)
    expect(result).toEqual(typeof expected === 'string' ? { refused: expect.stringContaining(expected) } : expected)
  })

  it('accepts nothing without a secret', () => {
    for (const secrets of [[], ['whsec_']]) expect(authenticate({ headers: signed, bytes }, secrets, now)).toHaveProperty('refused')
  })
})

const toBytes = (type: unknown, data?: unknown): Buffer => Buffer.from(JSON.stringify({ type, data }))
const from = { address: 'ada-1' }

describe('split', () => {
  const identify = (body: Buffer, requestId: string) => {
    const items = split(body, requestId)
    return 'malformed' in items ? items.malformed : items.map(({ identity }) => identity).join()
  }
  it('recognises a message by its id, and everything else by the request’s', () => {
    const message = toBytes('message.received', { externalId: 'm-1', from, body: 'Hi' })
    expect(identify(message, 'r-1')).toBe(identify(message, 'r-2'))
    const edit = toBytes('message.edited', { externalId: 'm-1', body: 'Ho' })
    expect(identify(edit, 'r-1')).not.toBe(identify(edit, 'r-2'))
    expect(split(edit, 'r-1')).toEqual([{ identity: 'request r-1', externalId: 'm-1', kind: 'message.edited', bytes: edit }])
  })

  it.each([
    ['not JSON', Buffer.from('{'), 'The body is not JSON.'],
    ['a list', Buffer.from('[]'), 'The body must be an object with the fields type and data.'],
    ['no type', toBytes(7), 'The body must be an object with the fields type and data.'],
    ['no data', toBytes('message.received'), 'data must be an object.'],
    ['no id', toBytes('message.received', { from, body: '' }), 'data.externalId is required.'],
    ['no address', toBytes('message.received', { externalId: 'm', from: {} }), 'data.from.address is required.'],
    ['a number as text', toBytes('message.edited', { externalId: 'm', body: 7 }), 'data.body must be a string.'],
    ['a wrong format', toBytes('message.edited', { externalId: 'm', bodyFormat: 'md' }), 'data.bodyFormat must be one of text, html.'],
    ['a wrong time', toBytes('message.status', { externalId: 'm', state: 'SENT', at: 'now' }), 'data.at must be a time in ISO 8601.'],
    ['a status of nothing', toBytes('message.status', { state: 'SENT' }), 'data.deliveryId or data.externalId is required.'],
    ['a wrong state', toBytes('message.status', { externalId: 'm', state: 'READ' }), expect.stringContaining('data.state must be one of')],
    [
      'a file without a web address',
      toBytes('message.received', { externalId: 'm', from, attachments: [{ url: 'file:///etc/passwd' }] }),
      'data.attachments[0].url must be an http or https URL.',
    ],
    [
      'too many files',
      toBytes('message.received', {
        externalId: 'm',
        from,
        attachments: Array.from({ length: 11 }, () => ({ url: 'https://example.com' })),
      }),
      'data.attachments has more than 10 items.',
    ],
  ])('refuses %s', (_, body, malformed) => {
    expect(split(body, 'r-1')).toEqual({ malformed })
  })
})

describe('read', () => {
  it.each([
    [
      'a message with everything',
      toBytes('message.received', {
        externalId: 'm-1',
        conversationKey: 'room-7',
        from: { ...from, name: 'Ada', email: 'ada@example.com', phone: '+4930901820' },
        body: '<p>Hi</p>',
        bodyFormat: 'html',
        attachments: [{ url: 'https://example.com/a.png', filename: 'a.png' }],
        sentAt: '2026-03-04T10:30:00+01:00',
      }),
      {
        kind: 'MESSAGE',
        externalId: 'm-1',
        conversation: 'room-7',
        from: { address: 'ada-1', name: 'Ada', email: 'ada@example.com', phone: '+4930901820' },
        body: '<p>Hi</p>',
        bodyFormat: 'html',
        files: [{ source: 'https://example.com/a.png', filename: 'a.png' }],
        sentAt: '2026-03-04T09:30:00.000Z',
      },
    ],
    [
      'a message with what PostgreSQL cannot store',
      toBytes('message.received', { externalId: 'm-1', from, body: 'a\u0000b\ud800' }),
      { kind: 'MESSAGE', body: 'ab\ufffd', bodyFormat: 'text', conversation: null, files: [], sentAt: null },
    ],
    [
      'a state',
      toBytes('message.status', { deliveryId: 'dlv_1', state: 'SEEN' }),
      { kind: 'STATUS', deliveryId: 'dlv_1', externalId: null, state: 'SEEN', error: null, at: null },
    ],
    ['a deletion', bytes, { kind: 'DELETED', externalId: 'm-1' }],
    ['an unknown type', toBytes('message.liked'), { kind: 'IGNORED', cause: 'UNKNOWN_TYPE', reason: 'Unknown type "message.liked".' }],
  ])('says what %s means', (_, body, expected) => {
    expect(read(body)).toMatchObject(expected)
  })
})

describe('freeze', () => {
  const settings = {
    formats: ['text' as const],
    maxTextLength: 12,
    splitsTexts: true,
    files: false,
    startsConversations: true,
    windowSeconds: null,
  }
  const hook = { provider: 'CUSTOM' as const, inboundUrl: '', outboundUrl: null, secretSet: true, settings, telegram: null }
  const reply: ReplyToFreeze = {
    messageId: 'msg_1',
    threadId: 'thr_1',
    inboxId: 'inb_1',
    conversation: null,
    to: { ...from, name: null, email: null, phone: null, externalId: null, customerId: 'cst_1' },
    body: '<p>All is well. Go on.</p>',
    bodyFormat: 'html',
    bodyText: 'All is well. Go on.',
    capabilities: custom.capabilities(hook),
  }
  it('converts what the program cannot deliver, and splits long texts', () => {
    expect(custom.send.freeze(reply)).toMatchObject({ body: 'All is well. Go on.', bodyFormat: 'text', parts: ['All is well.', 'Go on.'] })
    const capabilities = custom.capabilities({ ...hook, settings: { ...settings, formats: ['html'], maxTextLength: null } })
    expect(custom.send.freeze({ ...reply, capabilities })).toMatchObject({ body: reply.body, bodyFormat: 'html', parts: [reply.bodyText] })
  })

  it.each([1, 2, 3])('makes parts of at most %i characters that can be stored', (maxTextLength) => {
    const capabilities = custom.capabilities({ ...hook, settings: { ...settings, maxTextLength } })
    const { parts } = custom.send.freeze({ ...reply, bodyText: 'a😀b😀😀 c', capabilities }) as { parts: readonly string[] }
    expect(parts.every((part) => part.isWellFormed() && part !== '')).toBe(true)
    expect(parts.join('')).toBe('a😀b😀😀c')
  })
})
