/** The views of a customer's requests: for screen readers, by keyboard, on small screens, and in every language. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findViolations } from '../../dashboard/e2e/dashboard.ts'
import { findField, startPortal, waitForOwn, type Portal } from './portal.ts'
import { phone, type Site } from './site.ts'

type Options = Parameters<Site['open']>[1]

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.site.close())

describe('every view', () => {
  const desktop: Options = { viewport: { width: 1_200, height: 860 } }
  const zoomed: Options = { viewport: { width: 320, height: 256 } }

  it.each<[string, Options]>([
    ['a desktop', desktop],
    ['the smallest phone', phone],
    ['a screen at 400 %', zoomed],
  ])('has nothing that axe objects to on %s, in both themes, and is no wider', async (name, options) => {
    const email = `axe-${name.length}@example.com`
    const id = await portal.createThread(email, 'A subject that is far too long for one line on a phone, or for two of them')
    await portal.reply(id, 'Hello')
    const { page, context } = await portal.open('', options)
    const check = async (view: string): Promise<void> => {
      expect([view, await findViolations(page)]).toEqual([view, []])
      expect([view, await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)]).toEqual([view, true])
    }
    await page.goto(`${portal.help}/en/search?q=parcel`)
    await check('help centre')
    await page.getByRole('banner').getByRole('link', { name: 'My requests' }).click()
    await page.getByRole('textbox', { name: 'Email' }).waitFor()
    await check('signed out')
    await page.getByRole('textbox', { name: 'Email' }).fill('nobody@example.com')
    await page.getByRole('button', { name: 'Send me a link' }).click()
    await page.getByRole('button', { name: 'Use another address' }).waitFor()
    await check('sent')
    await page.goto(`${portal.help}/requests#sign-in=svpl_x`)
    await page.getByRole('button', { name: 'Sign in' }).waitFor()
    await check('link')
    await page.goto(`${portal.help}/requests#identity=${await portal.sign({ sub: name, email })}`)
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
    await page.goto(`${portal.help}/requests#new`)
    await page.getByRole('heading', { name: 'New request' }).waitFor()
    await check('new')
    await page.goto(`${portal.help}/requests#thr_00000000000000000000000000`)
    await page.getByText('We can’t find this request').waitFor()
    await check('missing')
    await context.close()
  })

  it('has one main landmark and heading, and works by keyboard', async () => {
    await portal.createThread('kim@example.com', 'By keyboard')
    const { page, context } = await portal.enter('Kim')
    // The page that the site has opened begins in the list, one that was reloaded at its top.
    await page.reload()
    await page.getByRole('link', { name: /By keyboard/ }).waitFor()
    const names: string[] = []
    for (let i = 0; i < 4; i++) {
      await page.keyboard.press('Tab')
      names.push(await page.evaluate(() => document.activeElement?.textContent?.trim() ?? ''))
    }
    expect(names).toEqual([await portal.readName(), 'Sign out', 'New request', expect.stringContaining('By keyboard')])
    await page.keyboard.press('Enter')
    await expect.poll(() => findField(page).evaluate((element) => element === document.activeElement)).toBe(true)
    expect(await page.getByRole('heading', { level: 1 }).allInnerTexts()).toEqual(['By keyboard'])
    expect([await page.getByRole('main').count(), await page.getByRole('banner').count()]).toEqual([1, 1])
    await page.keyboard.type('Written by keyboard')
    await page.keyboard.press('Enter')
    await waitForOwn(page, 'Written by keyboard')
    await page.getByRole('button', { name: 'Back' }).press('Enter')
    await page.getByRole('heading', { name: 'Your requests' }).waitFor()
    // The focus is in the list, so the next Tab is its first element.
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('New request')
    await context.close()
  })

  it('is German in German browsers, and otherwise in the language of the link', async () => {
    await portal.createThread('max@example.com', 'Eine Frage')
    const { page, context } = await portal.enter('Max', { locale: 'de-AT' })
    await page.getByRole('heading', { name: 'Ihre Anfragen' }).waitFor()
    await page.getByRole('link', { name: /Eine Frage.*Offen/ }).waitFor()
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('de')
    await page.getByRole('button', { name: 'Abmelden' }).click()
    await page.getByRole('button', { name: 'Link senden' }).waitFor()
    await page.goto(portal.help)
    await page.getByRole('banner').getByRole('link', { name: 'My requests' }).click()
    await page.getByRole('button', { name: 'Send me a link' }).waitFor()
    await context.close()
  })

  it('is from right to left in Arabic browsers, and has outlines in forced colours', async () => {
    await portal.createThread('omar@example.com', 'A question')
    const { page, context } = await portal.enter('Omar', { locale: 'ar', forcedColors: 'active', viewport: { width: 800, height: 600 } })
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
