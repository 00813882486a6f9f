/** G9: every operation requires credentials and its scope, and nothing more. */
import { beforeAll, describe, expect, it } from 'vitest'
import type { Endpoint } from '#platform/http/declared-endpoint.ts'
import { allScopes, covers, scopeLevels, type Scope } from '#platform/principal.ts'
import { setUpTenant } from '../support/service.ts'
import { casesByKind, kindOfOperation } from '../extent.ts'
import { credentialFor, getList, findMaker, invalidCodeOf, named, namedPrefixes, operations, requestsOf, unmakeable } from './operations.ts'

const keys = new Map<Scope, string>()
let dead: Record<(typeof deadKeys)[number], string>
const scopesOf = casesByKind(operations, kindOfOperation, allScopes)

/** Small number of scopes, because each of these requests needs new objects. */
const sufficingOf = casesByKind(operations, kindOfOperation, [0, 1, 2, 3])
const deadKeys = ['unknown', 'with a typo', 'cut', 'longer', 'of another scheme', 'one letter', 'expired', 'revoked'] as const
const deadKeysOf = casesByKind(operations, kindOfOperation, deadKeys)
const forms = ['Bearer', 'Basic <key>', '<key>', 'Bearer <key> <key>']
const formsOf = casesByKind(operations, kindOfOperation, forms)

const { service, tenant } = await setUpTenant()
const requests = requestsOf(tenant)
beforeAll(async () => {
  for (const scope of allScopes) keys.set(scope, (await tenant.keyFor([scope])).key)
  const expired = await tenant.keyFor(['admin'], { lifeSeconds: 1 })
  const revoked = await tenant.keyFor(['admin'])
  await tenant.skein.revokeApiKey({ path: { id: revoked.id } })
  await service.db.script(`update api_keys set expires_at = now() - interval '1 second' where life_seconds = 1`)
  const swap = (text: string, i: number): string => text.slice(0, i) + (text[i] === 'x' ? 'y' : 'x') + text.slice(i + 1)
  dead = {
    unknown: 'svck_9aB3dE5gH7jK9mN1pQ3rS5tU7vW9xY0OMx7Qe',
    'with a typo': swap(tenant.key, 20),
    cut: tenant.key.slice(0, -1),
    longer: `${tenant.key}x`,
    'of another scheme': 'eyJhbGciOiJIUzI1NiJ9.e30.x',
    'one letter': 'x',
    expired: expired.key,
    revoked: revoked.key,
  }
})

it('everything that a request can name can be created, or is listed as an exception', () => {
  const unknown = [...namedPrefixes()].filter((prefix) => !findMaker(prefix) && !getList(prefix) && !(prefix in unmakeable))
  expect(unknown).toEqual([])
  // Safe because the type restricts the list to prefixes.
  expect(
    Object.keys(unmakeable).filter((prefix) => findMaker(prefix as never)),
    'can be made by now',
  ).toEqual([])
})

describe.each(named(operations))('%s', (_, endpoint) => {
  it('returns 401 without a valid key, and accepts the scheme in any letter case', async () => {
    const { path, body } = await requests.prepare(endpoint)
    if (endpoint.scope === 'none') return
    const missing = await service.api(endpoint.method, path, { body })
    expect([missing.status, missing.body.error?.code]).toEqual([401, 'SVC-AUTH-MISSING_CREDENTIALS'])
    expect(missing.headers['www-authenticate']).toMatch(/^Bearer/)
    const empty = await service.api(endpoint.method, path, { body, headers: { authorization: '' } })
    expect(empty.body.error?.code).toBe('SVC-AUTH-MISSING_CREDENTIALS')
    for (const what of deadKeysOf(endpoint)) {
      const key = dead[what]
      const refused = await service.api(endpoint.method, path, { key, body })
      expect([refused.status, refused.body.error?.code], what).toEqual([401, invalidCodeOf(endpoint)])
      expect(refused.headers['www-authenticate'], what).toMatch(/^Bearer/)
    }
    for (const form of formsOf(endpoint)) {
      const authorization = form.replaceAll('<key>', tenant.key)
      const refused = await service.api(endpoint.method, path, { body, headers: { authorization } })
      expect([refused.status, refused.body.error?.code], form).toEqual([401, invalidCodeOf(endpoint)])
    }
    const credential = await credentialFor(endpoint, tenant)
    const response = await service.api(endpoint.method, path, { body, headers: { authorization: `bEARER  ${credential}` } })
    expect(Object.keys(endpoint.responds).map(Number), response.text.slice(0, 300)).toContain(response.status)
  })

  it('accepts each scope that covers its own, and returns 403 with its name otherwise', async () => {
    const { scope: needed } = endpoint
    if (needed === 'none') return
    const fixed = await requests.prepare(endpoint)
    if (needed === 'session') {
      const { status, body: response } = await service.api(endpoint.method, fixed.path, { key: tenant.key, body: fixed.body })
      expect([status, response.error?.code]).toEqual([403, 'SVC-AUTH-SESSION_REQUIRED'])
      return
    }
    if (needed === 'visitor') {
      for (const key of [tenant.key, (await tenant.sessionFor()).accessToken]) {
        const { status, body: response } = await service.api(endpoint.method, fixed.path, { key, body: fixed.body })
        expect([status, response.error?.code]).toEqual([401, 'SVC-WIDGET-SESSION_INVALID'])
      }
      return
    }
    const suffices = (scope: Scope): boolean => covers([scope], needed)
    const sufficing = allScopes.filter(suffices)
    const chosen = new Set<Scope | undefined>([...scopesOf(endpoint), ...related(endpoint)].filter((scope) => !suffices(scope)))
    for (const n of sufficingOf(endpoint)) chosen.add(sufficing[n % sufficing.length])
    for (const [scope, key] of keys) {
      if (!chosen.has(scope)) continue
      if (covers([scope], needed)) {
        const { path, body } = await requests.prepare(endpoint)
        const { status, body: response, text } = await service.api(endpoint.method, path, { key, body })
        // A narrow key may be refused for rights that it would give away, which is not a missing scope of this operation.
        if (response?.error?.code !== 'SVC-AUTH-SCOPE_ESCALATION')
          expect(Object.keys(endpoint.responds).map(Number), `${scope}: ${text.slice(0, 300)}`).toContain(status)
        continue
      }
      const { status, body: response } = await service.api(endpoint.method, fixed.path, { key, body: fixed.body })
      expect([status, response.error?.code], scope).toEqual([403, 'SVC-AUTH-INSUFFICIENT_SCOPE'])
      expect(response.error?.message, scope).toContain(needed)
      expect(response.error?.details?.[0]?.message, scope).toBe(needed)
    }
  })
})

/** Returns the scopes that are most easily confused with an operation's scope: those of its own resource and of all resources. */
function related({ scope }: Endpoint): readonly Scope[] {
  const [resource] = scope.split(':')
  return allScopes.filter((candidate) => candidate.split(':')[0] === resource || scopeLevels.some((level) => level === candidate))
}
