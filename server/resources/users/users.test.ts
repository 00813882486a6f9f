import { describe, expect, it } from 'vitest'
import type { Team, User } from '../../../client/index.ts'
import { setUpTenant, randomIdSuffix, type TestService, type TestTenant } from '../../../test/support/service.ts'

type Event = { type: string; data: { object: { id: string } & User; previous?: object } }

const { service, tenant } = await setUpTenant()

let count = 0
const create = (body: object = {}, of = tenant) =>
  of.api<User>('POST', '/users', { body: { name: 'Grace', email: `u${++count}@example.com`, role: 'AGENT', ...body } })
const made = async (body: object = {}, of = tenant) => (await create(body, of)).body.data
const change = (id: string, body: object, of = tenant) => of.api<User>('PATCH', `/users/${id}`, { body })
const read = (id: string) => tenant.api<User>('GET', `/users/${id}`)
const makeTeam = async () => (await tenant.skein.createTeam({ body: { name: `Team ${++count}` } })).data.id
const team = async (id: string) => await tenant.api<Team>('GET', `/teams/${id}`)
const refusal = ({ status, body }: Awaited<ReturnType<typeof create>>) => [status, body.error?.code]
const eventsAbout = async (id: string) =>
  (await tenant.api<Event[]>('GET', '/events?limit=100&types=user.created,user.updated,user.deleted')).body.data
    .filter(({ data }) => data.object.id === id)
    .map(({ type, data }) => [type, data.previous ?? null])

describe('a user', () => {
  it('is invited, unless created active for use over the API', async () => {
    expect(await made()).toMatchObject({ status: 'INVITED', availability: 'AVAILABLE', teamIds: [], lastSeenAt: null })
    expect(await made({ invite: false, availability: 'away' })).toMatchObject({ status: 'ACTIVE', availability: 'AWAY' })
  })

  it('has a unique address in the tenant in any letter case, but not across tenants', async () => {
    const first = await made({ email: 'Dora@Example.com' })
    expect(first.email).toBe('dora@example.com')
    const refused = await create({ email: 'DORA@example.COM' })
    expect([...refusal(refused), refused.body.error?.details?.[0]?.field]).toEqual([409, 'SVC-CATALOG-DUPLICATE', 'email'])
    const other = await made()
    expect(refusal(await change(other.id, { email: 'dorA@example.com' }))).toEqual([409, 'SVC-CATALOG-DUPLICATE'])
    expect((await create({ email: 'dora@example.com' }, await service.createTenant())).status).toBe(201)
  })

  it('is found by the beginning of the name or the address, in any letter case', async () => {
    const { id } = await made({ name: 'Östen Åkesson', email: 'osten.a@example.com' })
    const find = async (prefix: string) => (await tenant.skein.listUsers({ query: { namePrefix: prefix } })).data.map((found) => found.id)
    expect(await find('öST')).toEqual([id])
    expect(await find('Osten.A@')).toEqual([id])
    expect(await find('kesson')).toEqual([])
    expect(await find('%')).toEqual([])
  })

  it('was last seen at the latest call of their key', async () => {
    await expect.poll(async () => (await read(tenant.ownerId)).body.data.lastSeenAt).not.toBeNull()
  })

  it('was last seen at their sign-in, even just after their previous request', async () => {
    const { id, email } = await made({ invite: false })
    await tenant.setPassword(id, 'salty otters read maps')
    const body = { tenant: tenant.slug, email, password: 'salty otters read maps' }
    const seen: number[] = []
    for (let i = 0; i < 2; i++) {
      expect((await service.api('POST', '/auth/login', { body })).status).toBe(200)
      seen.push(Date.parse((await read(id)).body.data.lastSeenAt ?? ''))
    }
    expect(seen[0]).toBeGreaterThan(0)
    expect(seen[1]).toBeGreaterThan(seen[0] ?? 0)
  })
})

describe('the teams of a user', () => {
  it('are set together, and shown by the user and the teams, with events and ETags', async () => {
    const [a, b] = [await makeTeam(), await makeTeam()]
    const { id, teamIds } = await made({ teamIds: [a] })
    expect(teamIds).toEqual([a])
    const before = await team(b)
    expect((await change(id, { teamIds: [b] })).body.data.teamIds).toEqual([b])
    const after = await team(b)
    expect([(await team(a)).body.data.memberIds, after.body.data.memberIds]).toEqual([[], [id]])
    expect(after.headers.etag).not.toBe(before.headers.etag)
    expect(await eventsAbout(id)).toEqual([
      ['user.created', null],
      ['user.updated', { teamIds: [a] }],
    ])
    const listed = await tenant.api<User[]>('GET', `/users?teamId=${b}`)
    expect(listed.body.data.map((person) => person.id)).toEqual([id])
  })

  it('change with the members of a team, and when a team is deleted', async () => {
    const [a, { id }] = [await makeTeam(), await made()]
    const before = await read(id)
    await tenant.skein.addTeamMember({ path: { id: a, userId: id } })
    const joined = await read(id)
    expect([joined.body.data.teamIds, joined.headers.etag === before.headers.etag]).toEqual([[a], false])
    expect((await tenant.api('DELETE', `/teams/${a}`)).status).toBe(200)
    expect((await read(id)).body.data.teamIds).toEqual([])
    expect(await eventsAbout(id)).toEqual([
      ['user.created', null],
      ['user.updated', { teamIds: [] }],
      ['user.updated', { teamIds: [a] }],
    ])
  })

  it('must exist: an unknown one is refused with its path, and no user is created', async () => {
    const [a, nothing] = [await makeTeam(), `tea_${randomIdSuffix()}`]
    const refused = await create({ email: 'nobody@example.com', teamIds: [a, nothing] })
    expect([...refusal(refused), refused.body.error?.details?.map(({ field }) => field)]).toEqual([
      422,
      'SVC-VALIDATION-UNKNOWN_REFERENCE',
      ['teamIds[1]'],
    ])
    expect((await tenant.api('GET', '/users?namePrefix=nobody@')).body.meta.total).toBe(0)
    const { id } = await made({ teamIds: [a] })
    const unknown = await change(id, { teamIds: [nothing, a] })
    expect([...refusal(unknown), unknown.body.error?.details?.map(({ field }) => field)]).toEqual([
      422,
      'SVC-VALIDATION-UNKNOWN_REFERENCE',
      ['teamIds[0]'],
    ])
  })

  it('are consistent on both sides after all kinds of concurrent changes', async () => {
    const teams = await Promise.all([makeTeam(), makeTeam(), makeTeam()])
    const people = await Promise.all([made(), made(), made()])
    const someOf = (round: number) => teams.filter((_, i) => (round >> i) & 1)
    const answers = await Promise.all(
      Array.from({ length: 24 }, (_, i) => {
        const { id = '' } = people[i % 3] ?? {}
        const path = `/teams/${teams[(i >> 1) % 3]}/members/${id}`
        return i % 2 ? change(id, { teamIds: someOf(i % 8) }) : tenant.api(i % 4 ? 'PUT' : 'DELETE', path)
      }),
    )
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    for (const id of teams) {
      const members = (await team(id)).body.data.memberIds.toSorted()
      const showing = await Promise.all(
        people.map(async (person) => ((await read(person.id)).body.data.teamIds.includes(id) ? [person.id] : [])),
      )
      expect(members).toEqual(showing.flat().toSorted())
    }
  })
})

describe('the last active owner', () => {
  it('cannot be deleted, suspended or given another role until another one exists', async () => {
    const own = await service.createTenant()
    const takeAway = [
      () => change(own.ownerId, { status: 'SUSPENDED' }, own),
      () => change(own.ownerId, { role: 'ADMIN' }, own),
      () => own.api<User>('DELETE', `/users/${own.ownerId}`),
    ]
    const invited = await made({ role: 'OWNER' }, own)
    for (const attempt of takeAway) expect(refusal(await attempt())).toEqual([409, 'SVC-USER-LAST_OWNER'])
    expect((await change(invited.id, { status: 'ACTIVE' }, own)).status).toBe(200)
    expect((await change(own.ownerId, { role: 'ADMIN' }, own)).body.data.role).toBe('ADMIN')
    expect(refusal(await change(invited.id, { role: 'AGENT' }, own))).toEqual([403, 'SVC-AUTH-SCOPE_ESCALATION'])
  })

  it('is kept when all owners are removed concurrently', async () => {
    for (let round = 0; round < 5; round++) {
      const own = await service.createTenant()
      const others = await Promise.all(Array.from({ length: 3 }, () => made({ role: 'OWNER', invite: false }, own)))
      const answers = await Promise.all([
        ...others.map(({ id }, i) => (i === 0 ? own.api<User>('DELETE', `/users/${id}`) : change(id, { role: 'VIEWER' }, own))),
        change(own.ownerId, { availability: 'OFFLINE', role: 'ADMIN' }, own),
      ])
      const { rows } = await activeOwners(own)
      expect(rows, JSON.stringify(answers.map(refusal))).toBeGreaterThanOrEqual(1)
    }
  })
})

/** Reads owners from the database, because the user of the test's key may no longer be an owner. */
async function activeOwners({ tenantId }: TestTenant): Promise<{ rows: number }> {
  const [row] = await service.db.rows<object, { rows: number }>(
    { text: `select count(*) as rows from users where tenant_id = '${tenantId}' and role = 'OWNER' and status = 'ACTIVE'`, names: [] },
    {},
  )
  return row ?? { rows: 0 }
}

describe('the keys of a user', () => {
  it('stop on every node when the user is suspended, and work again afterwards', async () => {
    const node = await service.startNode()
    const { id } = await made({ invite: false })
    const { key } = await tenant.keyFor(['admin'], { userId: id })
    const statusAt = async (api: TestService['api']) => (await api('GET', '/me', { key })).status
    expect([await statusAt(service.api), await statusAt(node.api)]).toEqual([200, 200])
    await change(id, { status: 'SUSPENDED' })
    expect(await statusAt(service.api), 'immediately on the node that changed it').toBe(401)
    await expect.poll(() => statusAt(node.api)).toBe(401)
    await change(id, { status: 'ACTIVE' })
    await expect.poll(() => statusAt(node.api)).toBe(200)
  })

  it('allow no more than the user’s role, regardless of their scopes', async () => {
    const { id } = await made({ invite: false })
    const { key } = await tenant.keyFor(['admin'], { userId: id })
    const label = () => service.api('POST', '/labels', { key, body: { name: `Label ${++count}` } })
    const me = await service.api<{ key: { scopes: string[] } }>('GET', '/me', { key })
    expect(me.body.data.key.scopes).toEqual(['write'])
    expect((await label()).status).toBe(201)
    const wider = await service.api('POST', '/teams', { key, body: { name: 'Mine' } })
    expect([wider.status, wider.body.error?.code]).toEqual([403, 'SVC-AUTH-INSUFFICIENT_SCOPE'])
    const escalation = await service.api('POST', '/api-keys', { key, body: { name: 'More', scopes: ['admin'] } })
    expect(escalation.status).toBe(403)
    await change(id, { role: 'VIEWER' })
    expect([(await label()).status, (await service.api('GET', '/labels', { key })).status]).toEqual([403, 200])
  })

  it('cannot manage a user with more rights than the caller; only owners manage owners', async () => {
    const { key: narrow } = await tenant.keyFor(['catalog:admin'])
    const { key: reading } = await tenant.keyFor(['catalog:admin', 'read'])
    const { key: writing } = await tenant.keyFor(['catalog:admin', 'write'])
    const { id: admin } = await made({ role: 'ADMIN', invite: false })
    const { key: ofAdmin } = await tenant.keyFor(['admin'], { userId: admin })
    const as = async (key: string, role: string) =>
      (await service.api('POST', '/users', { key, body: { name: 'X', email: `u${++count}@example.com`, role } })).status
    const allowed = async (key: string) => {
      const statuses = []
      for (const role of ['VIEWER', 'AGENT', 'ADMIN', 'OWNER']) statuses.push(await as(key, role))
      return statuses
    }
    expect(await allowed(narrow)).toEqual([403, 403, 403, 403])
    expect(await allowed(reading)).toEqual([201, 403, 403, 403])
    expect(await allowed(writing)).toEqual([201, 201, 403, 403])
    const [viewer, agent] = [await made({ role: 'VIEWER', invite: false }), await made({ invite: false })]
    const sent = async (key: string, { id }: User, body: object | null) => {
      const answer = await service.api(body ? 'PATCH' : 'DELETE', `/users/${id}`, { key, ...(body ? { body } : {}) })
      return answer.status === 403 ? answer.body.error?.code : answer.status
    }
    const escalation = 'SVC-AUTH-SCOPE_ESCALATION'
    for (const body of [{ email: `u${++count}@example.com` }, { role: 'VIEWER' }, { status: 'SUSPENDED' }, null])
      expect([await sent(narrow, agent, body), await sent(reading, agent, body)], JSON.stringify(body)).toEqual([escalation, escalation])
    expect(await sent(reading, viewer, { role: 'AGENT' }), 'a promotion').toBe(escalation)
    expect(await sent(narrow, agent, { name: 'Grace Hopper', availability: 'BUSY' }), 'what gives no access').toBe(200)
    expect([await sent(writing, viewer, { role: 'AGENT' }), await sent(writing, agent, null)]).toEqual([200, 200])
    expect([await as(ofAdmin, 'ADMIN'), await as(ofAdmin, 'OWNER')]).toEqual([201, 403])
    const takeOver = await service.api('PATCH', `/users/${tenant.ownerId}`, { key: ofAdmin, body: { email: 'mine@example.com' } })
    expect([takeOver.status, takeOver.body.error?.code]).toEqual([403, 'SVC-AUTH-SCOPE_ESCALATION'])
  })
})

describe('deleting a user', () => {
  it('is refused while references exist, with their number and what to do instead', async () => {
    const { id } = await made({ invite: false, teamIds: [await makeTeam(), await makeTeam()] })
    const { id: keyId } = await tenant.keyFor(['read'], { userId: id })
    const refused = await tenant.api<User>('DELETE', `/users/${id}`)
    expect(refusal(refused)).toEqual([409, 'SVC-CATALOG-IN_USE'])
    expect(refused.body.error?.message).toContain('suspended instead')
    expect(refused.body.error?.details?.map(({ field, message }) => [field, message]).toSorted()).toEqual([
      ['api keys', '1'],
      ['team memberships', '2'],
    ])
    await change(id, { teamIds: [] })
    await tenant.skein.revokeApiKey({ path: { id: keyId } })
    expect(refusal(await tenant.api<User>('DELETE', `/users/${id}`)), 'a revoked key still refers to its person').toEqual([
      409,
      'SVC-CATALOG-IN_USE',
    ])
    expect((await change(id, { status: 'SUSPENDED' })).body.data.status).toBe('SUSPENDED')
  })

  it('is permanent and frees their address', async () => {
    const { id, email } = await made({ invite: false })
    expect((await tenant.api('DELETE', `/users/${id}`)).status).toBe(200)
    expect((await read(id)).status).toBe(404)
    expect((await create({ email })).status).toBe(201)
    expect((await eventsAbout(id)).map(([type]) => type)).toEqual(['user.created', 'user.deleted'])
  })
})
