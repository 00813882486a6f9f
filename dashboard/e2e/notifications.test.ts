/** Notifications: bell, list by mouse and keyboard, desktop alerts, preferences, followers and team mentions. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createSkeinClient } from '../../client/index.ts'
import {
  createThread,
  findViolations,
  openThread,
  startDashboard,
  waitForEventStream,
  type OpenPage,
  type TestDashboard,
} from './dashboard.ts'

let dashboard: TestDashboard
let graceId: string
let threadId: string
/** Two sessions of the same agent. */
let grace: OpenPage
let elsewhere: OpenPage
let owner: OpenPage
beforeAll(async () => {
  dashboard = await startDashboard({ worker: true })
  const { skein } = dashboard.tenant
  const { data } = await skein.createUser({ body: { name: 'Grace Hopper', email: 'grace@acme.test', role: 'AGENT', invite: false } })
  graceId = data.id
  const { data: team } = await skein.createTeam({ body: { name: 'Billing' } })
  await skein.addTeamMember({ path: { id: team.id, userId: graceId } })
  threadId = await createThread(dashboard, 'The refund is missing')
  ;[grace, elsewhere, owner] = await Promise.all([
    dashboard.openAs('grace@acme.test', '/inbox/mine', {}),
    dashboard.openAs('grace@acme.test', '/notifications', {}),
    dashboard.openAs(dashboard.ownerEmail, '/inbox/all', {}),
  ])
  await Promise.all([grace, elsewhere, owner].map(({ page }) => waitForEventStream(page)))
})
afterAll(() => dashboard.close())

const bell = ({ page }: OpenPage, unread: number) =>
  page.getByRole('button', { name: unread === 0 ? 'Notifications' : `Notifications, ${unread} unread`, exact: true })
const panel = ({ page }: OpenPage) => page.getByRole('complementary', { name: 'Notifications' })
const row = (page: Page, text: string | RegExp) =>
  page.getByRole('list', { name: 'Notifications' }).getByRole('listitem').filter({ hasText: text })

async function writeNote(id: string, text: string, mentions: (string | { teamId: string })[] = []): Promise<void> {
  await dashboard.tenant.skein.createMessage({ path: { id }, body: { body: text, internal: true, authorType: 'AGENT', mentions } })
}

it('a mention of a team raises the bells of its member in every session', async () => {
  const { page } = owner
  await openThread(page, threadId, 'The refund is missing')
  await page.keyboard.press('n')
  const note = page.getByRole('textbox', { name: 'Internal note' })
  await note.pressSequentially('Please look, @Bil')
  const option = page.getByRole('listbox', { name: 'People and teams to mention' }).getByRole('option', { name: /Billing/ })
  await option.waitFor()
  expect(await findViolations(page)).toEqual([])
  await note.press('Enter')
  await note.press('Control+Enter')
  await page.getByRole('article', { name: 'Internal note of owner' }).getByText('@Billing').waitFor()
  await Promise.all([bell(grace, 1).waitFor(), row(elsewhere.page, 'owner mentioned you').waitFor()])
  await row(elsewhere.page, 'The refund is missing').getByText('Please look, @Billing').waitFor()
  // The owner wrote the note, so the service does not notify the owner.
  await bell(owner, 0).waitFor()
})

it('the panel opens the thread, which reads the notification everywhere', async () => {
  const { page } = grace
  await bell(grace, 1).click()
  await row(page, 'owner mentioned you').waitFor()
  expect(await findViolations(page)).toEqual([])
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'The refund is missing', level: 2 }).waitFor()
  await panel(grace).waitFor({ state: 'detached' })
  await Promise.all([bell(grace, 0).waitFor(), elsewhere.page.getByText('You’re all caught up').waitFor()])
})

it('Escape closes the panel and returns the focus to the bell', async () => {
  await bell(grace, 0).click()
  await panel(grace).getByText('You’re all caught up').waitFor()
  await grace.page.keyboard.press('Escape')
  await panel(grace).waitFor({ state: 'detached' })
  expect(await bell(grace, 0).evaluate((element) => element === document.activeElement)).toBe(true)
})

it('several messages of a customer are one notification with their number', async () => {
  const { skein } = dashboard.tenant
  await grace.page.goto(`${dashboard.url}/notifications`)
  const id = await createThread(dashboard, 'Where is my parcel?')
  await skein.assignThread({ path: { id }, body: { assigneeId: graceId } })
  await row(grace.page, 'Where is my parcel?').waitFor()
  for (const body of ['Hello?', 'Anybody there?', 'It is late.']) await skein.createMessage({ path: { id }, body: { body } })
  const replies = row(grace.page, '3 new messages from Dana Ruiz')
  await replies.getByText('It is late.').waitFor()
  await bell(grace, 2).waitFor()
})

it('notifications are read, archived, snoozed and brought back by keyboard', async () => {
  const { page } = grace
  const assigned = row(page, 'assigned this to you')
  const replies = row(page, '3 new messages')
  await page.keyboard.press('j')
  expect(await replies.getByRole('link').evaluate((element) => element === document.activeElement)).toBe(true)
  await page.keyboard.press('e')
  await replies.waitFor({ state: 'detached' })
  await bell(grace, 1).waitFor()
  // The next row has the focus.
  await page.keyboard.press('u')
  await page.getByText('You’re all caught up').waitFor()
  await page.keyboard.press('z')
  await assigned.waitFor()
  await page.keyboard.press('z')
  await replies.waitFor()
  await bell(grace, 2).waitFor()
  await page.keyboard.press('Shift+U')
  await page.getByText('2 notifications marked as read').waitFor()
  await bell(grace, 0).waitFor()
  await page.keyboard.press('z')
  await bell(grace, 2).waitFor()
  await assigned.getByRole('link').focus()
  await page.keyboard.press('h')
  await page.getByRole('combobox', { name: 'Snooze until' }).press('Enter')
  await bell(grace, 1).waitFor()
  await page.getByRole('button', { name: 'All', exact: true }).click()
  await assigned.getByText(/Snoozed until/).waitFor()
  await assigned.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('menuitem', { name: 'End the snooze' }).click()
  await bell(grace, 2).waitFor()
  expect(await findViolations(page)).toEqual([])
})

it('the list can be reached by keys, filtered by its address, and fits a phone', async () => {
  const { page } = elsewhere
  await page.goto(`${dashboard.url}/customers`)
  await page.getByRole('heading', { name: 'Customers', level: 1 }).waitFor()
  await page.keyboard.press('g')
  await page.keyboard.press('n')
  await row(page, 'Where is my parcel?').first().waitFor()
  await page.goto(`${dashboard.url}/notifications?show=all&type=MENTIONED`)
  await row(page, 'owner mentioned you').waitFor()
  expect(await row(page, 'Where is my parcel?').count()).toBe(0)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: /^More\s*2\s*unread notifications$/ }).waitFor()
  expect(await findViolations(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await page.setViewportSize({ width: 1440, height: 900 })
})

it('an agent follows a thread with one key, and is told of its notes', async () => {
  const { page } = grace
  const id = await createThread(dashboard, 'Nothing works')
  await openThread(page, id, 'Nothing works')
  await page.getByRole('button', { name: 'Follow', exact: true }).waitFor()
  await page.keyboard.press('s')
  await page.getByRole('button', { name: 'Followed by Grace Hopper' }).waitFor()
  expect(await findViolations(page)).toEqual([])
  // The optimistic update, before the response.
  await expect.poll(async () => (await dashboard.tenant.api('GET', `/threads/${id}/followers`)).body.meta.total).toBe(1)
  await page.getByRole('link', { name: /^Followed by me/ }).click()
  await page.getByRole('row', { name: /Nothing works/ }).waitFor()
  await writeNote(id, 'I restart the service.')
  await bell(grace, 3).click()
  await row(page, 'owner added a note').getByText('I restart the service.').waitFor()
  await page.keyboard.press('Escape')
  // Another agent removes the follower.
  await openThread(owner.page, id, 'Nothing works')
  await owner.page.getByRole('button', { name: 'Followed by Grace Hopper' }).click()
  await owner.page.getByRole('combobox', { name: 'Followers' }).fill('Grace')
  await owner.page.keyboard.press('Enter')
  await owner.page.getByRole('button', { name: 'Follow', exact: true }).waitFor()
  await expect.poll(async () => (await dashboard.tenant.skein.listThreadFollowers({ path: { id } })).data).toEqual([])
})

it('desktop alerts are turned on in the settings, and skip the thread on screen', async () => {
  const { page, context } = elsewhere
  // Headless browsers show no alerts, so this stub records them.
  await context.addInitScript(() => {
    const shown: { title: string; body: string; alert: EventTarget }[] = []
    class Recorded extends EventTarget {
      static get permission() {
        return localStorage.getItem('test.permission') ?? 'default'
      }
      static requestPermission() {
        localStorage.setItem('test.permission', 'granted')
        return Promise.resolve('granted')
      }
      constructor(title: string, { body = '' }: NotificationOptions) {
        super()
        shown.push({ title, body, alert: this })
      }
      close(): void {}
    }
    Object.assign(globalThis, { Notification: Recorded, shownAlerts: shown })
  })
  // Safe because the script above defines it.
  const readAlerts = () =>
    page.evaluate(() =>
      (globalThis as unknown as { shownAlerts: { title: string; body: string }[] }).shownAlerts.map(({ title, body }) => ({ title, body })),
    )
  await page.goto(`${dashboard.url}/settings/notifications`)
  await page.getByText('Off in this browser.').waitFor()
  await page.getByRole('button', { name: 'Turn on', exact: true }).click()
  await page.getByText('On in this browser.').waitFor()
  await openThread(page, threadId, 'The refund is missing')
  await waitForEventStream(page)
  const { skein } = dashboard.tenant
  await writeNote(threadId, 'Seen at once.', [graceId])
  await page.getByRole('article').filter({ hasText: 'Seen at once.' }).waitFor()
  const { data: other } = await skein.createThread({
    body: { title: 'Cannot sign in', body: 'Help!', requester: { email: 'dana@example.com', name: 'Dana Ruiz' } },
  })
  await writeNote(other.threadId, 'Grace, please look.', [graceId])
  await expect.poll(readAlerts).toHaveLength(1)
  const [alert] = await readAlerts()
  expect(alert?.title).toBe('owner mentioned you')
  expect(alert?.body).toMatch(/ · Cannot sign in\nGrace, please look\.$/)
  await page.evaluate(() =>
    (globalThis as unknown as { shownAlerts: { alert: EventTarget }[] }).shownAlerts[0]?.alert.dispatchEvent(new Event('click')),
  )
  await page.getByRole('heading', { name: 'Cannot sign in', level: 2 }).waitFor()
})

it('pushes are turned on for a device; a click opens the thread in the window', async () => {
  const { page, context } = elsewhere
  // Headless browsers have no push service. The service worker and its policy are real.
  await context.addInitScript(() => {
    let current: object | null = null
    const keys = {
      p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      auth: 'BTBZMqHH6r4Tts7J_aSIgg',
    }
    const endpoint = 'https://127.0.0.1:9/send'
    Object.assign(PushManager.prototype, {
      getSubscription: () => Promise.resolve(current),
      subscribe(options: PushSubscriptionOptionsInit) {
        const unsubscribe = () => {
          current = null
          return Promise.resolve(true)
        }
        current = { endpoint, options, toJSON: () => ({ endpoint, keys }), unsubscribe }
        return Promise.resolve(current)
      },
    })
  })
  const { accessToken } = await dashboard.tenant.sessionFor(graceId)
  const skein = createSkeinClient({ baseUrl: dashboard.service.config.baseUrl.origin, apiKey: accessToken })
  const listDevices = async () => (await skein.listPushSubscriptions()).data.map(({ device }) => device)
  const countWorkers = () => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)
  await page.goto(`${dashboard.url}/settings/notifications`)
  await page.getByText('Off on this device.').waitFor()
  expect(await countWorkers()).toBe(0)
  await page.getByRole('button', { name: 'Turn on on this device' }).click()
  await page.getByText('On for this device, also while Skein is closed.').waitFor()
  expect(await listDevices()).toEqual(['Chrome · Linux'])
  expect(await countWorkers()).toBe(1)
  expect(await findViolations(page)).toEqual([])
  await page.evaluate((path) => {
    const data = { type: 'skein-open', path }
    navigator.serviceWorker.dispatchEvent(new MessageEvent('message', { data }))
  }, `/inbox/all/${threadId}`)
  await page.getByRole('heading', { name: 'The refund is missing', level: 2 }).waitFor()
  await page.goto(`${dashboard.url}/settings/notifications`)
  await page.getByRole('button', { name: 'Turn off on this device' }).click()
  await page.getByText('Off on this device.').waitFor()
  expect(await listDevices()).toEqual([])
  expect(await countWorkers()).toBe(0)
})

it('preferences are saved at once, and are there after a reload', async () => {
  const { page } = elsewhere
  const { accessToken } = await dashboard.tenant.sessionFor(graceId)
  const skein = createSkeinClient({ baseUrl: dashboard.service.config.baseUrl.origin, apiKey: accessToken })
  const read = async () => (await skein.getPreferences()).data.notifications
  await page.goto(`${dashboard.url}/settings/notifications`)
  await page.getByRole('checkbox', { name: 'Internal notes: on the desktop' }).uncheck()
  await page.getByRole('combobox', { name: 'Mentions: email' }).click()
  await page.getByRole('option', { name: 'In the digest' }).click()
  await page.getByLabel('Daily digest at').fill('07:15')
  await page.getByRole('checkbox', { name: 'Quiet hours' }).check()
  await page.getByLabel('From', { exact: true }).fill('20:00')
  await page.getByRole('checkbox', { name: 'Follow threads that I answer' }).check()
  await page.getByRole('button', { name: 'Add an exception' }).click()
  await page.getByRole('combobox', { name: 'Inbox or team' }).fill('Billing')
  await page.keyboard.press('Enter')
  await page.getByRole('combobox', { name: 'What we tell you about Billing' }).click()
  await page.getByRole('option', { name: 'Nothing' }).click()
  await expect.poll(async () => (await read()).overrides[0]?.types.ASSIGNED?.inApp).toBe(false)
  expect(await read()).toMatchObject({
    types: { NOTE_ADDED: { inApp: true, desktop: false }, MENTIONED: { mail: 'DIGEST' } },
    digestAt: '07:15',
    quiet: { from: '20:00', to: '08:00' },
    followWhenIAnswer: true,
  })
  expect(await findViolations(page)).toEqual([])
  await page.reload()
  await page.getByRole('combobox', { name: 'What we tell you about Billing' }).getByText('Nothing').waitFor()
  expect(await page.getByRole('checkbox', { name: 'Internal notes: on the desktop' }).isChecked()).toBe(false)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('group', { name: 'Internal notes' }).getByRole('checkbox', { name: 'On the desktop' }).waitFor()
  expect(await findViolations(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
})
