import { describe, expect, it } from 'vitest'
import { testsAll } from '../../../../test/extent.ts'
import { getEvents, makeThread } from '../../../../test/support/threads.ts'
import { setUpTenant, randomIdSuffix, type TestNode } from '../../../../test/support/service.ts'
import {
  assign,
  makeUser,
  makeTeam,
  countOpenThreads,
  getThread,
  type AssignedThread as Thread,
} from '../../../../test/support/assignment.ts'

// Long deadlines, because the tests send many requests at once and the machine may be busy.
const { service, tenant } = await setUpTenant({ deadlines: { bodyIdleMs: 10_000, arriveMs: 30_000, workMs: 60_000 } })

const getAssignment = ({ body }: { body: { data: Thread } }) => [body.data.assignee?.id ?? null, body.data.teamId]

describe('assigning a thread', () => {
  it('sets assignee and team, keeps omitted fields, and emits nothing on a repeat', async () => {
    const agent = await makeUser(tenant)
    const team = await makeTeam(tenant)
    const id = await makeThread(tenant)
    expect(getAssignment(await assign(tenant, id, { assigneeId: agent }))).toEqual([agent, null])
    const both = await assign(tenant, id, { teamId: team })
    expect(getAssignment(both)).toEqual([agent, team])
    const again = await assign(tenant, id, { assigneeId: agent, teamId: team })
    expect([again.headers.etag, again.body.data]).toEqual([both.headers.etag, both.body.data])
    expect(getAssignment(await assign(tenant, id, { assigneeId: null }))).toEqual([null, team])
    expect(getAssignment(await assign(tenant, id, { assigneeId: agent, teamId: null }))).toEqual([agent, null])
    expect((await getEvents(tenant, id)).map(({ type }) => type).filter((type) => type.startsWith('thread.'))).toEqual([
      'thread.created',
      ...Array.from({ length: 4 }, () => 'thread.assigned'),
    ])
  })

  it('emits an event with the previous assignee and team, and writes an audit row', async () => {
    const [agent, other] = [await makeUser(tenant), await makeUser(tenant)]
    const [team, next] = [await makeTeam(tenant), await makeTeam(tenant)]
    const id = await makeThread(tenant)
    await assign(tenant, id, { assigneeId: agent, teamId: team })
    await assign(tenant, id, { assigneeId: other, teamId: next })
    type Event = { data: { object: Thread; previous: { assignee: { id: string } | null; teamId: string | null } } }
    const events = (await tenant.api<Event[]>('GET', '/events?types=thread.assigned&limit=100')).body.data.filter(
      ({ data }) => data.object.id === id,
    )
    expect(events.map(({ data: { previous } }) => previous)).toMatchObject([
      { assignee: null, teamId: null },
      { assignee: { id: agent }, teamId: team },
    ])
    const audited = await tenant.api<{ target: { id: string } }[]>('GET', '/audit-logs?action=thread.assigned&limit=100')
    expect(audited.body.data.filter(({ target }) => target.id === id)).toHaveLength(2)
  })

  it('is possible for invited users, but not for suspended users or viewers', async () => {
    const id = await makeThread(tenant)
    const invited = await makeUser(tenant, { invite: true })
    expect(getAssignment(await assign(tenant, id, { assigneeId: invited }))[0]).toBe(invited)
    const suspended = await makeUser(tenant)
    await tenant.skein.updateUser({ path: { id: suspended }, body: { status: 'SUSPENDED' } })
    const viewer = await makeUser(tenant, { role: 'VIEWER' })
    const stranger = (await service.createTenant()).ownerId
    for (const [assigneeId, code] of [
      [suspended, 'SUSPENDED'],
      [viewer, 'VIEWER'],
      [stranger, 'UNKNOWN'],
      [`usr_${randomIdSuffix()}`, 'UNKNOWN'],
    ]) {
      const refused = await assign(tenant, id, { assigneeId })
      expect([refused.status, refused.body.error?.details?.[0]]).toMatchObject([422, { field: 'assigneeId', code }])
    }
    expect((await getThread(tenant, id)).assignee?.id).toBe(invited)
  })

  it('succeeds for one of two concurrent agents, and names that one to the other', async () => {
    const agents = await Promise.all([makeUser(tenant), makeUser(tenant)])
    const id = await makeThread(tenant)
    const responses = await Promise.all(agents.map((assigneeId) => assign(tenant, id, { assigneeId, ifAssigneeId: null })))
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const winner = (await getThread(tenant, id)).assignee?.id
    const { body } = responses.find(({ status }) => status === 409) ?? throwNoConflict()
    expect(body.error).toMatchObject({
      code: 'SVC-THREAD-ASSIGNEE_CHANGED',
      details: [{ field: 'ifAssigneeId', code: 'ASSIGNEE_CHANGED', message: winner }],
    })
    const outdated = await assign(tenant, id, { assigneeId: null, ifAssigneeId: agents.find((agent) => agent !== winner) })
    expect(outdated.status).toBe(409)
    expect((await assign(tenant, id, { assigneeId: null, ifAssigneeId: winner })).status).toBe(200)
  })
})

describe('an assignment strategy', () => {
  it('requires a team, and cannot be combined with an assignee', async () => {
    const id = await makeThread(tenant)
    const without = await assign(tenant, id, { strategy: 'ROUND_ROBIN' })
    expect([without.status, without.body.error?.details?.[0]?.field]).toEqual([422, 'teamId'])
    const absent = await assign(tenant, id, { strategy: 'ROUND_ROBIN', teamId: `tea_${randomIdSuffix()}` })
    expect([absent.status, absent.body.error?.details?.[0]?.field]).toEqual([422, 'teamId'])
    const both = await assign(tenant, id, { strategy: 'ROUND_ROBIN', assigneeId: tenant.ownerId })
    expect([both.status, both.body.error?.details?.[0]?.code]).toEqual([400, 'AMBIGUOUS'])
  })

  it('chooses an active, available agent who may reply, or sets only the team', async () => {
    const team = await makeTeam(tenant)
    for (const agent of [{ invite: true }, { role: 'VIEWER' }]) await makeUser(tenant, { ...agent, teamIds: [team] })
    for (const change of [{ status: 'SUSPENDED' }, { availability: 'BUSY' }, { availability: 'AWAY' }, { availability: 'OFFLINE' }])
      await tenant.api('PATCH', `/users/${await makeUser(tenant, { teamIds: [team] })}`, { body: change })
    const id = await makeThread(tenant)
    const waiting = await assign(tenant, id, { strategy: 'LEAST_LOADED', teamId: team })
    expect([waiting.status, ...getAssignment(waiting)]).toEqual([200, null, team])
    const again = await assign(tenant, id, { strategy: 'LEAST_LOADED' })
    expect([again.headers.etag, again.body.data]).toEqual([waiting.headers.etag, waiting.body.data])
    const able = await makeUser(tenant, { teamIds: [team] })
    const other = await makeThread(tenant)
    await assign(tenant, id, { assigneeId: null })
    expect(getAssignment(await assign(tenant, other, { strategy: 'ROUND_ROBIN', teamId: team }))).toEqual([able, team])
  })

  it('rotates through the members, or chooses the one with the fewest open threads', async () => {
    const team = await makeTeam(tenant)
    const agents = await Promise.all(Array.from({ length: 3 }, () => makeUser(tenant, { teamIds: [team] })))
    const assignNew = async (strategy: string) =>
      getAssignment(await assign(tenant, await makeThread(tenant), { strategy, teamId: team }))[0] ?? 'unassigned'
    const inTurn: string[] = []
    for (let i = 0; i < 6; i++) inTurn.push(await assignNew('ROUND_ROBIN'))
    expect(inTurn).toEqual([...agents.toSorted(), ...agents.toSorted()])
    const [busy = '', idle = ''] = agents
    for (let i = 0; i < 2; i++) await assign(tenant, await makeThread(tenant), { assigneeId: busy })
    const mine = (await tenant.skein.listThreads({ query: { assigneeId: idle } })).data
    for (const { id } of mine) await tenant.skein.updateThread({ path: { id }, body: { status: 'pending' } })
    expect([await assignNew('LEAST_LOADED'), await assignNew('LEAST_LOADED')]).toEqual([idle, idle])
  })

  it('counts threads of all teams towards the limit, except the one being assigned', async () => {
    const [team, other] = [await makeTeam(tenant, { maxOpenPerAgent: 1 }), await makeTeam(tenant)]
    const agent = await makeUser(tenant, { teamIds: [team, other] })
    const first = await makeThread(tenant)
    expect(getAssignment(await assign(tenant, first, { strategy: 'ROUND_ROBIN', teamId: other }))).toEqual([agent, other])
    expect(getAssignment(await assign(tenant, await makeThread(tenant), { strategy: 'ROUND_ROBIN', teamId: team }))).toEqual([null, team])
    await tenant.skein.updateThread({ path: { id: first }, body: { status: 'resolved' } })
    const own = await makeThread(tenant)
    await assign(tenant, own, { assigneeId: agent })
    expect(getAssignment(await assign(tenant, own, { strategy: 'LEAST_LOADED', teamId: team }))[1]).toBe(team)
  })
})

/** More threads than the agents may have. In the full run, ten agents get 18 threads each, and 20 threads stay unassigned. */
const crowd = testsAll ? { threads: 200, agents: 10, maxOpen: 18, laterAgents: 8 } : { threads: 60, agents: 5, maxOpen: 10, laterAgents: 6 }

describe('concurrent assignments on two nodes', () => {
  it.each(['ROUND_ROBIN', 'LEAST_LOADED'])(
    'by %s never exceed the limit of an agent, and spread evenly',
    async (strategy) => {
      const nodes: TestNode[] = [service, await service.startNode()]
      const busyTenant = await service.createTenant()
      const team = await makeTeam(busyTenant, { maxOpenPerAgent: crowd.maxOpen })
      const agents = await Promise.all(Array.from({ length: crowd.agents }, () => makeUser(busyTenant, { teamIds: [team] })))
      const ids: string[] = []
      while (ids.length < crowd.threads) ids.push(...(await Promise.all(Array.from({ length: 10 }, () => makeThread(busyTenant)))))
      const started = performance.now()
      const responses = await Promise.all(
        ids.map((id, i) =>
          (nodes[i % 2] ?? service).api<Thread>('POST', `/threads/${id}/assign`, { key: busyTenant.key, body: { strategy, teamId: team } }),
        ),
      )
      console.log(`${crowd.threads} assignments by ${strategy}: ${Math.round(performance.now() - started)} ms`)
      expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]))
      expect(responses.filter(({ body }) => body.data.assignee === null)).toHaveLength(crowd.threads - crowd.agents * crowd.maxOpen)
      expect(await Promise.all(agents.map((agent) => countOpenThreads(busyTenant, agent)))).toEqual(agents.map(() => crowd.maxOpen))
      const teamWithoutLimit = await makeTeam(busyTenant)
      const newAgents = await Promise.all(
        Array.from({ length: crowd.laterAgents }, () => makeUser(busyTenant, { teamIds: [teamWithoutLimit] })),
      )
      await Promise.all(
        ids.map((id, i) =>
          (nodes[i % 2] ?? service).api('POST', `/threads/${id}/assign`, {
            key: busyTenant.key,
            body: { strategy, teamId: teamWithoutLimit },
          }),
        ),
      )
      expect(await Promise.all(newAgents.map((agent) => countOpenThreads(busyTenant, agent)))).toEqual(
        newAgents.map(() => crowd.threads / crowd.laterAgents),
      )
    },
    60_000,
  )

  it('in two teams with the same members never exceed the limit per agent', async () => {
    const nodes: TestNode[] = [service, await service.startNode()]
    const busyTenant = await service.createTenant()
    const teams = [await makeTeam(busyTenant, { maxOpenPerAgent: 5 }), await makeTeam(busyTenant, { maxOpenPerAgent: 5 })]
    const agents = await Promise.all(Array.from({ length: 6 }, () => makeUser(busyTenant, { teamIds: teams })))
    const ids = await Promise.all(Array.from({ length: 60 }, () => makeThread(busyTenant)))
    const responses = await Promise.all(
      ids.map((id, i) =>
        (nodes[i % 2] ?? service).api<Thread>('POST', `/threads/${id}/assign`, {
          key: busyTenant.key,
          body: { strategy: i % 4 < 2 ? 'ROUND_ROBIN' : 'LEAST_LOADED', teamId: teams[(i >> 1) % 2] },
        }),
      ),
    )
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]))
    expect(responses.filter(({ body }) => body.data.assignee !== null)).toHaveLength(30)
    expect(await Promise.all(agents.map((agent) => countOpenThreads(busyTenant, agent)))).toEqual(agents.map(() => 5))
  })
})

function throwNoConflict(): never {
  throw new Error('No response has status 409')
}
