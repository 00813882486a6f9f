import { expect, it } from 'vitest'
import { setUpService } from '../../../test/support/service.ts'
import { listPolicies } from './queries.ts'
import { run, type Situation, type Terms } from './clocks.ts'

const service = await setUpService()

it('policies without an order get the next one, and every order can be sent back', async () => {
  const { api } = await service.createTenant()
  const make = async (name: string, more: object = {}) =>
    (
      await api<{ id: string; order: number }>('POST', '/sla-policies', {
        body: { name, targets: { firstResponse: { normal: 1 } }, ...more },
      })
    ).body.data
  expect([(await make('One')).order, (await make('Two')).order]).toEqual([0, 1])
  await make('Last', { order: 1_000_000 })
  const { id, order } = await make('After it')
  expect(order).toBe(1_000_000)
  expect((await api('PATCH', `/sla-policies/${id}`, { body: { order } })).status).toBe(200)
})

it('creating threads does not read the holidays of every policy', async () => {
  const { api, tenantId } = await service.createTenant()
  const holidays = Array.from({ length: 300 }, (_, i) => ({
    date: new Date(Date.UTC(2031, 0, 1 + i)).toISOString().slice(0, 10),
    name: 'x'.repeat(200),
  }))
  const hours = { timezone: 'UTC', weekly: { mon: [['09:00', '17:00']] }, holidays }
  const { id: businessHoursId } = (await api<{ id: string }>('POST', '/business-hours', { body: hours })).body.data
  const targets = { firstResponse: { normal: 60 } }
  for (const [name, conditions] of [
    ['Urgent', { priorities: ['urgent'] }],
    ['Rest', {}],
  ] as const)
    await api('POST', '/sla-policies', { body: { name, targets, businessHoursId, conditions } })
  const policies = await service.db.rows(listPolicies, { tenantId })
  expect([policies.length, JSON.stringify(policies).length < 2_000]).toEqual([2, true])
  const made = await api<{ sla: object[] }>('POST', '/threads', {
    body: { title: 'T', body: 'B', requester: { email: 'ada@example.com' } },
  })
  expect(made.body.data.sla).toHaveLength(1)
  const kept = await service.db.rows({ text: `select terms from sla_terms where tenant_id = '${tenantId}'`, names: [] }, {})
  expect(kept).toMatchObject([{ terms: { policyName: 'Rest', hours: { ...hours, holidays: holidays.map(({ date }) => ({ date })) } } }])
  const values = Array.from({ length: 10 }, () => 'x'.repeat(4_000))
  const body = { name: 'Big', targets, conditions: { customerFields: [{ key: 'plan', values }] } }
  expect((await api('POST', '/sla-policies', { body })).status).toBe(400)
})

it('a policy that is sent back as it was read does not change', async () => {
  const { api } = await service.createTenant()
  const body = { name: 'P', targets: { firstResponse: { normal: 1 }, resolution: null }, conditions: { priorities: ['URGENT'] } }
  const made = await api<Record<string, unknown>>('POST', '/sla-policies', { body })
  const { id, createdAt: _c, updatedAt: _u, ...read } = made.body.data
  const again = await api('PATCH', `/sla-policies/${id}`, { body: read })
  expect([again.status, again.headers.etag]).toEqual([200, made.headers.etag])
  expect(again.body.data).toEqual(made.body.data)
})

it('a warned clock is warned again only if a new priority gives it more time', () => {
  const resolution = { low: 600, normal: 60, high: 50, urgent: 5 }
  const terms: Terms = {
    policyId: 'p',
    policyName: 'P',
    targets: { firstResponse: null, nextResponse: null, resolution },
    hours: null,
    pauseOn: [],
  }
  const situation: Situation = {
    status: 'open',
    priority: 'normal',
    merged: false,
    createdAt: 0,
    answered: false,
    askedAt: null,
    questionMoved: false,
  }
  const minute = 60_000
  const types = ({ happened }: ReturnType<typeof run>) => happened.map(({ type }) => type)
  const warned = run(run([], terms, situation, 0).clocks, terms, situation, 49 * minute)
  const urgent = run(warned.clocks, terms, { ...situation, priority: 'high' }, 49 * minute + 1, { isNew: true })
  const settled = run(urgent.clocks, terms, { ...situation, priority: 'high' }, 49 * minute + 2)
  const low = run(settled.clocks, terms, { ...situation, priority: 'low' }, 49 * minute + 3, { isNew: true })
  const late = run(low.clocks, terms, { ...situation, priority: 'low' }, 590 * minute)
  expect([warned, urgent, settled, low, late].map(types)).toEqual([['warning'], [], [], [], ['warning']])
})

it('a paused clock says since when, also after the priority has changed', () => {
  const targets = { firstResponse: null, nextResponse: null, resolution: { normal: 60, high: 30 } }
  const terms: Terms = { policyId: 'p', policyName: 'P', targets, hours: null, pauseOn: ['pending'] }
  const open: Situation = {
    status: 'open',
    priority: 'normal',
    merged: false,
    createdAt: 0,
    answered: false,
    askedAt: null,
    questionMoved: false,
  }
  const started = run([], terms, open, 0).clocks
  const standing = run(started, terms, { ...open, status: 'pending' }, 60_000).clocks
  const { clocks } = run(standing, terms, { ...open, status: 'pending', priority: 'high' }, 120_000, { isNew: true })
  expect(clocks).toMatchObject([{ dueAt: null, pausedAt: 60_000, remainingMs: 29 * 60_000 }])
  expect(run(clocks, terms, { ...open, priority: 'high' }, 180_000).clocks).toMatchObject([
    { pausedAt: null, dueAt: 180_000 + 29 * 60_000 },
  ])
})
