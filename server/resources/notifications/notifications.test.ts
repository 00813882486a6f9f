import { describe, expect, it } from 'vitest'
import type { Notification, NotificationCounts } from '../../../client/index.ts'
import { openStream } from '../../../test/support/event-streams.ts'
import { getNotifications } from '../../../test/support/notifications.ts'
import { setUpTenant, randomIdSuffix } from '../../../test/support/service.ts'
import { takesAtMost } from '../../../test/support/stalls.ts'
import { until } from '../../../test/support/job-fixture.ts'

const { service, tenant } = await setUpTenant({ worker: true })
const by = getNotifications(service)
const ada = await by.createAgent(tenant, 'Ada')
const grace = await by.createAgent(tenant, 'Grace')

const customerWrites = (id: string, body = 'And another thing') => by.write(id, { body }, tenant.key)

describe('notifications', () => {
  it('are read with their thread, also by a reply, and later events make a new one', async () => {
    const id = await by.createThreadOf(ada, tenant)
    await customerWrites(id)
    await by.settle(tenant)
    await by.as(ada, 'PUT', `/threads/${id}/read`, {})
    expect(await by.typesOf(ada, id)).toEqual([])
    await customerWrites(id)
    await by.settle(tenant)
    expect((await by.unreadOf(ada, id)).map(({ count }) => count)).toEqual([1])
    await service.api('POST', `/threads/${id}/reply`, { key: ada.key, body: { body: 'A reply' } })
    await by.settle(tenant)
    expect(await by.typesOf(ada, id)).toEqual([])
    const all = await by.as<Notification[]>(ada, 'GET', `/notifications?threadId=${id}&type=CUSTOMER_REPLIED`)
    expect([all.body.meta.total, all.body.data.every(({ readAt }) => readAt !== null)]).toEqual([2, true])
  })

  it('of a merged thread are read with its target', async () => {
    const [target, source] = [await by.createThreadOf(ada, tenant), await by.createThreadOf(ada, tenant)]
    await customerWrites(source)
    await by.settle(tenant)
    await tenant.skein.mergeThread({ path: { id: target }, body: { sourceIds: [source] } })
    await by.as(ada, 'PUT', `/threads/${target}/read`, {})
    expect(await by.typesOf(ada, source)).toEqual([])
  })

  it('are counted exactly, and listed by each filter', async () => {
    const own = await service.createTenant()
    const agent = await by.createAgent(own, 'Own')
    const ids = [await by.createThread(own), await by.createThread(own), await by.createThread(own)]
    for (const id of ids) await own.api('PUT', `/threads/${id}/followers/${agent.id}`)
    for (const id of [...ids, ...ids]) await by.write(id, { body: 'Hello' }, own.key)
    await by.write(ids[0] ?? '', { body: 'You', internal: true, mentions: [agent.id] }, own.key)
    await by.settle(own)
    const list = async (query: string) => {
      const { body } = await by.as<Notification[]>(agent, 'GET', `/notifications?${query}`)
      expect(body.meta.total, query).toBe(body.data.length)
      return body.data
    }
    expect(await by.countsOf(agent)).toMatchObject({ unread: 4, byType: { CUSTOMER_REPLIED: 3, MENTIONED: 1, ASSIGNED: 0 } })
    const [latest, ...others] = await list('')
    expect([latest?.type, others.map(({ type }) => type)]).toEqual([
      'MENTIONED',
      ['CUSTOMER_REPLIED', 'CUSTOMER_REPLIED', 'CUSTOMER_REPLIED'],
    ])
    await by.as(agent, 'PATCH', `/notifications/${latest?.id}`, { read: true })
    await by.as(agent, 'PATCH', `/notifications/${others[0]?.id}`, { archived: true })
    expect(await by.countsOf(agent)).toMatchObject({ unread: 2, byType: { CUSTOMER_REPLIED: 2, MENTIONED: 0 } })
    expect((await list('unread=true')).map(({ id }) => id)).toEqual(others.slice(1).map(({ id }) => id))
    expect((await list('unread=false')).map(({ id }) => id)).toEqual([latest?.id, others[0]?.id])
    expect((await list('archived=true')).map(({ id }) => id)).toEqual([others[0]?.id])
    expect(await list('archived=false&type=CUSTOMER_REPLIED')).toHaveLength(2)
    const page = await by.as<Notification[]>(agent, 'GET', '/notifications?limit=3')
    expect([page.body.data.length, page.body.meta]).toMatchObject([3, { total: 4, hasMore: true }])
    const rest = await by.as<Notification[]>(agent, 'GET', `/notifications?limit=3&cursor=${page.body.meta.cursor}`)
    expect(rest.body.data).toHaveLength(1)
    const read = await by.as<NotificationCounts>(agent, 'POST', '/notifications/read', {
      before: new Date().toISOString(),
      type: 'MENTIONED',
    })
    expect(read.body.data.unread).toBe(2)
    expect((await by.as<NotificationCounts>(agent, 'POST', '/notifications/read', { ids: [others[1]?.id] })).body.data.unread).toBe(1)
    expect(
      (await by.as<NotificationCounts>(agent, 'POST', '/notifications/read', { before: new Date().toISOString() })).body.data.unread,
    ).toBe(0)
    expect(await by.countsOf(agent)).toMatchObject({ unread: 0 })
  })

  it('can be unread again, unless a newer one is unread', async () => {
    const id = await by.createThreadOf(ada, tenant)
    await customerWrites(id)
    await by.settle(tenant)
    const [first] = await by.unreadOf(ada, id)
    const patch = (body: object) => by.as<Notification>(ada, 'PATCH', `/notifications/${first?.id}`, body)
    expect((await patch({ read: true })).body.data.readAt).not.toBeNull()
    expect((await patch({ read: false })).body.data.readAt).toBeNull()
    await patch({ read: true })
    await customerWrites(id)
    await by.settle(tenant)
    const refused = await patch({ read: false })
    expect([refused.status, refused.body.error?.code]).toEqual([409, 'SVC-NOTIFICATION-SUPERSEDED'])
    expect((await by.unreadOf(ada, id)).map(({ count }) => count)).toEqual([1])
  })

  it('come back from a snooze as unread, with what happened meanwhile', async () => {
    const id = await by.createThreadOf(ada, tenant)
    await customerWrites(id)
    await by.settle(tenant)
    const [told] = await by.unreadOf(ada, id)
    const before = (await by.countsOf(ada)).unread
    const path = `/notifications/${told?.id}`
    const hour = new Date(Date.now() + 3_600_000).toISOString()
    expect((await by.as<Notification>(ada, 'PATCH', path, { snoozedUntil: hour })).body.data.snoozedUntil).toBe(hour)
    await customerWrites(id)
    await by.settle(tenant)
    expect([await by.unreadOf(ada, id), (await by.countsOf(ada)).unread]).toEqual([[], before - 1])
    await by.as(ada, 'PATCH', path, { read: true })
    await service.db.script(`update notifications set snoozed_until = now() where tenant_id = '${tenant.tenantId}' and snoozed_until is not null;
      update jobs set due_at = now() where tenant_id = '${tenant.tenantId}' and name = 'wake-notification';
      update job_queues set due_at = now() where tenant_id = '${tenant.tenantId}' and name = 'wake-notification'`)
    await expect.poll(() => by.unreadOf(ada, id)).toMatchObject([{ id: told?.id, count: 2, snoozedUntil: null }])
    expect((await by.countsOf(ada)).unread).toBe(before)
    for (const [snoozedUntil, code] of [
      [new Date(Date.now() - 1_000).toISOString(), 'PAST'],
      [new Date(Date.now() + 400 * 86_400_000).toISOString(), 'TOO_FAR'],
    ]) {
      const refused = await by.as(ada, 'PATCH', path, { snoozedUntil })
      expect([refused.status, refused.body.error?.details?.[0]?.code]).toEqual([422, code])
    }
  })

  it('belong to one user, and need a session', async () => {
    const id = await by.createThreadOf(ada, tenant)
    await customerWrites(id)
    await by.settle(tenant)
    const [told] = await by.unreadOf(ada, id)
    for (const [path, body] of [
      [`/notifications/${told?.id}`, { read: true }],
      [`/notifications/ntf_${randomIdSuffix()}`, { read: true }],
    ] as const) {
      const refused = await by.as(grace, 'PATCH', path, body)
      expect([refused.status, refused.body.error?.code]).toEqual([404, 'SVC-NOTIFICATION-NOT_FOUND'])
    }
    expect((await by.as(grace, 'POST', '/notifications/read', { ids: [told?.id] })).status).toBe(200)
    expect(await by.typesOf(ada, id)).toEqual(['CUSTOMER_REPLIED'])
    expect((await by.as<Notification[]>(grace, 'GET', `/notifications?threadId=${id}`)).body.data).toEqual([])
    expect((await service.api('GET', '/notifications', { key: ada.key })).body.error?.code).toBe('SVC-AUTH-SESSION_REQUIRED')
    const bad = [
      {},
      { ids: [] },
      { ids: Array.from({ length: 101 }, () => told?.id) },
      { ids: [told?.id], before: new Date().toISOString() },
      { ids: [told?.id], type: 'MENTIONED' },
      { ids: [id] },
      { type: 'MENTIONED' },
      { before: 'yesterday' },
      { before: new Date().toISOString(), type: 'SHOUTED' },
    ]
    for (const body of bad) expect((await by.as(ada, 'POST', '/notifications/read', body)).status, JSON.stringify(body)).toBe(400)
    for (const body of [{}, { read: 'yes' }, { archived: true, read: false }, { snoozedUntil: 'soon' }, { count: 1 }])
      expect((await by.as(ada, 'PATCH', `/notifications/${told?.id}`, body)).status, JSON.stringify(body)).toBe(400)
  })

  it('are no longer there when their thread is erased', async () => {
    const own = await service.createTenant()
    const agent = await by.createAgent(own, 'Own')
    const id = await by.createThreadOf(agent, own)
    await by.write(id, { body: 'Secret' }, own.key)
    await by.settle(own)
    expect((await by.countsOf(agent)).unread).toBe(1)
    expect((await own.api('POST', '/privacy/erase', { body: { email: 'c@example.com', mode: 'ANONYMIZE' } })).status).toBe(202)
    await expect.poll(() => by.countsOf(agent)).toMatchObject({ unread: 0 })
    expect((await by.as<Notification[]>(agent, 'GET', '/notifications')).body.data).toEqual([])
  })
})

describe('the stream of a session', () => {
  it('shows changes of its own user, on every machine, and is no event of any feed', async () => {
    const id = await by.createThreadOf(ada, tenant)
    const other = await service.startNode()
    const { accessToken: elsewhere } = await tenant.sessionFor(ada.id)
    const [own, second, foreign, byKey] = await Promise.all([
      openStream(service.port, ada.session),
      openStream(other.port, elsewhere),
      openStream(service.port, grace.session),
      openStream(service.port, ada.key),
    ])
    const getChanges = (stream: typeof own) => stream.frames.filter(({ event }) => event === 'notification.changed')
    const before = (await by.countsOf(ada)).unread
    await customerWrites(id)
    for (const stream of [own, second]) {
      const change = await stream.until(({ event }) => event === 'notification.changed')
      expect(JSON.parse(change.data)).toMatchObject({ unread: before + 1 })
    }
    const seen = getChanges(second).length
    await by.as(ada, 'PUT', `/threads/${id}/read`, {})
    await takesAtMost(1_500, () => until(() => getChanges(second).length > seen), service.db)
    expect(JSON.parse(getChanges(second).at(-1)?.data ?? '')).toMatchObject({ unread: before })
    await foreign.until(({ event }) => event === 'message.created')
    await byKey.until(({ event }) => event === 'message.created')
    expect([getChanges(foreign), getChanges(byKey)]).toEqual([[], []])
    expect((await tenant.skein.listEvents({ query: { limit: 100 } })).data.map(({ type }) => type)).not.toContain('notification.changed')
    for (const stream of [own, second, foreign, byKey]) stream.close()
  })
})
