/** Email addresses, including internationalised ones, everywhere in the API. */
import { describe, expect, it } from 'vitest'
import type { CreatedThread, Customer } from '../../client/index.ts'
import { emailFormat } from '#platform/email.ts'
import type { Endpoint } from '#platform/http/declared-endpoint.ts'
import { setUpTenant } from '../support/service.ts'
import { bodyVariants, operations, plain, requestsOf, withValueAt, type PlainSchema } from './operations.ts'

const { tenant } = await setUpTenant()
const requests = requestsOf(tenant)

/** Finds the fields of a shape that accept an address: by format and by name, which must agree. */
function emailsIn(schema: PlainSchema, at: string[] = []): { at: string[]; schema: PlainSchema }[] {
  return [
    ...(schema.format === emailFormat || (at.at(-1) === 'email' && schema.type === 'string') ? [{ at, schema }] : []),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, part]) => emailsIn(part, [...at, name])),
    ...(schema.items ? emailsIn(schema.items, [...at, '[]']) : []),
    ...(schema.anyOf ?? []).flatMap((member) => emailsIn(member, at)),
  ]
}

const inBodies = operations.flatMap((endpoint) =>
  bodyVariants(endpoint).flatMap((shape, variant) =>
    emailsIn(shape).map(
      ({ at, schema }) =>
        [`${endpoint.operationId} ${variant}: ${at.join('.')}`, endpoint, variant, at, schema] as [
          string,
          Endpoint,
          number,
          string[],
          PlainSchema,
        ],
    ),
  ),
)
const inQueries = operations.flatMap((endpoint) =>
  emailsIn(plain(endpoint.query)).map(({ at }) => [endpoint.operationId, endpoint, at] as const),
)

it('all places for addresses have the one shape of addresses', () => {
  expect(inBodies.map(([name]) => name)).toEqual(
    expect.arrayContaining(['upsertCustomer 0: email', 'updateCustomer 0: email', 'createThread 0: requester.email']),
  )
  expect(inBodies.filter(([, , , , { format }]) => format !== emailFormat).map(([name]) => name)).toEqual([])
  expect(inQueries.map(([name]) => name)).toContain('listCustomers')
})

/** Operations that look up a customer by address, and the field that the address replaces. Their responses contain no address. */
const lookUps: Readonly<Record<string, string>> = { eraseCustomer: 'customerId', exportCustomer: 'customerId' }

/** Operations whose address must be an existing attendee's or the visitor's own, and those whose responses show no address. */
const known: ReadonlySet<string> = new Set(['recordMeetingAttendance', 'sendWidgetTranscript', 'createWidgetThread', 'testMailSettings'])

// An anonymous caller learns nothing about the address.
describe.each(inBodies.filter(([, { scope }]) => scope !== 'none'))('%s', (_, endpoint, variant, at) => {
  const replaced = lookUps[endpoint.operationId]
  const send = async (email: string) => {
    const { path, body } = await requests.prepare(endpoint, variant)
    const rest = Object.fromEntries(Object.entries(body ?? {}).filter(([name]) => name !== replaced))
    return tenant.api(endpoint.method, path, { body: withValueAt(rest, at, email) })
  }

  it.runIf(!known.has(endpoint.operationId))('addresses of any script are accepted and shown in one form', async () => {
    const word = `用户${endpoint.operationId}${variant}`
    for (const email of [`${word}1@例え.jp`, `${word}2@xn--r8jz45g.jp`, `"${word} 3"@example.com`]) {
      if (replaced !== undefined) await tenant.skein.upsertCustomer({ body: { email: email.toUpperCase() } })
      const response = await send(email)
      expect(response.status, response.text).toBeLessThan(300)
      if (replaced === undefined) expect(response.text).toContain(JSON.stringify(email.toLowerCase().replace('xn--r8jz45g', '例え')))
    }
  })

  it.each([
    ['ada', 'has no @'],
    ['ada@', 'has no domain after the @'],
    ['ada b@example.com', 'has a character before the @ that addresses cannot have'],
    ['ada@example..com', 'has a malformed domain'],
  ])('%j is refused with the reason', async (email, why) => {
    const response = await send(email)
    expect([response.status, response.body.error?.code]).toEqual([400, 'SVC-VALIDATION-FAILED'])
    expect(response.body.error?.details).toEqual([
      { field: at.join('.').replaceAll('.[]', '[0]'), code: 'INVALID_FORMAT', message: `must be an e-mail address: this one ${why}` },
    ])
  })
})

it('two spellings of an address are one customer, wherever it is sent', async () => {
  const made = await tenant.api<Customer>('POST', '/customers', { body: { email: 'Jo\u0308rg@B\u00dcCHER.example' } })
  expect([made.status, made.body.data.email]).toEqual([201, 'jörg@bücher.example'])
  const { id } = made.body.data
  for (const email of ['jörg@xn--bcher-kva.example', 'JÖRG@bücher.EXAMPLE']) {
    const again = await tenant.api<Customer>('POST', '/customers', { body: { email } })
    expect([again.status, again.body.data.id]).toEqual([200, id])
    const thread = await tenant.api<CreatedThread>('POST', '/threads', { body: { title: 'a', body: 'b', requester: { email } } })
    expect(thread.body.data.customer.id).toBe(id)
    const found = await tenant.api<Customer[]>('GET', `/customers?email=${encodeURIComponent(email)}`)
    expect(found.body.data.map((customer) => customer.id)).toEqual([id])
  }
  const other = await tenant.api<Customer>('POST', '/customers', { body: { email: 'other@example.com' } })
  const taken = await tenant.api('PATCH', `/customers/${other.body.data.id}`, { body: { email: 'jörg@xn--bcher-kva.example' } })
  expect([taken.status, taken.body.error?.code]).toEqual([409, 'SVC-CATALOG-DUPLICATE'])
})
