import { describe, expect, it } from 'vitest'
import type { Team } from '../../../client/index.ts'
import { setUpTenant, randomIdSuffix } from '../../../test/support/service.ts'

type Event = { type: string; data: { object: Team; previous?: object } }

const { service, tenant } = await setUpTenant()

let count = 0
const create = async (body: object = {}) => (await tenant.skein.createTeam({ body: { name: `Team ${++count}`, ...body } })).data
const read = (id: string) => tenant.api<Team>('GET', `/teams/${id}`)
const add = (id: string, person = tenant.ownerId, headers = {}) => tenant.api<Team>('PUT', `/teams/${id}/members/${person}`, { headers })
const take = (id: string, person = tenant.ownerId, headers = {}) =>
  tenant.api<Team>('DELETE', `/teams/${id}/members/${person}`, { headers })
/** The events of one team, oldest first. */
const getEvents = async (id: string) =>
  (await tenant.api<Event[]>('GET', '/events?types=team.created,team.updated,team.deleted&limit=100')).body.data
    .filter(({ data }) => data.object.id === id)
    .map(({ type, data }) => ({ type, memberIds: data.object.memberIds, previous: data.previous }))

describe('the members of a team', () => {
  it('are added and removed one by one, and repeating that changes nothing', async () => {
    const { id } = await create()
    const added = await add(id)
    expect([added.status, added.body.data.memberIds]).toEqual([200, [tenant.ownerId]])
    const again = await add(id)
    expect([again.headers.etag, again.body.data]).toEqual([added.headers.etag, added.body.data])
    const removed = await take(id)
    expect([removed.status, removed.body.data.memberIds]).toEqual([200, []])
    expect(removed.headers.etag).not.toBe(added.headers.etag)
    const twice = await take(id)
    expect([twice.headers.etag, twice.body.data]).toEqual([removed.headers.etag, removed.body.data])
    expect((await read(id)).headers.etag).toBe(removed.headers.etag)
  })

  it('are users of the tenant, and others are not found', async () => {
    const { id } = await create()
    const stranger = (await service.createTenant()).ownerId
    for (const person of [`usr_${randomIdSuffix()}`, stranger]) {
      for (const answer of [await add(id, person), await take(id, person)])
        expect([answer.status, answer.body.error?.code]).toEqual([404, 'SVC-USER-NOT_FOUND'])
    }
    const absent = await add(`tea_${randomIdSuffix()}`)
    expect([absent.status, absent.body.error?.code]).toEqual([404, 'SVC-TEAM-NOT_FOUND'])
    expect((await read(id)).body.data.memberIds).toEqual([])
  })

  it('change only at the version that If-Match names', async () => {
    const { id } = await create()
    const outdated = { 'if-match': (await read(id)).headers.etag ?? '' }
    expect((await add(id, tenant.ownerId, outdated)).status).toBe(200)
    const refused = await take(id, tenant.ownerId, outdated)
    expect([refused.status, refused.body.error?.code]).toEqual([412, 'SVC-REQUEST-PRECONDITION_FAILED'])
    expect((await read(id)).body.data.memberIds).toEqual([tenant.ownerId])
  })

  it('stay when the team is renamed, and are removed with it', async () => {
    const { id } = await create()
    await add(id)
    const renamed = await tenant.api<Team>('PATCH', `/teams/${id}`, { body: { name: `Renamed ${id}` } })
    expect(renamed.body.data.memberIds).toEqual([tenant.ownerId])
    const deleted = await tenant.api<Team>('DELETE', `/teams/${id}`)
    expect([deleted.status, deleted.body.data.memberIds]).toEqual([200, [tenant.ownerId]])
    expect((await read(id)).status).toBe(404)
  })
})

describe('a team', () => {
  it('has a unique name without regard to case and spaces, and can change its own case', async () => {
    const { id } = await create({ name: 'Été Support' })
    const refused = await tenant.api('POST', '/teams', { body: { name: ' éTÉ sUPPORT ' } })
    expect([refused.status, refused.body.error?.code, refused.body.error?.details?.[0]?.field]).toEqual([
      409,
      'SVC-CATALOG-DUPLICATE',
      'name',
    ])
    const other = await create()
    expect((await tenant.api('PATCH', `/teams/${other.id}`, { body: { name: 'ÉTÉ SUPPORT' } })).status).toBe(409)
    expect((await tenant.skein.updateTeam({ path: { id }, body: { name: 'ÉTÉ SUPPORT' } })).data.name).toBe('ÉTÉ SUPPORT')
    expect((await tenant.api('DELETE', `/teams/${id}`)).status).toBe(200)
    expect((await create({ name: 'été support' })).id).not.toBe(id)
  })

  it('gets the threads of its inboxes, and is not deleted while it is in use', async () => {
    const { id } = await create()
    const inbox = (await tenant.skein.createInbox({ body: { name: 'Billing', type: 'EMAIL', teamId: id } })).data
    const body = { title: 'Help', body: 'Please', inboxId: inbox.id, requester: { email: 'ada@example.com' } }
    const thread = (await tenant.skein.createThread({ body })).data
    const path = `/threads/${String(thread.threadId ?? thread.id)}`
    expect((await tenant.api('GET', path)).body.data.teamId).toBe(id)
    const remove = async () => {
      const { status, body: answer } = await tenant.api('DELETE', `/teams/${id}`)
      return [status, answer.error?.message ?? null]
    }
    expect(await remove()).toEqual([409, expect.stringContaining('1 inbox and 1 thread refer to it')])
    await tenant.skein.updateInbox({ path: { id: String(inbox.id) }, body: { teamId: null } })
    expect(await remove()).toEqual([409, expect.stringContaining('1 thread refers to it')])
    await tenant.api('PATCH', path, { body: { teamId: null } })
    expect(await remove()).toEqual([200, null])
  })

  it('emits an event with previous values for each change, and none without a change', async () => {
    const { id } = await create({ assignment: 'MANUAL' })
    await add(id)
    await add(id)
    await tenant.skein.updateTeam({ path: { id }, body: { assignment: 'ROUND_ROBIN' } })
    await tenant.skein.updateTeam({ path: { id }, body: { assignment: 'ROUND_ROBIN' } })
    await take(id)
    await tenant.skein.deleteTeam({ path: { id } })
    const memberIds = [tenant.ownerId]
    expect(await getEvents(id)).toMatchObject([
      { type: 'team.created', memberIds: [] },
      { type: 'team.updated', memberIds, previous: { memberIds: [] } },
      { type: 'team.updated', memberIds, previous: { assignment: 'MANUAL' } },
      { type: 'team.updated', memberIds: [], previous: { memberIds } },
      { type: 'team.deleted', memberIds: [] },
    ])
  })
})
