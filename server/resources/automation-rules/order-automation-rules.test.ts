import { describe, expect, it } from 'vitest'
import type { AutomationRule } from '../../../client/index.ts'
import { setUpService } from '../../../test/support/service.ts'

const service = await setUpService()

const trigger = { type: 'EVENT', events: ['thread.created'] }
const actions = [{ type: 'SET_PRIORITY', priority: 'urgent' }]

describe('the order', () => {
  it('is that of the ids, which name each rule once', async () => {
    const own = await service.createTenant()
    const ids: string[] = []
    for (const name of ['A', 'B', 'C'])
      ids.push((await own.api<AutomationRule>('POST', '/automation-rules', { body: { name, trigger, actions } })).body.data.id)
    const order = (given: readonly string[]) => own.api<AutomationRule[]>('PUT', '/automation-rules/order', { body: { ids: given } })
    const reversed = await order(ids.toReversed())
    expect(reversed.body.data.map(({ name, order: n, version }) => [name, n, version])).toEqual([
      ['C', 0, 1],
      ['B', 1, 1],
      ['A', 2, 1],
    ])
    const refused = await order(ids.slice(1))
    expect([refused.status, refused.body.error?.details?.map(({ code }) => code)]).toEqual([400, ['INCOMPLETE']])
    expect((await order(ids.toReversed())).body.data).toEqual(reversed.body.data)
  })

  it('is no part of a version, and tells of each rule that moved', async () => {
    const own = await service.createTenant()
    const create = async (name: string) =>
      (await own.api<AutomationRule>('POST', '/automation-rules', { body: { name, trigger, actions } })).body.data.id
    const [a, b, c] = [await create('A'), await create('B'), await create('C')]
    expect((await own.api('PUT', '/automation-rules/order', { body: { ids: [c, b, a] } })).status).toBe(200)
    for (const id of [a, b, c]) {
      const rule = await own.api<AutomationRule>('GET', `/automation-rules/${id}`)
      const versions = await own.api<{ version: number }[]>('GET', `/automation-rules/${id}/versions`)
      expect([rule.body.data.version, versions.body.data.map(({ version }) => version)]).toEqual([1, [1]])
    }
    const events = await own.api<{ data: { object: { id: string; order: number }; previous: object } }[]>(
      'GET',
      '/events?types=rule.updated',
    )
    const moved = events.body.data.map(({ data: { object, previous } }) => [object.id, object.order, previous])
    expect(moved.toSorted()).toEqual(
      [
        [a, 2, { order: 0 }],
        [c, 0, { order: 2 }],
      ].toSorted(),
    )
    const body = { filter: { status: 'open' }, expectedTotal: 0 }
    expect((await own.api('POST', `/automation-rules/${a}/apply`, { body, headers: { 'if-match': '"1"' } })).status).toBe(202)
    expect((await own.api('PATCH', `/automation-rules/${a}`, { body: { name: 'AA' }, headers: { 'if-match': '"1"' } })).status).toBe(200)
    const versions = await own.api<{ version: number }[]>('GET', `/automation-rules/${a}/versions`)
    expect(versions.body.data.map(({ version }) => version)).toEqual([2, 1])
  })
})
