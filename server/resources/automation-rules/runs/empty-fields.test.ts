/** Rules whose filters test fields without a value. */
import { beforeEach, describe, expect, it } from 'vitest'
import { type RuleKit, getRules } from '../../../../test/support/rules.ts'
import { setUpService, type TestTenant } from '../../../../test/support/service.ts'
import { makeThread } from '../../../../test/support/threads.ts'

let tenant: TestTenant
let rules: RuleKit
const service = await setUpService()
beforeEach(async () => {
  tenant = await service.createTenant()
  rules = getRules(service, tenant)
})

describe('a rule on a field without a value', () => {
  it('runs on threads and customers without one, as the list finds them', async () => {
    for (const appliesTo of ['THREAD', 'CUSTOMER'])
      await tenant.api('POST', '/custom-fields', { body: { key: 'plan', name: 'Plan', type: 'TEXT', appliesTo } })
    const rule = await rules.make({ filter: { all: [{ customFields: { plan: '' }, customerFields: [{ key: 'plan', values: [''] }] }] } })
    await tenant.api('POST', '/customers', { body: { email: 'pro@example.com', customFields: { plan: 'pro' } } })
    const ids = [
      await makeThread(tenant),
      await makeThread(tenant, { customFields: { plan: ' ' } }),
      await makeThread(tenant, { customFields: { plan: 'pro' } }),
      await makeThread(tenant, { requester: { email: 'pro@example.com' } }),
    ]
    await rules.run()
    const ran = (await rules.list(`&ruleId=${rule.id}`)).map(({ threadId }) => threadId)
    expect(ran.toSorted()).toEqual(ids.slice(0, 2).toSorted())
    const listed = (await tenant.api<{ id: string }[]>('GET', '/threads?customFields[plan]=')).body.data.map(({ id }) => id)
    expect(listed.toSorted()).toEqual([ids[0], ids[1], ids[3]].toSorted())
  })
})
