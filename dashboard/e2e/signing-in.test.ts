/** People get in by the links that they are sent, with their password, and stay in; the keys to that are guarded. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPlace, password, signIn, violationsOf, type Place } from './place.ts'

let place: Place
beforeAll(async () => {
  place = await openPlace()
})
afterAll(() => place.close())

const heading = (name: string) => ({ name, level: 1 })

describe('a link', () => {
  it('of an invitation leads to choosing a password, and in', async () => {
    const { tenant, open } = place
    const { data: grace } = await tenant.skein.createUser({ body: { name: 'Grace Hopper', email: 'grace@acme.test', role: 'AGENT' } })
    const token = await tenant.linkFor(grace.id, 'INVITATION')
    const { page, context, wrong } = await open(`/accept-invitation#token=${token}`)
    await page.getByRole('heading', heading('Welcome')).waitFor()
    expect(await violationsOf(page)).toEqual([])
    await page.getByLabel('New password').fill('password1234')
    await page.keyboard.press('Enter')
    await page.getByText(/guessed first/).waitFor()
    await page.getByLabel('New password').fill(password)
    await page.keyboard.press('Enter')
    await page.getByText('Grace Hopper').first().waitFor()
    expect(wrong).toEqual([])
    await page.goto(`${place.url}/accept-invitation#token=${token}`)
    await page.reload()
    await page.getByLabel('New password').fill(password)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', heading('This link is over')).waitFor()
    await context.close()
  })
  it('that was asked for sets another password', async () => {
    const { tenant, open, ownerEmail } = place
    const { page, context } = await open('/sign-in')
    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    await page.getByLabel('E-mail address').fill(ownerEmail)
    expect(await violationsOf(page)).toEqual([])
    await page.getByRole('button', { name: 'Send the link' }).click()
    await page.getByRole('status').waitFor()
    await page.goto(`${place.url}/reset-password#token=${await tenant.linkFor(tenant.ownerId, 'PASSWORD')}`)
    await page.getByRole('heading', heading('Choose a password')).waitFor()
    expect(await violationsOf(page)).toEqual([])
    await page.getByLabel('New password').fill(password)
    await page.keyboard.press('Enter')
    await page.waitForURL((at) => at.pathname === '/' || at.pathname.startsWith('/inbox'))
    await context.close()
  })
})

describe('signing in', () => {
  it('a wrong password is said, and what was typed stays', async () => {
    const { page, context, wrong } = await place.open('/sign-in')
    expect(await violationsOf(page)).toEqual([])
    await page.getByLabel('E-mail address').fill(place.ownerEmail)
    await page.getByLabel('Password').fill('not this one')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').waitFor()
    expect(await violationsOf(page)).toEqual([])
    expect(await page.getByLabel('E-mail address').inputValue()).toBe(place.ownerEmail)
    expect(wrong).toEqual([])
    await context.close()
  })
  it('leads to the page that was asked for, and never to another site', async () => {
    const { page, context } = await place.open('/?x=1')
    await page.waitForURL((at) => at.pathname === '/sign-in')
    await signIn(page, place.ownerEmail)
    expect(new URL(page.url()).origin).toBe(place.url)
    await context.close()
    const hostile = await place.open('/sign-in?to=%2F%2Fevil.example%2F')
    await signIn(hostile.page, place.ownerEmail)
    expect(new URL(hostile.page.url()).origin).toBe(place.url)
    await hostile.context.close()
  })
  it('holds over a reload and in a second tab, whose refreshes do not end the session', async () => {
    const { page, context } = await place.openAs(place.ownerEmail)
    const second = await context.newPage()
    await Promise.all([page.reload(), second.goto(place.url)])
    for (const each of [page, second]) await each.waitForFunction(() => !location.pathname.startsWith('/sign-in') && document.title !== '')
    await Promise.all([page.reload(), second.reload()])
    await second
      .getByRole('button', { name: /sign out|account/i })
      .first()
      .waitFor()
    expect(page.url()).not.toContain('/sign-in')
    // The short-lived token is in no storage.
    const stored = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }) + document.cookie)
    expect(stored).toContain('svrt_')
    expect(stored).not.toContain('svat_')
    await context.close()
  })
})
