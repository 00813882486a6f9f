/** The page of a customer's requests: signing in, requests of every channel, addresses, and what remains in the browser. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { BrowserContext, Page } from 'playwright-core'
import { allowProblems, expectProblems } from '../../dashboard/e2e/browser-problems.ts'
import { findViolations } from '../../dashboard/e2e/dashboard.ts'
import { openIdentities, startVisitor } from '../../test/support/chats.ts'
import { findLink, readMailFiles } from '../../test/support/mail-server.ts'
import { composeMail, openMailInbox, type MailInbox } from '../../test/support/mails.ts'
import { phone, startSite, type Site } from './site.ts'

type Options = Parameters<Site['open']>[1]

let site: Site
let mails: MailInbox
let sign: Awaited<ReturnType<typeof openIdentities>>
/** URL of the help centre. */
let help: string
beforeAll(async () => {
  site = await startSite({ worker: true })
  mails = await openMailInbox(site.tenant)
  sign = await openIdentities(site.tenant, site)
  help = `http://acme.localhost:${new URL(site.base).port}/help`
})
afterAll(() => site.close())

/** Opens the page of requests in a new context. */
async function open(fragment = '', options: Options = {}): Promise<{ page: Page; context: BrowserContext }> {
  return site.open(`${help}/requests${fragment}`, options)
}

/** Opens the page of requests with a customer whom the company's site signs in. */
async function enter(name: string, options: Options = {}): Promise<{ page: Page; context: BrowserContext }> {
  const email = `${name.toLowerCase()}@example.com`
  const opened = await open(`#identity=${await sign({ sub: name, name, email })}`, options)
  await opened.page.getByText(email).waitFor()
  return opened
}

async function createThread(email: string, title: string): Promise<string> {
  const body = { title, body: `About: ${title}`, requester: { email } }
  return (await site.tenant.skein.createThread({ body })).data.threadId
}
const reply = (id: string, body: string) => site.tenant.skein.replyToThread({ path: { id }, body: { body } })

async function listLinks(email: string): Promise<URL[]> {
  const all = await readMailFiles(site.service.config)
  return all.filter(({ to, subject }) => to?.[0]?.address === email && subject?.includes('requests at')).map(findLink)
}

/** Requests the first link of an address on the page, and returns the link that was mailed. */
async function requestLink(page: Page, email: string): Promise<string> {
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByRole('button', { name: 'Send me a link' }).click()
  await page.getByText(`If we know ${email}, a link is on its way. It works once, for 15 minutes.`).waitFor()
  await expect.poll(() => listLinks(email)).toHaveLength(1)
  return (await listLinks(email))[0]?.href ?? ''
}

const field = (page: Page) => page.getByRole('textbox', { name: 'Write a message' })

async function write(page: Page, text: string): Promise<void> {
  await field(page).fill(text)
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await page.getByRole('log').locator('.mine .bubble:not(.pending)').getByText(text).waitFor()
}

/** Returns what the tab has stored. */
const readStorage = (page: Page) => page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))

describe('a customer', () => {
  it('signs in by a mailed link, which works only after a click, and only once', async () => {
    const email = 'ada@example.com'
    await createThread(email, 'An order')
    const { page, context } = await open()
    const urls: string[] = []
    context.on('request', (request) => urls.push(request.url()))
    const link = await requestLink(page, email)
    const inMail = await site.openTab(context, link)
    await inMail.page.getByRole('button', { name: 'Sign in' }).waitFor()
    expect(inMail.page.url()).toBe(`${help}/requests`)
    await inMail.page.getByRole('button', { name: 'Sign in' }).click()
    await inMail.page.getByRole('link', { name: /An order/ }).waitFor()
    await inMail.page.getByRole('banner').getByText(email).waitFor()
    // The tab in which the link was requested follows.
    await page.getByRole('link', { name: /An order/ }).waitFor()
    expect([page.url(), ...urls].filter((url) => /svpl_|svwt_|ada@/.test(url))).toEqual([])
    expect(await readStorage(inMail.page)).not.toContain('svpl_')
    const other = await open(new URL(link).hash)
    expectProblems(/^401 POST \/widget\/portal-sessions$/)
    await other.page.getByRole('button', { name: 'Sign in' }).click()
    await other.page.getByText('This link has expired or was used. Ask for a new one.').waitFor()
    await other.page.getByRole('textbox', { name: 'Email' }).waitFor()
    await Promise.all([context.close(), other.context.close()])
  })

  it('can use a link again whose response was lost', async () => {
    const email = 'tunnel@example.com'
    await createThread(email, 'In the tunnel')
    const { page, context } = await open()
    await page.goto(await requestLink(page, email))
    let isLost = false
    await page.route('**/portal-sessions', async (route) => {
      if (isLost) return route.fallback()
      isLost = true
      // Node resolves no names below localhost.
      await route.fetch({ url: `${site.base}/api/v1/widget/portal-sessions` })
      return route.abort()
    })
    expectProblems(/^net::ERR_FAILED POST .*\/portal-sessions$/)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText('No connection. Check your network and try again.').waitFor()
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('link', { name: /In the tunnel/ }).waitFor()
    await context.close()
  })

  it('learns no more of an unknown address than of a known one', async () => {
    const { page, context } = await open()
    await page.getByRole('textbox', { name: 'Email' }).fill('nobody@example.com')
    await page.getByRole('textbox', { name: 'Email' }).press('Enter')
    const sent = page.getByText('If we know nobody@example.com, a link is on its way. It works once, for 15 minutes.')
    await sent.waitFor()
    expect(await sent.evaluate((element) => element === document.activeElement)).toBe(true)
    await page.getByRole('button', { name: 'Use another address' }).click()
    const email = page.getByRole('textbox', { name: 'Email' })
    expect(await email.inputValue()).toBe('')
    expect(await page.getByRole('link', { name: 'Write to us' }).getAttribute('href')).toBe(`${site.base}/w/${site.key}/form?locale=en`)
    const json = { data: null, error: { code: 'SVC-RATE-IP_EXCEEDED', message: 'Too many requests' } }
    await page.route('**/portal-links', (route) => route.fulfill({ status: 429, headers: { 'Retry-After': '120' }, json }))
    expectProblems(/^429 POST \/widget\/portal-links$/)
    await email.fill('nobody@example.com')
    await email.press('Enter')
    await page.getByText('Too many attempts. Try again in 2 minutes.').waitFor()
    expect(await email.inputValue()).toBe('nobody@example.com')
    await context.close()
  })

  it('is signed in by the company’s site at once, and not by a forged token', async () => {
    const { page, context } = await enter('Grace')
    await page.getByText('You have no requests yet.').waitFor()
    expect([page.url(), await page.title()]).toEqual([`${help}/requests`, `Your requests · ${await readName()}`])
    await context.close()
    const forged = await open(`#identity=${(await sign({ sub: 'Grace' })).slice(0, -4)}AAAA`)
    expectProblems(/^401 POST \/widget\/portal-sessions$/)
    await forged.page.getByText('This link has expired or was used. Ask for a new one.').waitFor()
    expect(forged.page.url()).toBe(`${help}/requests`)
    await forged.context.close()
  })

  it('without scripts is led to the contact form', async () => {
    const { page, context } = await open('', { javaScriptEnabled: false })
    // Locators by text skip what is in this element.
    expect(await page.locator('noscript p').innerText()).toBe('This page needs JavaScript. Write to us')
    await page.locator('noscript a').click()
    await page.getByRole('heading', { name: 'Write to us' }).waitFor()
    await context.close()
  })
})

const readName = async () => (await site.tenant.skein.getTenantSettings()).data.name

describe('the requests', () => {
  it('of every channel are listed, answered, ended and rated', async () => {
    const email = 'eve@example.com'
    const ofApi = await createThread(email, 'By API')
    const visitor = await startVisitor(site.service, site, { identityToken: await sign({ sub: 'Eve', name: 'Eve', email }) })
    await reply((await visitor.begin('By chat')).id, 'An answer by chat')
    const delivered = await mails.deliver(composeMail({ From: `Eve <${email}>`, Subject: 'By mail' }, 'A question by mail.'))
    await reply(delivered.threadId ?? '', 'An answer by mail')
    await createThread('other@example.com', 'Of another')
    const { page, context } = await enter('Eve')
    const rows = page.getByRole('main').getByRole('listitem')
    await expect.poll(() => rows.allInnerTexts()).toHaveLength(3)
    expect((await rows.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' '))).toEqual([
      expect.stringMatching(/By mail \w+: An answer by mail now Open$/),
      expect.stringMatching(/By chat \w+: An answer by chat now Open 1 new message$/),
      expect.stringMatching(/By API You: About: By API now Open$/),
    ])
    await expect.poll(() => page.title()).toMatch(/^\(1\) Your requests/)
    await page.getByRole('link', { name: /By mail/ }).click()
    const log = page.getByRole('log')
    await log.getByText('A question by mail.').waitFor()
    await page.getByRole('heading', { name: 'By mail' }).waitFor()
    await write(page, 'Thank you!')
    await reply(delivered.threadId ?? '', 'You are welcome')
    await log.getByText('You are welcome').waitFor()
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('button', { name: 'End request' }).click()
    await page.getByText('This request has ended. Write to continue.').waitFor()
    await page.getByRole('radio', { name: '5 stars' }).check()
    await page.getByText('Thank you for your rating').waitFor()
    await page.getByRole('button', { name: 'Back' }).click()
    await rows.filter({ hasText: 'By mail' }).getByText('Ended', { exact: true }).waitFor()
    await page.getByRole('link', { name: /By chat/ }).click()
    await log.getByText('An answer by chat').waitFor()
    await expect.poll(() => page.title()).toMatch(/^By chat/)
    await page.goBack()
    const thread = (await site.tenant.skein.getThread({ path: { id: delivered.threadId ?? '' } })).data
    expect(thread.status).toBe('resolved')
    // A thread that the team begins appears.
    await createThread(email, 'A call from us')
    await page.getByRole('link', { name: /A call from us/ }).waitFor()
    await reply(ofApi, 'An answer by API')
    await rows.first().getByText('An answer by API').waitFor()
    await context.close()
  })

  it('begin without questions about what is known', async () => {
    const { page, context } = await enter('Nina')
    await page.getByRole('link', { name: 'New request' }).click()
    await page.getByRole('heading', { name: 'New request' }).waitFor()
    expect(await page.getByRole('textbox').count()).toBe(1)
    await write(page, 'A new question')
    await expect.poll(() => page.url()).toMatch(/#thr_\w+$/)
    // The empty form has no place in the history any more.
    await page.goBack()
    await page.getByRole('link', { name: /A new question/ }).waitFor()
    const { data } = await site.tenant.skein.listThreads({ query: { limit: 1, sort: '-createdAt' } })
    expect(data[0]).toMatchObject({ subject: 'A new question', inboxId: site.inboxId })
    await context.close()
  })

  it('ask once for a name that the inbox demands and nobody knows', async () => {
    const { page, context } = await open()
    await page.route('**/widget/config?*', async (route) => {
      const response = await fetch(site.base + new URL(route.request().url()).pathname + new URL(route.request().url()).search)
      // Safe because the API description declares this response.
      const { data } = (await response.json()) as { data: object }
      const preChat = ['NAME', 'EMAIL'].map((name) => ({ field: name, label: name, type: 'TEXT', options: null, required: true }))
      await route.fulfill({ json: { data: { ...data, preChat } } })
    })
    await page.goto(`${help}/requests?locale=en#identity=${await sign({ sub: 'Ida', email: 'ida@example.com' })}`)
    await page.getByRole('link', { name: 'New request' }).click()
    const name = page.getByRole('textbox', { name: 'Your name' })
    await name.fill('Ida Rhodes')
    expect(await page.getByRole('textbox', { name: 'Your email address' }).count()).toBe(0)
    await write(page, 'My first request')
    await page.goBack()
    await page.getByRole('link', { name: 'New request' }).click()
    await field(page).waitFor()
    expect(await name.count()).toBe(0)
    await context.close()
  })

  it('have addresses for back, forward, reload and other tabs', async () => {
    const [first, second] = [await createThread('hugo@example.com', 'First'), await createThread('hugo@example.com', 'Second')]
    const { page, context } = await enter('Hugo')
    await page.getByRole('link', { name: /First/ }).click()
    await page.getByRole('heading', { name: 'First' }).waitFor()
    expect(page.url()).toBe(`${help}/requests#${first}`)
    expect(await page.title()).toMatch(/^First · /)
    await page.goBack()
    await page.getByRole('heading', { name: 'Your requests' }).waitFor()
    await page.goForward()
    await page.getByRole('heading', { name: 'First' }).waitFor()
    await field(page).fill('Not sent yet')
    await page.reload()
    await page.getByRole('log').getByText('About: First').waitFor()
    expect(await field(page).inputValue()).toBe('Not sent yet')
    const { page: tab } = await site.openTab(context, `${help}/requests#${second}`)
    await tab.getByRole('log').getByText('About: Second').waitFor()
    const foreign = await createThread('foreign@example.com', 'Foreign')
    await tab.goto(`${help}/requests#${foreign}`)
    await tab.getByText('We can’t find this request').waitFor()
    await tab.getByRole('button', { name: 'Your requests' }).click()
    await tab.getByRole('link', { name: /Second/ }).waitFor()
    expect(await tab.getByText('Foreign').count()).toBe(0)
    await context.close()
  })

  it('show articles of the help centre, and come back from them', async () => {
    const claims = { sub: 'Lea', name: 'Lea', email: 'lea@example.com' }
    const visitor = await startVisitor(site.service, site, { identityToken: await sign(claims) })
    const { id } = await visitor.begin('A parcel')
    const { data: articles } = await site.tenant.skein.listKbArticles({ query: { namePrefix: 'Return' } })
    await site.tenant.skein.replyToThread({
      path: { id },
      body: { body: 'See this article.', parts: [{ kind: 'ARTICLE', articleId: articles[0]?.id ?? '' }] },
    })
    const { page, context } = await enter('Lea')
    await page.getByRole('link', { name: /A parcel/ }).click()
    await page.getByRole('log').getByText('See this article.').waitFor()
    const card = page.getByRole('button', { name: /Return within 30 days/ })
    await card.click()
    await page.getByText('About: Return within 30 days').waitFor()
    await page.goBack()
    await page.getByRole('log').getByText('See this article.').waitFor()
    await page.goForward()
    await page.getByText('About: Return within 30 days').waitFor()
    await page.reload()
    await page.getByText('About: Return within 30 days').waitFor()
    await context.close()
  })
})

describe('signing out', () => {
  it('signs out all tabs, and leaves nothing in the browser', async () => {
    const id = await createThread('paul@example.com', 'A secret')
    const { page, context } = await enter('Paul')
    const { page: tab } = await site.openTab(context, `${help}/requests#${id}`)
    await tab.getByRole('log').getByText('About: A secret').waitFor()
    await field(tab).fill('A draft')
    const token = /svwt_[\w.-]+/.exec(await readStorage(page))?.[0] ?? ''
    // The other tab may take over the stream before it follows.
    allowProblems(/^401 GET \/widget\/stream$/)
    await page.getByRole('button', { name: 'Sign out' }).click()
    for (const each of [page, tab]) {
      // The document is loaded anew.
      await expect.poll(() => readStorage(each).catch(() => '')).toBe('[{},{}]')
      await each.getByRole('textbox', { name: 'Email' }).waitFor()
      expect(each.url()).toBe(`${help}/requests`)
      expect(await each.getByText('A secret').count()).toBe(0)
    }
    await expect.poll(async () => (await site.service.api('GET', '/widget/threads', { key: token })).status).toBe(401)
    await context.close()
  })

  it('by an expired session says so, keeps what was written, and for this customer only', async () => {
    const id = await createThread('rosa@example.com', 'A long mail')
    const { page, context } = await enter('Rosa')
    await page.getByRole('link', { name: /A long mail/ }).click()
    await field(page).fill('A long answer')
    const token = /svwt_[\w.-]+/.exec(await readStorage(page))?.[0] ?? ''
    await site.service.api('DELETE', '/widget/sessions', { key: token })
    allowProblems(/^401 (GET|POST|PUT) \/widget\//)
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await page.getByText('Your sign-in has expired. Ask for a new link.').waitFor()
    await page.goto(`${help}/requests#identity=${await sign({ sub: 'Rosa', email: 'rosa@example.com' })}`)
    await page.getByRole('link', { name: /A long mail/ }).click()
    await page.getByRole('log').locator('.mine .bubble:not(.pending)').getByText('A long answer').waitFor()
    const { data } = await site.tenant.skein.listMessages({ path: { id } })
    expect(data.filter(({ body }) => body === 'A long answer')).toHaveLength(1)
    await field(page).fill('A secret draft')
    await page.goto(`${help}/requests#identity=${await sign({ sub: 'Sam', email: 'sam@example.com' })}`)
    await page.getByRole('banner').getByText('sam@example.com').waitFor()
    await page.getByText('You have no requests yet.').waitFor()
    expect(await readStorage(page)).not.toContain('A secret draft')
    await context.close()
  })
})

describe('every view', () => {
  const desktop: Options = { viewport: { width: 1_200, height: 860 } }
  const zoomed: Options = { viewport: { width: 320, height: 256 } }

  it.each<[string, Options]>([
    ['a desktop', desktop],
    ['the smallest phone', phone],
    ['a screen at 400 %', zoomed],
  ])('has nothing that axe objects to on %s, in both themes, and is no wider', async (name, options) => {
    const email = `axe-${name.length}@example.com`
    const id = await createThread(email, 'A subject that is far too long for one line on a phone, or for two of them')
    await reply(id, 'Hello')
    const { page, context } = await open('', options)
    const check = async (view: string): Promise<void> => {
      expect([view, await findViolations(page)]).toEqual([view, []])
      expect([view, await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)]).toEqual([view, true])
    }
    await page.goto(`${help}/en/search?q=parcel`)
    await check('help centre')
    await page.getByRole('banner').getByRole('link', { name: 'My requests' }).click()
    await page.getByRole('textbox', { name: 'Email' }).waitFor()
    await check('signed out')
    await page.getByRole('textbox', { name: 'Email' }).fill('nobody@example.com')
    await page.getByRole('button', { name: 'Send me a link' }).click()
    await page.getByRole('button', { name: 'Use another address' }).waitFor()
    await check('sent')
    await page.goto(`${help}/requests#sign-in=svpl_x`)
    await page.getByRole('button', { name: 'Sign in' }).waitFor()
    await check('link')
    await page.goto(`${help}/requests#identity=${await sign({ sub: name, email })}`)
    await page.getByRole('link', { name: /A subject/ }).waitFor()
    await check('list')
    await page.getByRole('link', { name: /A subject/ }).click()
    await page.getByRole('log').getByText('Hello').waitFor()
    await check('request')
    await page.getByRole('button', { name: 'More' }).click()
    await check('menu')
    await page.getByRole('button', { name: 'End request' }).click()
    await page.getByRole('radio', { name: '3 stars' }).waitFor()
    await check('ended')
    await page.goto(`${help}/requests#new`)
    await page.getByRole('heading', { name: 'New request' }).waitFor()
    await check('new')
    await page.goto(`${help}/requests#thr_00000000000000000000000000`)
    await page.getByText('We can’t find this request').waitFor()
    await check('missing')
    await context.close()
  })

  it('has one main landmark and heading, and works by keyboard', async () => {
    await createThread('kim@example.com', 'By keyboard')
    const { page, context } = await enter('Kim')
    // The page that the site has opened begins in the list, one that was reloaded at its top.
    await page.reload()
    await page.getByRole('link', { name: /By keyboard/ }).waitFor()
    const names: string[] = []
    for (let i = 0; i < 4; i++) {
      await page.keyboard.press('Tab')
      names.push(await page.evaluate(() => document.activeElement?.textContent?.trim() ?? ''))
    }
    expect(names).toEqual([await readName(), 'Sign out', 'New request', expect.stringContaining('By keyboard')])
    await page.keyboard.press('Enter')
    await expect.poll(() => field(page).evaluate((element) => element === document.activeElement)).toBe(true)
    expect(await page.getByRole('heading', { level: 1 }).allInnerTexts()).toEqual(['By keyboard'])
    expect([await page.getByRole('main').count(), await page.getByRole('banner').count()]).toEqual([1, 1])
    await page.keyboard.type('Written by keyboard')
    await page.keyboard.press('Enter')
    await page.getByRole('log').locator('.mine .bubble:not(.pending)').getByText('Written by keyboard').waitFor()
    await page.getByRole('button', { name: 'Back' }).press('Enter')
    await page.getByRole('heading', { name: 'Your requests' }).waitFor()
    // The focus is in the list, so the next Tab is its first element.
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('New request')
    await context.close()
  })

  it('is German in German browsers, and otherwise in the language of the link', async () => {
    await createThread('max@example.com', 'Eine Frage')
    const { page, context } = await enter('Max', { locale: 'de-AT' })
    await page.getByRole('heading', { name: 'Ihre Anfragen' }).waitFor()
    await page.getByRole('link', { name: /Eine Frage.*Offen/ }).waitFor()
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('de')
    await page.getByRole('button', { name: 'Abmelden' }).click()
    await page.getByRole('button', { name: 'Link senden' }).waitFor()
    await page.goto(help)
    await page.getByRole('banner').getByRole('link', { name: 'My requests' }).click()
    await page.getByRole('button', { name: 'Send me a link' }).waitFor()
    await context.close()
  })

  it('is from right to left for Arabic readers, and keeps its outlines in forced colours', async () => {
    await createThread('omar@example.com', 'A question')
    const { page, context } = await enter('Omar', { locale: 'ar', forcedColors: 'active', viewport: { width: 800, height: 600 } })
    await page.getByRole('link', { name: /A question/ }).waitFor()
    const [name, signOut] = await Promise.all([
      page.getByRole('banner').getByRole('link').boundingBox(),
      page.getByRole('button', { name: 'Sign out' }).boundingBox(),
    ])
    expect(name && signOut && name.x > signOut.x).toBe(true)
    expect(await page.locator('.tag').evaluate((tag) => getComputedStyle(tag).borderTopWidth)).toBe('1px')
    await context.close()
  })
})
