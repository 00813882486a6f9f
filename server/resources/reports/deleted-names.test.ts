/** Users, teams, inboxes and policies that were deleted keep their names in reports. */
import { expect, it } from 'vitest'
import type { Fact, Report } from '../../../client/index.ts'
import { makeTeam, makeUser } from '../../../test/support/assignment.ts'
import { isRead } from '../../../test/support/measures.ts'
import { setUpService } from '../../../test/support/service.ts'

const service = await setUpService({ worker: true })

it('what was deleted keeps its name in figures, facts and their CSV', async () => {
  const tenant = await service.createTenant()
  const create = async (path: string, body: object): Promise<string> =>
    (await tenant.api<{ id: string }>('POST', path, { body })).body.data.id
  const [teamId, userId] = [await makeTeam(tenant), await makeUser(tenant)]
  const inboxId = await create('/inboxes', { name: 'Old inbox', type: 'API' })
  const policyId = await create('/sla-policies', { name: 'Old policy', targets: { firstResponse: { normal: 60 } } })
  await tenant.api('PATCH', `/teams/${teamId}`, { body: { name: 'Old team' } })
  await tenant.api('PATCH', `/users/${userId}`, { body: { name: 'Old colleague' } })
  const body = { title: 'T', body: 'b', inboxId, requester: { email: 'ada@example.com' } }
  const { threadId } = (await tenant.skein.createThread({ body })).data
  await tenant.api('POST', `/threads/${threadId}/assign`, { body: { teamId, assigneeId: userId } })
  await tenant.api('PATCH', `/threads/${threadId}`, { body: { status: 'pending' } })
  await tenant.api('POST', `/threads/${threadId}/assign`, { body: { teamId: null, assigneeId: null } })
  await tenant.api('PATCH', `/threads/${threadId}`, { body: { inboxId: tenant.inboxId } })
  for (const path of [`/teams/${teamId}`, `/users/${userId}`, `/inboxes/${inboxId}`, `/sla-policies/${policyId}`])
    expect((await tenant.api('DELETE', path)).status, path).toBe(200)
  await isRead(service, tenant)

  const { facts } = (await tenant.api<{ facts: Fact[] }>('GET', `/threads/${threadId}/measures`)).body.data
  const pending = facts.find(({ kind, field, to }) => kind === 'STATUS' && field === 'status' && to === 'pending')
  const gone = {
    assignee: { id: userId, name: 'Old colleague' },
    team: { id: teamId, name: 'Old team' },
    inbox: { id: inboxId, name: 'Old inbox' },
    policy: { id: policyId, name: 'Old policy' },
  }
  expect(pending).toMatchObject(gone)
  const findName = async (dimension: string, value: string): Promise<string | null | undefined> => {
    const query = `from=today&to=today%2B1&metrics=THREADS_CREATED&groupBy=${dimension}`
    const { rows } = (await tenant.api<Report>('GET', `/reports?${query}`)).body.data
    return rows.flatMap(({ groups }) => groups).find(({ id }) => id === value)?.name
  }
  expect(await findName('inbox', inboxId)).toBe('Old inbox')
  expect(await findName('policy', policyId)).toBe('Old policy')
  const csv = await tenant.api('GET', '/reports/facts/export?from=today&to=today%2B1')
  for (const { name } of Object.values(gone)) expect(csv.text).toContain(name)
})
