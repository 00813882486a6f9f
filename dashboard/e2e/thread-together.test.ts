/** Two agents in one thread: they see each other's presence and changes, and a reply is refused if it misses a newer message. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { expectProblems } from './browser-problems.ts'
import { startDashboard, password, findViolations, type OpenPage, type TestDashboard, readEditor } from './dashboard.ts'

let dashboard: TestDashboard
let one: OpenPage
let other: OpenPage
let id: string
beforeAll(async () => {
  dashboard = await startDashboard({ worker: true })
  const { skein } = dashboard.tenant
  const { data: grace } = await skein.createUser({ body: { name: 'Grace Hopper', email: 'grace@acme.test', role: 'AGENT', invite: false } })
  await dashboard.tenant.setPassword(grace.id, password)
  const requester = { email: 'dana@example.com', name: 'Dana Ruiz' }
  const { data } = await skein.createThread({ body: { title: 'Refund', body: 'Where is it?', requester } })
  id = data.threadId
  ;[one, other] = await Promise.all([
    dashboard.openAs(dashboard.ownerEmail, `/inbox/all/${id}`),
    dashboard.openAs('grace@acme.test', `/inbox/all/${id}`),
  ])
})
afterAll(() => dashboard.close())

const field = ({ page }: OpenPage) => page.getByRole('textbox', { name: 'Reply' })
const thread = ({ page }: OpenPage) => page.getByRole('region', { name: 'Thread', exact: true })

it('each agent sees who is there and who types', async () => {
  await thread(one).getByText('Grace Hopper is here').waitFor({ state: 'attached' })
  await thread(other).getByText('owner is here').waitFor({ state: 'attached' })
  await field(other).pressSequentially('Let me')
  await thread(one).getByText('Grace Hopper is typing').waitFor({ state: 'attached' })
  expect(await findViolations(one.page)).toEqual([])
  // A typing pause ends the state.
  await thread(one).getByText('Grace Hopper is here').waitFor({ state: 'attached' })
  await field(other).fill('')
})

it('a note of one agent appears for the other without a reload', async () => {
  const { page } = one
  await page.getByRole('button', { name: 'Note', exact: true }).click()
  const note = page.getByRole('textbox', { name: 'Internal note' })
  await note.fill('I am asking the bank.')
  await note.press('Control+Enter')
  const seen = other.page.getByRole('article', { name: 'Internal note of owner' })
  await seen.getByText('I am asking the bank.').waitFor()
  await expect.poll(() => other.page.getByText('New message from owner').count()).toBe(1)
})

it('a change of one agent appears for the other without a reload', async () => {
  const { page } = one
  await page.keyboard.press('Escape')
  await page.keyboard.press('e')
  await other.page.getByRole('button', { name: 'Reopen' }).waitFor()
  await other.page.getByText('owner resolved this').waitFor()
  await page.keyboard.press('z')
  await other.page.getByRole('button', { name: 'Resolve' }).waitFor()
})

it('a reply that waits is visible to the other agent', async () => {
  await one.page.getByRole('button', { name: 'Reply', exact: true }).click()
  await field(other).fill('We have sent it back.')
  await field(one).fill('It is on its way.')
  await field(one).press('Control+Enter')
  const waiting = other.page.getByRole('article').filter({ hasText: 'It is on its way.' })
  await waiting.getByText(/Sends in/).waitFor()
  await one.page.getByRole('article').filter({ hasText: 'It is on its way.' }).getByRole('button', { name: 'Undo' }).click()
  await waiting.waitFor({ state: 'detached' })
})

it('a newer reply stops the reply that the other agent has begun', async () => {
  expectProblems(/^409 POST .*\/reply$/)
  // Sent without the undo window.
  await dashboard.tenant.skein.replyToThread({ path: { id }, body: { body: 'It is on its way.' } })
  await other.page.getByRole('article').filter({ hasText: 'It is on its way.' }).waitFor()
  await field(other).press('Control+Enter')
  const stale = other.page.getByRole('alert').filter({ hasText: 'New messages arrived' })
  await stale.getByText('It is on its way.').waitFor()
  await stale.getByText(/owner is (here|typing)/).waitFor({ state: 'attached' })
  expect(await findViolations(other.page)).toEqual([])
  await stale.getByRole('button', { name: 'Edit' }).click()
  expect(await readEditor(field(other))).toBe('We have sent it back.')
  await field(other).press('Control+Enter')
  await one.page
    .getByRole('article')
    .filter({ hasText: 'We have sent it back.' })
    .getByText(/Sends in/)
    .waitFor()
})

it('the id of a thread or message, and a call, can be copied with shortcuts', async () => {
  const { page, context } = one
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('region', { name: 'Messages' }).focus()
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText())
  await page.keyboard.press('.')
  await page.getByText(`Copied ${id}`).waitFor()
  expect(await clipboard()).toBe(id)
  await page.keyboard.press('Shift+Period')
  await expect.poll(clipboard).toContain(`curl -s '${dashboard.service.config.baseUrl.origin}/api/v1/threads/${id}'`)
  await page.getByText('Where is it?').click()
  await page.keyboard.press('.')
  await expect.poll(clipboard).toMatch(/^msg_/)
})

it('an agent who has closed the page is no longer shown', async () => {
  await other.page.goto('about:blank')
  await thread(one)
    .getByText(/Grace Hopper is/)
    .waitFor({ state: 'detached' })
  await other.close()
})

it('a message that arrives before an older response is shown', async () => {
  const { page } = one
  const { skein } = dashboard.tenant
  const requester = { email: 'dana@example.com', name: 'Dana Ruiz' }
  const { data } = await skein.createThread({ body: { title: 'Two letters', body: 'The first letter.', requester } })
  let isLate = false
  await page.route(
    `**/api/v1/threads/${data.threadId}/view`,
    async (route) => {
      const response = await route.fetch()
      await skein.createMessage({ path: { id: data.threadId }, body: { body: 'The second letter.', internal: true } })
      // The event of the message arrives in a tenth of this time.
      await page.waitForTimeout(500)
      isLate = true
      await route.fulfill({ response })
    },
    { times: 1 },
  )
  // The pointer then rests on the row, so the page prefetches the thread.
  await page.getByRole('button', { name: /new$/ }).click()
  await page.getByRole('row', { name: /Two letters/ }).click()
  await page.getByRole('article').filter({ hasText: 'The first letter.' }).waitFor()
  expect(isLate).toBe(true)
  await page.getByRole('article').filter({ hasText: 'The second letter.' }).waitFor()
})
