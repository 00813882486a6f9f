import { describe, expect, it } from 'vitest'
import type { ThreadFollowers } from '../../../../client/index.ts'
import { statement } from '#platform/db.ts'
import { getNotifications } from '../../../../test/support/notifications.ts'
import { setUpTenant } from '../../../../test/support/service.ts'

const { service, tenant } = await setUpTenant({ worker: true })
const by = getNotifications(service)
const ada = await by.createAgent(tenant, 'Ada')
const grace = await by.createAgent(tenant, 'Grace')

const customerWrites = (id: string, body = 'And another thing') => by.write(id, { body }, tenant.key)

describe('whom the service tells', () => {
  it('the assignee and followers of ten messages in one notification with count 10', async () => {
    const id = await by.createThreadOf(ada, tenant)
    await tenant.api('PUT', `/threads/${id}/followers/${grace.id}`)
    for (let n = 1; n <= 10; n++) await customerWrites(id, `Message ${n}:   ${'x'.repeat(300)}`)
    for (const agent of [ada, grace]) {
      await expect.poll(async () => (await by.unreadOf(agent, id)).map(({ count }) => count)).toEqual([10])
      const [told] = await by.unreadOf(agent, id)
      expect(told).toMatchObject({
        type: 'CUSTOMER_REPLIED',
        thread: { id, subject: 'The export is empty' },
        actor: { type: 'CUSTOMER', name: 'Carla' },
        excerpt: `Message 10: ${'x'.repeat(188)}`,
        readAt: null,
        desktop: true,
      })
      expect(new Set(told?.eventIds).size).toBe(10)
      expect(Date.parse(told?.lastAt ?? '')).toBeGreaterThanOrEqual(Date.parse(told?.firstAt ?? ''))
    }
  })

  it('nobody of their own act, but of a customer’s message that their own key delivers', async () => {
    const id = await by.createThread(tenant)
    await service.api('POST', `/threads/${id}/assign`, { key: ada.key, body: { assigneeId: ada.id } })
    await by.as(ada, 'PUT', `/threads/${id}/followers/${ada.id}`)
    await by.write(id, { body: 'A note', internal: true, mentions: [ada.id] }, ada.key)
    await service.api('POST', `/threads/${id}/reply`, { key: ada.key, body: { body: 'A reply' } })
    await service.api('PATCH', `/threads/${id}`, { key: ada.key, body: { status: 'resolved' } })
    await service.api('PATCH', `/threads/${id}`, { key: ada.key, body: { status: 'open' } })
    await by.settle(tenant)
    expect(await by.typesOf(ada, id)).toEqual([])
    await service.api('PATCH', `/threads/${id}`, { key: ada.key, body: { status: 'resolved' } })
    await by.write(id, { body: 'It is empty again' }, ada.key)
    await by.settle(tenant)
    expect(await by.typesOf(ada, id)).toEqual(['CUSTOMER_REPLIED', 'REOPENED'])
  })

  it('an assignee of notes and of a reopened thread, and nobody twice of a note', async () => {
    const id = await by.createThreadOf(ada, tenant)
    await by.write(id, { body: 'Look', internal: true }, grace.key)
    await by.write(id, { body: 'Look, Ada', internal: true, mentions: [ada.id] }, grace.key)
    await service.api('PATCH', `/threads/${id}`, { key: grace.key, body: { status: 'resolved' } })
    await service.api('PATCH', `/threads/${id}`, { key: grace.key, body: { status: 'open' } })
    await by.settle(tenant)
    expect(await by.typesOf(ada, id)).toEqual(['MENTIONED', 'NOTE_ADDED', 'REOPENED'])
    const told = await by.unreadOf(ada, id)
    expect(told.map(({ count, actor }) => [count, actor?.name])).toEqual([1, 2, 3].map(() => [1, 'Grace']))
    // The mention made Ada a follower, so she is still notified of the customer's messages when the thread is no longer hers.
    await tenant.api('POST', `/threads/${id}/assign`, { body: { assigneeId: null } })
    await customerWrites(id)
    await by.settle(tenant)
    expect(await by.typesOf(ada, id)).toContain('CUSTOMER_REPLIED')
  })

  it('the members of a mentioned team, and not the author', async () => {
    const own = await service.createTenant()
    const [author, member, outsider] = [
      await by.createAgent(own, 'Author'),
      await by.createAgent(own, 'Member'),
      await by.createAgent(own, 'Other'),
    ]
    const teamId = (await own.skein.createTeam({ body: { name: 'Billing' } })).data.id
    for (const { id } of [author, member]) await own.api('PUT', `/teams/${teamId}/members/${id}`)
    const id = await by.createThread(own)
    await by.write(id, { body: '@Billing', internal: true, mentions: [{ teamId }, member.id] }, author.key)
    await by.settle(own)
    expect(await Promise.all([author, member, outsider].map((agent) => by.typesOf(agent, id)))).toEqual([[], ['MENTIONED'], []])
    expect((await by.unreadOf(member, id))[0]?.count).toBe(1)
  })

  it('the team of an unassigned thread, also of a new message in an old one', async () => {
    const own = await service.createTenant()
    const [member, taker] = [await by.createAgent(own, 'Member'), await by.createAgent(own, 'Taker')]
    const teamId = (await own.skein.createTeam({ body: { name: 'Billing' } })).data.id
    for (const agent of [member, taker]) await own.api('PUT', `/teams/${teamId}/members/${agent.id}`)
    await own.api('PATCH', `/inboxes/${own.inboxId}`, { body: { teamId } })
    const id = await by.createThread(own)
    await by.settle(own)
    expect(await by.unreadOf(member, id)).toMatchObject([{ type: 'TEAM_THREAD', count: 1 }])
    await by.write(id, { body: 'Hello?' }, own.key)
    await by.settle(own)
    expect(await by.unreadOf(member, id)).toMatchObject([{ type: 'TEAM_THREAD', count: 2 }])
    await service.api('POST', `/threads/${id}/assign`, { key: taker.key, body: { assigneeId: taker.id } })
    await by.write(id, { body: 'Still there?' }, own.key)
    await by.settle(own)
    expect((await by.unreadOf(member, id)).map(({ count }) => count)).toEqual([2])
    expect(await by.typesOf(taker, id)).toEqual(['CUSTOMER_REPLIED', 'TEAM_THREAD'])
  })

  it('no suspended or service user, of no automatic message, and of nothing imported', async () => {
    const own = await service.createTenant()
    const [suspended, program, person] = [
      await by.createAgent(own, 'Gone'),
      await by.createAgent(own, 'Robot'),
      await by.createAgent(own, 'Person'),
    ]
    const id = await by.createThread(own)
    for (const agent of [suspended, program, person]) await own.api('PUT', `/threads/${id}/followers/${agent.id}`)
    await own.api('PATCH', `/users/${suspended.id}`, { body: { status: 'SUSPENDED' } })
    await service.db.script(`update users set kind = 'SERVICE' where tenant_id = '${own.tenantId}' and name = 'Robot'`)
    await by.write(id, { body: 'I am a bot', authorType: 'BOT' }, own.key)
    await by.settle(own)
    expect(await by.typesOf(person, id)).toEqual([])
    await by.write(id, { body: 'Hello' }, own.key)
    await by.settle(own)
    expect(await by.typesOf(person, id)).toEqual(['CUSTOMER_REPLIED'])
    const users = statement<{ tenantId: string }, { name: string }>(
      'select u.name from notifications n join users u on u.tenant_id = n.tenant_id and u.id = n.user_id where n.tenant_id = :tenantId::uuid',
    )
    expect(await service.db.rows(users, { tenantId: own.tenantId })).toEqual([{ name: 'Person' }])

    // Moves the cursor back over history that an import has written.
    await service.db.script(`
      delete from notifications where tenant_id = '${own.tenantId}';
      update events set cause = '{"type":"IMPORT","id":null,"depth":0,"rootEventId":null,"ruleIds":[]}' where tenant_id = '${own.tenantId}' and sequence % 2 = 0;
      update events set actor = null where tenant_id = '${own.tenantId}' and sequence % 2 = 1;
      update reader_cursors set sequence = 0 where tenant_id = '${own.tenantId}' and reader = 'notifications'`)
    await by.settle(own)
    expect(await service.db.rows(users, { tenantId: own.tenantId })).toEqual([])
  })

  it('the author of an undelivered message, and those whom a deadline concerns', async () => {
    const own = await service.createTenant()
    const [author, assignee] = [await by.createAgent(own, 'Author'), await by.createAgent(own, 'Assignee')]
    const id = await by.createThreadOf(assignee, own)
    const { body } = await service.api<{ id: string }>('POST', `/threads/${id}/reply`, { key: author.key, body: { body: 'A reply' } })
    await by.settle(own)
    await service.db.script(`with next as (update tenant_counters set event_sequence = event_sequence + 3 where tenant_id = '${own.tenantId}' returning event_sequence),
      reply as (select * from events where tenant_id = '${own.tenantId}' and type = 'message.created' and object ->> 'bodyText' = 'A reply')
      insert into events (tenant_id, sequence, id, type, object_id, object, previous, actor)
      select e.tenant_id, n.event_sequence - 2 + k, gen_random_uuid(), t, e.object_id,
        case when k = 0 then (e.object::jsonb || '{"delivery":{"state":"BOUNCED"}}')::json else json_build_object('threadId', e.object ->> 'threadId') end,
        case when k = 0 then '{"delivery":{"state":"SENT"}}'::json end, '{"type":"SYSTEM","id":null,"name":null}'
      from next n, reply e, (values (0, 'message.delivery_changed'), (1, 'sla.warning'), (2, 'sla.breached')) as v(k, t)`)
    await by.settle(own)
    expect(body.data.id).toMatch(/^msg_/)
    expect(await by.typesOf(author, id)).toEqual(['DELIVERY_FAILED'])
    expect(await by.typesOf(assignee, id)).toEqual(['DELIVERY_FAILED', 'SLA_BREACHED', 'SLA_WARNING'])
  })

  it('everyone of a follower whom a mention makes, as the act of its author', async () => {
    const id = await by.createThread(tenant)
    for (let n = 0; n < 2; n++) await by.write(id, { body: 'Look', internal: true, mentions: [ada.id] }, grace.key)
    await by.settle(tenant)
    type Changed = { actor: { id: string }; data: { object: ThreadFollowers } }
    const { data } = (await tenant.api<Changed[]>('GET', '/events?types=thread.followers_changed&limit=100')).body
    const ofThread = data.filter(({ data: { object } }) => object.threadId === id)
    expect(ofThread.map(({ actor, data: { object } }) => [actor.id, object.followers])).toEqual([[grace.id, [{ id: ada.id, name: 'Ada' }]]])
  })

  it('viewers who follow, until they no longer do', async () => {
    const viewer = await by.createAgent(tenant, 'Vera', 'VIEWER')
    const id = await by.createThread(tenant)
    await by.as(viewer, 'PUT', `/threads/${id}/followers/${viewer.id}`)
    await customerWrites(id)
    await by.settle(tenant)
    expect(await by.typesOf(viewer, id)).toEqual(['CUSTOMER_REPLIED'])
    await by.as(viewer, 'DELETE', `/threads/${id}/followers/${viewer.id}`)
    await customerWrites(id)
    await by.settle(tenant)
    expect((await by.unreadOf(viewer, id))[0]?.count).toBe(1)
  })
})

it.each<[string, string, string[]]>([
  ['resolved', 'REOPENED', ['REOPENED']],
  ['open', 'CUSTOMER_REPLIED', ['CUSTOMER_REPLIED']],
])('the assignee of a %s thread is told %s when a waiting thread is merged into it', async (status, _, told) => {
  const [frances, target] = [await by.createAgent(tenant, `Ada${status}`), await by.createThread(tenant)]
  await tenant.api('POST', `/threads/${target}/assign`, { body: { assigneeId: frances.id } })
  await tenant.api('PATCH', `/threads/${target}`, { body: { status } })
  const source = await by.createThread(tenant)
  await by.settle(tenant)
  await by.as(frances, 'PUT', `/threads/${target}/read`, {})
  expect(await by.typesOf(frances, target)).toEqual([])
  expect((await tenant.api('POST', `/threads/${target}/merge`, { body: { sourceIds: [source] } })).status).toBe(200)
  await by.settle(tenant)
  expect(await by.typesOf(frances, target)).toEqual(told)
  // The agent who merges is not notified, and undoing the merge notifies nobody.
  await by.as(frances, 'PUT', `/threads/${target}/read`, {})
  await tenant.api('POST', `/threads/${source}/unmerge`, {})
  await service.api('POST', `/threads/${target}/merge`, { key: frances.key, body: { sourceIds: [source] } })
  await by.settle(tenant)
  expect(await by.typesOf(frances, target)).toEqual([])
})
