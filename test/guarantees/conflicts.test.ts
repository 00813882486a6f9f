/**
 * Constraint violations are the caller's errors: each declared constraint exists in the database, and each violation is mapped to its
 * error.
 */
import { describe, expect, it } from 'vitest'
import type { Conflict } from '#platform/http/conflicts.ts'
import { statement } from '#platform/db.ts'
import type { Endpoint } from '#platform/http/declared-endpoint.ts'
import { setUpTenant } from '../support/service.ts'
import { modules } from '../../server/resources/index.ts'
import { casesByKind } from '../extent.ts'
import { kindOfField, mutations, named, operations, requestsOf, withValueAt } from './operations.ts'
import { getFields, valuesOf } from './values.ts'

type Constraint = { name: string; table: string; kind: 'unique' | 'foreign' }

const readConstraints = statement<object, Constraint>(`
  select c.relname as name, t.relname as table, 'unique' as kind from pg_index i join pg_class c on c.oid = i.indexrelid join pg_class t on t.oid = i.indrelid
  where i.indisunique and not i.indisprimary and t.relnamespace = 'public'::regnamespace
  union all
  select f.conname, t.relname, 'foreign' from pg_constraint f join pg_class t on t.oid = f.conrelid
  where f.contype = 'f' and t.relnamespace = 'public'::regnamespace`)
const { service, tenant } = await setUpTenant()
const requests = requestsOf(tenant)
const constraints = await service.db.rows(readConstraints, {})

const declared = modules.flatMap(({ name, tables, endpoints }) =>
  endpoints.flatMap((endpoint) =>
    Object.entries(endpoint.conflicts ?? {}).map(
      ([constraint, conflict]) => [`${endpoint.operationId}, ${constraint}`, { name, tables, endpoint, constraint, conflict }] as const,
    ),
  ),
)

/** Unique constraints that no request can violate, each with the reason. */
const unreachable: Readonly<Record<string, string>> = {
  automation_runs_event: 'a run that exists is not made again',
  automation_runs_job: 'a run that exists is not made again',
  automation_runs_time: 'a run that exists is not made again',
  customer_identities_value: 'an identity is looked up first, and a request that meets a concurrent one is repeated',
  events_tenant_id_id_key: 'ids of events are made by the service',
  inboxes_one_default: 'making an inbox the default takes it from the former one, one request after the other',
  jobs_key: 'a job of the same name and key is replaced',
  kb_missed_searches_words_key: 'visitors insert or count up',
  messages_external_id_key: 'a repeated external id is looked up under the lock of the thread, and finds the first message',
  notifications_unread: 'a notification that would be the second unread one of its kind is not made unread',
  push_subscriptions_endpoint: 'the subscription of an endpoint is updated',
  satisfaction_requests_episode_key: 'a second request in an episode inserts no row, and the caller gets 409',
  tenant_slugs_tenant_id_key: 'a tenant and its slug are made by commands, once',
  thread_followers_thread: 'following again changes nothing',
  thread_mail_keys_token: 'tokens are random',
  thread_participants_address: 'adding somebody who takes part updates their row',
  threads_external_ref_key: 'whoever names a reference that a thread has gets that thread',
  threads_public_number_key: 'numbers are drawn from the tenant’s counter, whose row is locked',
}

it('the list of declared conflicts is not empty', () => {
  expect(declared.length).toBeGreaterThan(4)
})

it('every unique constraint is declared by an operation, or no request violates it', () => {
  const names = new Set(declared.map(([, { constraint }]) => constraint))
  const missing = constraints.filter(({ kind, name }) => kind === 'unique' && !names.has(name))
  expect(missing.map(({ name }) => name).toSorted()).toEqual(Object.keys(unreachable).toSorted())
})

describe.each(declared)('%s', (_, { tables, endpoint, constraint, conflict }) => {
  it('is a constraint of a table of the module', () => {
    expect(constraints.filter(({ name }) => name === constraint).map(({ table }) => table)).toEqual([
      expect.toSatisfy((table: string) => tables.includes(table)),
    ])
  })

  it('returns its error, which names the field, when another row has the value', async () => {
    await expectTaken(endpoint, conflict)
  })
})

async function expectTaken(endpoint: Endpoint, { field, error }: Conflict): Promise<void> {
  const [, schema] = getFields(endpoint).find(([name]) => name === field) ?? []
  if (!schema) throw new Error(`${endpoint.operationId} declares a conflict of ${field}, which no caller sends`)
  const [value] = await valuesOf(field, schema, requests.make)
  const [first, second] = [await requests.prepare(endpoint), await requests.prepare(endpoint)]
  const bodyOf = (own: unknown) => (endpoint.method === 'PATCH' ? { [field]: value } : withValueAt(own, [field], value))
  const taken = await tenant.api(endpoint.method, first.path, { body: bodyOf(first.body) })
  expect(taken.status, taken.text).toBeLessThan(300)
  const refused = await tenant.api(endpoint.method, second.path, { body: bodyOf(second.body), mayFail: true })
  expect([refused.status, refused.body.error?.code, refused.body.error?.details?.map((detail) => detail.field)]).toEqual([
    error.status,
    error.code,
    [field],
  ])
}

const patches = mutations.filter(
  ({ method, path }) => method === 'PATCH' && operations.some((other) => other.method === 'GET' && other.path === path),
)

const patched = patches.flatMap((endpoint) => getFields(endpoint).map(([, schema]) => schema))
/** Cycles through the values of a field. */
const placesOf = casesByKind(patched, kindOfField, [0, 1, 2, 3, 4, 5, 6, 7])

/** Operations whose fields depend on each other, so that a value can be refused because of other fields. */
const dependent: ReadonlySet<string> = new Set(['updateAutomationRule', 'updateInbox'])

describe.each(named(patches))('%s', (_, endpoint) => {
  it('accepts what another row has, or refuses it with a reason, whatever the field', async () => {
    const [one, other] = [await requests.prepare(endpoint), await requests.prepare(endpoint)]
    for (const [name, schema] of getFields(endpoint)) {
      const values = await valuesOf(name, schema, requests.make)
      const places = new Set(placesOf(schema).map((place) => place % values.length))
      for (const value of values.filter((_value, place) => places.has(place))) {
        await tenant.api('PATCH', one.path, { body: { [name]: value } })
        const response = await tenant.api('PATCH', other.path, { body: { [name]: value }, mayFail: true })
        const accepted = dependent.has(endpoint.operationId) ? [200, 400, 409] : [200, 409]
        expect(accepted, `${name}: ${response.text}`).toContain(response.status)
      }
    }
  })
})
