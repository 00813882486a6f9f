/** S2 and S3: measure `POST /threads` with a requester, two tags and an Idempotency-Key, in fifty tenants (S2) and in one (S3). */
import { randomBytes } from 'node:crypto'
import { newId } from '#platform/ids.ts'
import { newThreadIds } from '../server/resources/threads/create/create-thread.ts'
import { insertThread, type NewThread } from '../server/resources/threads/create/create-queries.ts'
import { threadsPerCustomer } from './kit/dataset-sql.ts'
import type { BenchTenant } from './kit/dataset.ts'
import type { Template } from './kit/load-shape.ts'
import type { Claim } from './kit/run.ts'
import type { StatementFloor } from './kit/floor-shape.ts'
import { measureWrites, type WriteClaim } from './kit/write-claim.ts'

const title = 'The export is empty'
const body = 'The CSV export has been empty since Monday. The button still says that it was sent.'
const tags = ['billing', 'export']

const countCustomers = ({ threads }: BenchTenant): number => Math.max(1, Math.floor(threads / threadsPerCustomer))

export function createRequests(tenants: readonly BenchTenant[]): Template[] {
  return Array.from({ length: Math.max(1_000, tenants.length) }, (_, i) => {
    const tenant = tenants[i % tenants.length] ?? throwNoTenant()
    const customer = Math.floor(Math.random() * countCustomers(tenant))
    const requester = { email: `customer${customer}@example.com`, name: `Customer ${customer}` }
    return {
      method: 'POST',
      path: '/api/v1/threads',
      key: tenant.key,
      body: JSON.stringify({ title, body, requester, tags }),
      idempotent: true,
    }
  })
}

/** Returns the parameters that the handler would pass to `insertThread` for one of these requests. */
export function newThreadParams(tenant: BenchTenant): NewThread {
  const customer = Math.floor(Math.random() * countCustomers(tenant))
  return {
    ...newThreadIds(),
    tenantId: tenant.tenantId,
    auditId: newId(),
    actorType: 'API_KEY',
    actorId: tenant.ownerId,
    keyId: tenant.ownerId,
    ip: '127.0.0.1',
    via: 'API',
    actor: { type: 'API_KEY', id: null, name: 'Grace Hopper' },
    cause: null,
    requestId: newId(),
    keyHash: randomBytes(32),
    fingerprint: randomBytes(32),
    body,
    bodyFormat: 'text',
    bodyText: body,
    customerId: null,
    email: `customer${customer}@example.com`,
    name: `Customer ${customer}`,
    nameWords: ` customer ${customer} `,
    addressWords: ` customer${customer} example com `,
    inboxId: null,
    subject: title,
    priority: 'normal',
    channel: 'api',
    externalRef: null,
    tags: tags.map((name) => ({ id: newId(), eventId: newId(), name, key: name })),
    followUpOf: null,
    customFields: {},
    sla: null,
    clocksComputed: false,
    fieldsVersion: 0,
    messageExternalId: null,
    messageSentAt: null,
    attachments: null,
    mail: null,
    relatedTo: null,
    auditedInput: { subject: title, priority: 'NORMAL', channel: 'API' },
  }
}

/** The floor inserts UUIDv7s that increase with time, like the service. Random ids would hit random index pages and make the floor slower. */
const floor = (customers: number): StatementFloor => ({
  statement: insertThread,
  params: newThreadParams,
  fresh: {
    threadId: `'0' || to_hex(:high::bigint) || to_hex(:low::bigint)`,
    messageId: `'0' || to_hex(:high::bigint) || to_hex(:low::bigint + 1)`,
    newCustomerId: `'0' || to_hex(:high::bigint) || to_hex(:low::bigint + 2)`,
    customerEventId: 'uuidv7()',
    threadEventId: 'uuidv7()',
    messageEventId: 'uuidv7()',
    auditId: 'uuidv7()',
    requestId: 'uuidv7()',
    keyHash: 'sha256(int8send(:low::bigint))',
    email: `'customer' || :customer || '@example.com'`,
    name: `'Customer ' || :customer`,
  },
  variables: [
    String.raw`\set high (:startMs + :run) * 65536 + 28672`,
    String.raw`\set low random(-9223372036854775800, -4611686018427387904)`,
    String.raw`\set customer random(0, ${customers - 1})`,
  ],
})

const claim = (id: string, work: string, tenants: WriteClaim['tenants']): WriteClaim => ({
  id,
  work,
  tenants,
  requests: (_, chosenTenants) => createRequests(chosenTenants),
  floor: (dataset) => floor(countCustomers(dataset.tenants[0] ?? throwNoTenant())),
})

const claims = [
  claim('S2', 'create a thread, 50 tenants', ({ tenants }) => tenants),
  claim('S3', 'create a thread, one tenant', ({ tenants }) => tenants.slice(0, 1)),
]

export const createThreadClaim: Claim = {
  ids: claims.map(({ id }) => id),
  measure: (bench) =>
    measureWrites(
      bench,
      claims.filter(({ id }) => bench.options.only?.has(id) ?? true),
    ),
}

function throwNoTenant(): never {
  throw new Error('The dataset has no tenant')
}
