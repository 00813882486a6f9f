/** A website chat: installed, made to look like the site, and given secrets that programs in several languages sign with. */
import { spawnSync } from 'node:child_process'
import { jwtVerify } from 'jose'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { png } from '../../test/support/files.ts'
import { snippets } from '../src/features/inboxes/chat/identity-snippets.ts'
import { expectProblems } from './browser-problems.ts'
import { findViolations, startDashboard, type TestDashboard } from './dashboard.ts'

let dashboard: TestDashboard
let page: Page
beforeAll(async () => {
  dashboard = await startDashboard()
  const { skein } = dashboard.tenant
  await skein.createCustomField({ body: { key: 'order_number', name: 'Order number', appliesTo: 'THREAD', type: 'TEXT' } })
  await skein.createCustomField({ body: { key: 'plan', name: 'Plan', appliesTo: 'CUSTOMER', type: 'TEXT' } })
  await skein.createInbox({ body: { name: 'Support mail', type: 'EMAIL', address: 'support@example.com' } })
  page = (await dashboard.openAs(dashboard.ownerEmail, '/settings/inboxes')).page
})
afterAll(() => dashboard.close())

const region = (name: string) => page.getByRole('region', { name, exact: true })
const openTab = (name: string) => page.getByRole('navigation', { name: 'Parts of this inbox' }).getByRole('link', { name }).click()
const findChat = async () => {
  const { data } = await dashboard.tenant.skein.listInboxes()
  const found = data.find(({ name }) => name === 'Shop chat')
  if (!found?.widget) throw new Error('The chat was not created.')
  return { id: found.id, widget: found.widget, inbox: found }
}
async function save(): Promise<void> {
  // The note of an earlier save may still be on screen.
  const saved = page.waitForResponse((response) => response.request().method() === 'PATCH' && response.ok())
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await saved
  await page.getByText('Saved.').first().waitFor()
  await page.getByRole('button', { name: 'Save', exact: true }).waitFor({ state: 'detached' })
}

it('a new chat shows the line to paste, and says that no site may show it', async () => {
  await page.getByRole('button', { name: 'New inbox' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Shop chat')
  await page.getByRole('combobox', { name: 'Type' }).click()
  await page.getByRole('option', { name: /Website chat/ }).click()
  await page.getByRole('button', { name: 'Create inbox' }).click()
  await page.getByRole('heading', { name: 'Shop chat' }).waitFor()
  const { widget } = await findChat()
  const part = region('Add it to your website')
  await part.getByText(`/w/skein.js" data-key="${widget.key}"></script>`).waitFor()
  await part.getByText('No site may show the chat yet.').waitFor()
  await part.getByText('Waiting for the first visit…').waitFor()
  const tryLink = page.getByRole('link', { name: 'a page with the chat' })
  expect(await tryLink.getAttribute('href')).toMatch(new RegExp(`/w/${widget.key}/try$`))
  expect(await findViolations(page)).toEqual([])
})

it('sites are refused with their line, and saved in their short form', async () => {
  expectProblems(/^400 PATCH \/inboxes\/inb_/)
  await page.getByRole('textbox', { name: 'Other sites' }).fill('https://shop.example.com/\nshop.example.org')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Other sites must be a site, such as https://www.example.com').waitFor()
  await page.getByRole('textbox', { name: 'Other sites' }).fill('https://shop.example.com/\nhttps://*.example.org')
  await page.getByRole('textbox', { name: 'Website' }).fill('shop.example.com')
  await save()
  const { widget, inbox } = await findChat()
  expect([widget.allowedOrigins, inbox.address]).toEqual([['https://shop.example.com', 'https://*.example.org'], 'shop.example.com'])
  await region('Health').getByText('Your site may show it').waitFor()
})

it('the preview follows the form, and the picture is kept', async () => {
  await openTab('Appearance')
  const preview = region('Preview')
  await page.getByRole('textbox', { name: 'Colour', exact: true }).fill('#ffcc00')
  await page.getByRole('textbox', { name: 'Greeting' }).fill('How can we help?')
  await page.getByRole('textbox', { name: 'Text on the button' }).fill('Chat with us')
  await preview.getByText('How can we help?').waitFor()
  const launcher = preview.getByText('Chat with us').locator('..')
  const colors = await launcher.evaluate((element) => [getComputedStyle(element).backgroundColor, getComputedStyle(element).color])
  expect(colors).toEqual(['rgb(255, 204, 0)', 'rgb(0, 0, 0)'])
  await page.setInputFiles('input[type=file]', { name: 'logo.png', mimeType: 'image/png', buffer: png })
  await page.getByRole('button', { name: 'Replace the picture…' }).waitFor()
  expect(await findViolations(page)).toEqual([])
  await save()
  const { appearance } = (await findChat()).widget
  expect(appearance).toMatchObject({ color: '#ffcc00', greeting: 'How can we help?', launcher: 'Chat with us', title: null })
  expect(appearance.logoUploadId).toMatch(/^upl_/)
})

it('visitors are asked what was chosen, and missed replies go by mail', async () => {
  await openTab('Visitors')
  const choose = async (name: string, option: string) => {
    await page.getByRole('combobox', { name, exact: true }).click()
    await page.getByRole('option', { name: option, exact: true }).click()
  }
  await choose('Order number', 'Optional')
  await choose('Email', 'Required')
  expect(await page.getByRole('combobox', { name: 'Plan', exact: true }).count(), 'a field of customers').toBe(0)
  await choose('Inbox that sends the mail', 'Support mail')
  await choose('How long we wait', 'after 10 minutes')
  await page.getByRole('checkbox', { name: 'Ratings' }).uncheck()
  expect(await findViolations(page)).toEqual([])
  await save()
  const { widget } = await findChat()
  expect(widget).toMatchObject({
    preChat: [
      { field: 'EMAIL', required: true },
      { field: 'order_number', required: false },
    ],
    continuity: { inboxId: expect.stringMatching(/^inb_/), afterSeconds: 600 },
    askRating: false,
    appearance: { color: '#ffcc00' },
  })
  await region('Health').getByText('Missed replies are mailed').waitFor()
})

it('a secret is shown once and can be deleted, by keyboard too', async () => {
  await openTab('Identity')
  await page.getByRole('button', { name: 'New secret…' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'New secret' })
  await dialog.getByRole('button', { name: 'Create the secret' }).press('Enter')
  const secret = (await dialog.getByText(/^wsec_/).textContent()) ?? ''
  expect(await dialog.getByRole('heading').evaluate((heading) => heading === document.activeElement)).toBe(true)
  expect(await findViolations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'I’ve saved the secret' }).click()
  await page.getByText(`…${secret.slice(-4)}`).waitFor()
  await page.getByRole('button', { name: `Delete the secret that ends in ${secret.slice(-4)}` }).click()
  await page.getByText(`…${secret.slice(-4)}`).waitFor({ state: 'detached' })
  expect((await findChat()).widget.identitySecrets).toEqual([])
})

it('the code has a tab for each of eight languages, moved between by arrow keys', async () => {
  const { widget } = await findChat()
  const tabs = page.getByRole('tab')
  expect(await tabs.allTextContents()).toEqual(['Node.js', 'Python', 'PHP', 'Ruby', 'Go', 'Java', 'C#', 'Elixir'])
  await tabs.first().press('ArrowRight')
  await page.getByRole('tabpanel', { name: 'Python' }).getByText('def sign_identity(user):').waitFor()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await page.getByRole('tabpanel', { name: 'Elixir' }).getByText(`aud: "${widget.key}"`).waitFor()
  expect(await page.getByRole('button', { name: 'Copy: Elixir' }).isVisible()).toBe(true)
  expect(await findViolations(page)).toEqual([])
})

it('the pages fit a phone', async () => {
  await page.setViewportSize({ width: 390, height: 844 })
  for (const tab of ['Installation', 'Appearance', 'Visitors', 'Identity', 'Assignment']) {
    await openTab(tab)
    expect(await page.evaluate(() => document.documentElement.scrollWidth), tab).toBe(390)
    expect(await findViolations(page), tab).toEqual([])
  }
})

describe('the code that signs an identity', () => {
  const user = { id: 4711, name: 'Ada “Countess” Lovelace', email: 'ada@example.com' }
  const programs: Record<string, { command: string; call: string }> = {
    'Node.js': { command: 'node --input-type=module', call: `process.stdout.write(signIdentity(${JSON.stringify(user)}))` },
    Python: { command: 'python3 -', call: `print(sign_identity(${JSON.stringify(user)}), end="")` },
  }

  it.each(Object.keys(programs))('in %s makes a token that starts a verified session', async (name) => {
    const { id, widget } = await findChat()
    const { secret } = (await dashboard.tenant.skein.createWidgetSecret({ path: { id }, body: {} })).data
    const { command, call } = programs[name] ?? { command: '', call: '' }
    const [program = '', ...given] = command.split(' ')
    const code = snippets.find((each) => each.name === name)?.code(widget.key) ?? ''
    const run = spawnSync(program === 'node' ? process.execPath : program, given, {
      input: `${code}\n${call}\n`,
      encoding: 'utf8',
      env: { ...process.env, SKEIN_IDENTITY_SECRET: secret },
    })
    expect(run.stderr).toBe('')
    const { payload, protectedHeader } = await jwtVerify(run.stdout, Buffer.from(secret), { audience: widget.key })
    expect(protectedHeader).toEqual({ alg: 'HS256', typ: 'JWT' })
    expect(payload).toMatchObject({ sub: '4711', name: user.name, email: user.email })
    const session = await dashboard.service.api<{ visitor: object }>('POST', '/widget/sessions', {
      body: { key: widget.key, identityToken: run.stdout },
    })
    expect([session.status, session.body.data?.visitor]).toMatchObject([201, { name: user.name, email: user.email, verified: true }])
  })
})
