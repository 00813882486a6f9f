import { expect, test } from 'vitest'
import { statement } from '#platform/db.ts'
import { setUpTenant } from '../../../../test/support/service.ts'

const { service, tenant } = await setUpTenant()

const eventsOfCustomer = statement<{ tenantId: string; email: string }, { version: number; types: string[] }>(`
  select c.version, array_agg(e.type order by e.sequence) as types from customers c
  join events e on e.tenant_id = c.tenant_id and e.object_id = c.id where c.tenant_id = :tenantId::uuid and c.email = :email group by c.version`)

async function createTogether(email: string, names: (string | undefined)[]): Promise<{ version: number; types: string[] } | null> {
  const answers = await Promise.all(
    names.map((name, i) => tenant.api('POST', '/threads', { body: { title: `Thread ${i}`, body: 'Hello', requester: { email, name } } })),
  )
  expect(answers.map(({ status }) => status)).toEqual(names.map(() => 201))
  return service.db.first(eventsOfCustomer, { tenantId: tenant.tenantId, email })
}

test('concurrent threads of a new customer create one customer and do not change it', async () => {
  for (let round = 0; round < 5; round++) {
    expect(
      await createTogether(
        `new${round}@example.com`,
        Array.from({ length: 12 }, () => undefined),
      ),
    ).toEqual({ version: 1, types: ['customer.created'] })
    expect(
      await createTogether(
        `named${round}@example.com`,
        Array.from({ length: 12 }, () => 'Ada'),
      ),
    ).toEqual({ version: 1, types: ['customer.created'] })
  }
})

test('a customer renamed by many threads at once has one event per change of name', async () => {
  for (let round = 0; round < 5; round++) {
    const email = `renamed${round}@example.com`
    await createTogether(email, ['Ada'])
    expect(
      await createTogether(
        email,
        Array.from({ length: 12 }, () => 'Ada King'),
      ),
    ).toEqual({ version: 2, types: ['customer.created', 'customer.updated'] })
  }
})
