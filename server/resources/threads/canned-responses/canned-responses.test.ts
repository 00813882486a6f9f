import { describe, expect, it } from 'vitest'
import type { CannedResponse, CannedResponsePreview, CreatedThread, Message, User } from '../../../../client/index.ts'
import { statement } from '#platform/db.ts'
import { toTypeId } from '#platform/ids.ts'
import type { CallResponse } from '../../../../test/support/caller.ts'
import { setUpTenant } from '../../../../test/support/service.ts'
import { snapshot } from '../../../../test/support/snapshot.ts'
import { getEvents, getJobs } from '../../../../test/support/threads.ts'

const { service, tenant } = await setUpTenant()

let count = 0
const make = (body: object, api = tenant.api) =>
  api<CannedResponse>('POST', '/canned-responses', { body: { shortcut: `s${++count}`, title: 'T', ...body } })
const makeAndGetId = async (body: object) => (await make(body)).body.data.id
const newThread = async (requester: object = { email: 'ada@example.com', name: 'Ada Lovelace' }) =>
  String((await tenant.api<CreatedThread>('POST', '/threads', { body: { title: 'Export', body: 'Empty', requester } })).body.data.threadId)
const apply = (thread: string, id: string, api = tenant.api) =>
  api<CreatedThread>('POST', `/threads/${thread}/apply-canned-response`, { body: { cannedResponseId: id } })
const preview = (id: string, threadId: string) =>
  tenant.api<CannedResponsePreview>('POST', `/canned-responses/${id}/preview`, { body: { threadId } })
const getMessages = async (thread: string) => (await tenant.skein.listMessages({ path: { id: thread } })).data
const usage = async (id: string) => (await tenant.skein.getCannedResponse({ path: { id } })).data.usageCount
const refusal = ({ status, body }: CallResponse<unknown>) => [
  status,
  ...(body.error?.details ?? []).map(({ field, code }) => `${field} ${code}`),
]

describe('a canned response', () => {
  it('has a unique shortcut among shared ones, or among the owner’s personal ones', async () => {
    const shortcut = 'Refund'
    await make({ shortcut, body: 'Hi' })
    const taken = await make({ shortcut: 'reFUND', body: 'Hi' })
    expect([...refusal(taken), taken.body.error?.code]).toEqual([409, 'shortcut TAKEN', 'SVC-CATALOG-DUPLICATE'])
    const own = await make({ shortcut, body: 'Mine', visibility: 'personal' })
    expect(own.status).toBe(201)
    expect((await make({ shortcut: 'REFUND', body: 'Hi', visibility: 'PERSONAL' })).status).toBe(409)
    const other = (await tenant.skein.createUser({ body: { name: 'B', email: 'b@example.com', role: 'AGENT', invite: false } })).data.id
    const { key } = await tenant.keyFor(['admin'], { userId: String(other) })
    const asOther: typeof tenant.api = (method, path, options) => service.api(method, path, { key, ...options })
    const path = `/canned-responses/${own.body.data.id}`
    for (const method of ['GET', 'DELETE'] as const) expect((await asOther(method, path)).status).toBe(404)
    expect((await asOther<CannedResponse[]>('GET', '/canned-responses?namePrefix=refund')).body.meta.total).toBe(1)
    expect(refusal(await apply(await newThread(), own.body.data.id, asOther))).toEqual([422, 'cannedResponseId UNKNOWN'])
    expect((await make({ shortcut, body: 'Theirs', visibility: 'PERSONAL' }, asOther)).status).toBe(201)
  })

  it('has a body or an action, and its actions have only the fields of their types', async () => {
    const actions = [{ type: 'SET_STATUS', priority: 'high' }, { type: 'ADD_LABELS' }]
    expect(refusal(await make({ actions }))).toEqual([
      400,
      'actions[0].status REQUIRED',
      'actions[0].priority NOT_ALLOWED',
      'actions[1].labelIds REQUIRED',
    ])
    expect(refusal(await make({}))).toEqual([400, 'body REQUIRED'])
  })

  it('refers only to existing objects, which then cannot be deleted', async () => {
    const unknown = 'tea_01k2w3t5q7e0r9vbx4m6n8h2dz'
    expect(
      refusal(
        await make({
          actions: [
            { type: 'SET_PRIORITY', priority: 'low' },
            { type: 'SET_TEAM', teamId: unknown },
          ],
        }),
      ),
    ).toEqual([422, 'actions[1].teamId UNKNOWN'])
    const team = String((await tenant.skein.createTeam({ body: { name: 'Billing' } })).data.id)
    const id = await makeAndGetId({ actions: [{ type: 'SET_TEAM', teamId: team }] })
    const refused = await tenant.api('DELETE', `/teams/${team}`)
    expect([refused.status, refused.body.error?.details?.[0]?.field]).toEqual([409, 'canned responses'])
    await tenant.skein.deleteCannedResponse({ path: { id } })
    expect((await tenant.api('DELETE', `/teams/${team}`)).status).toBe(200)
  })
})

describe('variables', () => {
  it('that do not exist are refused in a response, and the valid ones are listed', async () => {
    const note = { type: 'ADD_NOTE', body: '{{ agent.nam }}' }
    const refused = await make({ body: 'Hello {{custmer.name}}, {{customer.name|there}} {{customer name}}', actions: [note] })
    expect([refused.status, refused.body.error?.details?.map(({ field, code }) => `${field} ${code}`)]).toEqual([
      400,
      ['body UNKNOWN_VARIABLE', 'body UNKNOWN_VARIABLE', 'actions[0].body UNKNOWN_VARIABLE'],
    ])
    expect(refused.body.error?.details?.[0]?.message).toMatch(/^uses {{custmer.name}}, .* customer.name, /)
    const id = await makeAndGetId({ body: 'Hello {{ customer.customFields.plan | you }}' })
    expect((await tenant.api('PATCH', `/canned-responses/${id}`, { body: { body: '{{custmer.name}}' } })).status).toBe(400)
    expect((await tenant.api('PATCH', `/canned-responses/${id}`, { body: { title: 'Other' } })).status).toBe(200)
  })
})

describe('a preview', () => {
  it('fills in values of the thread and reports missing ones, changing nothing', async () => {
    const thread = await newThread()
    const id = await makeAndGetId({
      body: 'Hello {{customer.firstName}}, {{thread.subject}} {{customer.externalId}} {{thread.customFields.order}} {{team.name|us}}',
    })
    const before = await snapshot(service.db, tenant.tenantId)
    const { body } = await preview(id, thread)
    expect(body.data).toMatchObject({
      body: 'Hello Ada, Export {{customer.externalId}} {{thread.customFields.order}} us',
      missing: ['customer.externalId', 'thread.customFields.order'],
    })
    expect(await snapshot(service.db, tenant.tenantId)).toEqual(before)
  })

  it('escapes values in an HTML body, and sanitises it like a message', async () => {
    const thread = await newThread({ email: 'eve@example.com', name: '<img src=x onerror=alert(1)> & "Eve"' })
    const response = (await make({ body: '<p onclick="x()">Hello {{customer.name}}</p>' })).body.data
    expect(response.bodyFormat).toBe('html')
    expect((await preview(response.id, thread)).body.data.body).toBe('<p>Hello &lt;img src=x onerror=alert(1)&gt; &amp; "Eve"</p>')
    const plain = await makeAndGetId({ body: 'Hello {{customer.name}}' })
    expect((await preview(plain, thread)).body.data.body).toBe('Hello <img src=x onerror=alert(1)> & "Eve"')
  })
})

describe('applying a canned response', () => {
  it('replies, adds notes and changes the thread, all at once, with an event for each', async () => {
    const label = String((await tenant.skein.createLabel({ body: { name: 'refunded' } })).data.id)
    const thread = await newThread()
    const id = await makeAndGetId({
      body: 'Hello {{customer.firstName}}',
      actions: [
        { type: 'ADD_NOTE', body: 'Refund for {{customer.email}}' },
        { type: 'SET_PRIORITY', priority: 'HIGH' },
        { type: 'ADD_LABELS', labelIds: [label] },
        { type: 'ASSIGN', assigneeId: tenant.ownerId },
        { type: 'SET_STATUS', status: 'resolved' },
      ],
    })
    const { status, body } = await apply(thread, id)
    expect(status).toBe(200)
    expect(body.data).toMatchObject({
      status: 'resolved',
      priority: 'high',
      messageCount: 3,
      labels: [{ id: label }],
      assignee: { id: tenant.ownerId },
    })
    expect((await tenant.skein.getThread({ path: { id: thread } })).data).toEqual(body.data)
    expect((await getMessages(thread)).map((message) => [message.body, message.internal])).toEqual([
      ['Refund for ada@example.com', true],
      ['Hello Ada', false],
      ['Empty', false],
    ])
    expect(await usage(id)).toBe(1)
    const total = (await tenant.api<CreatedThread[]>('GET', `/threads?labelId=${label}`)).body.meta.total
    expect(total).toBe(1)
  })

  it('changes nothing if a variable, a label or the change of status is not valid', async () => {
    const label = String((await tenant.skein.createLabel({ body: { name: 'old' } })).data.id)
    const thread = await newThread({ email: 'nameless@example.com' })
    const priority = { type: 'SET_PRIORITY', priority: 'high' }
    const nameless = await makeAndGetId({
      body: 'Hello {{customer.name}}',
      actions: [priority, { type: 'ADD_NOTE', body: '{{customer.externalId}}' }],
    })
    const archived = await makeAndGetId({ body: 'Hi', actions: [priority, { type: 'ADD_LABELS', labelIds: [label] }] })
    const pending = await makeAndGetId({ body: 'Hi', actions: [{ type: 'SET_STATUS', status: 'pending' }] })
    await tenant.skein.deleteLabel({ path: { id: label } })
    const closed = await newThread()
    await tenant.skein.updateThread({ path: { id: closed }, body: { status: 'closed' } })
    const before = await snapshot(service.db, tenant.tenantId)
    expect(refusal(await apply(thread, nameless))).toEqual([422, 'body MISSING_VARIABLE', 'actions[1].body MISSING_VARIABLE'])
    expect(refusal(await apply(thread, archived))).toEqual([422, 'actions[1].labelIds UNKNOWN'])
    expect((await apply(closed, pending)).status).toBe(409)
    expect(await snapshot(service.db, tenant.tenantId)).toEqual(before)
  })

  it('replies before it closes a thread, and after it opens one', async () => {
    const closing = await makeAndGetId({ body: 'Bye', actions: [{ type: 'SET_STATUS', status: 'closed' }] })
    const opening = await makeAndGetId({ body: 'Hello again', actions: [{ type: 'SET_STATUS', status: 'open' }] })
    const thread = await newThread()
    expect((await apply(thread, closing)).body.data).toMatchObject({ status: 'closed', messageCount: 2 })
    expect((await apply(thread, closing)).status).toBe(409)
    expect((await apply(thread, opening)).body.data).toMatchObject({ status: 'open', messageCount: 3 })
    const told = (await getEvents(tenant, thread)).slice(-2).map(({ type, object }) => [type, object['status'], object['messageCount']])
    expect(told, 'each event with the thread as it was then').toEqual([
      ['thread.status_changed', 'open', 2],
      ['message.created', undefined, undefined],
    ])
  })

  it('assigns by the same rules as the operation', async () => {
    const person = { name: 'S', email: 's@example.com', role: 'AGENT', invite: false }
    const { id: suspended } = (await tenant.api<User>('POST', '/users', { body: person })).body.data
    const assigning = await makeAndGetId({ actions: [{ type: 'ASSIGN', assigneeId: suspended }] })
    await tenant.skein.updateUser({ path: { id: suspended }, body: { status: 'SUSPENDED' } })
    expect(refusal(await apply(await newThread(), assigning))).toEqual([422, 'actions[0].assigneeId SUSPENDED'])
    const changes = { assigneeId: suspended }
    expect(refusal(await tenant.api('POST', '/threads/batch', { body: { threadIds: [await newThread()], changes } }))).toEqual([
      422,
      'changes.assigneeId SUSPENDED',
    ])
    const releasing = await makeAndGetId({ actions: [{ type: 'ASSIGN', assigneeId: null }] })
    const team = (await tenant.skein.createTeam({ body: { name: 'Empty', assignment: 'ROUND_ROBIN' } })).data.id
    const [byMacro, byBatch, waiting] = [await newThread(), await newThread(), await newThread()]
    for (const id of [byMacro, byBatch, waiting]) await tenant.skein.assignThread({ path: { id }, body: { teamId: team } })
    await apply(byMacro, releasing)
    await tenant.skein.batchThreads({ body: { threadIds: [byBatch], changes: { assigneeId: null } } })
    const split = await tenant.api<Message & { id: string }>('POST', `/threads/${waiting}/messages`, {
      body: { body: 'And another thing' },
    })
    const body = { subject: 'Other', messageIds: [split.body.data.id] }
    const part = (await tenant.skein.splitThread({ path: { id: waiting }, body })).data.id
    const queued = statement<{ tenantId: string }, { id: string }>(
      'select id from threads where tenant_id = :tenantId::uuid and queued_for is not null',
    )
    const ids = (await service.db.rows(queued, { tenantId: tenant.tenantId })).map(({ id }) => toTypeId('thr', id))
    expect(ids.toSorted(), 'what was released waits no more; what was split off waits as well').toEqual([waiting, part].toSorted())
    const jobs = await getJobs(service, tenant, 'hand-out-threads')
    expect(jobs.filter((key) => toTypeId('thr', key.split(' ').at(-1) ?? '') === part)).toHaveLength(1)
  })

  it('applies to the target of a merged thread', async () => {
    const [into, source, id] = [
      await newThread(),
      await newThread(),
      await makeAndGetId({ body: 'Hi', actions: [{ type: 'SET_PRIORITY', priority: 'urgent' }] }),
    ]
    await tenant.skein.mergeThread({ path: { id: into }, body: { sourceIds: [source] } })
    expect((await apply(source, id)).body.data).toMatchObject({ id: into, messageCount: 3, priority: 'urgent' })
  })

  it('is counted exactly, even with concurrent and repeated requests', async () => {
    const id = await makeAndGetId({ body: 'Hi', actions: [{ type: 'SNOOZE', durationSeconds: 3600 }] })
    const threads = await Promise.all(Array.from({ length: 6 }, () => newThread()))
    const once = (thread: string) =>
      tenant.api('POST', `/threads/${thread}/apply-canned-response`, {
        body: { cannedResponseId: id },
        headers: { 'idempotency-key': thread },
      })
    const answers = await Promise.all([...threads, ...threads].map(once))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(await usage(id)).toBe(6)
    for (const thread of threads) expect(await getMessages(thread)).toHaveLength(2)
  })
})
