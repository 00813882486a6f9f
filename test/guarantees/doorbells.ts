/** Operations that exist for tests of the kit alone: one for callers without credentials, and one that only limits tries. */
import type { AddressInfo } from 'node:net'
import { expect } from 'vitest'
import { unchanged, written } from '../../server/kit/effects.ts'
import { endpoint, item } from '../../server/kit/endpoint.ts'
import { ApiError, invalidCredentials, unknownReference } from '../../server/kit/errors.ts'
import { createMetrics } from '../../server/kit/http/metrics.ts'
import { createRateLimiter } from '../../server/kit/http/rate-limit.ts'
import { createHttp } from '../../server/kit/http/server.ts'
import { newId } from '../../server/kit/ids.ts'
import { createLog } from '../../server/kit/log.ts'
import { openapiDocument } from '../../server/kit/openapi/document.ts'
import { closed, component, Type } from '../../server/kit/schema.ts'
import { room } from '../../server/kit/room.ts'
import { createSecrets } from '../../server/kit/secrets.ts'
import { openCaller, type Call } from '../../server/kit/testing/caller.ts'
import { checkResponse } from '../../server/kit/testing/document.ts'
import type { TestService } from '../../server/kit/testing/service.ts'
import { createAuthenticate } from '../../server/resources/api-keys/index.ts'
import { findTenantId, getOwnerId, createFindTenantBySlug } from '../../server/resources/tenants/index.ts'

const Doorbell = component('Doorbell', closed({ word: Type.String() }, { examples: [{ word: 'welcome' }] }))
const DoorbellRing = component(
  'DoorbellRing',
  closed(
    { house: Type.String(), email: Type.String(), password: Type.String() },
    { examples: [{ house: 'acme', email: 'ada@example.com', password: 'correct horse' }] },
  ),
)
/** What the handler of `ringDoorbell` was given. */
export const seen: object[] = []
const words = { operationId: 'ringDoorbell', tag: 'doorbells', summary: 'Ring the doorbell', description: 'Exists for a test of the kit.' }

const ringDoorbell = endpoint({
  ...words,
  method: 'POST',
  path: '/doorbells/ring',
  scope: 'none',
  body: DoorbellRing,
  responds: { 200: item(Doorbell) },
  errors: [unknownReference, invalidCredentials],
  secret: true,
  writes: 'transaction',
  account: ({ email }) => email.toLowerCase(),
  async findActor({ db, body }) {
    const tenantId = await findTenantId(db, body.house)
    if (tenantId === null) return null
    if (body.password === 'wrong') throw new ApiError(invalidCredentials)
    return { tenantId, userId: await getOwnerId(db, tenantId) }
  },
  present: ({ word }: { word: string }) => ({ word }),
  async handle(context) {
    const { actor, body, effects } = context
    seen.push(context)
    if (body.password === 'stuck') throw new ApiError(unknownReference)
    if (body.password === 'refused late') throw new ApiError(invalidCredentials)
    if (!actor && body.password !== 'careless') return unchanged({ word: 'nobody is at home' })
    const audited = effects.audit({ action: 'doorbell.rung', target: { type: 'doorbell', id: newId() } })
    return written({ word: `token-${newId()}` }, audited)
  },
})

const changeLock = endpoint({
  ...words,
  operationId: 'changeLock',
  summary: 'Change the lock',
  method: 'POST',
  path: '/doorbells/lock',
  scope: 'any',
  limit: 'auth',
  responds: { 200: item(Doorbell) },
  writes: 'transaction',
  present: ({ word }: { word: string }) => ({ word }),
  handle: async ({ principal }) => unchanged({ word: principal.user.name }),
})

const never = () => Promise.reject(new Error('never'))

const bare = {
  ...words,
  method: 'POST',
  path: '/doorbells/bare',
  scope: 'none',
  responds: { 200: item(Doorbell) },
  writes: 'transaction',
  present: ({ word }: { word: string }) => ({ word }),
  handle: async () => unchanged({ word: 'b' }),
} as const

/** Never called: the lines marked here must not compile. */
export const refusedByTheCompiler = () => [
  endpoint({ ...bare, account: () => null, findActor: never }),
  // @ts-expect-error: without credentials it must say whose tries are counted and whom it acts for
  endpoint(bare),
  // @ts-expect-error: what is read without credentials has no tenant
  endpoint({ ...bare, method: 'GET' }),
  endpoint({
    ...bare,
    account: () => null,
    findActor: never,
    // @ts-expect-error: there is no principal
    handle: async ({ principal }) => unchanged({ word: String(principal) }),
  }),
]

const doorbells = room({ name: 'doorbells', description: 'For this test.', endpoints: [ringDoorbell, changeLock] })
export const document = openapiDocument(
  { info: {} as never, servers: [], bearer: { bearerFormat: '', description: '' }, sampleOrigin: '' },
  [doorbells],
  [],
)

export type Doorbells = { call: Call; stop(): Promise<void> }

/** Serves them on the database of `service`, with no tries used up; the address is what `X-Forwarded-For` says. */
export async function openDoorbells(service: TestService): Promise<Doorbells> {
  const { log } = createLog('silent')
  const secrets = createSecrets(service.config.secretKey)
  const http = createHttp({
    endpoints: doorbells.endpoints,
    db: service.db,
    secrets,
    outbound: { checkUrl: never },
    authenticate: createAuthenticate(service.db, secrets),
    authLimiter: createRateLimiter('auth', 5),
    tenantLimiter: createRateLimiter('tenant', 3000),
    publicOperations: new Set(),
    openapi: () => ({ bytes: Buffer.from(JSON.stringify(document)), entityTag: 'x' }),
    onWrite: () => {},
    log,
    frontDoor: {
      baseHost: 'localhost',
      docsUrl: 'http://localhost/docs/errors',
      trustProxy: true,
      ipLimiter: createRateLimiter('ip', 600),
      findTenantBySlug: createFindTenantBySlug(service.db),
      metrics: createMetrics(service.db, []),
      outside: () => null,
      deadlines: { bodyIdleMs: 10_000, arriveMs: 30_000, workMs: 15_000 },
    },
  })
  await http.ready()
  await new Promise<void>((resolve) => http.server.listen(0, '127.0.0.1', resolve))
  // Safe because a server that listens on a port has the address of one.
  const { port } = http.server.address() as AddressInfo
  const { call, close } = openCaller(port, (method, path, { status, headers, text }, mayFail) => {
    expect(checkResponse(document, { method, path: `/api/v1${path}`, status, headers, body: text }), path).toEqual([])
    if (!mayFail) expect(status, text).toBeLessThan(500)
  })
  return {
    call,
    async stop() {
      close()
      http.server.close()
      await http.close()
    },
  }
}
