import { describe, expect, it } from 'vitest'
import type { CannedResponse, CannedResponsePreview, Thread, ThreadFollower } from '../../../../client/index.ts'
import { toTypeId } from '#platform/ids.ts'
import { setUpTenant } from '../../../../test/support/service.ts'
import { snapshot } from '../../../../test/support/snapshot.ts'
import { getJobs, makeThread, getThreadEvents } from '../../../../test/support/threads.ts'

const { service, tenant } = await setUpTenant()

let count = 0
const makeMacro = async (actions: object[], more: object = {}): Promise<string> =>
  (await tenant.api<CannedResponse>('POST', '/canned-responses', { body: { shortcut: `m${++count}`, title: 'Macro', actions, ...more } }))
    .body.data.id
const apply = (thread: string, cannedResponseId: string) =>
  tenant.api<Thread>('POST', `/threads/${thread}/apply-canned-response`, { body: { cannedResponseId } })
const preview = async (id: string, threadId: string) =>
  (await tenant.api<CannedResponsePreview>('POST', `/canned-responses/${id}/preview`, { body: { threadId } })).body.data
const getFollowers = async (thread: string) =>
  (await tenant.api<ThreadFollower[]>('GET', `/threads/${thread}/followers`)).body.data.map(({ user }) => user.name).toSorted()
const makeUser = async (name: string): Promise<string> =>
  String(
    (await tenant.skein.createUser({ body: { name, email: `${name.toLowerCase()}@example.com`, role: 'AGENT', invite: false } })).data.id,
  )

describe('the actions of a canned response', () => {
  it('have the fields of their types, and not several that exclude each other', async () => {
    const refused = await tenant.api('POST', '/canned-responses', {
      body: {
        shortcut: 'wrong',
        title: 'T',
        actions: [
          { type: 'SNOOZE', until: 'next_working_day', durationSeconds: 60 },
          { type: 'ADD_FOLLOWERS' },
          { type: 'SEND_WEBHOOK' },
          { type: 'ASSIGN' },
        ],
      },
    })
    expect(refused.body.error?.details?.map(({ field, code }) => `${field} ${code}`)).toEqual([
      'actions[0].until AMBIGUOUS',
      'actions[1].userIds REQUIRED',
      'actions[2].webhookId REQUIRED',
      'actions[3].assigneeId REQUIRED',
    ])
    for (const type of ['REPLY', 'NOTIFY', 'APPLY_CANNED_RESPONSE'])
      expect((await tenant.api('POST', '/canned-responses', { body: { shortcut: 'r', title: 'T', actions: [{ type }] } })).status).toBe(400)
  })

  it('assign the thread to the agent who applies it', async () => {
    const id = await makeMacro([{ type: 'ASSIGN', assigneeId: 'me' }])
    expect((await tenant.skein.getCannedResponse({ path: { id } })).data.actions).toEqual([{ type: 'ASSIGN', assigneeId: 'me' }])
    const ben = await makeUser('Ben')
    const { key } = await tenant.keyFor(['write'], { userId: ben })
    const path = `/threads/${await makeThread(tenant)}/apply-canned-response`
    const applied = await service.api<Thread>('POST', path, { key, body: { cannedResponseId: id } })
    expect(applied.body.data.assignee).toEqual({ id: ben, name: 'Ben' })
  })

  it('add and remove followers, once each', async () => {
    const [cleo, dora] = [await makeUser('Cleo'), await makeUser('Dora')]
    const thread = await makeThread(tenant)
    const follow = await makeMacro([{ type: 'ADD_FOLLOWERS', userIds: [cleo, dora, cleo] }])
    const swap = await makeMacro([
      { type: 'REMOVE_FOLLOWERS', userIds: [cleo] },
      { type: 'ADD_FOLLOWERS', userIds: [dora] },
    ])
    expect((await preview(follow, thread)).changes?.after.followers?.map(({ name }) => name)).toEqual(['Cleo', 'Dora'])
    await apply(thread, follow)
    await apply(thread, follow)
    expect(await getFollowers(thread)).toEqual(['Cleo', 'Dora'])
    await apply(thread, swap)
    expect(await getFollowers(thread)).toEqual(['Dora'])
    const announced = (await getThreadEvents(tenant, thread)).filter((type) => type === 'thread.followers_changed')
    expect(announced, 'once for each change').toHaveLength(2)
    expect((await tenant.api('DELETE', `/users/${dora}`)).body.error?.details).toContainEqual({
      field: 'canned responses',
      code: 'IN_USE',
      message: '2',
    })
  })

  it('ask the customer to rate the thread, once in an episode', async () => {
    const id = await makeMacro([{ type: 'REQUEST_SATISFACTION' }])
    const thread = await makeThread(tenant)
    await apply(thread, id)
    await apply(thread, id)
    const job = 'request-satisfaction'
    expect((await getJobs(service, tenant, job)).map((key) => toTypeId('thr', key))).toEqual([thread])
    const worker = service.startWorker()
    const list = () => tenant.api<{ channel: string }[]>('GET', `/satisfaction-requests?threadId=${thread}`)
    await expect.poll(async () => (await list()).body.data.map(({ channel }) => channel)).toEqual(['MAIL'])
    await apply(thread, id)
    await expect.poll(() => getJobs(service, tenant, job)).toEqual([])
    await worker.stop()
    expect((await list()).body.meta.total).toBe(1)
  })

  it('snooze until the next working day of the team’s hours', async () => {
    const always = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'].map((day) => [day, [['07:30', '08:00']]])
    const hours = { name: 'Early', timezone: 'Europe/Berlin', weekly: Object.fromEntries(always) }
    const { data } = await tenant.skein.createBusinessHours({ body: hours })
    const team = (await tenant.skein.createTeam({ body: { name: 'Early', businessHoursId: data.id } })).data.id
    const id = await makeMacro([
      { type: 'SET_TEAM', teamId: team },
      { type: 'SNOOZE', until: 'NEXT_WORKING_DAY' },
    ])
    const thread = await makeThread(tenant)
    const shown = (await preview(id, thread)).changes
    const { snoozedUntil, status } = (await apply(thread, id)).body.data
    const local = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Berlin', hour: '2-digit', minute: '2-digit' })
    expect([status, local.format(new Date(String(snoozedUntil)))]).toEqual(['pending', '07:30'])
    expect(shown).toEqual({
      before: { status: 'open', teamId: null, snoozed: false, snoozedUntil: null },
      after: { status: 'pending', teamId: team, snoozed: true, snoozedUntil },
    })
  })
})

describe('a preview', () => {
  it('shows the thread before and after as applying leaves it', async () => {
    const label = (await tenant.skein.createLabel({ body: { name: 'vip' } })).data
    const thread = await makeThread(tenant)
    const id = await makeMacro(
      [
        { type: 'SET_STATUS', status: 'resolved' },
        { type: 'ADD_LABELS', labelIds: [label.id] },
        { type: 'SET_CUSTOM_FIELDS', customFields: { order: '42' } },
        { type: 'SET_PRIORITY', priority: 'normal' },
      ],
      { body: 'Done' },
    )
    const before = await snapshot(service.db, tenant.tenantId)
    const { changes, problems, missing } = await preview(id, thread)
    expect(await snapshot(service.db, tenant.tenantId)).toEqual(before)
    expect([problems, missing]).toEqual([[], []])
    const { body } = await apply(thread, id)
    const { status, assignee, labels, customFields } = body.data
    expect(changes).toEqual({
      before: { status: 'open', assignee: null, labels: [], customFields: {} },
      after: { status, assignee, labels, customFields },
    })
    expect([assignee?.id, labels]).toEqual([tenant.ownerId, [{ id: label.id, name: 'vip' }]])
    expect((await preview(id, thread)).changes).toEqual({ before: {}, after: {} })
  })

  it('names what prevents the canned response from being applied', async () => {
    const label = (await tenant.skein.createLabel({ body: { name: 'old' } })).data
    const thread = await makeThread(tenant)
    await tenant.skein.updateThread({ path: { id: thread }, body: { status: 'closed' } })
    const id = await makeMacro([{ type: 'ADD_LABELS', labelIds: [label.id] }], { body: 'Hi' })
    const pending = await makeMacro([{ type: 'SET_STATUS', status: 'pending' }])
    await tenant.skein.deleteLabel({ path: { id: label.id } })
    const { changes, problems, body } = await preview(id, thread)
    expect([changes, body, problems.map(({ field, code }) => `${field} ${code}`)]).toEqual([
      null,
      'Hi',
      ['actions[0].labelIds UNKNOWN', ' SVC-THREAD-CLOSED'],
    ])
    expect((await preview(pending, thread)).problems.map(({ code }) => code)).toEqual(['SVC-THREAD-INVALID_TRANSITION'])
  })
})
