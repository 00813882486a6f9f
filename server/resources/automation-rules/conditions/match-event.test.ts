import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestService, type TestService, type TestTenant } from '../../../../test/support/service.ts'
import { parseTypeId } from '#platform/ids.ts'
import type { EventRow } from '#platform/outbox/event-payload.ts'
import type { RuleChange, RuleMessage } from '../condition-schema.ts'
import { allHold } from './evaluation.ts'
import { evaluateEvent, evaluateWords, needsMessageFacts } from './match-event.ts'
import { loadMessageFacts } from './message-facts.ts'

const row = (type: string, object: object, previous: object | null = null): EventRow => ({
  tenantId: '00000000-0000-7000-8000-000000000000',
  id: '00000000-0000-7000-8000-000000000001',
  sequence: 1,
  type,
  object: { ...object },
  previous: previous && { ...previous },
  actor: null,
  cause: null,
  createdAt: '2026-03-04T09:30:00.000Z',
})

const fits = (changed: RuleChange[], event: EventRow) =>
  allHold(evaluateEvent({ trigger: { type: 'EVENT', events: [event.type] }, changed, message: null }, event, null))

describe('the changes of a rule', () => {
  const resolved = row('thread.status_changed', { status: 'resolved', priority: 'high' }, { status: 'pending' })

  it('fit by the values before and after', () => {
    expect(fits([{ field: 'status' }], resolved)).toBe(true)
    expect(fits([{ field: 'status', from: ['open', 'pending'], to: ['resolved'] }], resolved)).toBe(true)
    expect(fits([{ field: 'status', from: ['open'] }], resolved)).toBe(false)
    expect(fits([{ field: 'status', to: ['closed'] }], resolved)).toBe(false)
    const assigned = row('thread.assigned', { assigneeId: 'a', teamId: null }, { assigneeId: null })
    expect(fits([{ field: 'assigneeId', from: [null], to: ['a'] }], assigned)).toBe(true)
    expect(fits([{ field: 'assigneeId', to: [null] }], assigned)).toBe(false)
  })

  it('do not fit a field that the event did not change', () => {
    expect(fits([{ field: 'priority' }], resolved)).toBe(false)
    expect(fits([{ field: 'status' }, { field: 'priority' }], resolved)).toBe(false)
    expect(fits([{ field: 'status', to: ['open'] }], row('thread.created', { status: 'open' }))).toBe(false)
  })

  it('tell added and removed labels apart', () => {
    const labelled = row('thread.labels_changed', { labels: [{ id: 'a' }, { id: 'b' }] }, { labels: [{ id: 'b' }, { id: 'c' }] })
    expect(fits([{ field: 'labels', added: ['x', 'a'] }], labelled)).toBe(true)
    expect(fits([{ field: 'labels', added: ['b'] }], labelled)).toBe(false)
    expect(fits([{ field: 'labels', added: ['a'], removed: ['c'] }], labelled)).toBe(true)
    expect(fits([{ field: 'labels', removed: ['a'] }], labelled)).toBe(false)
  })

  it('fit a custom field without a value, however the event and the rule say so', () => {
    for (const none of [{}, { plan: null }, { plan: '' }, { plan: ' \u200b' }, { plan: [] }])
      for (const wanted of [null, '', ' ']) {
        const given = row('thread.updated', { customFields: { plan: 'pro' } }, { customFields: none })
        const removed = row('thread.updated', { customFields: none }, { customFields: { plan: 'pro' } })
        expect(fits([{ field: 'customFields.plan', from: [wanted] }], given)).toBe(true)
        expect(fits([{ field: 'customFields.plan', to: [wanted] }], removed)).toBe(true)
        expect(fits([{ field: 'customFields.plan', to: [wanted] }], given)).toBe(false)
        expect(fits([{ field: 'customFields.plan' }], row('thread.updated', { customFields: none }, { customFields: {} }))).toBe(false)
      }
  })

  it('fit a custom field only if this one changed', () => {
    const updated = row('thread.updated', { customFields: { plan: 'pro', seats: 5 } }, { customFields: { plan: 'free', seats: 5 } })
    expect(fits([{ field: 'customFields.plan', from: ['free'], to: ['pro'] }], updated)).toBe(true)
    expect(fits([{ field: 'customFields.seats' }], updated)).toBe(false)
    expect(fits([{ field: 'customFields.other', to: [null] }], updated)).toBe(false)
  })
})

describe('the words of a rule', () => {
  it('are compared as the search compares them', () => {
    const holds = (words: string, text: string) => evaluateWords(words, text).holds
    expect(holds('refund', 'Please REFUND, me!')).toBe(true)
    expect(holds('"gift card"', 'my gift card')).toBe(true)
    expect(holds('"gift card"', 'card, gift')).toBe(false)
    expect(holds('refund -card', 'a refund to my card')).toBe(false)
    expect(holds('invoice or bill*', 'Rechnung, billing')).toBe(true)
    expect(holds('strasse', 'Straße')).toBe(true)
    expect(holds('refund', '')).toBe(false)
    expect(evaluateWords('refund card', 'the refund')).toEqual({ found: ['refund'], holds: false })
  })

  it('take time in proportion to the text, whatever it is', () => {
    const hostile = [`${'a'.repeat(262_000)}!`, '-"'.repeat(131_000), '\u0301'.repeat(262_000), '東'.repeat(262_000), ' '.repeat(262_000)]
    const startedAt = performance.now()
    for (const text of hostile) evaluateWords('"refund refund" -x or "a a a a"', text)
    // Work that grew with the square of the text would take hours.
    expect(performance.now() - startedAt).toBeLessThan(60_000)
  })
})

describe('the message of a rule', () => {
  let service: TestService
  let tenant: TestTenant
  beforeAll(async () => {
    service = await startTestService()
    tenant = await service.createTenant()
  })
  afterAll(() => service.stop())

  /** Evaluates a message as it is in the event of its creation, with the facts from the database. */
  async function evaluate(message: RuleMessage | null, object: object) {
    const event = row('message.created', { automatic: false, internal: false, authorType: 'CUSTOMER', ...object })
    const conditions = { trigger: { type: 'EVENT' as const, events: ['message.created'] }, changed: [], message }
    const facts = needsMessageFacts(conditions, event)
      ? await loadMessageFacts(service.db, tenant.tenantId, [event], () => 'ada@Sub.Example.com')
      : new Map()
    return allHold(evaluateEvent(conditions, event, facts.get(String(event.object['id'])) ?? null))
  }

  it('is never an automatic one unless the rule says so', async () => {
    expect(await evaluate(null, {})).toBe(true)
    expect(await evaluate(null, { automatic: true })).toBe(false)
    expect(await evaluate({}, { authorType: 'BOT' })).toBe(false)
    expect(await evaluate({ automatic: true }, { authorType: 'BOT' })).toBe(true)
    expect(await evaluate({ automatic: true }, {})).toBe(true)
  })

  it('fits by author and visibility', async () => {
    expect(await evaluate({ authorTypes: ['AGENT', 'CUSTOMER'], internal: false }, {})).toBe(true)
    expect(await evaluate({ authorTypes: ['AGENT'] }, {})).toBe(false)
    expect(await evaluate({ internal: true }, {})).toBe(false)
  })

  it('fits by its whole text, its place in the thread and its sender', async () => {
    const { data: thread } = await tenant.skein.createThread({
      body: { title: 'One', body: `${'filler '.repeat(3000)}refund`, requester: { email: 'ada@example.com' } },
    })
    const { data: second } = await tenant.skein.createMessage({ path: { id: thread.threadId }, body: { body: 'And?' } })
    const threadId = parseTypeId('thr', thread.threadId)
    const first = { id: parseTypeId('msg', thread.lastMessageId), threadId, bodyText: 'filler' }
    const later = { id: parseTypeId('msg', second.id), threadId }
    expect(await evaluate({ words: 'refund', first: true, fromDomains: ['example.com'] }, first)).toBe(true)
    expect(await evaluate({ first: true }, later)).toBe(false)
    expect(await evaluate({ first: false }, later)).toBe(true)
    expect(await evaluate({ words: 'refund' }, later)).toBe(false)
    expect(await evaluate({ fromDomains: ['ample.com', 'sub.example.org'] }, first)).toBe(false)
    expect(await evaluate({ fromDomains: ['example.com'] }, { ...first, email: { from: { name: null, address: 'x@other.org' } } })).toBe(
      false,
    )
    const scripts = { ...first, email: { from: { name: null, address: 'x@mail.bücher.example' } } }
    expect(await evaluate({ fromDomains: ['XN--BCHER-KVA.example'] }, scripts)).toBe(true)
    expect(await evaluate({ words: 'refund' }, { ...first, id: tenant.tenantId })).toBe(false)
  })
})
