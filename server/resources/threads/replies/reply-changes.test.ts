/** Replies with `changes`, sent immediately, scheduled, or cancelled: reply and changes happen together or not at all. */
import { expect, it } from 'vitest'
import type { Message } from '../../../../client/index.ts'
import { setUpTenant, type TestTenant } from '../../../../test/support/service.ts'

type Changes = NonNullable<Parameters<TestTenant['skein']['replyToThread']>[0]['body']['changes']>

const { tenant, readThread } = await setUpTenant({ worker: true })

const createThread = async (): Promise<string> => {
  const body = { title: 'Help', body: 'Please', requester: { email: 'ada@example.com' } }
  return (await tenant.skein.createThread({ body })).data.threadId
}
const listTexts = async (id: string) =>
  (await tenant.skein.listMessages({ path: { id } })).data.map(({ bodyText, internal }) => `${internal ? 'note: ' : ''}${bodyText}`)
const send = (id: string, changes: object, more: object = {}) =>
  tenant.api<Message>('POST', `/threads/${id}/reply`, { body: { body: 'Done.', changes, ...more } })

it('a reply, its note and its changes are made together in the agent’s name', async () => {
  const id = await createThread()
  const { data: label } = await tenant.skein.createLabel({ body: { name: 'refunded' } })
  const changes: Changes = {
    status: 'resolved',
    priority: 'high',
    assigneeId: tenant.ownerId,
    addLabels: [label.id],
    customFields: { order: 7 },
    note: 'Paid by hand',
  }
  expect((await send(id, changes)).status).toBe(201)
  expect(await readThread(id)).toMatchObject({
    status: 'resolved',
    priority: 'high',
    assignee: { id: tenant.ownerId },
    labels: [{ id: label.id }],
    customFields: { order: 7 },
  })
  expect(await listTexts(id)).toEqual(['note: Paid by hand', 'Done.', 'Please'])
  const { data: audits } = await tenant.skein.listAuditLogs({ query: { limit: 20 } })
  const own = audits.filter(({ target }) => target.id === id).map(({ action, actor }) => `${action} ${actor.type}`)
  expect(own.slice(0, 3)).toEqual(['thread.updated API_KEY', 'thread.message_added API_KEY', 'thread.replied API_KEY'])
})

it('a refused change refuses the reply, and a retry changes nothing', async () => {
  const id = await createThread()
  const unknown = await send(id, { assigneeId: 'usr_01m87ggryyfj3t5hrcf3ed0znr' })
  expect([unknown.status, unknown.body.error?.details?.[0]?.field]).toEqual([422, 'changes.assigneeId'])
  const { data: field } = await tenant.skein.createCustomField({
    body: { key: 'cause', name: 'Cause', appliesTo: 'THREAD', type: 'TEXT', required: 'ON_RESOLVE' },
  })
  expect((await send(id, { status: 'resolved' })).status).toBe(400)
  expect([await listTexts(id), (await readThread(id)).status]).toEqual([['Please'], 'open'])
  await tenant.skein.deleteCustomField({ path: { id: field.id } })
  const request = { body: { body: 'Once', changes: { priority: 'low' as const } }, path: { id }, idempotencyKey: 'reply-once' }
  const [first, again] = [await tenant.skein.replyToThread(request), await tenant.skein.replyToThread(request)]
  expect(again.data).toEqual(first.data)
  expect(await listTexts(id)).toEqual(['Once', 'Please'])
})

it('a reply is sent before its change closes the thread, or after it opens it', async () => {
  const id = await createThread()
  expect((await send(id, { status: 'closed' })).status).toBe(201)
  expect((await send(id, { priority: 'low' })).status).toBe(409)
  expect((await send(id, { status: 'open' })).status).toBe(201)
  expect([(await readThread(id)).status, await listTexts(id)]).toEqual(['open', ['Done.', 'Done.', 'Please']])
})

it('a scheduled reply changes the thread when it is sent, and never if cancelled', async () => {
  const id = await createThread()
  const taken = await send(id, { status: 'resolved', note: 'Never' }, { undoSeconds: 60 })
  expect((await readThread(id)).status).toBe('open')
  await tenant.skein.deleteMessage({ path: { id: taken.body.data.id } })
  const later = await send(id, { status: 'pending', addLabels: [] }, { undoSeconds: 60 })
  await tenant.skein.sendMessageNow({ path: { id: later.body.data.id } })
  expect([(await readThread(id)).status, await listTexts(id)]).toEqual(['pending', ['Done.', 'Please']])
  await send(id, { snoozedUntilReply: true }, { undoSeconds: 1 })
  await expect.poll(async () => (await readThread(id)).snoozed).toBe(true)
  expect(await listTexts(id)).toEqual(['Done.', 'Done.', 'Please'])
})

it('a scheduled reply whose changes are refused when due fails and changes nothing', async () => {
  const id = await createThread()
  const { data: label } = await tenant.skein.createLabel({ body: { name: 'gone' } })
  await send(id, { addLabels: [label.id], priority: 'urgent' }, { undoSeconds: 2 })
  await tenant.skein.deleteLabel({ path: { id: label.id } })
  const failed = async () => (await tenant.skein.listScheduledMessages({ path: { id } })).data.map(({ delivery }) => delivery)
  await expect.poll(failed).toMatchObject([{ state: 'FAILED', lastError: expect.any(String) }])
  expect([(await readThread(id)).priority, await listTexts(id)]).toEqual(['normal', ['Please']])
})
