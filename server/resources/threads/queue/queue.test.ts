import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { describe, expect, it } from 'vitest'
import { statement } from '#platform/db.ts'
import { parseTypeId, type Uuid } from '#platform/ids.ts'
import { assign, makeUser, makeTeam, countOpenThreads, getThread } from '../../../../test/support/assignment.ts'
import type { HangingWorker } from '../../../../test/support/hanging-worker.ts'
import { until } from '../../../../test/support/job-fixture.ts'
import { setUpTenant, startTestService, type TestNode } from '../../../../test/support/service.ts'
import { getEvents, getJobs, makeThread } from '../../../../test/support/threads.ts'
import { takesAtMost } from '../../../../test/support/stalls.ts'

const { service, tenant } = await setUpTenant({ worker: true })
const nodes: TestNode[] = [service, await service.startNode()]

const strategy = 'ROUND_ROBIN'
const getAssignee = async (id: string) => (await getThread(tenant, id)).assignee?.id ?? null
const patch = (path: string, body: object) => tenant.api('PATCH', path, { body })
/** Creates a thread in the team's queue. */
async function createQueuedThread(team: string): Promise<string> {
  const id = await makeThread(tenant)
  expect((await assign(tenant, id, { strategy, teamId: team })).body.data.assignee).toBeNull()
  return id
}
/** Resolves when no assignment job is left. */
const waitForJobs = (of = tenant) => until(async () => (await getJobs(service, of, 'hand-out-threads')).length === 0)
async function expectAssigned(id: string, person: string): Promise<void> {
  await takesAtMost(5_000, () => until(async () => (await getAssignee(id)) === person), service.db)
  await waitForJobs()
}
/** Creates a team whose only member has as many open threads as the team's limit, and returns one of these threads, too. */
async function createFullTeam(more: object = {}): Promise<{ team: string; person: string; taken: string }> {
  const team = await makeTeam(tenant, { maxOpenPerAgent: 1, ...more })
  const person = await makeUser(tenant, { teamIds: [team] })
  const taken = await makeThread(tenant)
  expect((await assign(tenant, taken, { strategy, teamId: team })).body.data.assignee?.id).toBe(person)
  return { team, person, taken }
}

describe('queued threads are assigned', () => {
  it.each<[string, (taken: string) => Promise<unknown>]>([
    ['resolves', (id) => patch(`/threads/${id}`, { status: 'resolved' })],
    ['closes', (id) => patch(`/threads/${id}`, { status: 'closed' })],
    ['snoozes', (id) => tenant.api('POST', `/threads/${id}/snooze`, { body: { durationSeconds: 3_600 } })],
    ['gives back', (id) => assign(tenant, id, { assigneeId: null })],
    ['passes on', (id) => assign(tenant, id, { assigneeId: tenant.ownerId })],
  ])('when a full member %s a thread: the oldest, and no more than fits', async (_, change) => {
    const { team, person, taken } = await createFullTeam()
    const [older, younger] = [await createQueuedThread(team), await createQueuedThread(team)]
    await waitForJobs()
    expect([await getAssignee(older), await getAssignee(younger)]).toEqual([null, null])
    await change(taken)
    await expectAssigned(older, person)
    expect(await getAssignee(younger)).toBeNull()
  })

  it.each<[string, { person?: object; before: object; change: object }]>([
    ['becomes available', { before: { availability: 'AWAY' }, change: { availability: 'AVAILABLE' } }],
    ['is activated', { person: { invite: true }, before: {}, change: { status: 'ACTIVE' } }],
    ['is no longer suspended', { before: { status: 'SUSPENDED' }, change: { status: 'ACTIVE' } }],
    ['becomes more than a viewer', { person: { role: 'VIEWER' }, before: {}, change: { role: 'AGENT' } }],
  ])('when somebody %s', async (_, { person: more, before, change }) => {
    const team = await makeTeam(tenant)
    const person = await makeUser(tenant, { teamIds: [team], ...more })
    if (Object.keys(before).length > 0) await patch(`/users/${person}`, before)
    const id = await createQueuedThread(team)
    await patch(`/users/${person}`, change)
    await expectAssigned(id, person)
  })

  it.each<[string, (team: string) => Promise<string>]>([
    [
      'joins the team',
      async (team) => {
        const person = await makeUser(tenant)
        await tenant.skein.addTeamMember({ path: { id: team, userId: person } })
        return person
      },
    ],
    ['is made a member from the beginning', (team) => makeUser(tenant, { teamIds: [team] })],
    [
      'gets it as one of their teams',
      async (team) => {
        const person = await makeUser(tenant)
        await patch(`/users/${person}`, { teamIds: [team] })
        return person
      },
    ],
  ])('when somebody %s', async (_, join) => {
    const team = await makeTeam(tenant)
    const id = await createQueuedThread(team)
    await expectAssigned(id, await join(team))
  })

  it.each([[2], [null]])('when the limit of the team becomes %s', async (maxOpenPerAgent) => {
    const { team, person } = await createFullTeam()
    const ids = [await createQueuedThread(team), await createQueuedThread(team)]
    await patch(`/teams/${team}`, { maxOpenPerAgent })
    await expectAssigned(ids[0] ?? '', person)
    expect(await getAssignee(ids[1] ?? '')).toBe(maxOpenPerAgent === null ? person : null)
  })

  it('with a limit and a queue of their own for chats', async () => {
    const { team, person } = await createFullTeam({ maxChatsPerAgent: 1 })
    const mail = await createQueuedThread(team)
    const chats = await Promise.all([1, 2].map(() => makeThread(tenant, { channel: 'WIDGET' })))
    // The older mail that waits does not hold back a chat, nor does a chat take the place of a mail.
    const assigned = []
    for (const id of chats) assigned.push((await assign(tenant, id, { strategy, teamId: team })).body.data.assignee?.id ?? null)
    expect(assigned).toEqual([person, null])
    await patch(`/threads/${chats[0]}`, { status: 'resolved' })
    await expectAssigned(chats[1] ?? '', person)
    expect(await getAssignee(mail)).toBeNull()
    await patch(`/teams/${team}`, { maxChatsPerAgent: 2, maxOpenPerAgent: 2 })
    await expectAssigned(mail, person)
  })

  it('in all teams of the agent that have queued threads', async () => {
    const teams = [await makeTeam(tenant), await makeTeam(tenant)]
    const ids = [await createQueuedThread(teams[0] ?? ''), await createQueuedThread(teams[1] ?? '')]
    const person = await makeUser(tenant, { teamIds: teams })
    for (const id of ids) await expectAssigned(id, person)
  })

  it('once each, oldest first, with one event, under concurrent changes of members', async () => {
    const shop = await service.createTenant()
    const team = await makeTeam(shop, { maxOpenPerAgent: 3 })
    const people = await Promise.all(Array.from({ length: 5 }, () => makeUser(shop, { teamIds: [team] })))
    const ids: string[] = []
    for (let i = 0; i < 35; i++) ids.push(await makeThread(shop))
    for (const id of ids) await assign(shop, id, { strategy, teamId: team })
    await waitForJobs(shop)
    const taken = ids.slice(0, 15)
    await Promise.all(
      taken.map((id, i) => (nodes[i % 2] ?? service).api('PATCH', `/threads/${id}`, { key: shop.key, body: { status: 'resolved' } })),
    )
    await waitForJobs(shop)
    const assigned = await Promise.all(ids.map(async (id) => (await getThread(shop, id)).assignee !== null))
    expect(assigned).toEqual(ids.map((_, i) => i < 30))
    expect(await Promise.all(people.map((person) => countOpenThreads(shop, person)))).toEqual(people.map(() => 3))
    for (const id of ids.slice(15, 30)) {
      const events = (await getEvents(shop, id)).filter(({ type }) => type === 'thread.assigned')
      expect(events.map(({ object }) => [object['assignee'] !== null, object['teamId']])).toEqual([
        [false, team],
        [true, team],
      ])
    }
  })
})

describe('a team with automatic assignment', () => {
  const getInbox = async (team: string) =>
    String((await tenant.skein.createInbox({ body: { name: team, type: 'API', teamId: team } })).data.id)

  it('assigns new threads, threads moved to it, and threads that a customer reopens', async () => {
    const team = await makeTeam(tenant, { assignment: 'LEAST_LOADED' })
    const person = await makeUser(tenant, { teamIds: [team] })
    const id = await makeThread(tenant, { inboxId: await getInbox(team) })
    expect((await getThread(tenant, id)).teamId).toBe(team)
    await expectAssigned(id, person)
    const moved = await makeThread(tenant)
    await patch(`/threads/${moved}`, { teamId: team })
    await expectAssigned(moved, person)
    const given = await assign(tenant, await makeThread(tenant), { assigneeId: null, teamId: team })
    expect(given.body.data.assignee?.id).toBe(person)
    await patch(`/users/${person}`, { availability: 'AWAY' })
    const resolved = await makeThread(tenant, { inboxId: await getInbox(await makeTeam(tenant)) })
    await patch(`/threads/${resolved}`, { teamId: team })
    await patch(`/threads/${resolved}`, { status: 'resolved' })
    await patch(`/users/${person}`, { availability: 'AVAILABLE' })
    await waitForJobs()
    expect(await getAssignee(resolved)).toBeNull()
    expect((await tenant.api('POST', `/threads/${resolved}/messages`, { body: { body: 'Still empty' } })).status).toBe(201)
    await expectAssigned(resolved, person)
  })

  it('leaves alone threads that agents assigned or unassigned themselves', async () => {
    const team = await makeTeam(tenant, { assignment: 'ROUND_ROBIN' })
    await makeUser(tenant, { teamIds: [team] })
    const mine = await makeThread(tenant)
    await assign(tenant, mine, { assigneeId: tenant.ownerId })
    await assign(tenant, mine, { teamId: team })
    expect(await getAssignee(mine)).toBe(tenant.ownerId)
    await assign(tenant, mine, { assigneeId: null })
    const manual = await makeTeam(tenant)
    await makeUser(tenant, { teamIds: [manual] })
    const idle = await makeThread(tenant, { inboxId: await getInbox(manual) })
    await waitForJobs()
    expect([await getAssignee(mine), await getAssignee(idle)]).toEqual([null, null])
  })

  it('distributes sixty concurrent threads evenly', async () => {
    const team = await makeTeam(tenant, { assignment: 'ROUND_ROBIN', maxOpenPerAgent: 10 })
    const people = await Promise.all(Array.from({ length: 5 }, () => makeUser(tenant, { teamIds: [team] })))
    const inboxId = await getInbox(team)
    await Promise.all(Array.from({ length: 60 }, () => makeThread(tenant, { inboxId })))
    await waitForJobs()
    expect(await Promise.all(people.map((person) => countOpenThreads(tenant, person)))).toEqual(people.map(() => 10))
  })
})

/** Locks the team as the assignment job does, so that the job waits while threads are created. */
const holdTeam = statement<{ tenantId: Uuid; teamId: Uuid }, object>(
  'select id from teams where tenant_id = :tenantId::uuid and id = :teamId::uuid for no key update',
)
const countWaiting = statement<object, { waiting: number }>(
  `select count(*) as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
)

it('the creation of a thread is logged before its assignment, even in a race', async () => {
  const shop = await service.createTenant()
  const teamId = await makeTeam(shop, { assignment: 'ROUND_ROBIN' })
  for (let i = 0; i < 3; i++) await makeUser(shop, { teamIds: [teamId] })
  const inbox = await shop.api('POST', '/inboxes', { body: { name: 'Shop', type: 'API', teamId } })
  const create = (i: number) => {
    const requester = { email: `n${i}@example.com` }
    const body = { title: 'Late order', body: 'Where is it?', requester, inboxId: inbox.body.data.id }
    return (nodes[i % nodes.length] ?? service).api('POST', '/threads', { key: shop.key, body })
  }
  await service.db.transaction(async (tx) => {
    await tx.rows(holdTeam, { tenantId: shop.tenantId, teamId: parseTypeId('tea', teamId) ?? '' })
    await create(0)
    await expect.poll(async () => (await service.db.first(countWaiting, {}))?.waiting).toBeGreaterThan(0)
    await Promise.all(Array.from({ length: 9 }, (_, i) => create(1 + i)))
  })
  await Promise.all(Array.from({ length: 50 }, (_, i) => create(10 + i)))
  await waitForJobs(shop)
  const newestFirst = await shop.skein.listAuditLogs({ query: { limit: 100 } }).toArray()
  const ofThreads = newestFirst.toReversed().filter(({ target }) => target.type === 'thread')
  const actions = [...Map.groupBy(ofThreads, ({ target }) => target.id).values()].map((rows) => rows.map(({ action }) => action))
  expect(actions).toEqual(Array.from({ length: 60 }, () => ['thread.created', 'thread.assigned']))
  const times = (await shop.skein.listEvents({ query: { limit: 100 } }).toArray()).map(({ timestamp }) => timestamp)
  expect(times.length).toBeGreaterThan(180)
  expect(times).toEqual(times.toSorted())
})

it('no thread is lost when a worker is killed', async () => {
  const own = await startTestService()
  try {
    const shop = await own.createTenant()
    const team = await makeTeam(shop)
    const id = await makeThread(shop)
    await assign(shop, id, { strategy, teamId: team })
    const person = await makeUser(shop, { teamIds: [team] })
    const given: HangingWorker = { connection: own.connection, config: own.config, name: 'hand-out-threads', leaseSeconds: 2 }
    const child = spawn(process.execPath, [`${import.meta.dirname}/../../../../test/support/hanging-worker.ts`, JSON.stringify(given)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await once(child.stdout, 'data')
    child.kill('SIGKILL')
    await once(child, 'exit')
    own.startWorker()
    await until(async () => (await getThread(shop, id)).assignee?.id === person)
    expect(
      (await getEvents(shop, id)).filter(({ type, object }) => type === 'thread.assigned' && object['assignee'] !== null),
    ).toHaveLength(1)
  } finally {
    await own.stop()
  }
})
