/**
 * `npm run screenshots [-- DIRECTORY [SCREEN…]]` takes screenshots of all screens, or of the named ones, in both themes and at four widths.
 * Mails (`mail-invitation` …) have two widths. It starts a service with the sample company, in which one thread, its customer and one object
 * of each kind have long names (`screenshots-long-names.ts`). It fails when axe finds a violation in either theme, or when something leaves
 * the screen or is cut without an ellipsis, also at 320 pixels.
 */
import { mkdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { createSkeinClient, type SkeinClient } from '../client/index.ts'
import { openBrowser } from '../test/support/browser.ts'
import { mailExamples } from '../test/support/mail-examples.ts'
import { startMailServer } from '../test/support/mail-server.ts'
import { openModelServer } from '../test/support/model-server.ts'
import { createTestInstallation, type TestInstallation } from '../test/support/skein-process.ts'
import { findFreePort } from '../bench/kit/service.ts'
import { buildOnce } from './build.ts'
import { findViolations } from './e2e/dashboard.ts'
import { chatScreens, takeChatScreenshots } from './screenshots-chat.ts'
import { addSampleObjects } from './screenshots-company.ts'
import { lengthenNames } from './screenshots-long-names.ts'
import { findOverflow } from './screenshots-overflow.ts'
import { ruleScreens } from './screenshots-rules.ts'
import { helpScreens, siteScreens } from './screenshots-public.ts'
import { settingsScreens } from './screenshots-settings.ts'

const widths = [1440, 1024, 768, 390] as const
const mailWidths = [600, 390] as const
const schemes = ['light', 'dark'] as const
const password = 'salty otters read maps'
const settleMs = 600 // Milliseconds for responses to arrive and for animations to end.
/** The test installation limits neither addresses nor tenants. The script also signs in and visits more often than a person. */
const wideLimits = { RATE_LIMIT_AUTH_PER_MINUTE: '1000', RATE_LIMIT_VISITS_PER_MINUTE: '1000' }

type Screen = {
  name: string
  path: string
  prepare?: (page: Page) => Promise<unknown>
  /** True for a screen that differs on phones and is therefore reloaded at each width. */
  byWidth?: true
}

const press =
  (...keys: string[]) =>
  async (page: Page) => {
    for (const key of keys) {
      await page.keyboard.press(key)
      await sleep(settleMs / 2)
    }
  }
const button = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name, exact: true }).first().click()
const menuItem = (name: string) => (page: Page) => page.getByRole('menuitem', { name }).click()
/** The bar of a message takes no clicks until the pointer or the focus is in the message. */
const openMessageMenu = (page: Page) => page.getByRole('button', { name: 'Actions of this message' }).first().press('Enter')
const firstRow = (page: Page) => page.locator('tbody th button').first().click()

/** Reloads the page with a stored preference, and then restores the default for later screens. */
const withChoice = (key: string, chosen: string, usual: string) => async (page: Page) => {
  const store = (value: string) => page.evaluate(([name, text]) => localStorage.setItem(name, JSON.stringify(text)), [key, value] as const)
  await store(chosen)
  await page.reload()
  await sleep(settleMs)
  await store(usual)
}

/** Screens before sign-in. */
const signedOutScreens: Screen[] = [
  { name: 'sign-in', path: '/sign-in' },
  { name: 'forgot-password', path: '/forgot-password' },
]

const askQuestion = (question: string) => async (page: Page) => {
  await page.getByLabel('Question').fill(question)
  await page.keyboard.press('Enter')
  await sleep(settleMs)
}
const inSequence =
  (...steps: ((page: Page) => Promise<unknown>)[]) =>
  async (page: Page): Promise<void> => {
    for (const step of steps) {
      await step(page)
      await sleep(settleMs)
    }
  }

/** Screens of AI assistance and the knowledge base. */
function assistanceScreens(threadId: string): Screen[] {
  const thread = `/inbox/all/${threadId}`
  const write = press('r', 'ControlOrMeta+a', 'w', 'e', ' ', 'c', 'a', 'n', 't')
  const rephrase = [button('AI'), menuItem('Rephrase or translate…'), button('Friendlier')]
  return [
    { name: 'article', path: '/knowledge/articles', prepare: (page) => page.locator('[data-article] a').first().click() },
    { name: 'ask', path: '/knowledge/ask', prepare: askQuestion('How do I get a refund for an order?') },
    { name: 'ask-in-vain', path: '/knowledge/ask', prepare: askQuestion('Which colours do bicycles have?') },
    // With a model, the dashboard requests the summary without a click.
    { name: 'assist', path: thread, prepare: inSequence(button('Similar threads'), button('Suggest labels')) },
    { name: 'suggested-reply', path: thread, prepare: inSequence(button('AI'), menuItem('Suggest a reply')) },
    { name: 'other-words', path: thread, prepare: inSequence(write, ...rephrase) },
    { name: 'other-words-taken', path: thread, prepare: inSequence(write, ...rephrase, button('Use it')) },
    { name: 'held-mail', path: '/suspended', prepare: press('j', 'Enter') },
    { name: 'send-menu', path: thread, prepare: button('More ways to send') },
    { name: 'translation', path: thread, prepare: inSequence(openMessageMenu, menuItem('Translate')) },
    { name: 'run', path: '/settings/assistance', prepare: firstRow },
  ]
}

function inboxScreens(threadId: string, customerId: string): Screen[] {
  const thread = `/inbox/all/${threadId}`
  return [
    { name: 'inbox', path: '/inbox/all' },
    { name: 'thread', path: thread },
    { name: 'snooze', path: thread, prepare: press('h') },
    { name: 'assign', path: thread, prepare: press('a') },
    { name: 'merge', path: thread, prepare: press('m') },
    { name: 'palette', path: thread, prepare: press('ControlOrMeta+k') },
    { name: 'shortcuts', path: thread, prepare: press('?') },
    { name: 'wire', path: thread, prepare: press('Control+Shift+Y') },
    { name: 'more-actions', path: thread, prepare: button('More actions') },
    { name: 'fields', path: thread, prepare: press('f') },
    { name: 'split', path: thread, prepare: press('Shift+M') },
    // The composer stores its text as a draft, which would appear on later screens of this thread.
    { name: 'canned-responses-menu', path: thread, prepare: press('r', 'ControlOrMeta+a', '/') },
    { name: 'composer', path: thread, prepare: press('r', 'ControlOrMeta+a', 'T', 'h', 'a', 'n', 'k', 's', ' ') },
    { name: 'selection', path: '/inbox/all', prepare: press('j', 'x', 'Shift+J') },
    { name: 'rating', path: thread, prepare: button(/^Rating:/) },
    { name: 'macros', path: '/inbox/all', prepare: press('j', 'x', 'Shift+J', 'q') },
    { name: 'macro-preview', path: '/inbox/all', prepare: press('j', 'x', 'Shift+J', 'q', 'R', 'e', 'f', 'Enter') },
    { name: 'macro-menu', path: thread, prepare: press('r', 'ControlOrMeta+a', '/', 't', 'o', 'm') },
    { name: 'new-thread', path: '/inbox/all', prepare: press('c') },
    { name: 'empty-view', path: '/inbox/snoozed' },
    { name: 'no-match', path: '/inbox/pending?priority=urgent&channel=sms' },
    { name: 'compact', path: '/inbox/all', prepare: withChoice('skein.density', 'compact', 'comfortable') },
    { name: 'followed', path: '/inbox/followed' },
    { name: 'notifications-panel', path: '/inbox/all', prepare: button(/^Notifications/) },
    { name: 'notification-menu', path: '/notifications', prepare: button(/^Actions for/) },
    { name: 'notifications-archived', path: '/notifications?show=archived' },
    { name: 'followers', path: thread, prepare: button(/^Follow/) },
    { name: 'first-run', path: '/inbox/all', prepare: withChoice('skein.firstRun', 'begun', 'over') },
    { name: 'schedule-meeting', path: thread, prepare: press('b') },
    { name: 'customer', path: `/customers/${customerId}` },
    { name: 'edit-customer', path: `/customers/${customerId}`, prepare: button('Edit') },
    { name: 'erase-customer', path: `/customers/${customerId}`, prepare: inSequence(button('More actions'), menuItem('Erase…')) },
    { name: 'audit-entry', path: '/settings/audit-log', prepare: firstRow },
    { name: 'delivery', path: '/developer/deliveries', prepare: firstRow },
    { name: 'missing-thread', path: '/inbox/all/thr_00000000000000000000000000' },
    { name: 'missing-page', path: '/nowhere' },
    { name: 'meeting', path: '/meetings?shape=list&host=all', prepare: firstRow },
    { name: 'hours', path: '/settings/business-hours', prepare: firstRow },
    { name: 'sla-policy', path: '/settings/sla-policies', prepare: firstRow },
    {
      name: 'inbox-settings',
      path: '/settings/inboxes',
      prepare: (page) => page.getByRole('button', { name: 'Support', exact: true }).click(),
    },
    {
      name: 'own-program',
      path: '/settings/inboxes',
      prepare: (page) => page.getByRole('button', { name: 'Chat of our app', exact: true }).click(),
    },
    ...['Installation', 'Appearance', 'Visitors', 'Identity'].map((tab) => ({
      name: `chat-${tab.toLowerCase()}`,
      path: '/settings/inboxes',
      prepare: inSequence(
        (page) => page.getByRole('button', { name: 'Web chat', exact: true }).click(),
        (page) => page.getByRole('link', { name: tab, exact: true }).click(),
      ),
    })),
    {
      name: 'edit-macro',
      path: '/settings/canned-responses',
      prepare: (page) => page.getByRole('button', { name: 'Look again tomorrow', exact: true }).click(),
    },
    {
      name: 'inbox-survey',
      path: '/settings/inboxes',
      prepare: inSequence(
        (page) => page.getByRole('button', { name: 'Support', exact: true }).click(),
        (page) => page.getByRole('link', { name: 'Survey', exact: true }).click(),
        (page) => page.getByText('Its own survey').click(),
      ),
    },
    {
      name: 'inbox-texts',
      path: '/settings/inboxes',
      prepare: inSequence(
        (page) => page.getByRole('button', { name: 'Support', exact: true }).click(),
        (page) => page.getByRole('link', { name: 'Signature & auto-reply' }).click(),
        (page) => page.getByText('With two texts').click(),
        (page) =>
          page
            .getByRole('textbox', { name: 'Text outside business hours' })
            .fill('Hi {{customer.firstName|there}}, we’re back {{inbox.nextOpening|soon}}.'),
      ),
    },
    { name: 'new-label', path: '/settings/labels', prepare: button('New label') },
  ]
}

const [, , given, ...wanted] = process.argv
const isWanted = ({ name }: Pick<Screen, 'name'>): boolean => wanted.length === 0 || wanted.includes(name)
const faults: string[] = []

await run(resolve(given ?? join(import.meta.dirname, 'screenshots')))

async function run(directory: string): Promise<void> {
  await mkdir(directory, { recursive: true })
  await buildOnce()
  const installation = await createTestInstallation({ empty: true })
  const model = await openModelServer(() => 'I am sorry, we cannot do that yet. May I offer you a call tomorrow morning instead?')
  const mailServer = await startMailServer()
  const browser = await openBrowser()
  try {
    const port = await findFreePort()
    const dashboard = `http://app.localhost:${port}`
    const skein = await startWithCompany(installation, port, { AI_URL: model.url, AI_MODEL: 'small', SMTP_URL: mailServer.url })
    const { threadId, customerId } = await addSampleObjects(skein)
    const page = await browser.newPage({ viewport: { width: widths[0], height: 900 }, reducedMotion: 'reduce' })
    for (const screen of signedOutScreens.filter(isWanted)) await openAndShoot(page, dashboard, screen, directory)
    await page.goto((await readFile(join(installation.dataDir, 'first-sign-in'), 'utf8')).trim())
    await takeScreenshots(page, 'choose-password', directory)
    const names = { 'Your name': 'Marcus Bell', Company: 'Acme', 'New password': password }
    for (const [label, text] of Object.entries(names)) await page.getByLabel(label).fill(text)
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/inbox\//)
    // The picture of the README (docs/images/dashboard-thread-light.png) shows usual names.
    const readme: Screen = { name: 'readme', path: `/inbox/all/${threadId}` }
    if (isWanted(readme)) await openAndShoot(page, dashboard, readme, directory)
    await lengthenNames(skein, { threadId, customerId })
    const settings: Screen = { name: 'settings', path: '/settings', byWidth: true }
    const screens = [...inboxScreens(threadId, customerId), ...assistanceScreens(threadId), ...settingsScreens, ...ruleScreens, settings]
    for (const screen of screens.filter(isWanted)) await openAndShoot(page, dashboard, screen, directory)
    for (const screen of helpScreens.filter(isWanted)) await openAndShoot(page, `http://acme.localhost:${port}`, screen, directory)
    for (const screen of siteScreens.filter(isWanted)) await openAndShoot(page, `http://localhost:${port}`, screen, directory)
    // The agent's view of the conversation comes from the same visitor.
    const chatThread = { name: 'chat-thread' }
    if ([...chatScreens.map((name) => ({ name })), chatThread].some(isWanted)) {
      const chat = await takeChatScreenshots({ browser, baseUrl: `http://localhost:${port}`, skein, directory, isWanted })
      faults.push(...chat.faults)
      if (isWanted(chatThread)) await openAndShoot(page, dashboard, { ...chatThread, path: `/inbox/all/${chat.threadId}` }, directory)
    }
    // The logo of the examples, which their service would serve.
    const icon = await readFile(join(import.meta.dirname, 'public/icon.svg'))
    await page.route('http://localhost:3000/brand/**', (route) => route.fulfill({ contentType: 'image/svg+xml', body: icon }))
    for (const { name, compose } of mailExamples) {
      if (!isWanted({ name: `mail-${name}` })) continue
      await page.goto('about:blank')
      await page.setContent((await compose()).html ?? '')
      await takeScreenshots(page, `mail-${name}`, directory, { widths: mailWidths, isMail: true })
    }
    process.stdout.write(`Written to ${directory}\n`)
    if (faults.length > 0) {
      process.stderr.write(`${faults.length} faults:\n${faults.join('\n')}\n`)
      process.exitCode = 1
    }
  } finally {
    await Promise.all([browser.close(), model.close(), mailServer.stop()])
    await installation.remove()
  }
}

async function startWithCompany(installation: TestInstallation, port: number, more: Record<string, string>): Promise<SkeinClient> {
  const { output } = installation.start(['start'], { PORT: String(port), WEBHOOK_ALLOWED_CIDRS: '192.0.2.0/24', ...wideLimits, ...more })
  while (!output.stdout.includes('Create a thread:')) await sleep(50)
  const skein = createSkeinClient({
    baseUrl: `http://localhost:${port}`,
    apiKey: (await readFile(join(installation.dataDir, 'first-key'), 'utf8')).trim(),
  })
  // The sample company's messages keep the name that their author has now.
  const { data: people } = await skein.listUsers()
  for (const { id, role } of people) if (role === 'OWNER') await skein.updateUser({ path: { id }, body: { name: 'Marcus Bell' } })
  const { code, stderr } = await installation.run(['seed', '--tenant', 'acme'], { PORT: String(port) })
  if (code !== 0) throw new Error(`The sample company could not be made: ${stderr}`)
  return skein
}

async function openAndShoot(page: Page, dashboard: string, { name, path, prepare, byWidth }: Screen, directory: string): Promise<void> {
  await page.setViewportSize({ width: widths[0], height: 900 })
  await page.goto(dashboard + path)
  try {
    // A thread's shortcuts do nothing before it is loaded.
    if (path.includes('/thr_')) await page.getByRole('feed').or(page.getByText('We can’t find this thread')).first().waitFor()
    await sleep(settleMs)
    await prepare?.(page)
  } catch (error) {
    // A screen that cannot be reached does not hide the faults of all others.
    faults.push(`${name} cannot be reached: ${String(error).split('\n', 3).join(' ')}`)
    return
  }
  await takeScreenshots(page, name, directory, byWidth && { reloadUrl: dashboard + path })
}

type ScreenshotOptions = { widths?: readonly number[]; reloadUrl?: string; isMail?: boolean }

async function takeScreenshots(
  page: Page,
  name: string,
  directory: string,
  { widths: wantedWidths = widths, reloadUrl, isMail = false }: ScreenshotOptions = {},
): Promise<void> {
  for (const width of wantedWidths) {
    await page.setViewportSize({ width, height: width < 500 ? 844 : 900 })
    if (reloadUrl !== undefined) await page.goto(reloadUrl)
    for (const colorScheme of schemes) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await sleep(settleMs / 2)
      await page.screenshot({ path: join(directory, `${name}-${width}-${colorScheme}.png`) })
    }
    // A mail is displayed inside a mail program's page, which has the landmarks.
    const violations = (await findViolations(page)).filter((line) => !isMail || !/: (?:region|landmark-one-main) /.test(line))
    for (const violation of violations) faults.push(`${name} at ${width}: ${violation}`)
    await checkOverflow(page, name, width)
  }
  await page.setViewportSize({ width: 320, height: 640 })
  await sleep(settleMs / 2)
  await checkOverflow(page, name, 320)
}

async function checkOverflow(page: Page, name: string, width: number): Promise<void> {
  faults.push(...(await findOverflow(page)).map((fault) => `${name} at ${width}: ${fault}`))
}
