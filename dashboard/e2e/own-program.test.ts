/** A conversation through the own program: what the customer writes arrives, and replies go out with their states. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { signWebhook } from '../../server/platform/outbound/sign-webhook.ts'
import { openHookInbox, type HookInbox } from '../../test/support/hook-inbox.ts'
import { openReceiver, type Receiver } from '../../test/support/receiver.ts'
import { findViolations, startDashboard, type TestDashboard } from './dashboard.ts'

let dashboard: TestDashboard
let page: Page
let receiver: Receiver
let inbox: HookInbox
let inboundUrl: string
beforeAll(async () => {
  receiver = await openReceiver()
  receiver.respond = () => ({ status: 200, body: '{"externalId":"their-1"}' })
  dashboard = await startDashboard({ worker: true })
  inbox = await openHookInbox(dashboard.tenant, { outboundUrl: null })
  receiver.trust(receiver.url, inbox.secret)
  const { data } = await dashboard.tenant.skein.getInbox({ path: { id: inbox.id } })
  inboundUrl = data.hook?.inboundUrl ?? ''
  await post({ type: 'message.received', data: { externalId: 'm-1', from: { address: 'person-1', name: 'Ada' }, body: 'Is it raining?' } })
  page = (await dashboard.openAs(dashboard.ownerEmail, '/inbox/all')).page
  await page.getByRole('row').filter({ hasText: 'Is it raining?' }).click()
  await page.getByRole('article').filter({ hasText: 'Is it raining?' }).waitFor()
})
afterAll(async () => {
  await dashboard.close()
  await receiver.close()
})

async function post(event: object): Promise<void> {
  const body = JSON.stringify(event)
  const [id, timestamp] = [crypto.randomUUID(), Math.floor(Date.now() / 1_000)]
  const headers = {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signWebhook({ id, timestamp, body, secrets: [inbox.secret] }),
  }
  expect((await fetch(inboundUrl, { method: 'POST', headers, body })).status).toBe(202)
}

const article = (text: string) => page.getByRole('article').filter({ hasText: text })

it('a reply that waited for a URL is sent again, and shows when it was seen', async () => {
  await page.getByText('To Ada by your own program').waitFor()
  await page.getByText('Your program has no URL yet, so your reply waits.').waitFor()
  await page.getByRole('textbox', { name: 'Reply', exact: true }).fill('Not any more.')
  await page.getByRole('button', { name: /^Send Ctrl/ }).click()
  await page.getByRole('button', { name: 'Send now' }).first().click()
  const reply = article('Not any more.')
  await reply.getByText('Not sent yet, because your program has no URL.').waitFor()
  expect(await findViolations(page)).toEqual([])
  await dashboard.tenant.skein.updateInbox({ path: { id: inbox.id }, body: { hook: { outboundUrl: receiver.url } } })
  await reply.getByRole('button', { name: 'Send again' }).click()
  await reply.getByText('Sent', { exact: true }).first().waitFor()
  await post({ type: 'message.status', data: { externalId: 'their-1', state: 'SEEN' } })
  await reply.getByText(/^Seen \d/).waitFor()
})

it('the customer’s edits and deletions show at their message', async () => {
  await post({ type: 'message.edited', data: { externalId: 'm-1', body: 'Is it snowing?' } })
  await article('Is it snowing?').getByText('edited').waitFor()
  await post({ type: 'message.deleted', data: { externalId: 'm-1' } })
  await page.getByText('Deleted by the customer').waitFor()
  expect(await findViolations(page)).toEqual([])
})

it('the page of the inbox tests the program and lists what came in', async () => {
  await page.goto(`${dashboard.url}/settings/inboxes/${inbox.id}`)
  await page.getByRole('button', { name: 'Send a test' }).click()
  await page.getByText('Everything works.').waitFor()
  const table = page.getByRole('table', { name: 'Recently received' })
  await table.getByRole('row').filter({ hasText: 'message.status' }).getByText('State of a reply').waitFor()
  await table.getByRole('row').filter({ hasText: 'message.deleted' }).getByText('Change of a message').waitFor()
  expect(await findViolations(page)).toEqual([])
})
