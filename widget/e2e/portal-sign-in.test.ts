/** Signing in to the page of a customer's requests, and out of it, in all tabs and without a trace. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import { allowProblems, expectProblems } from '../../dashboard/e2e/browser-problems.ts'
import { findLink, readMailFiles } from '../../test/support/mail-server.ts'
import { findField, startPortal, waitForOwn, type Portal } from './portal.ts'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.site.close())

async function listLinks(email: string): Promise<URL[]> {
  const all = await readMailFiles(portal.site.service.config)
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

/** Returns what the tab has stored. */
const readStorage = (page: Page) => page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))

describe('a customer', () => {
  it('signs in by a mailed link, which works only after a click, and only once', async () => {
    const email = 'ada@example.com'
    await portal.createThread(email, 'An order')
    const { page, context } = await portal.open()
    const urls: string[] = []
    context.on('request', (request) => urls.push(request.url()))
    const link = await requestLink(page, email)
    const inMail = await portal.site.openTab(context, link)
    await inMail.page.getByRole('button', { name: 'Sign in' }).waitFor()
    expect(inMail.page.url()).toBe(`${portal.help}/requests`)
    await inMail.page.getByRole('button', { name: 'Sign in' }).click()
    await inMail.page.getByRole('link', { name: /An order/ }).waitFor()
    await inMail.page.getByRole('banner').getByText(email).waitFor()
    // The tab in which the link was requested follows.
    await page.getByRole('link', { name: /An order/ }).waitFor()
    expect([page.url(), ...urls].filter((url) => /svpl_|svwt_|ada@/.test(url))).toEqual([])
    expect(await readStorage(inMail.page)).not.toContain('svpl_')
    const other = await portal.open(new URL(link).hash)
    expectProblems(/^401 POST \/widget\/portal-sessions$/)
    await other.page.getByRole('button', { name: 'Sign in' }).click()
    await other.page.getByText('This link has expired or was used. Ask for a new one.').waitFor()
    await other.page.getByRole('textbox', { name: 'Email' }).waitFor()
    await Promise.all([context.close(), other.context.close()])
  })

  it('can use a link again whose response was lost', async () => {
    const email = 'tunnel@example.com'
    await portal.createThread(email, 'In the tunnel')
    const { page, context } = await portal.open()
    await page.goto(await requestLink(page, email))
    let isLost = false
    await page.route('**/portal-sessions', async (route) => {
      if (isLost) return route.fallback()
      isLost = true
      // Node resolves no names below localhost.
      await route.fetch({ url: `${portal.site.base}/api/v1/widget/portal-sessions` })
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
    const { page, context } = await portal.open()
    await page.getByRole('textbox', { name: 'Email' }).fill('nobody@example.com')
    await page.getByRole('textbox', { name: 'Email' }).press('Enter')
    const sent = page.getByText('If we know nobody@example.com, a link is on its way. It works once, for 15 minutes.')
    await sent.waitFor()
    expect(await sent.evaluate((element) => element === document.activeElement)).toBe(true)
    await page.getByRole('button', { name: 'Use another address' }).click()
    const email = page.getByRole('textbox', { name: 'Email' })
    expect(await email.inputValue()).toBe('')
    expect(await page.getByRole('link', { name: 'Write to us' }).getAttribute('href')).toBe(
      `${portal.site.base}/w/${portal.site.key}/form?locale=en`,
    )
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
    const { page, context } = await portal.enter('Grace')
    await page.getByText('You have no requests yet.').waitFor()
    expect([page.url(), await page.title()]).toEqual([`${portal.help}/requests`, `Your requests · ${await portal.readName()}`])
    await context.close()
    const forged = await portal.open(`#identity=${(await portal.sign({ sub: 'Grace' })).slice(0, -4)}AAAA`)
    expectProblems(/^401 POST \/widget\/portal-sessions$/)
    await forged.page.getByText('This link has expired or was used. Ask for a new one.').waitFor()
    expect(forged.page.url()).toBe(`${portal.help}/requests`)
    await forged.context.close()
  })

  it('without scripts is led to the contact form', async () => {
    const { page, context } = await portal.open('', { javaScriptEnabled: false })
    // Locators by text skip what is in this element.
    expect(await page.locator('noscript p').innerText()).toBe('This page needs JavaScript. Write to us')
    await page.locator('noscript a').click()
    await page.getByRole('heading', { name: 'Write to us' }).waitFor()
    await context.close()
  })
})

describe('signing out', () => {
  it('signs out all tabs, and leaves nothing in the browser', async () => {
    const id = await portal.createThread('paul@example.com', 'A secret')
    const { page, context } = await portal.enter('Paul')
    const { page: tab } = await portal.site.openTab(context, `${portal.help}/requests#${id}`)
    await tab.getByRole('log').getByText('About: A secret').waitFor()
    await findField(tab).fill('A draft')
    const token = /svwt_[\w.-]+/.exec(await readStorage(page))?.[0] ?? ''
    // The other tab may take over the stream before it follows.
    allowProblems(/^401 GET \/widget\/stream$/)
    await page.getByRole('button', { name: 'Sign out' }).click()
    for (const each of [page, tab]) {
      // The document is loaded anew.
      await expect.poll(() => readStorage(each).catch(() => '')).toBe('[{},{}]')
      await each.getByRole('textbox', { name: 'Email' }).waitFor()
      expect(each.url()).toBe(`${portal.help}/requests`)
      expect(await each.getByText('A secret').count()).toBe(0)
    }
    await expect.poll(async () => (await portal.site.service.api('GET', '/widget/threads', { key: token })).status).toBe(401)
    await context.close()
  })

  it('by an expired session says so, and keeps what this customer has written', async () => {
    const id = await portal.createThread('rosa@example.com', 'A long mail')
    const { page, context } = await portal.enter('Rosa')
    await page.getByRole('link', { name: /A long mail/ }).click()
    await findField(page).fill('A long answer')
    const token = /svwt_[\w.-]+/.exec(await readStorage(page))?.[0] ?? ''
    await portal.site.service.api('DELETE', '/widget/sessions', { key: token })
    allowProblems(/^401 (GET|POST|PUT) \/widget\//)
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await page.getByText('Your sign-in has expired. Ask for a new link.').waitFor()
    await page.goto(`${portal.help}/requests#identity=${await portal.sign({ sub: 'Rosa', email: 'rosa@example.com' })}`)
    await page.getByRole('link', { name: /A long mail/ }).click()
    await waitForOwn(page, 'A long answer')
    const { data } = await portal.site.tenant.skein.listMessages({ path: { id } })
    expect(data.filter(({ body }) => body === 'A long answer')).toHaveLength(1)
    await findField(page).fill('A secret draft')
    await page.goto(`${portal.help}/requests#identity=${await portal.sign({ sub: 'Sam', email: 'sam@example.com' })}`)
    await page.getByRole('banner').getByText('sam@example.com').waitFor()
    await page.getByText('You have no requests yet.').waitFor()
    expect(await readStorage(page)).not.toContain('A secret draft')
    await context.close()
  })
})
