import { describe, expect, it } from 'vitest'
import { statement } from '#platform/db.ts'
import { parseTypeId } from '#platform/ids.ts'
import type { Thread, ThreadFollower, ThreadFollowers, User, View, ViewCount } from '../../../../client/index.ts'
import { setUpTenant, randomIdSuffix } from '../../../../test/support/service.ts'

const { service, tenant } = await setUpTenant()
const person = async (name: string, role: string) => {
  const body = { name, email: `${name.toLowerCase()}@example.com`, role, invite: false }
  const { id } = (await tenant.api<User>('POST', '/users', { body })).body.data
  return { id, key: (await tenant.sessionFor(id)).accessToken }
}
/** An agent and a viewer, each with a session. */
const grace = await person('Grace', 'AGENT')
const viewer = await person('Vera', 'VIEWER')

const createThread = async (): Promise<string> =>
  (await tenant.skein.createThread({ body: { title: 'T', body: 'b', requester: { email: 'a@example.com' } } })).data.threadId
const getFollowers = async (id: string): Promise<string[]> =>
  (await tenant.api<ThreadFollower[]>('GET', `/threads/${id}/followers`)).body.data.map(({ user }) => user.id)

describe('following a thread', () => {
  it('has an effect once, is audited once, and can be ended', async () => {
    const id = await createThread()
    const path = `/threads/${id}/followers/${grace.id}`
    const added = await Promise.all([1, 2, 3].map(() => tenant.api<ThreadFollower>('PUT', path)))
    expect(added.map(({ status, body }) => [status, body.data.user])).toEqual([1, 2, 3].map(() => [200, { id: grace.id, name: 'Grace' }]))
    expect(await getFollowers(id)).toEqual([grace.id])
    expect((await tenant.api('DELETE', path)).status).toBe(200)
    const again = await tenant.api('DELETE', path)
    expect(again.status).toBe(200)
    expect(await getFollowers(id)).toEqual([])
    const audited = (await tenant.api<{ action: string }[]>('GET', `/audit-logs?targetId=${id}`)).body.data.map(({ action }) => action)
    expect(audited.filter((action) => action.includes('follow'))).toEqual(['thread.unfollowed', 'thread.followed'])
  })

  it('is open to viewers for themselves only, and not by a key that only reads', async () => {
    const id = await createThread()
    const put = (key: string, userId: string) => service.api('PUT', `/threads/${id}/followers/${userId}`, { key })
    expect((await put(viewer.key, viewer.id)).status).toBe(200)
    const other = await put(viewer.key, grace.id)
    expect([other.status, other.body.error?.code]).toEqual([403, 'SVC-AUTH-SCOPE_ESCALATION'])
    const { key } = await tenant.keyFor(['threads:read'], { userId: grace.id })
    expect((await put(key, grace.id)).status).toBe(403)
    expect(await getFollowers(id)).toEqual([viewer.id])
    expect((await put(grace.key, grace.id)).status).toBe(200)
    expect((await service.api('DELETE', `/threads/${id}/followers/${grace.id}`, { key: viewer.key })).status).toBe(403)
  })

  it('needs a thread and a user of the tenant', async () => {
    const other = await service.createTenant()
    const id = await createThread()
    for (const [path, code] of [
      [`/threads/${id}/followers/${other.ownerId}`, 'SVC-USER-NOT_FOUND'],
      [`/threads/${id}/followers/usr_${randomIdSuffix()}`, 'SVC-USER-NOT_FOUND'],
      [`/threads/thr_${randomIdSuffix()}/followers/${grace.id}`, 'SVC-THREAD-NOT_FOUND'],
    ] as const) {
      const refused = await tenant.api('PUT', path)
      expect([refused.status, refused.body.error?.code], path).toEqual([404, code])
    }
    const foreign = await other.api('GET', `/threads/${id}/followers`)
    expect([foreign.status, foreign.body.error?.code]).toEqual([404, 'SVC-THREAD-NOT_FOUND'])
  })

  it('of a merged thread goes on with its target', async () => {
    const [target, source] = [await createThread(), await createThread()]
    await tenant.api('PUT', `/threads/${source}/followers/${grace.id}`)
    await tenant.skein.mergeThread({ path: { id: target }, body: { sourceIds: [source] } })
    await tenant.api('PUT', `/threads/${source}/followers/${viewer.id}`)
    expect((await getFollowers(target)).toSorted()).toEqual([grace.id, viewer.id].toSorted())
    expect((await getFollowers(source)).toSorted()).toEqual([grace.id, viewer.id].toSorted())
  })

  it('ends when the user is deleted', async () => {
    const body = { name: 'Gone', email: 'gone@example.com', role: 'AGENT', invite: false }
    const { id: userId } = (await tenant.api<User>('POST', '/users', { body })).body.data
    const id = await createThread()
    await tenant.api('PUT', `/threads/${id}/followers/${userId}`)
    expect((await tenant.api('DELETE', `/users/${userId}`)).status).toBe(200)
    expect(await getFollowers(id)).toEqual([])
  })
})

describe('the event thread.followers_changed', () => {
  type Changed = {
    actor: { id: string | null } | null
    cause: { type: string } | null
    data: { object: ThreadFollowers; previous?: unknown }
  }
  const getEvents = async (id: string): Promise<Changed[]> => {
    const { data } = (await tenant.api<Changed[]>('GET', '/events?types=thread.followers_changed&limit=100')).body
    return data.filter(({ data: { object } }) => object.threadId === id)
  }

  it('names all who follow now, once for each change', async () => {
    const id = await createThread()
    const path = (userId: string) => `/threads/${id}/followers/${userId}`
    await Promise.all([1, 2, 3].map(() => tenant.api('PUT', path(grace.id))))
    await service.api('PUT', path(viewer.id), { key: viewer.key })
    for (let n = 0; n < 2; n++) await tenant.api('DELETE', path(grace.id))
    const events = await getEvents(id)
    const [g, v] = [
      { id: grace.id, name: 'Grace' },
      { id: viewer.id, name: 'Vera' },
    ]
    expect(events.map(({ data }) => data)).toEqual(
      [[g], [v, g], [v]].map((followers) => ({ object: { threadId: id, followers, total: followers.length } })),
    )
    expect(events[1]?.actor?.id).toBe(viewer.id)
  })

  it('tells of those whom a merge brings, and of no merge that brings nobody', async () => {
    const [target, ...sources] = [await createThread(), await createThread(), await createThread()]
    await tenant.api('PUT', `/threads/${sources[0]}/followers/${grace.id}`)
    for (const id of sources) await tenant.skein.mergeThread({ path: { id: target }, body: { sourceIds: [id] } })
    expect((await getEvents(target)).map(({ data, cause }) => [data.object.total, cause?.type])).toEqual([[1, 'MERGE']])
  })

  it('names the latest 100 of many followers, and how many there are', async () => {
    const id = await createThread()
    const own = statement<{ tenantId: string; threadId: string }, object>(`with people as (
      insert into users (tenant_id, id, name, name_key, email, role) select :tenantId::uuid, gen_random_uuid(), 'N' || n, 'n' || n, 'n' || n || '@example.com', 'AGENT' from generate_series(1, 120) n returning id)
      insert into thread_followers (tenant_id, id, user_id, thread_id, thread_created_at, created_at)
      select t.tenant_id, gen_random_uuid(), p.id, t.id, t.created_at, now() - interval '1 minute' from people p, threads t where t.tenant_id = :tenantId::uuid and t.id = :threadId::uuid`)
    await service.db.rows(own, { tenantId: tenant.tenantId, threadId: parseTypeId('thr', id) ?? '' })
    await tenant.api('PUT', `/threads/${id}/followers/${grace.id}`)
    const [event] = await getEvents(id)
    expect(event?.data.object.followers[0]).toEqual({ id: grace.id, name: 'Grace' })
    expect([event?.data.object.followers.length, event?.data.object.total]).toEqual([100, 121])
  })
})

it('the list, views, counts and batches find the threads that a user follows', async () => {
  const own = await service.createTenant()
  const { accessToken: key } = await own.sessionFor()
  const threads: string[] = []
  for (const title of ['a', 'b', 'c']) {
    const body = { title, body: 'b', requester: { email: 'a@example.com' }, tags: ['Billing'] }
    threads.push((await own.skein.createThread({ body })).data.threadId)
  }
  for (const id of threads.slice(1)) await own.api('PUT', `/threads/${id}/followers/${own.ownerId}`)
  const expected = threads.slice(1).toReversed()
  const list = async (query: string) => {
    const { body } = await service.api<Thread[]>('GET', `/threads?${query}`, { key })
    expect(body.meta.total, query).toBe(body.data.length)
    return body.data.map(({ id }) => id)
  }
  const labelId = (await own.skein.listLabels()).data[0]?.id
  expect(await list('followerId=me')).toEqual(expected)
  expect(await list(`followerId=${own.ownerId}&status=open&labelId=${labelId}`)).toEqual(expected)
  expect(await list('followerId=me&sort=lastMessageAt')).toEqual(threads.slice(1))
  expect(await list('followerId=me&q=b&sort=-createdAt')).toEqual(expected)
  expect(await list(`followerId=usr_${randomIdSuffix()}`)).toEqual([])
  expect((await own.api('GET', '/threads?followerId=none')).status).toBe(400)

  const view = (await service.api<View>('POST', '/views', { key, body: { name: 'Followed', filters: { followerId: 'me' } } })).body.data
  expect(view.filters).toEqual({ followerId: 'me' })
  expect((await service.api<Thread[]>('GET', `/views/${view.id}/threads`, { key })).body.data.map(({ id }) => id)).toEqual(expected)
  expect((await service.api<ViewCount[]>('GET', '/views/counts', { key })).body.data).toMatchObject([{ viewId: view.id, total: 2 }])
  const unknown = await service.api('POST', '/views', { key, body: { name: 'V', filters: { followerId: grace.id } } })
  expect(unknown.body.error?.details?.[0]?.field).toBe('filters.followerId')
  const batch = { filter: { followerId: 'me' }, expectedTotal: 3, changes: { status: 'resolved' } }
  expect((await service.api('POST', '/threads/batch', { key, body: batch })).status).toBe(409)
})
