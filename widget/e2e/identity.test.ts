/** Who a visitor is: identified by the site, forgotten, or another person at the same computer. */
import { createHmac } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import { allowProblems, expectProblems } from '../../dashboard/e2e/browser-problems.ts'
import { startSite, type OpenChat, type Site } from './site.ts'

let site: Site
let secret: string
/** Directory of an app's pages. */
let directory: string
beforeAll(async () => {
  site = await startSite({ worker: true })
  directory = await mkdtemp(join(tmpdir(), 'skein-app-'))
  secret = (await site.tenant.skein.createWidgetSecret({ path: { id: site.inboxId }, body: {} })).data.secret
})
afterAll(async () => {
  await site.close()
  await rm(directory, { recursive: true })
})

type Claims = { sub: string; name?: string; email?: string; lifeSeconds?: number }

/** Signs a JWT, as a site's server does. */
function sign({ lifeSeconds = 600, ...claims }: Claims, by = { key: site.key, secret }): string {
  const iat = Math.floor(Date.now() / 1_000)
  const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url')
  const content = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode({ aud: by.key, iat, exp: iat + lifeSeconds, ...claims })}`
  return `${content}.${createHmac('sha256', by.secret).update(content).digest('base64url')}`
}

/** Calls a method of `window.Skein`. */
async function call(page: Page, method: string, ...input: unknown[]): Promise<void> {
  await page.waitForFunction(() => 'Skein' in window && !Array.isArray(window.Skein))
  await page.evaluate(
    ([name, values]) => (window as unknown as { Skein: Record<string, (...input: unknown[]) => void> }).Skein[name]?.(...values),
    [method, input] as const,
  )
}

describe('a visitor whom the site identifies', () => {
  it('is greeted by name, and finds the conversation on another computer', async () => {
    const ada = { sub: 'ada', name: 'Ada Lovelace', email: 'ada@example.com' }
    const first = await site.open('/')
    await call(first.page, 'identify', sign(ada))
    await first.openChat()
    await first.chat.getByRole('heading', { name: 'Hi Ada,' }).waitFor()
    await first.chat.getByRole('button', { name: 'Send us a message' }).click()
    await first.write('About my engine')
    expect(await first.chat.getByText('If you leave').count(), 'without continuity').toBe(0)
    expect(await first.page.frames()[1]?.evaluate(() => Object.values(localStorage).join())).not.toContain('svwt_')
    const second = await site.open('/')
    await call(second.page, 'identify', sign(ada))
    await second.openChat()
    await second.chat.getByRole('button', { name: /About my engine/ }).waitFor()
    await Promise.all([first.context.close(), second.context.close()])
  })
  it('sees new messages before the chat is opened', async () => {
    const grace = { sub: 'grace', name: 'Grace' }
    const first = await site.open('/')
    await call(first.page, 'identify', sign(grace))
    await first.begin('About my compiler')
    await first.context.close()
    await site.reply('We have found the bug.')
    const { page, launcher, context } = await site.open('/')
    await call(page, 'identify', sign(grace))
    await expect.poll(() => launcher.getAttribute('aria-label')).toBe('Open chat, 1 new message')
    await context.close()
  })
  it('takes along nothing of the person before at the same computer', async () => {
    const opened = await site.open('/')
    const { page, context, chat } = opened
    await call(page, 'identify', sign({ sub: 'first', name: 'First' }))
    await opened.begin('A secret of the first')
    await chat.getByRole('textbox', { name: 'Write a message' }).fill('A draft of the first')
    await call(page, 'identify', sign({ sub: 'second', name: 'Second' }))
    await chat.getByRole('heading', { name: 'Hi Second,' }).waitFor()
    expect(await chat.getByText('A secret of the first').count()).toBe(0)
    await chat.getByRole('button', { name: 'Send us a message' }).click()
    expect(await chat.getByRole('textbox', { name: 'Write a message' }).inputValue()).toBe('')
    await context.close()
  })
  it('is the next one who signs in right after a reset', async () => {
    const opened = await site.open('/')
    await call(opened.page, 'identify', sign({ sub: 'before', name: 'Bea Before' }))
    await opened.begin('A secret of Bea')
    await opened.page.evaluate(
      (token) => {
        const { Skein } = window as unknown as { Skein: { reset(): void; identify(token: string): void } }
        Skein.reset()
        Skein.identify(token)
      },
      sign({ sub: 'after', name: 'Art After' }),
    )
    await opened.openChat()
    await opened.chat.getByRole('heading', { name: 'Hi Art,' }).waitFor()
    expect(await opened.chat.getByText('A secret of Bea').count()).toBe(0)
    await opened.context.close()
  })

  it('is not believed with a signature of somebody else or a token that has expired', async () => {
    for (const token of [`${sign({ sub: 'ada' }).slice(0, -4)}AAAA`, sign({ sub: 'ada', lifeSeconds: -10 }), 'no token']) {
      const { page, chat, openChat, context } = await site.open('/')
      await call(page, 'identify', token)
      expectProblems(/^401 POST \/widget\/sessions$/)
      await openChat()
      await chat.getByText('Your sign-in has expired. Reload this page to go on; your text stays here.').waitFor()
      expect(await chat.getByText('About my engine').count()).toBe(0)
      await context.close()
    }
  })
  it('stays in the conversation when the token of the site expires meanwhile', async () => {
    const opened = await site.open('/')
    await call(opened.page, 'identify', sign({ sub: 'patient', lifeSeconds: 3 }))
    await opened.begin('A long question')
    const expired = Date.now() + 3_500
    await expect.poll(() => Date.now(), { interval: 500 }).toBeGreaterThan(expired)
    await opened.write('Still here')
    expect(await site.listTexts()).toEqual(['A long question', 'Still here'])
    // Only the team deletes what belongs to people whom the site has signed.
    await opened.chat.getByRole('button', { name: 'More' }).click()
    await opened.chat.getByRole('button', { name: 'End conversation' }).waitFor()
    expect(await opened.chat.getByRole('button', { name: 'Delete my conversations' }).count()).toBe(0)
    await opened.context.close()
  })
  it('is needed where the inbox demands it', async () => {
    const { inboxId, key } = await site.addChat('/members', { requireIdentity: true })
    const { data } = await site.tenant.skein.createWidgetSecret({ path: { id: inboxId }, body: {} })
    const { page, chat, openChat, context } = await site.open('/members')
    await openChat()
    await chat.getByText('Sign in on this website to write to us.').waitFor()
    expect(await chat.getByRole('button', { name: 'Send us a message' }).count()).toBe(0)
    await call(page, 'identify', sign({ sub: 'member', name: 'Member' }, { key, secret: data.secret }))
    await chat.getByRole('button', { name: 'Send us a message' }).waitFor()
    await context.close()
  })
})

describe('a visitor who is forgotten', () => {
  it('by the site leaves nothing in the browser, in no tab', async () => {
    const opened = await site.open('/')
    await opened.begin('Before signing out')
    const other = await site.openTab(opened.context)
    await other.openChat()
    await other.chat.getByRole('button', { name: /Before signing out/ }).waitFor()
    // The other tab may connect again before it has gone.
    allowProblems(/^401 GET \/widget\/(stream|threads)/)
    await call(opened.page, 'reset')
    await expect.poll(() => opened.launcher.getAttribute('aria-expanded')).toBe('false')
    await other.chat.getByRole('button', { name: /Before signing out/ }).waitFor({ state: 'detached' })
    await opened.openChat()
    await opened.chat.getByRole('button', { name: 'Send us a message' }).waitFor()
    expect(await opened.chat.getByRole('button', { name: /Before signing out/ }).count()).toBe(0)
    expect(await opened.page.frames()[1]?.evaluate(() => [localStorage.length, sessionStorage.length])).toEqual([0, 0])
    await opened.context.close()
  })
  it('by a reset before the chat was opened leaves nothing either', async () => {
    const opened = await site.open('/')
    await opened.begin('Yesterday')
    await opened.page.reload()
    await call(opened.page, 'reset')
    await expect.poll(() => opened.page.frames()[1]?.evaluate(() => localStorage.length)).toBe(0)
    await opened.openChat()
    await opened.chat.getByRole('button', { name: 'Send us a message' }).waitFor()
    expect(await opened.chat.getByRole('button', { name: /Yesterday/ }).count()).toBe(0)
    await opened.context.close()
  })
  it('by their own wish is gone for the team as well', async () => {
    const opened = await site.open('/')
    await opened.begin('Please forget me')
    await opened.chat.getByRole('button', { name: 'More' }).click()
    await opened.chat.getByRole('button', { name: 'Delete my conversations' }).click()
    await opened.chat.getByRole('button', { name: 'Delete for good' }).click()
    await opened.chat.getByRole('button', { name: 'Send us a message' }).waitFor()
    expect(await opened.chat.getByRole('button', { name: /Please forget me/ }).count()).toBe(0)
    await expect
      .poll(async () =>
        (await site.tenant.skein.listThreads({ query: { q: 'forget' } })).data.filter(({ subject }) => subject.includes('forget')),
      )
      .toEqual([])
    await opened.context.close()
  })
})

describe('a page without an origin, such as an app’s web view,', () => {
  const open = async (script: string): Promise<OpenChat> => {
    const { page, context } = await site.open('/')
    await page.close()
    const file = join(directory, 'app.html')
    await writeFile(file, `<!doctype html><html lang="en"><title>App</title><body>${script}`)
    return site.openTab(context, pathToFileURL(file).href)
  }
  it('has the chat if the inbox allows apps', async () => {
    const { script } = await site.addChat('/app', { allowApps: true })
    const opened = await open(script)
    await opened.begin('From the app')
    await site.reply('To the app')
    await opened.chat.getByRole('log').getByText('To the app').waitFor()
    await opened.context.close()
  })
  it('has none otherwise', async () => {
    const { launcher, page, panel, context } = await open(site.script)
    await launcher.click()
    expectProblems(/frame-ancestors/, /^net::ERR_BLOCKED_BY_RESPONSE GET \/w\/wgt_/)
    allowProblems(/target origin provided .* does not match/)
    await expect.poll(() => page.frames().length).toBe(2)
    expect(await panel.evaluate((element) => element.clientWidth)).toBe(0)
    await context.close()
  })
})
