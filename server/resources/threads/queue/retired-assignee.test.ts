import { describe, expect, it } from 'vitest'
import { assign, makeTeam, makeUser, getThread } from '../../../../test/support/assignment.ts'
import { until } from '../../../../test/support/job-fixture.ts'
import { getNotifications } from '../../../../test/support/notifications.ts'
import { setUpTenant } from '../../../../test/support/service.ts'
import { getEvents, getJobs, makeThread } from '../../../../test/support/threads.ts'

const { service, tenant } = await setUpTenant({ worker: true })

const patch = (path: string, body: object) => tenant.api('PATCH', path, { body })
const write = (id: string) => tenant.api('POST', `/threads/${id}/messages`, { body: { body: 'It is empty again', authorType: 'CUSTOMER' } })
const getAssignee = async (id: string) => (await getThread(tenant, id)).assignee?.id ?? null
const retire = (id: string, how: object = { status: 'SUSPENDED' }) => patch(`/users/${id}`, how)

/** Creates a thread in this status, assigned to a user, then suspends the user or makes them a viewer. */
async function makeRetired({ status, team, how }: { status: string; team: string | null; how?: object }) {
  const person = await makeUser(tenant, team ? { teamIds: [team] } : {})
  const id = await makeThread(tenant)
  await assign(tenant, id, { assigneeId: person, ...(team ? { teamId: team } : {}) })
  if (status !== 'open') expect((await patch(`/threads/${id}`, { status })).status).toBe(200)
  expect((await retire(person, how)).status).toBe(200)
  expect(await getAssignee(id)).toBe(person)
  return { id, person }
}

const returns: Record<string, { status?: string; happen: (id: string) => Promise<unknown> }> = {
  'a message of the customer in a resolved thread': { status: 'resolved', happen: write },
  'a message of the customer in a pending thread': { status: 'pending', happen: write },
  'a message of the customer in an open thread': { status: 'open', happen: write },
  'reopening a closed thread': { status: 'closed', happen: (id) => patch(`/threads/${id}`, { status: 'open' }) },
  'reopening by a batch': {
    status: 'resolved',
    happen: (id) => tenant.api('POST', '/threads/batch', { body: { threadIds: [id], changes: { status: 'open' } } }),
  },
  'a merge with a waiting thread': {
    status: 'resolved',
    happen: async (id) =>
      tenant.api('POST', `/threads/${id}/merge`, { body: { sourceIds: [await makeThread(tenant)], allowCrossCustomer: true } }),
  },
  'a merge into an open thread': {
    status: 'open',
    happen: async (id) =>
      tenant.api('POST', `/threads/${id}/merge`, { body: { sourceIds: [await makeThread(tenant)], allowCrossCustomer: true } }),
  },
  unassigning: { status: 'open', happen: (id) => assign(tenant, id, { assigneeId: null }) },
}

describe('a thread of a suspended user or a viewer', () => {
  it.each(Object.entries(returns))('returns to its team’s strategy by %s', async (_, { status = 'open', happen }) => {
    const team = await makeTeam(tenant, { assignment: 'ROUND_ROBIN' })
    const { id } = await makeRetired({ status, team })
    const colleague = await makeUser(tenant, { teamIds: [team] })
    await happen(id)
    await until(async () => (await getAssignee(id)) === colleague)
    expect(await getThread(tenant, id)).toMatchObject({ status: 'open', teamId: team })
  })

  it.each(Object.entries(returns))('returns to a team that assigns by hand, unassigned, by %s', async (_, { status = 'open', happen }) => {
    const team = await makeTeam(tenant)
    const { id, person } = await makeRetired({ status, team, how: { role: 'VIEWER' } })
    await happen(id)
    expect(await getThread(tenant, id)).toMatchObject({ status: 'open', assignee: null, teamId: team })
    const assigned = (await getEvents(tenant, id)).filter(({ type }) => type === 'thread.assigned')
    expect(assigned.map(({ object }) => object['assignee'])).toMatchObject([{ id: person }, null])
  })

  it('is unassigned when its snooze ends', async () => {
    const { id } = await makeRetired({ status: 'open', team: null })
    await tenant.api('POST', `/threads/${id}/snooze`, { body: { durationSeconds: 1 } })
    await until(async () => (await getThread(tenant, id)).status === 'open')
    expect(await getAssignee(id)).toBeNull()
    expect(await getJobs(service, tenant, 'wake-thread')).toEqual([])
  })

  it('is unassigned when its merge is undone', async () => {
    const person = await makeUser(tenant)
    const [id, target] = [await makeThread(tenant), await makeThread(tenant)]
    await assign(tenant, id, { assigneeId: person })
    await tenant.api('POST', `/threads/${target}/merge`, { body: { sourceIds: [id], allowCrossCustomer: true } })
    await retire(person)
    expect((await tenant.api('POST', `/threads/${id}/unmerge`, {})).status).toBe(200)
    expect(await getThread(tenant, id)).toMatchObject({ status: 'open', assignee: null })
  })

  it('gives the thread that is split from it no assignee', async () => {
    const { id } = await makeRetired({ status: 'resolved', team: null })
    const note = await tenant.api<{ id: string }>('POST', `/threads/${id}/messages`, {
      body: { body: 'Another question', authorType: 'AGENT', internal: true },
    })
    const split = await tenant.api<{ id: string; assignee: object | null }>('POST', `/threads/${id}/split`, {
      body: { messageIds: [note.body.data.id], subject: 'Another question' },
    })
    expect([split.status, split.body.data.assignee]).toEqual([201, null])
  })

  it('keeps its assignee by notes, replies of others and changes of other fields', async () => {
    const { id, person } = await makeRetired({ status: 'resolved', team: null })
    await tenant.api('POST', `/threads/${id}/messages`, { body: { body: 'For later', authorType: 'AGENT', internal: true } })
    await tenant.api('POST', `/threads/${id}/reply`, { body: { body: 'Thank you' } })
    await patch(`/threads/${id}`, { priority: 'high' })
    expect(await getAssignee(id)).toBe(person)
  })

  it('cannot be assigned to the same user again', async () => {
    const { id, person } = await makeRetired({ status: 'open', team: null })
    const refused = await assign(tenant, id, { assigneeId: person })
    expect([refused.status, refused.body.error?.details?.[0]]).toMatchObject([422, { field: 'assigneeId', code: 'SUSPENDED' }])
  })

  it('is unassigned, or counts as the user’s open thread, when both happen at once', async () => {
    for (let i = 0; i < 8; i++) {
      const person = await makeUser(tenant)
      const id = await makeThread(tenant)
      await assign(tenant, id, { assigneeId: person })
      await patch(`/threads/${id}`, { status: 'resolved' })
      await Promise.all([retire(person), write(id)])
      const { assignee, status } = await getThread(tenant, id)
      // Either the message came first and the suspension shows the open thread, or the thread has returned to its team.
      expect(status).toBe('open')
      if (assignee !== null) expect((await tenant.skein.listThreads({ query: { assigneeId: person, status: 'open' } })).meta.total).toBe(1)
    }
  })
})

it('a whole list is handed over to its teams or to one user by a batch', async () => {
  const team = await makeTeam(tenant, { assignment: 'ROUND_ROBIN' })
  const person = await makeUser(tenant, { teamIds: [team] })
  const ids = [await makeThread(tenant), await makeThread(tenant), await makeThread(tenant)]
  for (const id of ids.slice(0, 2)) await assign(tenant, id, { assigneeId: person, teamId: team })
  await assign(tenant, ids[2] ?? '', { assigneeId: person })
  await retire(person)
  const colleague = await makeUser(tenant, { teamIds: [team] })
  const { meta } = await tenant.skein.listThreads({ query: { assigneeId: person, status: 'open', limit: 1 } })
  expect(meta.total).toBe(3)
  const filter = { assigneeId: person, status: 'open' }
  const batch = { filter, expectedTotal: meta.total, changes: { assigneeId: null } }
  expect((await tenant.api('POST', '/threads/batch', { body: batch })).status).toBe(202)
  await until(async () => (await getAssignee(ids[0] ?? '')) === colleague && (await getAssignee(ids[1] ?? '')) === colleague)
  await until(async () => (await getAssignee(ids[2] ?? '')) === null)
})

it('a message that returns a thread tells its team once', async () => {
  const shop = await service.createTenant()
  const by = getNotifications(service)
  const [ada, grace] = [await by.createAgent(shop, 'Ada'), await by.createAgent(shop, 'Grace')]
  const teamId = (await shop.skein.createTeam({ body: { name: 'First line' } })).data.id
  await shop.api('PUT', `/teams/${teamId}/members/${grace.id}`)
  const id = await by.createThread(shop)
  await shop.api('POST', `/threads/${id}/assign`, { body: { assigneeId: ada.id, teamId } })
  await shop.api('PATCH', `/threads/${id}`, { body: { status: 'resolved' } })
  await by.settle(shop)
  await shop.api('PATCH', `/users/${ada.id}`, { body: { status: 'SUSPENDED' } })
  expect(await by.typesOf(grace, id)).toEqual([])
  await shop.api('POST', `/threads/${id}/messages`, { body: { body: 'Again', authorType: 'CUSTOMER' } })
  await by.settle(shop)
  expect(await by.unreadOf(grace, id)).toMatchObject([{ type: 'TEAM_THREAD', count: 1, actor: { type: 'CUSTOMER' } }])
})
