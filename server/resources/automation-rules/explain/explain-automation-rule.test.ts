import { describe, expect, it } from 'vitest'
import type { AutomationExplanation } from '../../../../client/index.ts'
import { setUpTenant } from '../../../../test/support/service.ts'
import { makeThread } from '../../../../test/support/threads.ts'

const { service, tenant } = await setUpTenant()

const rule = {
  name: 'Refunds first',
  trigger: { type: 'EVENT', events: ['message.created'] },
  message: { words: 'refund' },
  filter: { all: [{ status: 'open', assigneeId: 'none' }], none: [{ priority: 'urgent' }] },
  actions: [{ type: 'SET_PRIORITY', priority: 'urgent' }],
}
const explain = (body: object) => tenant.api<AutomationExplanation>('POST', '/automation-rules/explain', { body })

type Event = { id: string; type: string; data: { object: { id: string; threadId?: string } } }
async function findEvent(threadId: string, type: string): Promise<string | undefined> {
  const { body } = await tenant.api<Event[]>('GET', '/events?limit=100')
  return body.data.find((event) => event.type === type && [event.data.object.id, event.data.object.threadId].includes(threadId))?.id
}

describe('an explanation', () => {
  it('shows each condition with what was compared, and what the actions would do', async () => {
    const threadId = await makeThread(tenant, { body: 'I want a refund.', priority: 'HIGH' })
    const { body } = await explain({ rule, threadId, eventId: await findEvent(threadId, 'message.created') })
    expect(body.data).toEqual({
      holds: true,
      event: [
        { field: 'event', wanted: ['message.created'], found: 'message.created', holds: true },
        { field: 'message.automatic', wanted: false, found: false, holds: true },
        { field: 'message.words', wanted: 'refund', found: ['refund'], holds: true },
      ],
      latestMessage: null,
      notChecked: [],
      filter: {
        holds: true,
        all: [
          {
            holds: true,
            conditions: [
              { field: 'status', wanted: 'open', found: 'open', holds: true },
              { field: 'assigneeId', wanted: 'none', found: null, holds: true },
            ],
          },
        ],
        any: [],
        none: [{ holds: false, conditions: [{ field: 'priority', wanted: 'urgent', found: 'high', holds: false }] }],
      },
      guard: null,
      changes: { before: { priority: 'high' }, after: { priority: 'urgent' } },
      actions: [{ type: 'SET_PRIORITY', outcome: 'DONE' }],
      error: null,
    })
    expect((await tenant.skein.getThread({ path: { id: threadId } })).data.priority).toBe('high')
  })

  it('says which condition does not hold, with the prefixes of ids', async () => {
    const threadId = await makeThread(tenant)
    await tenant.skein.assignThread({ path: { id: threadId }, body: { assigneeId: tenant.ownerId } })
    const { data } = (await explain({ rule, threadId, eventId: await findEvent(threadId, 'message.created') })).body
    expect([data.holds, data.filter.holds]).toEqual([false, false])
    expect(data.filter.all[0]?.conditions[1]).toEqual({ field: 'assigneeId', wanted: 'none', found: tenant.ownerId, holds: false })
    expect(data.event?.find(({ field }) => field === 'message.words')).toMatchObject({ found: [], holds: false })
    const assigned = { ...rule, message: null, trigger: { type: 'EVENT', events: ['thread.assigned'] }, changed: [{ field: 'assigneeId' }] }
    const change = (await explain({ rule: assigned, threadId, eventId: await findEvent(threadId, 'thread.assigned') })).body.data.event?.[1]
    expect(change).toMatchObject({ field: 'changed.assigneeId', found: { from: null, to: tenant.ownerId }, holds: true })
  })

  it('of a rule with a time compares when the condition began with now', async () => {
    const threadId = await makeThread(tenant)
    const timed = (afterMinutes: number) => ({ ...rule, message: null, trigger: { type: 'TIME', since: 'CREATED', afterMinutes } })
    const { createdAt } = (await tenant.skein.getThread({ path: { id: threadId } })).data
    const { data } = (await explain({ rule: timed(60), threadId })).body
    const dueAt = new Date(Date.parse(createdAt) + 3_600_000).toISOString()
    expect([data.holds, data.event]).toEqual([
      false,
      [{ field: 'time', wanted: { since: 'CREATED', afterMinutes: 60 }, found: { beganAt: createdAt, dueAt }, holds: false }],
    ])
    expect((await explain({ rule: timed(0), threadId })).body.data.holds).toBe(true)
  })

  it('without an event compares the filter and the latest message', async () => {
    const { id: ruleId } = (await tenant.api<{ id: string }>('POST', '/automation-rules', { body: rule })).body.data
    const { data } = (await explain({ ruleId, threadId: await makeThread(tenant, { body: 'I want a refund.' }) })).body
    expect([data.holds, data.event, data.error]).toEqual([true, null, null])
    expect(data.latestMessage?.map(({ field, holds }) => [field, holds])).toEqual([
      ['message.automatic', true],
      ['message.words', true],
    ])
    const without = (await explain({ ruleId, threadId: await makeThread(tenant, { body: 'Where is my order?' }) })).body.data
    expect([without.holds, without.filter.holds]).toEqual([false, true])
    expect(without.latestMessage?.at(-1)).toEqual({ field: 'message.words', wanted: 'refund', found: [], holds: false })
  })

  it('without an event lists the conditions that only an event can meet', async () => {
    const changed = [{ field: 'assigneeId', to: [tenant.ownerId] }]
    const assigned = { ...rule, message: null, trigger: { type: 'EVENT', events: ['thread.assigned'] }, changed }
    const { data } = (await explain({ rule: assigned, threadId: await makeThread(tenant) })).body
    expect([data.holds, data.latestMessage]).toEqual([true, null])
    expect(data.notChecked).toEqual([
      { field: 'event', wanted: ['thread.assigned'] },
      { field: 'changed.assigneeId', wanted: { to: [tenant.ownerId] } },
    ])
  })

  it('says why an action would be refused', async () => {
    const threadId = await makeThread(tenant)
    const refused = { ...rule, actions: [{ type: 'REPLY', body: 'Your plan is {{customer.customFields.plan}}.' }] }
    const { data } = (await explain({ rule: refused, threadId })).body
    expect([data.changes, data.actions, data.error]).toEqual([null, [], expect.stringContaining('plan')])
  })

  it('is refused for an event of another thread, and for what does not exist', async () => {
    const [threadId, other] = [await makeThread(tenant), await makeThread(tenant)]
    expect((await explain({ rule, threadId, eventId: await findEvent(other, 'message.created') })).status).toBe(422)
    const elsewhere = await makeThread(await service.createTenant())
    expect((await explain({ rule, threadId: elsewhere })).status).toBe(422)
    expect((await explain({ rule, ruleId: threadId.replace('thr_', 'rul_'), threadId })).status).toBe(400)
    expect((await explain({ ruleId: threadId.replace('thr_', 'rul_'), threadId })).status).toBe(422)
  })
})
