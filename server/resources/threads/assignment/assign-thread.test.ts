import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testsAll } from '../../../../test/extent.ts'
import { eventsOf, makeThread } from '../../../../test/support/threads.ts'
import { randomIdSuffix, startTestService, type TestNode, type TestService, type TestTenant } from '../../../../test/support/service.ts'
import {
  assign,
  makeUser,
  makeTeam,
  countOpenThreads,
  threadOf,
  type AssignedThread as Thread,
} from '../../../../test/support/assignment.ts'

let service: TestService
let tenant: TestTenant

beforeAll(async () => {
  // Long deadlines, because the tests send many requests at once and the machine may be busy.
  service = await startTestService({ deadlines: { bodyIdleMs: 10_000, arriveMs: 30_000, workMs: 60_000 } })
  tenant = await service.createTenant()
})
afterAll(() => service.stop())

const placeOf = ({ body }: { body: { data: Thread } }) => [body.data.assignee?.id ?? null, body.data.teamId]

describe('a thread is assigned', () => {
  it('to a user, a team or neither; unsent fields stay, and a repeat emits nothing', async () => {
    const person = await makeUser(tenant)
    const team = await makeTeam(tenant)
    const id = await makeThread(tenant)
    expect(placeOf(await assign(tenant, id, { assigneeId: person }))).toEqual([person, null])
    const both = await assign(tenant, id, { teamId: team })
    expect(placeOf(both)).toEqual([person, team])
    const again = await assign(tenant, id, { assigneeId: person, teamId: team })
    expect([again.headers.etag, again.body.data]).toEqual([both.headers.etag, both.body.data])
    expect(placeOf(await assign(tenant, id, { assigneeId: null }))).toEqual([null, team])
    expect(placeOf(await assign(tenant, id, { assigneeId: person, teamId: null }))).toEqual([person, null])
    expect((await eventsOf(tenant, id)).map(({ type }) => type).filter((type) => type.startsWith('thread.'))).toEqual([
      'thread.created',
      ...Array.from({ length: 4 }, () => 'thread.assigned'),
    ])
  })

  it('with an event that shows the previous assignee and team, and an audit row', async () => {
    const [person, other] = [await makeUser(tenant), await makeUser(tenant)]
    const [team, next] = [await makeTeam(tenant), await makeTeam(tenant)]
    const id = await makeThread(tenant)
    await assign(tenant, id, { assigneeId: person, teamId: team })
    await assign(tenant, id, { assigneeId: other, teamId: next })
    type Event = { data: { object: Thread; previous: { assignee: { id: string } | null; teamId: string | null } } }
    const told = (await tenant.api<Event[]>('GET', '/events?types=thread.assigned&limit=100')).body.data.filter(
      ({ data }) => data.object.id === id,
    )
    expect(told.map(({ data: { previous } }) => previous)).toMatchObject([
      { assignee: null, teamId: null },
      { assignee: { id: person }, teamId: team },
    ])
    const audited = await tenant.api<{ target: { id: string } }[]>('GET', '/audit-logs?action=thread.assigned&limit=100')
    expect(audited.body.data.filter(({ target }) => target.id === id)).toHaveLength(2)
  })

  it('explicitly to invited users as well, never to suspended users or viewers', async () => {
    const id = await makeThread(tenant)
    const invited = await makeUser(tenant, { invite: true })
    expect(placeOf(await assign(tenant, id, { assigneeId: invited }))[0]).toBe(invited)
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
    expect((await threadOf(tenant, id)).assignee?.id).toBe(invited)
  })

  it('to one of two agents who take it at the same time, and the other sees to whom', async () => {
    const people = await Promise.all([makeUser(tenant), makeUser(tenant)])
    const id = await makeThread(tenant)
    const answers = await Promise.all(people.map((assigneeId) => assign(tenant, id, { assigneeId, ifAssigneeId: null })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const winner = (await threadOf(tenant, id)).assignee?.id
    const { body } = answers.find(({ status }) => status === 409) ?? never()
    expect(body.error).toMatchObject({
      code: 'SVC-THREAD-ASSIGNEE_CHANGED',
      details: [{ field: 'ifAssigneeId', code: 'ASSIGNEE_CHANGED', message: winner }],
    })
    const outdated = await assign(tenant, id, { assigneeId: null, ifAssigneeId: people.find((person) => person !== winner) })
    expect(outdated.status).toBe(409)
    expect((await assign(tenant, id, { assigneeId: null, ifAssigneeId: winner })).status).toBe(200)
  })
})

describe('a strategy', () => {
  it('requires a team, and excludes an explicit assignee', async () => {
    const id = await makeThread(tenant)
    const without = await assign(tenant, id, { strategy: 'ROUND_ROBIN' })
    expect([without.status, without.body.error?.details?.[0]?.field]).toEqual([422, 'teamId'])
    const absent = await assign(tenant, id, { strategy: 'ROUND_ROBIN', teamId: `tea_${randomIdSuffix()}` })
    expect([absent.status, absent.body.error?.details?.[0]?.field]).toEqual([422, 'teamId'])
    const both = await assign(tenant, id, { strategy: 'ROUND_ROBIN', assigneeId: tenant.ownerId })
    expect([both.status, both.body.error?.details?.[0]?.code]).toEqual([400, 'AMBIGUOUS'])
  })

  it('chooses an active, available agent who may reply, or only the team without one', async () => {
    const team = await makeTeam(tenant)
    for (const person of [{ invite: true }, { role: 'VIEWER' }]) await makeUser(tenant, { ...person, teamIds: [team] })
    for (const change of [{ status: 'SUSPENDED' }, { availability: 'BUSY' }, { availability: 'AWAY' }, { availability: 'OFFLINE' }])
      await tenant.api('PATCH', `/users/${await makeUser(tenant, { teamIds: [team] })}`, { body: change })
    const id = await makeThread(tenant)
    const waiting = await assign(tenant, id, { strategy: 'LEAST_LOADED', teamId: team })
    expect([waiting.status, ...placeOf(waiting)]).toEqual([200, null, team])
    const again = await assign(tenant, id, { strategy: 'LEAST_LOADED' })
    expect([again.headers.etag, again.body.data]).toEqual([waiting.headers.etag, waiting.body.data])
    const able = await makeUser(tenant, { teamIds: [team] })
    const other = await makeThread(tenant)
    await assign(tenant, id, { assigneeId: null })
    expect(placeOf(await assign(tenant, other, { strategy: 'ROUND_ROBIN', teamId: team }))).toEqual([able, team])
  })

  it('takes members in turn, or the one with the fewest open threads', async () => {
    const team = await makeTeam(tenant)
    const people = await Promise.all(Array.from({ length: 3 }, () => makeUser(tenant, { teamIds: [team] })))
    const give = async (strategy: string) =>
      placeOf(await assign(tenant, await makeThread(tenant), { strategy, teamId: team }))[0] ?? 'nobody'
    const inTurn: string[] = []
    for (let i = 0; i < 6; i++) inTurn.push(await give('ROUND_ROBIN'))
    expect(inTurn).toEqual([...people.toSorted(), ...people.toSorted()])
    const [busy = '', idle = ''] = people
    for (let i = 0; i < 2; i++) await assign(tenant, await makeThread(tenant), { assigneeId: busy })
    const mine = (await tenant.skein.listThreads({ query: { assigneeId: idle } })).data
    for (const { id } of mine) await tenant.skein.updateThread({ path: { id }, body: { status: 'pending' } })
    expect([await give('LEAST_LOADED'), await give('LEAST_LOADED')]).toEqual([idle, idle])
  })

  it('never exceeds the limit, and counts threads of all teams except this one', async () => {
    const [team, other] = [await makeTeam(tenant, { maxOpenPerAgent: 1 }), await makeTeam(tenant)]
    const person = await makeUser(tenant, { teamIds: [team, other] })
    const first = await makeThread(tenant)
    expect(placeOf(await assign(tenant, first, { strategy: 'ROUND_ROBIN', teamId: other }))).toEqual([person, other])
    expect(placeOf(await assign(tenant, await makeThread(tenant), { strategy: 'ROUND_ROBIN', teamId: team }))).toEqual([null, team])
    await tenant.skein.updateThread({ path: { id: first }, body: { status: 'resolved' } })
    const own = await makeThread(tenant)
    await assign(tenant, own, { assigneeId: person })
    expect(placeOf(await assign(tenant, own, { strategy: 'LEAST_LOADED', teamId: team }))[1]).toBe(team)
  })
})

/** More threads than the members can take: in the long form, 18 for each of ten users, and 20 that stay unassigned. */
const crowd = testsAll ? { threads: 200, people: 10, most: 18, later: 8 } : { threads: 60, people: 5, most: 10, later: 6 }

describe('many assignments at once, over two nodes', () => {
  it.each(['ROUND_ROBIN', 'LEAST_LOADED'])(
    'by %s leave no agent above the limit, and spread evenly',
    async (strategy) => {
      const nodes: TestNode[] = [service, await service.startNode()]
      const shop = await service.createTenant()
      const team = await makeTeam(shop, { maxOpenPerAgent: crowd.most })
      const people = await Promise.all(Array.from({ length: crowd.people }, () => makeUser(shop, { teamIds: [team] })))
      const ids: string[] = []
      while (ids.length < crowd.threads) ids.push(...(await Promise.all(Array.from({ length: 10 }, () => makeThread(shop)))))
      const started = performance.now()
      const answers = await Promise.all(
        ids.map((id, i) =>
          (nodes[i % 2] ?? service).api<Thread>('POST', `/threads/${id}/assign`, { key: shop.key, body: { strategy, teamId: team } }),
        ),
      )
      console.log(`${crowd.threads} assignments by ${strategy}: ${Math.round(performance.now() - started)} ms`)
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
      expect(answers.filter(({ body }) => body.data.assignee === null)).toHaveLength(crowd.threads - crowd.people * crowd.most)
      expect(await Promise.all(people.map((person) => countOpenThreads(shop, person)))).toEqual(people.map(() => crowd.most))
      const roomy = await makeTeam(shop)
      const fresh = await Promise.all(Array.from({ length: crowd.later }, () => makeUser(shop, { teamIds: [roomy] })))
      await Promise.all(
        ids.map((id, i) =>
          (nodes[i % 2] ?? service).api('POST', `/threads/${id}/assign`, { key: shop.key, body: { strategy, teamId: roomy } }),
        ),
      )
      expect(await Promise.all(fresh.map((person) => countOpenThreads(shop, person)))).toEqual(fresh.map(() => crowd.threads / crowd.later))
    },
    60_000,
  )

  it('in two teams with shared members never exceed the lower of the limits', async () => {
    const nodes: TestNode[] = [service, await service.startNode()]
    const shop = await service.createTenant()
    const teams = [await makeTeam(shop, { maxOpenPerAgent: 5 }), await makeTeam(shop, { maxOpenPerAgent: 5 })]
    const people = await Promise.all(Array.from({ length: 6 }, () => makeUser(shop, { teamIds: teams })))
    const ids = await Promise.all(Array.from({ length: 60 }, () => makeThread(shop)))
    const answers = await Promise.all(
      ids.map((id, i) =>
        (nodes[i % 2] ?? service).api<Thread>('POST', `/threads/${id}/assign`, {
          key: shop.key,
          body: { strategy: i % 4 < 2 ? 'ROUND_ROBIN' : 'LEAST_LOADED', teamId: teams[(i >> 1) % 2] },
        }),
      ),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(answers.filter(({ body }) => body.data.assignee !== null)).toHaveLength(30)
    expect(await Promise.all(people.map((person) => countOpenThreads(shop, person)))).toEqual(people.map(() => 5))
  }, 60_000)
})

function never(): never {
  throw new Error('There is one')
}
