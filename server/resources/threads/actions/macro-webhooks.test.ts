import { afterAll, expect, it } from 'vitest'
import type { CannedResponse } from '../../../../client/index.ts'
import { getDeliveries, hookAt } from '../../../../test/guarantees/webhook-fixture.ts'
import { openReceiver } from '../../../../test/support/receiver.ts'
import { setUpTenant } from '../../../../test/support/service.ts'
import { makeThread } from '../../../../test/support/threads.ts'

const receiver = await openReceiver()
afterAll(() => receiver.close())
const { tenant } = await setUpTenant({ worker: true })

const type = 'canned_response.applied'

it('a canned response sends the thread to the webhook that it names, and to no other', async () => {
  const named = await hookAt(tenant, receiver, ['thread.merged'], '/named')
  const other = await hookAt(tenant, receiver, ['*'], '/other')
  const actions = [
    { type: 'SET_PRIORITY', priority: 'urgent' },
    { type: 'SEND_WEBHOOK', webhookId: named.id },
  ]
  const { id } = (
    await tenant.api<CannedResponse>('POST', '/canned-responses', { body: { shortcut: 'crm', title: 'To the CRM', actions } })
  ).body.data
  const thread = await makeThread(tenant)
  const applied = await tenant.api('POST', `/threads/${thread}/apply-canned-response`, { body: { cannedResponseId: id } })
  expect(applied.status).toBe(200)
  await tenant.skein.updateThread({ path: { id: thread }, body: { priority: 'low' } })
  const ofOther = async () =>
    (await getDeliveries(tenant, other.id)).filter(({ state }) => state === 'SUCCEEDED').map(({ eventType }) => eventType)
  await expect.poll(async () => (await ofOther()).filter((each) => each === 'thread.priority_changed').length).toBe(2)
  await expect.poll(() => receiver.received.filter(({ event }) => event.type === type).length).toBe(1)
  expect(await ofOther(), 'the feed of everything has passed the event').not.toContain(type)
  const sent = receiver.received.find(({ event }) => event.type === type)
  expect([sent?.path, sent?.event.data.object]).toEqual([
    '/hook/named',
    {
      cannedResponse: { id, title: 'To the CRM', shortcut: 'crm' },
      thread: expect.objectContaining({ id: thread, priority: 'urgent' }),
      webhookId: named.id,
    },
  ])
  const refused = await tenant.api('DELETE', `/webhooks/${named.id}`)
  expect([refused.status, refused.body.error?.details]).toEqual([409, [{ field: 'canned responses', code: 'IN_USE', message: '1' }]])
  await tenant.api('DELETE', `/canned-responses/${id}`)
  expect((await tenant.api('DELETE', `/webhooks/${named.id}`)).status).toBe(200)
})
