/** Guarantee 9: neither a user's session nor an API key that acts for the user may do more than the user's role allows. */
import { beforeAll, describe, expect, it } from 'vitest'
import type { User } from '../../client/index.ts'
import { covers, roles, scopesOfRole, type Role } from '#platform/principal.ts'
import { setUpTenant, randomIdSuffix } from '../support/service.ts'
import { casesByKind, kindOfOperation } from '../extent.ts'
import { fillPath, named, operations, requestsOf } from './operations.ts'

type Caller = { role: Role; as: 'a session' | 'a key with the scope admin'; credential: () => Promise<string> }

// Safe because the role names are the values of the type.
const roleNames = Object.keys(roles) as Role[]
const columns = roleNames.flatMap((role) => (['a session', 'a key with the scope admin'] as const).map((as) => ({ role, as })))
/** Operations of users and keys. scopes.test.ts tests that visitors' operations accept neither. */
const guarded = operations.filter(({ scope }) => scope !== 'none' && scope !== 'visitor')
const callersOf = casesByKind(guarded, kindOfOperation, columns)
const people = new Map<Role, string>()
const keys = new Map<Role, string>()

const { service, tenant } = await setUpTenant()
const requests = requestsOf(tenant)
beforeAll(async () => {
  for (const role of roleNames) {
    const body = { name: role, email: `role.${role.toLowerCase()}@example.com`, role, invite: false }
    const { id } = (await tenant.skein.createUser({ body })).data
    people.set(role, id)
    keys.set(role, (await tenant.keyFor(['admin'], { userId: id })).key)
  }
})

async function getCredential({ role, as }: Pick<Caller, 'role' | 'as'>): Promise<string> {
  return as === 'a session' ? (await tenant.sessionFor(people.get(role))).accessToken : (keys.get(role) ?? '')
}

it.each([
  ['VIEWER', ['read']],
  ['AGENT', ['write']],
  ['ADMIN', ['admin']],
  ['OWNER', ['admin']],
] as const)('%s acts on the level %s of every resource', (role, scopes) => {
  expect(scopesOfRole(role)).toEqual(scopes)
})

describe.each(named(guarded))('%s', (_, endpoint) => {
  it.each(callersOf(endpoint))('is open or closed to $role by $as', async (caller) => {
    const { scope } = endpoint
    const { path, body } = await requests.prepare(endpoint)
    const key = await getCredential(caller)
    const { status, body: response, text } = await service.api(endpoint.method, path, { key, body })
    const refusal = response?.error?.code
    if (scope === 'none' || scope === 'visitor') return
    if (scope === 'session') {
      // Another user's objects are not found, and the passwords and codes are wrong.
      if (caller.as === 'a session') expect(refusal ?? '').not.toMatch(/^SVC-AUTH-(INSUFFICIENT_SCOPE|SESSION_REQUIRED)$/)
      else expect([status, refusal]).toEqual([403, 'SVC-AUTH-SESSION_REQUIRED'])
    } else if (covers(scopesOfRole(caller.role), scope)) {
      expect(refusal, text.slice(0, 300)).not.toBe('SVC-AUTH-INSUFFICIENT_SCOPE')
      expect(status, text.slice(0, 300)).not.toBe(401)
    } else expect([status, refusal]).toEqual([403, 'SVC-AUTH-INSUFFICIENT_SCOPE'])
  })
})

describe('a session without the second factor that its role needs', () => {
  let session: string
  let newSession: () => Promise<string>
  beforeAll(async () => {
    const own = await service.createTenant()
    const body = { name: 'Ada', email: 'ada@example.com', role: 'ADMIN', invite: false }
    const { id } = (await own.api<User>('POST', '/users', { body })).body.data
    await own.skein.updateTenantSettings({ body: { secondFactor: { requiredRoles: ['ADMIN'] } } })
    newSession = async () => (await own.sessionFor(id)).accessToken
    session = await newSession()
  })

  it('may enroll one, sign out, and read its own user', () => {
    const open = guarded.filter(({ duringEnrolment }) => duringEnrolment).map(({ operationId }) => operationId)
    expect(open.toSorted()).toEqual(['confirmTotp', 'enrollTotp', 'getMe', 'logout'])
  })

  it.each(named(guarded))('may call %s only for enrolment', async (_, endpoint) => {
    const ids = Object.fromEntries(Object.entries(endpoint.params).map(([name, { prefix }]) => [name, `${prefix}_${randomIdSuffix()}`]))
    // Signing out ends its session, which other calls still need, so it gets a separate one.
    const key = endpoint.operationId === 'logout' ? await newSession() : session
    const { status, body } = await service.api(endpoint.method, fillPath(endpoint, ids), { key })
    if (endpoint.duringEnrolment) expect(body.error?.code).not.toBe('SVC-AUTH-SECOND_FACTOR_REQUIRED')
    else expect([status, body.error?.code]).toEqual([403, 'SVC-AUTH-SECOND_FACTOR_REQUIRED'])
  })
})
