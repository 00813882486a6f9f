/** Every configuration resource has a documented row limit per tenant, which is exact under concurrent requests. */
import { readFileSync } from 'node:fs'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { statement } from '#platform/db.ts'
import type { Endpoint } from '#platform/http/declared-endpoint.ts'
import { catalogLimitReached } from '#platform/errors.ts'
import { parseTypeId, type Uuid } from '#platform/ids.ts'
import type { Resource } from '#kit/resource.ts'
import { toLimitSentence, type RowLimit } from '#platform/outbox/row-limit.ts'
import { setUpService, type TestTenant } from '../support/service.ts'
import { credentialFor, named, operations, requestsOf } from './operations.ts'

/** Operations that return 201 but insert no row of a limited resource, each with the reason. */
const others: Readonly<Record<string, string>> = {
  addThreadParticipant: 'data: of threads, each of which has at most 48',
  addCustomerIdentity: 'data: of customers, each of whom has at most fifty',
  createThread: 'data: threads are what customers wrote',
  composeThread: 'data: threads that agents start',
  forwardThread: 'data: messages of a thread',
  splitThread: 'data: threads are what customers wrote',
  createInvitationLink: 'links of an invited user, which expire',
  createMessage: 'data: messages of a thread',
  replyToThread: 'data: messages of a thread',
  scheduleMeeting: 'data: meetings of a thread',
  createSatisfactionRequest: 'data: at most one for each episode of a thread',
  createUpload: 'data: files, which the disk limits',
  createPresignedUpload: 'data: files, which the disk limits',
  createPushSubscription: 'replaces the oldest of 20',
  replayDelivery: 'data: deliveries, which are deleted after a time',
  createWebhook: 'has a limit and an error of its own, SVC-WEBHOOK-LIMIT_REACHED',
  createCalendarFeed: 'a person has one, which replaces the one before',
  createWidgetSecret: 'of an inbox, which has at most four',
  createWidgetSession: 'stores nothing',
  createPortalSession: 'stores nothing',
  createWidgetChallenge: 'stores nothing',
  createWidgetThread: 'data: threads are what visitors wrote',
  createWidgetMessage: 'data: messages of a thread',
  createWidgetUpload: 'data: files, of which visitors can fill a part of the quota',
  submitForm: 'data: threads are what visitors wrote',
}

type Limited = Resource<{ id: string }, object> & { limit: RowLimit }
// Safe because only resources are created, and a resource without a limit has `none`.
const limited = [...new Set(operations.map(({ creates }) => creates))].filter((of) => of && !('none' in of.limit)) as Limited[]
const creators = operations.filter((endpoint): endpoint is Endpoint & { creates: Limited } => limited.includes(endpoint.creates as Limited))
/** Operations without an id in the path. A rotation, for example, needs an existing key. */
const callable = creators.filter(({ params }) => Object.keys(params).length === 0)

describe('the declarations', () => {
  it('give each operation that creates a row a limit, or a reason why it has none', () => {
    const making = operations.filter(({ responds, method }) => method === 'POST' && 201 in responds)
    expect(making.length).toBeGreaterThan(20)
    const undeclared = making.filter(({ creates }) => creates === undefined).map(({ operationId }) => operationId)
    expect(undeclared.toSorted()).toEqual(Object.keys(others).toSorted())
  })
  it('describe the limit in words and among the errors of the operation', () => {
    expect(limited.length).toBeGreaterThan(10)
    expect(callable.length).toBe(limited.length)
    for (const { description, errors, creates } of creators) {
      expect(description).toContain(toLimitSentence(creates.limit))
      expect(errors).toContain(catalogLimitReached)
    }
  })
  it('appear in the guide, each with its limit', () => {
    const guide = readFileSync(new URL('../../docs/guides/errors.md', import.meta.url), 'utf8')
    const listed = [...guide.matchAll(/^\| (.+) \| ([\d,]+) \| (tenant|user) \|/gm)].map(([, of, most, per]) => `${of}: ${most} per ${per}`)
    const declared = limited.map(({ limit: { of, atMost, per } }) => `${of}: ${atMost.toLocaleString('en')} per ${per ? 'user' : 'tenant'}`)
    expect(listed.toSorted()).toEqual([...declared, 'webhooks: 25 per tenant'].toSorted())
  })
})

const service = await setUpService()

describe.each(named(callable))('%s', (_, endpoint) => {
  const of = (endpoint as (typeof callable)[number]).creates
  const usual = of.limit.atMost
  let tenant: TestTenant
  beforeAll(async () => {
    tenant = await service.createTenant()
  })
  afterEach(() => void (of.limit.atMost = usual))

  const rows = async (): Promise<number> => {
    const owned = of.limit.per ? ' and owner_id = :ownerId::uuid' : ''
    const counting = statement<{ tenantId: Uuid; ownerId: Uuid }, { count: number }>(
      `select count(*) as count from ${of.table} where tenant_id = :tenantId::uuid${owned}`,
    )
    const ownerId = parseTypeId('usr', tenant.ownerId)
    if (!ownerId) throw new Error('The owner has no id')
    return (await service.db.first(counting, { tenantId: tenant.tenantId, ownerId }))?.count ?? 0
  }

  it('allows as many of eight concurrent requests as are left, and deletions above it', async () => {
    const requests = requestsOf(tenant)
    const key = await credentialFor(endpoint, tenant)
    const prepared = []
    for (let n = 0; n < 10; n++) prepared.push(await requests.prepare(endpoint))
    const send = ({ path, body }: { path: string; body: unknown }) => tenant.api<{ id: string }>('POST', path, { key, body, mayFail: true })
    const before = await rows()
    of.limit.atMost = before + 3
    const responses = await Promise.all(prepared.slice(0, 8).map(send))
    expect(responses.map(({ status }) => status).toSorted(), responses.at(-1)?.text).toEqual([201, 201, 201, 409, 409, 409, 409, 409])
    expect(await rows()).toBe(before + 3)
    const refused = responses.find(({ status }) => status === 409)
    expect(refused?.body.error).toMatchObject({
      code: 'SVC-CATALOG-LIMIT_REACHED',
      message: expect.stringContaining(toLimitSentence(of.limit)),
    })

    of.limit.atMost = 0
    const id = responses.find(({ status }) => status === 201)?.body.data.id
    const path = `${of.path}/${id}`
    const { body } = await tenant.api<{ id: string }[]>('GET', `${of.path}?limit=100`, { key })
    expect(
      body.data.map((row) => row.id),
      'what there is stays',
    ).toContain(id)
    expect((await send(prepared[8] ?? { path: '', body: null })).status).toBe(409)

    of.limit.atMost = before + 3
    expect((await send(prepared[9] ?? { path: '', body: null })).status).toBe(409)
    const isDeleted = operations.some(
      ({ method, path: pattern, deletion }) => method === 'DELETE' && pattern === `${of.path}/{id}` && deletion !== 'archive',
    )
    if (!isDeleted && !of.limit.only) return
    expect((await tenant.api('DELETE', path, { key })).status).toBe(200)
    expect((await send(await requests.prepare(endpoint))).status, 'after a deletion').toBe(201)
  })
})
