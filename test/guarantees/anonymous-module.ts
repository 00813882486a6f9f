/** Operations that exist only for tests of the kit: an anonymous one, and one that only consumes rate-limit attempts. */
import { staticResponse } from '#platform/http/static-response.ts'
import type { AddressInfo } from 'node:net'
import { expect } from 'vitest'
import { toUnchangedOutcome, toOutcome } from '#platform/outbox/effects.ts'
import { item } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import { ApiError, invalidCredentials, unknownReference } from '#platform/errors.ts'
import { createMetrics } from '#platform/http/metrics.ts'
import { createLocalLimits } from '#platform/http/rate-limit.ts'
import { createFileLinks } from '#platform/files/file-links.ts'
import { createHttp } from '#platform/http/server.ts'
import { newId } from '#platform/ids.ts'
import { createLog } from '#platform/log.ts'
import { openapiDocument } from '#platform/openapi/document.ts'
import { closed, component, Type } from '#platform/schema.ts'
import { module } from '#kit/module.ts'
import { createSecrets } from '#platform/secrets.ts'
import { openCaller, type Call } from '../support/caller.ts'
import { checkResponse } from '../support/document.ts'
import type { TestService } from '../support/service.ts'
import { createAuthenticate } from '#kit/credentials.ts'
import { readKeys } from '../../server/resources/api-keys/index.ts'
import { findTenantId, getOwnerId, createFindTenantBySlug } from '../../server/resources/tenants/index.ts'

const SignIn = component('SignIn', closed({ token: Type.String() }, { examples: [{ token: 'token-1' }] }))
const SignInRequest = component(
  'SignInRequest',
  closed(
    { tenant: Type.String(), email: Type.String(), password: Type.String() },
    { examples: [{ tenant: 'acme', email: 'ada@example.com', password: 'correct horse' }] },
  ),
)
/** Arguments that the handler of `signIn` received. */
export const seen: object[] = []
const described = { operationId: 'signIn', tag: 'sign-ins', summary: 'Sign in', description: 'Exists for a test of the kit.' }

const signIn = endpoint.anonymous({
  ...described,
  method: 'POST',
  path: '/sign-ins',
  body: SignInRequest,
  responds: { 200: item(SignIn) },
  errors: [unknownReference, invalidCredentials],
  secret: true,
  account: ({ email }) => email.toLowerCase(),
  async findActor({ db, body }) {
    const tenantId = await findTenantId(db, body.tenant)
    if (tenantId === null) return null
    if (body.password === 'wrong') throw new ApiError(invalidCredentials)
    return { tenantId, userId: await getOwnerId(db, tenantId) }
  },
  present: ({ token }: { token: string }) => ({ token }),
  async handle(context) {
    const { actor, body, effects } = context
    seen.push(context)
    if (body.password === 'refused') throw new ApiError(unknownReference)
    if (body.password === '401 in the handler') throw new ApiError(invalidCredentials)
    if (!actor && body.password !== 'effects without tenant') return toUnchangedOutcome({ token: 'no account' })
    const audited = effects.audit({ action: 'sign_in.made', target: { type: 'sign_in', id: newId() } })
    return toOutcome({ token: `token-${newId()}` }, audited)
  },
})

const changePassword = endpoint.write({
  ...described,
  operationId: 'changePassword',
  summary: 'Change the password',
  method: 'POST',
  path: '/sign-ins/password',
  scope: 'any',
  rateLimit: 'attempts',
  responds: { 200: item(SignIn) },
  present: ({ token }: { token: string }) => ({ token }),
  handle: async ({ principal }) => toUnchangedOutcome({ token: principal.user.name }),
})

const signOut = endpoint.write({
  ...described,
  operationId: 'signOut',
  summary: 'Sign out',
  method: 'DELETE',
  deletion: 'archive',
  path: '/sign-ins',
  scope: 'session',
  responds: { 200: item(SignIn) },
  present: ({ token }: { token: string }) => ({ token }),
  handle: async ({ principal }) => toUnchangedOutcome({ token: principal.user.name }),
})

const never = () => Promise.reject(new Error('never'))

const bare = {
  ...described,
  method: 'POST',
  path: '/sign-ins/bare',
  responds: { 200: item(SignIn) },
  present: ({ token }: { token: string }) => ({ token }),
  handle: async () => toUnchangedOutcome({ token: 'b' }),
} as const

/** Never called. The marked lines must not compile. */
export const refusedByTheCompiler = () => [
  endpoint.anonymous({ ...bare, account: () => null, findActor: never }),
  // @ts-expect-error: without credentials, it must say whose attempts are counted and for whom it acts
  endpoint.anonymous(bare),
  endpoint.anonymous({
    ...bare,
    account: () => null,
    findActor: never,
    // @ts-expect-error: there is no principal
    handle: async ({ principal }) => toUnchangedOutcome({ token: String(principal) }),
  }),
]

const noText = { bearerFormat: '', description: '' }
const signIns = module({ name: 'sign-ins', description: 'For this test.', endpoints: [signIn, changePassword, signOut] })
export const document = openapiDocument({ info: {} as never, servers: [], bearer: noText, visitor: noText }, [signIns], [])

export type AnonymousModule = { call: Call; stop(): Promise<void> }

/** Serves the operations on the database of `service`, with an empty rate limit. Callers choose their IP address with `X-Forwarded-For`. */
export async function openAnonymousModule(service: TestService): Promise<AnonymousModule> {
  const { log } = createLog('silent')
  const secrets = createSecrets(service.config.secretKey)
  const http = createHttp({
    checkDiskSpace: null,
    endpoints: signIns.endpoints,
    config: service.config,
    db: service.db,
    secrets,
    outbound: { checkUrl: never, fetch: never, post: never },
    authenticate: createAuthenticate([readKeys(service.db, secrets)]),
    limits: createLocalLimits({ ipPerMinute: 600, tenantPerMinute: 3000, authPerMinute: 5, visitsPerMinute: 5 }),
    publicOperations: new Set(),
    links: createFileLinks(new URL('http://localhost'), secrets),
    openapi: () => staticResponse('application/json', JSON.stringify(document)),
    onWrite: () => {},
    responseStepMs: 1,
    log,
    frontDoor: {
      baseHost: 'localhost',
      docsUrl: 'http://localhost/docs/errors',
      trustProxy: true,
      findTenantBySlug: createFindTenantBySlug(service.db),
      metrics: createMetrics(service.db, []),
      outside: () => null,
      isDashboard: () => false,
      allowsOrigin: () => false,
      opensToAll: () => false,
      deadlines: { bodyIdleMs: 10_000, arriveMs: 30_000, workMs: 15_000 },
    },
  })
  await http.ready()
  await new Promise<void>((resolve) => http.server.listen(0, '127.0.0.1', resolve))
  // Safe because address() returns an AddressInfo for a server that listens on a port.
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
