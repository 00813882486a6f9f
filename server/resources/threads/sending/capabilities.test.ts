/** What an inbox cannot deliver to its program is refused before anything is stored. */
import { expect, it } from 'vitest'
import { openHookInbox } from '../../../../test/support/hook-inbox.ts'
import { setUpHookThreads } from '../../../../test/support/hook-threads.ts'

const hook = await setUpHookThreads()

it('a text that is too long is refused, or split into parts', async () => {
  const { threadId, inboxId } = await hook.openThread({ settings: { maxTextLength: 40 } })
  const long = 'The first sentence is here. And the second sentence is here.'
  expect(await hook.refusal(threadId, { body: long })).toEqual({ status: 400, code: 'SVC-VALIDATION-FAILED', details: ['body TOO_LONG'] })
  expect(await hook.refusal(threadId, { body: long, undoSeconds: 10 })).toMatchObject({ status: 400 })
  await hook.tenant.skein.updateInbox({ path: { id: inboxId }, body: { hook: { settings: { splitsTexts: true } } } })
  await hook.waitForState(await hook.reply(threadId, { body: long }), 'SENT')
  expect(hook.getSent(0).parts).toEqual(['The first sentence is here.', 'And the second sentence is here.'])
})

it('HTML is converted to text', async () => {
  const { threadId } = await hook.openThread({ settings: { formats: ['text'] } })
  await hook.waitForState(await hook.reply(threadId, { body: '<p>All is <b>well</b>.</p>' }), 'SENT')
  expect(hook.getSent(0)).toMatchObject({ body: 'All is well.', bodyFormat: 'text' })
})

it('files are refused, or sent as links that the program can fetch', async () => {
  const { threadId, inboxId } = await hook.openThread({ settings: { files: false } })
  const upload = async () =>
    (await hook.tenant.skein.createUpload({ body: { file: new Blob(['abc'], { type: 'text/plain' }), filename: 'a.txt' } })).data.id
  expect(await hook.refusal(threadId, { attachments: [{ uploadId: await upload() }] })).toMatchObject({
    status: 400,
    details: ['attachments NOT_ALLOWED'],
  })
  await hook.tenant.skein.updateInbox({ path: { id: inboxId }, body: { hook: { settings: { files: true } } } })
  hook.receiver.respond = (_, n) => (n === 1 ? 500 : 204)
  await hook.waitForState(await hook.reply(threadId, { attachments: [{ uploadId: await upload() }] }), 'SENT')
  const [first, second] = hook.listReceived()
  expect(second?.body).toBe(first?.body)
  const [file] = hook.getSent(0).attachments
  expect(file).toMatchObject({ filename: 'a.txt', size: 3 })
  const { pathname, search } = new URL(file?.url ?? '')
  expect(await (await fetch(`${hook.service.baseUrl}${pathname}${search}`)).text()).toBe('abc')
})

it('a reply after the window is refused, and fails if the window closes first', async () => {
  const { threadId } = await hook.openThread({ settings: { windowSeconds: 3_600 } })
  const sendAt = new Date(Date.now() + 86_400_000).toISOString()
  const later = await hook.reply(threadId, { sendAt })
  const makeOlder = `update messages set created_at = created_at - interval '2 hours' where tenant_id = '${hook.tenant.tenantId}'`
  await hook.service.db.script(makeOlder)
  expect(await hook.refusal(threadId)).toMatchObject({ status: 409, code: 'SVC-CHANNEL-WINDOW_CLOSED' })
  expect((await hook.reply(threadId, { sendBy: 'NONE' })).delivery.state).toBe('NOT_APPLICABLE')
  await hook.tenant.skein.sendMessageNow({ path: { id: later.id } })
  expect((await hook.waitForState(later, 'FAILED')).delivery.lastError).toBe('WINDOW_CLOSED')
  expect(hook.listReceived()).toEqual([])
})

it('nobody is written to first unless the inbox allows it and an address is known', async () => {
  const create = async (inboxId: string, email: string): Promise<string> =>
    (await hook.tenant.skein.createThread({ body: { title: 'Hi', body: 'Hi', requester: { email }, inboxId } })).data.threadId
  const closed = await openHookInbox(hook.tenant, { outboundUrl: hook.url, settings: { startsConversations: false } })
  expect(await hook.refusal(await create(closed.id, 'ada@example.com'))).toMatchObject({ status: 422, code: 'SVC-CUSTOMER-NO_ADDRESS' })
  const open = await openHookInbox(hook.tenant, { outboundUrl: hook.url })
  await hook.waitForState(await hook.reply(await create(open.id, 'ada@example.com')), 'SENT')
  expect(hook.getSent(0)).toMatchObject({ conversationKey: null, to: { address: 'ada@example.com' } })
  const numbers = await openHookInbox(hook.tenant, { type: 'SMS', outboundUrl: hook.url })
  expect(await hook.refusal(await create(numbers.id, 'ada@example.com'))).toMatchObject({ status: 422 })
})

it('recipients of a mail are refused on the channel', async () => {
  const { threadId } = await hook.openThread()
  expect(await hook.refusal(threadId, { sendBy: 'CHANNEL', to: ['ada@example.com'] })).toMatchObject({ details: ['to NOT_ALLOWED'] })
  expect(await hook.refusal(threadId, { sendBy: 'EMAIL' })).toMatchObject({ status: 409, code: 'SVC-INBOX-NOT_SENDING' })
})
