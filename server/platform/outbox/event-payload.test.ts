import { describe, expect, it } from 'vitest'
import { eventPayload, maxPayloadBytes, type EventRow } from './event-payload.ts'
import { defineEvent } from './events.ts'
import { Type } from '../schema.ts'

defineEvent({
  scope: 'threads:read',
  type: 'payload.tested',
  description: 'For this test.',
  object: Type.Unknown(),
  present: (record) => structuredClone(record),
})

const row = (object: Record<string, unknown>, previous: Record<string, unknown> | null = null): EventRow => ({
  tenantId: '01980000-0000-7000-8000-000000000001',
  id: '01980000-0000-7000-8000-000000000002',
  sequence: 7,
  type: 'payload.tested',
  object,
  previous,
  actor: { type: 'USER', id: '01995f3a-7c1e-7d8a-b2c4-5e6f70819203', name: 'Grace Hopper' },
  cause: null,
  createdAt: '2026-03-04 09:30:00.123+00',
})
const getBytes = (given: EventRow): number => Buffer.byteLength(JSON.stringify(eventPayload(given)))

describe('a payload', () => {
  it('that is small stays unchanged, without `truncated`', () => {
    expect(eventPayload(row({ id: 'a', body: 'short' }))).toEqual({
      id: 'evt_01k0000000e008000000000002',
      type: 'payload.tested',
      timestamp: '2026-03-04T09:30:00.123Z',
      tenantId: 'ten_01k0000000e008000000000001',
      apiVersion: 'v1',
      sequence: 7,
      actor: { type: 'USER', id: 'usr_01k5fkmz0yfp5b5h2ydxr834g3', name: 'Grace Hopper' },
      cause: null,
      data: { object: { id: 'a', body: 'short' } },
    })
  })

  const long = (text: string, times: number): string => text.repeat(times)
  it.each<[string, Record<string, unknown>, Record<string, unknown> | null]>([
    ['a long body', { body: long('x', 300_000), bodyText: long('x', 300_000) }, null],
    ['many bytes a character', { body: long('漢', 262_144) }, null],
    ['pairs of surrogates', { body: `x${long('😀', 100_000)}` }, null],
    ['escapes', { body: long('\u0001"\\\n', 60_000) }, null],
    ['long texts before and after', { body: long('a', 30_000) }, { body: long('b', 30_000) }],
    [
      'huge custom fields',
      { subject: 's', customFields: Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`field_${i}`, long('v', 200)])) },
      null,
    ],
    ['custom fields before and after', { customFields: { a: long('v', 15_000) } }, { customFields: { a: long('w', 15_000) } }],
    ['a thousand labels', { labels: Array.from({ length: 1_000 }, (_, i) => ({ id: `lbl_${i}`, name: long('ü', 64) })) }, null],
    [
      'long names in lists',
      { attachments: Array.from({ length: 10 }, () => ({ filename: long('\u0001', 255), url: long('u', 2_048) })) },
      null,
    ],
    ['many middling texts', Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`text${i}`, long('\u0001', 512)])), null],
    ['long texts in an object', { bodyText: long('漢', 9_000), email: { replyText: long('漢', 9_000), date: null } }, null],
    [
      'many recipients before and after',
      { delivery: { state: 'SENT', recipients: Array.from({ length: 50 }, () => ({ state: 'SENT', reason: long('r', 300) })) } },
      { delivery: { state: 'QUEUED', recipients: Array.from({ length: 50 }, () => ({ state: 'QUEUED', reason: long('q', 300) })) } },
    ],
    [
      'everything at once',
      { body: long('漢', 9_000), labels: Array.from({ length: 99 }, () => long('漢', 99)), customFields: { a: long('漢', 9_000) } },
      { body: long('a', 99_999), labels: [] },
    ],
  ])('with %s stays within its limit, says so, and is the same text every time', (_, object, previous) => {
    const given = row(object, previous)
    expect(Buffer.byteLength(JSON.stringify(object))).toBeGreaterThan(maxPayloadBytes / 2)
    expect(getBytes(given)).toBeLessThanOrEqual(maxPayloadBytes)
    const payload = eventPayload(given)
    expect(payload.truncated).toBe(true)
    expect(JSON.stringify(payload).isWellFormed()).toBe(true)
    expect(JSON.stringify(eventPayload(given))).toBe(JSON.stringify(payload))
    expect(Object.keys(payload.data.object)).toEqual(Object.keys(object))
  })

  it('keeps the start of a long text after a few halvings', () => {
    const { body } = eventPayload(row({ body: long('x', 300_000) })).data.object
    expect(String(body).length).toBeGreaterThan(maxPayloadBytes / 3)
  })

  it('has the former values in the public shape, and nothing else', () => {
    expect(
      eventPayload(row({ status: 'open', priority: 'high', subject: 's' }, { status: 'closed', priority: 'high' })).data.previous,
    ).toEqual({ status: 'closed' })
  })
})
