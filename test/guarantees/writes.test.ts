/** Rules for every write: it leaves its audit row and its event, a read returns it, and repeating it changes nothing. */
import { beforeAll, describe, expect, it } from 'vitest'
import type { Endpoint } from '#platform/http/declared-endpoint.ts'
import { declaredEvents } from '#platform/outbox/events.ts'
import type { CallResponse } from '../support/caller.ts'
import { setUpService, type TestTenant } from '../support/service.ts'
import { snapshot } from '../support/snapshot.ts'
import { modules } from '../../server/resources/index.ts'
import { getAction } from './audit-names.ts'
import {
  isPersonal,
  credentialFor,
  mutations,
  named,
  operations,
  requestsOf,
  type PlainSchema,
  type Prepared,
  type Requests,
} from './operations.ts'
import { makeHookInbox } from './arrangements.ts'
import { makeWidgetInbox } from './visitor-arrangements.ts'
import { getFields, isUnmakeable, valuesOf } from './values.ts'

type AuditRow = { action: string; target: { type: string; id: string }; requestId: string }
type EventRow = { id: string; type: string; data: { object: { id: string } } }
type Item = Record<string, unknown>

let tenant: TestTenant
let requests: Requests
const service = await setUpService()

/** Creates a tenant with few rows, which are fast to compare, and few events, which are fast to read. */
async function renewTenant(): Promise<void> {
  tenant = await service.createTenant()
  requests = requestsOf(tenant)
}

const isRead = ({ path }: Endpoint) => operations.some((other) => other.method === 'GET' && other.path === path)
const patches = mutations.filter((endpoint) => endpoint.method === 'PATCH' && isRead(endpoint))
const eventTypes = new Set(declaredEvents().map(({ type }) => type))

it('the list of these operations is not empty', () => {
  expect(mutations.length).toBeGreaterThan(20)
  expect(patches.length).toBeGreaterThan(4)
})

/**
 * Operations whose target is the object that they create, although their path names another: a mail does not change its inbox, nor a
 * satisfaction request its thread.
 */
const targetsItsObject: ReadonlySet<string> = new Set(['createInboundMail', 'createSatisfactionRequest'])

/** Returns the target of a write: the first object in its path, or else the object in its response. */
function getTarget({ params, path: pattern, operationId }: Endpoint, path: string, { headers, body }: CallResponse): string {
  const [first] = Object.keys(params)
  const { results, mails } = body.data
  // Safe because the results of a batch contain the ids of the changed threads.
  if (Array.isArray(results)) return (results as { threadId: string }[])[0]?.threadId ?? ''
  // Safe because these are the changed mails of a batch.
  if (Array.isArray(mails)) return (mails as { id: string }[])[0]?.id ?? ''
  if (Array.isArray(body.data)) return String(Object(body.data[0]).id)
  if (first === undefined || targetsItsObject.has(operationId)) return headers.location?.split('/').at(-1) ?? String(body.data.id)
  return path.split('/')[pattern.split('/').indexOf(`{${first}}`)] ?? ''
}

/** Returns the last audit rows of one request. */
async function getAudit({ headers }: CallResponse): Promise<AuditRow[]> {
  const { body } = await tenant.api<AuditRow[]>('GET', '/audit-logs?limit=20')
  return body.data.filter(({ requestId }) => requestId === headers['x-request-id'])
}

/** Returns the events that `work` emitted. */
async function getEvents(work: () => Promise<CallResponse>): Promise<[CallResponse, EventRow[]]> {
  const feed = (after?: string) => tenant.api<EventRow[]>('GET', `/events?limit=100${after === undefined ? '' : `&after=${after}`}`)
  let page = await feed()
  while (page.body.meta.hasMore) page = await feed(page.body.data.at(-1)?.id)
  const last = page.body.data.at(-1)?.id
  const response = await work()
  return [response, (await feed(last)).body.data]
}

/** Operations that only inspect their target or sign it in, or change only who is notified about it. */
const changesNoTarget: ReadonlySet<string> = new Set([
  'applyAutomationRule',
  'testInbox',
  'createInvitationLink',
  'followThread',
  'unfollowThread',
  'createPortalLink',
  'createPortalSession',
])

/** Returns the event that a module declares for such a write, if any. */
function findEventType({ deletion, params, operationId, scope }: Endpoint, noun: string, isNew: boolean): string | null {
  // What visitors change in threads has the events of `threads/`.
  if (changesNoTarget.has(operationId) || (scope === 'visitor' && Object.keys(params).length > 0)) return null
  const depth = Object.keys(params).length
  // The object in the path outlives its deleted part.
  const verb = deletion === 'final' && depth === 1 ? 'deleted' : isNew && depth === 0 ? 'created' : 'updated'
  return eventTypes.has(`${noun}.${verb}`) ? `${noun}.${verb}` : null
}

describe.each(named(mutations))('%s', (_, endpoint) => {
  beforeAll(renewTenant)
  /** The successful request of an earlier test of this operation. */
  let sent: Prepared | undefined

  it.runIf(isPersonal(endpoint))('leaves neither an audit row nor an event, because it is the user’s own', async () => {
    const { path, body } = (sent = await requests.prepare(endpoint))
    const [response, events] = await getEvents(() => tenant.api(endpoint.method, path, { body }))
    expect(Object.keys(endpoint.responds).map(Number), response.text).toContain(response.status)
    expect([await getAudit(response), events]).toEqual([[], []])
  })

  it.runIf(!isPersonal(endpoint))('leaves an audit row that names the target and the operation, and an event', async () => {
    const { path, body } = (sent = await requests.prepare(endpoint))
    const [response, events] = await getEvents(() => tenant.api(endpoint.method, path, { body }))
    expect(Object.keys(endpoint.responds).map(Number), response.text).toContain(response.status)
    const audit = await getAudit(response)
    // Responses to anonymous callers contain no ids.
    const id =
      endpoint.scope === 'none' || endpoint.path.startsWith('/auth/totp/')
        ? ((audit.find(({ target }) => target.type === 'thread') ?? audit[0])?.target.id ?? '')
        : getTarget(endpoint, path, response)
    const row = audit.find(({ target }) => target.id === id)
    expect(row, `no audit row with the target ${id} among ${JSON.stringify(audit)}`).toBeDefined()
    const { type } = row?.target ?? { type: '' }
    expect(audit.filter(({ target }) => target.id === id).map(({ action }) => action)).toEqual([
      getAction(endpoint, type, response.status === 201),
    ])
    const wanted = findEventType(endpoint, type, response.status === 201)
    if (wanted === null) return
    const own = modules.find(({ endpoints }) => endpoints.includes(endpoint))?.events.map((event) => event.type) ?? []
    // A module may have more specific events than `updated`, such as `thread.status_changed`.
    const fitting = events.filter((event) => (wanted.endsWith('.updated') ? own.includes(event.type) : event.type === wanted))
    expect(fitting.length, `no ${wanted} among ${events.map((event) => event.type).join()}`).toBeGreaterThan(0)
    if (wanted.endsWith('.created') || wanted.endsWith('.deleted')) expect(fitting.map(({ data }) => data.object.id)).toEqual([id])
  })

  it('is never 500 when it is repeated', async () => {
    const { path, body } = sent ?? (await requests.prepare(endpoint))
    if (!sent) await tenant.api(endpoint.method, path, { body })
    const again = await tenant.api(endpoint.method, path, { body, mayFail: true })
    expect(again.status, again.text.slice(0, 300)).toBeLessThan(500)
  })
})

/** Fields that no read returns, each with the test that shows that repeating them changes nothing. */
const writeOnly: Readonly<Record<string, string>> = {
  'updateWebhook: headers': 'server/resources/webhooks/headers.test.ts',
  'updateKbArticle: autosave': 'server/resources/kb/kb.test.ts',
}

const patchedFields = patches
  .flatMap((endpoint) =>
    getFields(endpoint).map(
      ([name, schema]) => [`${endpoint.operationId}: ${name}`, endpoint, name, schema] as [string, Endpoint, string, PlainSchema],
    ),
  )
  .filter(([title]) => !(title in writeOnly))

/** Rows that can have a field, where the generated one cannot. */
const ownRows: Readonly<Record<string, () => Promise<string>>> = {
  'updateInbox: hook': async () => `/inboxes/${await makeHookInbox(tenant)}`,
  'updateInbox: widget': async () => `/inboxes/${await makeWidgetInbox(tenant)}`,
}

/** Additional fields of a request, without which the service refuses the field. */
const companions: Readonly<Record<string, object>> = {
  'updateAutomationRule: changed': { trigger: { type: 'EVENT', events: ['thread.status_changed'] } },
}

describe.each(patchedFields)('%s', (title, endpoint, name, schema) => {
  beforeAll(renewTenant)

  it('is visible when reading, and repeating it changes nothing, not even the ETag', async () => {
    const path = (await ownRows[title]?.()) ?? (await requests.prepare(endpoint)).path
    const values = await valuesOf(name, schema, requests.make)
    expect(values, 'a field without a value is not tested').not.toEqual([])
    // One credential for all requests, because each new session adds a row.
    const key = await credentialFor(endpoint, tenant)
    const read = (): Promise<CallResponse<Item>> => tenant.api<Item>('GET', path, { key })
    const seen = [await read()]
    for (const value of values) {
      const written = await tenant.api<Item>('PATCH', path, { key, body: { ...companions[title], [name]: value } })
      expect(written.status, `${JSON.stringify(value)}: ${written.text}`).toBe(200)
      const now = await read()
      expect(now.body.data).toEqual(written.body.data)
      expect(now.headers.etag).toBe(written.headers.etag)
      if (name in now.body.data) expect(toLowerCase({ [name]: now.body.data[name] })).toMatchObject(toLowerCase({ [name]: value }))
      seen.push(now)
      const before = await snapshot(service.db, tenant.tenantId)
      const again = await tenant.api<Item>('PATCH', path, { key, body: { ...companions[title], [name]: value } })
      expect([again.status, again.headers.etag, again.body.data]).toEqual([200, written.headers.etag, written.body.data])
      expect(await snapshot(service.db, tenant.tenantId)).toEqual(before)
    }
    if (!isUnmakeable(schema))
      expect(new Set(seen.map(({ text }) => text.replace(/"requestId":"[^"]+"/, ''))).size, 'no value changed it').toBeGreaterThan(1)
  })
})

/** Converts texts to lower case, because addresses and some enumerations are stored in lower case. */
function toLowerCase(value: object): object {
  // Safe because the JSON of an object is an object.
  return JSON.parse(JSON.stringify(value).toLowerCase()) as object
}
