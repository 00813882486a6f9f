/** Less common ways to a chat, and what it shows only sometimes: other pages, hours, help, progress, sound and failures at the start. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { BrowserContext, Page } from 'playwright-core'
import { expectProblems } from '../../dashboard/e2e/browser-problems.ts'
import { png } from '../../test/support/files.ts'
import { startSite, toChat, type OpenChat, type Site } from './site.ts'

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.close())

describe('a chat without a website of its own', () => {
  it('is on the page to try it', async () => {
    const opened = await site.open(`${site.base}/w/${site.key}/try`)
    await opened.page.getByText(`data-key="${site.key}"`).waitFor()
    await opened.begin('A try')
    await site.reply('It works')
    await opened.chat.getByRole('log').getByText('It works').waitFor()
    await opened.context.close()
  })
  it('is a page that the footer of the help centre leads to', async () => {
    const { page, context } = await site.open('/')
    await page.goto(`${site.base.replace('localhost', 'acme.localhost')}/help`)
    await page.getByRole('contentinfo').getByRole('link', { name: 'Chat with us' }).click()
    await page.waitForURL(`${site.base}/w/${site.key}`)
    await page.getByRole('button', { name: 'Send us a message' }).click()
    await page.getByRole('textbox', { name: 'Write a message' }).fill('From the help centre')
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await page.getByRole('log').getByText('Sent').waitFor()
    expect(await page.getByRole('button', { name: 'Close' }).count(), 'nothing to close').toBe(0)
    await site.reply('To the help centre')
    await page.getByRole('log').getByText('To the help centre').waitFor()
    await page.reload()
    await page.getByRole('button', { name: /From the help centre/ }).waitFor()
    await context.close()
  })
})

describe('home', () => {
  it('shows the faces of the team and when it is back, outside its hours', async () => {
    const { skein } = site.tenant
    // Open on one day of the week, which is neither today nor tomorrow.
    const day = new Date(Date.now() + 3 * 86_400_000)
    const weekday = (['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const)[day.getUTCDay()] ?? 'sun'
    const { data: hours } = await skein.createBusinessHours({ body: { timezone: 'UTC', weekly: { [weekday]: [['09:00', '17:00']] } } })
    const { data: team } = await skein.createTeam({ body: { name: 'Chat', businessHoursId: hours.id } })
    for (const name of ['Ada Lovelace', 'Grace Hopper']) {
      const email = `${name.slice(0, 3).toLowerCase()}@acme.test`
      const { data: user } = await skein.createUser({ body: { name, email, role: 'AGENT', invite: false } })
      await skein.addTeamMember({ path: { id: team.id, userId: user.id } })
    }
    await site.service.db.script(`update users set status = 'ACTIVE' where tenant_id = '${site.tenant.tenantId}'`)
    const { inboxId } = await site.addChat('/shut', {})
    await skein.updateInbox({ path: { id: inboxId }, body: { teamId: team.id } })
    const { chat, openChat, context } = await site.open('/shut', { timezoneId: 'UTC' })
    await openChat()
    const name = day.toLocaleDateString('en-GB', { weekday: 'long', timeZone: 'UTC' })
    const back = chat.getByText(new RegExp(`^We’re back on ${name} at 9:00`)).first()
    await back.waitFor()
    await chat.getByText('Our team: Ada, Grace').waitFor({ state: 'attached' })
    expect(await chat.locator('.faces .face').allInnerTexts()).toEqual(['AL', 'GH'])
    await chat.getByRole('button', { name: 'Send us a message' }).click()
    await back.waitFor()
    await context.close()
  })
  it('finds articles while the visitor types, and says when there is none', async () => {
    const { chat, openChat, context } = await site.open('/')
    await openChat()
    await chat.getByRole('button', { name: 'Help', exact: true }).click()
    const search = chat.getByRole('searchbox', { name: 'Search for help' })
    await search.fill('parcel')
    await chat.getByRole('button', { name: 'Return within 30 days' }).waitFor({ state: 'detached' })
    await chat.getByRole('button', { name: 'Where is my parcel?' }).click()
    await chat.getByText('About: Where is my parcel?').waitFor()
    await chat.getByRole('button', { name: 'Back' }).click()
    expect(await search.inputValue()).toBe('parcel')
    await search.fill('submarine')
    await chat.getByRole('status').getByText('Nothing found. Try fewer words.').waitFor()
    await search.fill('')
    await chat.getByRole('button', { name: 'Return within 30 days' }).waitFor()
    expect(await chat.getByText('Nothing found.').count()).toBe(0)
    await context.close()
  })
})

describe('a file', () => {
  it('has a progress bar until it is stored, and holds back its message', async () => {
    const opened = await site.open('/')
    const { page, chat, context } = opened
    await opened.begin('A file comes')
    let release = (): void => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    await page.route('**/api/v1/widget/uploads', async (route) => {
      await held
      await route.continue()
    })
    await chat.locator('input[type=file]').setInputFiles({ name: 'lamp.png', mimeType: 'image/png', buffer: png })
    const progress = chat.getByRole('progressbar', { name: 'Upload of lamp.png' })
    await progress.waitFor()
    expect(await progress.evaluate((element: HTMLProgressElement) => [element.value < 1, element.max])).toEqual([true, 1])
    const send = chat.getByRole('button', { name: 'Send', exact: true })
    expect(await send.isDisabled()).toBe(true)
    await chat.getByRole('textbox', { name: 'Write a message' }).fill('Here')
    await chat.getByRole('textbox', { name: 'Write a message' }).press('Enter')
    expect(await chat.getByRole('textbox', { name: 'Write a message' }).inputValue()).toBe('Here')
    release()
    await expect.poll(() => send.isEnabled()).toBe(true)
    expect(await progress.evaluate((element: HTMLProgressElement) => element.value)).toBe(1)
    await send.click()
    await chat
      .getByRole('log')
      .getByRole('button', { name: /lamp.png/ })
      .waitFor()
    await context.close()
  })
})

describe('the sound of a new message', () => {
  const countTones = ({ page }: OpenChat): Promise<number> =>
    page.frames()[1]?.evaluate(() => (globalThis as unknown as { tones: number }).tones) ?? Promise.resolve(-1)
  const close = async (opened: OpenChat): Promise<void> => {
    await opened.page.evaluate(() => (window as unknown as { Skein: { close(): void } }).Skein.close())
    await expect.poll(() => opened.launcher.getAttribute('aria-expanded')).toBe('false')
  }
  async function openTabs(): Promise<{ context: BrowserContext; leader: OpenChat; follower: OpenChat }> {
    const { page, context } = await site.open('/')
    await page.close()
    await context.addInitScript(() => {
      Object.assign(globalThis, { tones: 0 })
      OscillatorNode.prototype.start = () => void (globalThis as unknown as { tones: number }).tones++
      OscillatorNode.prototype.stop = () => {}
    })
    const leader = await site.openTab(context)
    await leader.begin('Do you hear me?')
    const follower = await site.openTab(context)
    await follower.openChat()
    await follower.chat.getByRole('button', { name: /Do you hear me/ }).click()
    await follower.chat.getByRole('log').getByText('Do you hear me?').waitFor()
    return { context, leader, follower }
  }

  it('is off until the visitor turns it on in any tab, and comes from one tab', async () => {
    const { context, leader, follower } = await openTabs()
    for (const each of [leader, follower]) await close(each)
    await site.reply('Not a sound')
    for (const { chat } of [leader, follower]) await chat.getByText('Not a sound').first().waitFor()
    expect([await countTones(leader), await countTones(follower)]).toEqual([0, 0])
    // The tab that does not hold the stream.
    await follower.openChat()
    await follower.chat.getByRole('button', { name: 'More' }).click()
    await follower.chat.getByRole('button', { name: 'Turn sound on' }).click()
    expect(await countTones(follower), 'a sample').toBe(2)
    await close(follower)
    await site.reply('Two tones')
    for (const { chat } of [leader, follower]) await chat.getByText('Two tones').first().waitFor()
    await expect.poll(() => countTones(leader)).toBe(2)
    expect(await countTones(follower)).toBe(2)
    // Not while the visitor looks at the conversation.
    await leader.launcher.click()
    await leader.chat.getByRole('main').waitFor()
    await site.reply('Seen, not heard')
    await leader.chat.getByText('Seen, not heard').first().waitFor()
    expect([await countTones(leader), await countTones(follower)]).toEqual([2, 2])
    await context.close()
  })
})

describe('the start', () => {
  const call = (page: Page, method: string, input: unknown): Promise<void> =>
    page.evaluate(([name, value]) => (window as unknown as { Skein: Record<string, (given: unknown) => void> }).Skein[name]?.(value), [
      method,
      input,
    ] as const)

  it('looks for new messages before the chat is opened only with consent', async () => {
    const first = await site.open('/')
    const { context } = first
    await first.begin('See you')
    await first.page.close()
    await site.reply('While you were away')
    const { page, launcher } = await site.openTab(context)
    await launcher.waitFor()
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
    expect(page.frames()).toHaveLength(1)
    expect(await launcher.getAttribute('aria-label')).toBe('Open chat')
    await call(page, 'consent', true)
    await expect.poll(() => launcher.getAttribute('aria-label')).toBe('Open chat, 1 new message')
    expect(await launcher.getAttribute('aria-expanded')).toBe('false')
    await context.close()
  })
  it('is tried again when the configuration cannot be loaded', async () => {
    const { page: blank, context } = await site.open('/')
    await blank.close()
    const page = await context.newPage()
    page.setDefaultTimeout(60_000)
    await page.clock.install()
    let requests = 0
    await page.route('**/api/v1/widget/config?*', (route) => {
      requests++
      if (requests === 1) return route.abort()
      return requests === 2 ? route.fulfill({ status: 503, json: {} }) : route.fallback()
    })
    expectProblems(/^net::ERR_FAILED GET .*\/widget\/config$/, /^503 GET .*\/widget\/config$/)
    await page.goto(`${site.origin}/`)
    const { launcher, begin } = toChat(page, context)
    await expect.poll(() => requests).toBe(1)
    expect(await launcher.count()).toBe(0)
    await page.clock.runFor(5_000)
    await expect.poll(() => requests).toBe(2)
    expect(await launcher.count()).toBe(0)
    await page.clock.runFor(30_000)
    await launcher.waitFor()
    await page.clock.resume()
    await begin('At last')
    await context.close()
  })
})
