/** Settings of a user and of the workspace: shortcuts, second factor, sessions, privacy requests and the audit log. */
import { Secret, TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allowProblems, expectProblems } from './browser-problems.ts'
import { startDashboard, password, findViolations, type OpenPage, type TestDashboard } from './dashboard.ts'

let dashboard: TestDashboard
let opened: OpenPage
let page: Page
beforeAll(async () => {
  dashboard = await startDashboard({ worker: true })
  opened = await dashboard.openAs(dashboard.ownerEmail, '/settings/keyboard')
  page = opened.page
  await page.getByRole('heading', { name: 'Keyboard & appearance', level: 1 }).waitFor()
})
afterAll(() => dashboard.close())

const theme = (on: Page, name: string, pressed?: true) => on.getByRole('button', { name, exact: true, ...(pressed && { pressed }) })

describe('shortcuts', () => {
  let other: OpenPage

  it('can be changed only to keys that are not in use', async () => {
    expect(await findViolations(page)).toEqual([])
    await page.getByRole('button', { name: 'Change the keys: Show all shortcuts' }).press('Enter')
    await page.keyboard.press('k')
    await page.getByText('“Previous thread or row” already uses these keys.').waitFor()
    await page.getByRole('button', { name: 'Change the keys: Show all shortcuts' }).press('Enter')
    await page.keyboard.press('Shift+X')
    await page.getByRole('button', { name: 'Reset the keys: Show all shortcuts' }).waitFor()
    await page.keyboard.press('Shift+X')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    await page.keyboard.press('Escape')
  })

  it('with a single key can be switched off, and stay off after a reload', async () => {
    await page.getByLabel('Single-key shortcuts').uncheck()
    await page.keyboard.press('Shift+X')
    expect(await page.getByRole('dialog').count()).toBe(0)
    await page.reload()
    await page.getByLabel('Single-key shortcuts').waitFor()
    expect(await page.getByLabel('Single-key shortcuts').isChecked()).toBe(false)
    await page.keyboard.press('g')
    await page.keyboard.press('i')
    expect(new URL(page.url()).pathname).toBe('/settings/keyboard')
  })

  it('and the theme follow the user to another browser', async () => {
    other = await dashboard.openAs(dashboard.ownerEmail, '/settings/keyboard')
    await expect.poll(() => other.page.getByLabel('Single-key shortcuts').isChecked()).toBe(false)
  })

  it('and the theme are saved later if the service cannot be reached', async () => {
    expectProblems(/^net::ERR_FAILED (GET|PATCH) \/me\/preferences$/)
    await other.context.route('**/me/preferences', (route) => route.abort())
    await theme(other.page, 'Dark').click()
    await other.page.reload()
    await theme(other.page, 'Dark', true).waitFor()
    await other.context.unroute('**/me/preferences')
    await Promise.all([
      other.page.waitForResponse((response) => response.request().method() === 'PATCH' && response.ok()),
      other.page.reload(),
    ])
    await other.close()
    await page.reload()
    await theme(page, 'Dark', true).waitFor()
    await theme(page, 'Same as system').click()
  })

  it('the language changes at once, and in the user’s other browser', async () => {
    other = await dashboard.openAs(dashboard.ownerEmail, '/settings/keyboard')
    await other.page.getByRole('combobox', { name: 'Language' }).click()
    const saved = other.page.waitForResponse((response) => response.request().method() === 'PATCH' && response.ok())
    await other.page.getByRole('option', { name: 'Deutsch' }).click()
    await other.page.getByRole('heading', { name: 'Tastatur & Darstellung', level: 1 }).waitFor()
    await saved
    await page.reload()
    await page.getByRole('heading', { name: 'Tastatur & Darstellung', level: 1 }).waitFor()
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('de')
    await page.getByRole('combobox', { name: 'Sprache' }).click()
    await page.getByRole('option', { name: 'Wie der Browser' }).click()
    await page.getByRole('heading', { name: 'Keyboard & appearance', level: 1 }).waitFor()
    await expect.poll(async () => (await page.evaluate(() => localStorage.getItem('skein.preferences')))?.includes('true')).toBe(true)
    await other.close()
  })

  it('with Ctrl still work when single-key shortcuts are switched off', async () => {
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog', { name: 'Search or go to' }).waitFor()
    await page.keyboard.press('Escape')
  })

  it('are all reset with one button', async () => {
    await page.getByRole('button', { name: 'Reset all' }).click()
    await page.keyboard.press('g')
    await page.keyboard.press('i')
    await page.waitForURL((at) => at.pathname.startsWith('/inbox'))
  })
})

describe('an authenticator', () => {
  let grace: OpenPage
  let codes: string[]
  const origins = new Set<string>()
  beforeAll(async () => {
    const { data: user } = await dashboard.tenant.skein.createUser({
      body: { name: 'Grace', email: 'grace@acme.test', role: 'AGENT', invite: false },
    })
    await dashboard.tenant.setPassword(user.id, password)
    grace = await dashboard.openAs('grace@acme.test', '/settings/security')
    grace.page.on('request', (request) => origins.add(new URL(request.url()).origin))
  })
  afterAll(() => grace.close())

  it('can be set up only with the password', async () => {
    expectProblems(/^400 POST \/auth\/totp\/enroll$/)
    await grace.page.getByRole('button', { name: 'Set up an authenticator' }).waitFor()
    expect(await grace.page.getByRole('button', { name: 'Remove the authenticator' }).count(), 'before the set-up').toBe(0)
    await grace.page.getByRole('button', { name: 'Set up an authenticator' }).click()
    await grace.page.getByLabel('Your password').fill('not this one')
    await grace.page.getByRole('button', { name: 'Continue' }).click()
    await grace.page.getByRole('alert').waitFor()
    await grace.page.getByLabel('Your password').fill(password)
    await grace.page.getByRole('button', { name: 'Continue' }).click()
    await grace.page.getByRole('img', { name: 'QR code of the secret' }).waitFor()
    expect(await findViolations(grace.page)).toEqual([])
  })

  it('becomes active with a correct code, and comes with ten recovery codes', async () => {
    expectProblems(/^400 POST \/auth\/totp\/confirm$/)
    const secret = (await grace.page.getByLabel('Secret', { exact: true }).innerText()).replaceAll(' ', '')
    await grace.page.getByLabel('Code from your authenticator app').fill('000000')
    await grace.page.getByRole('button', { name: 'Confirm' }).click()
    await grace.page.getByRole('alert').waitFor()
    await grace.page.getByLabel('Code from your authenticator app').fill(new TOTP({ secret: Secret.fromBase32(secret) }).generate())
    await grace.page.getByRole('button', { name: 'Confirm' }).click()
    codes = (await grace.page.getByLabel('Recovery codes', { exact: true }).innerText()).split('\n')
    expect(codes.length).toBe(10)
    expect(await findViolations(grace.page)).toEqual([])
    await grace.page.getByRole('button', { name: 'I’ve saved the codes' }).click()
  })

  it('has a QR code that is drawn without requests to other sites', () => {
    expect(
      [...origins].filter((origin) => !origin.endsWith(new URL(dashboard.url).host) && origin !== dashboard.service.config.baseUrl.origin),
    ).toEqual([])
  })

  it('is required at the next sign-in', async () => {
    expectProblems(/^409 POST \/auth\/login$/)
    const again = await dashboard.open('/sign-in')
    await again.page.getByLabel('Email address').fill('grace@acme.test')
    await again.page.getByLabel('Password').fill(password)
    await again.page.getByRole('button', { name: 'Sign in' }).click()
    await again.page.getByLabel(/code/i).fill(codes[0] ?? '')
    await again.page.getByRole('button', { name: 'Sign in' }).click()
    await again.page.waitForURL((at) => at.pathname !== '/sign-in')
    await again.close()
  })

  it('can be replaced only with a code of the current one', async () => {
    await grace.page.getByRole('button', { name: 'Set up another authenticator' }).click()
    await grace.page.getByLabel('Your password').fill(password)
    await grace.page.getByLabel(/current authenticator/).fill(codes[2] ?? '')
    await grace.page.getByRole('button', { name: 'Continue' }).click()
    await grace.page.getByRole('img', { name: 'QR code of the secret' }).waitFor()
    await grace.page.getByRole('button', { name: 'Cancel' }).click()
  })

  it('can be removed with a recovery code', async () => {
    await grace.page.getByRole('button', { name: 'Remove the authenticator' }).click()
    await grace.page.getByLabel(/recovery code/).fill(codes[1] ?? '')
    await grace.page.getByRole('button', { name: 'Remove authenticator' }).click()
    await grace.page.getByText('Authenticator removed.').waitFor()
    await grace.page.getByRole('button', { name: 'Set up an authenticator' }).waitFor()
    expect(await grace.page.getByRole('button', { name: 'Remove the authenticator' }).count(), 'after the removal').toBe(0)
  })
})

it('an agent’s own signature has variables, and a preview with their values', async () => {
  const requester = { email: 'dana@example.com', name: 'Dana Ruiz' }
  await dashboard.tenant.skein.createThread({ body: { title: 'Parcel', body: 'Where is it?', requester } })
  const { page: profile, close } = await dashboard.openAs(dashboard.ownerEmail, '/settings/profile')
  await profile.getByRole('textbox', { name: 'Signature' }).fill('Kind regards ')
  await profile.getByRole('button', { name: 'Insert a variable' }).click()
  await profile.getByRole('option', { name: 'Your name' }).click()
  const preview = profile.getByRole('figure').filter({ hasText: 'As Dana Ruiz would get it' })
  await preview.filter({ hasText: 'Kind regards owner' }).waitFor()
  expect(await findViolations(profile)).toEqual([])
  await profile.getByRole('button', { name: 'Save' }).click()
  await profile.getByText('Saved.').waitFor()
  await profile.reload()
  await preview.filter({ hasText: 'Kind regards owner' }).waitFor()
  await close()
})

describe('sessions', () => {
  it('are listed, and all but the current one can be ended at once', async () => {
    // The other page may notice the end of its session before it is closed.
    allowProblems(/^401 GET \/events\/stream$/, /^401 POST \/auth\/refresh$/)
    const other = await dashboard.openAs(dashboard.ownerEmail, '/settings/profile')
    await other.page.getByRole('heading', { name: 'Profile', level: 1 }).waitFor()
    expect(await findViolations(other.page)).toEqual([])
    await page.goto(`${dashboard.url}/settings/security`)
    await page.getByText('This device').waitFor()
    expect(await findViolations(page)).toEqual([])
    const ends = page.getByRole('button', { name: /^Sign out Chrome/ })
    await ends.first().waitFor()
    await page.getByRole('button', { name: 'Sign out everywhere else' }).click()
    await expect.poll(() => ends.count()).toBe(0)
    await page.getByText('This device').waitFor()
    await other.close()
  })
})

it('a common password is refused, and a strong one is accepted', async () => {
  expectProblems(/^400 POST \/auth\/change$/)
  await page.getByLabel('Current password').fill(password)
  await page.getByLabel('New password').fill('password1234')
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByText(/is a common password/).waitFor()
  await page.getByLabel('New password').fill('seven quiet lamps hum')
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByText('Password changed.').waitFor()
  await dashboard.tenant.setPassword(dashboard.tenant.ownerId, password)
})

describe('the erasure of a customer', () => {
  const form = () => page.getByRole('dialog', { name: 'Erase a customer' })
  beforeAll(async () => {
    await page.context().close()
    opened = await dashboard.openAs(dashboard.ownerEmail, '/settings/privacy')
    page = opened.page
  })
  const result = () => page.getByRole('dialog', { name: 'Privacy request' })

  it('first counts what it would erase', async () => {
    await dashboard.tenant.skein.createThread({
      body: { title: 'Hello', body: 'x', requester: { email: 'mary@example.com', name: 'Mary' } },
    })
    await page.goto(`${dashboard.url}/settings/privacy`)
    await page.getByRole('button', { name: 'Erase a customer' }).click()
    await form().getByLabel('Customer’s email address').fill('mary@example.com')
    expect(await findViolations(page)).toEqual([])
    await form().getByRole('button', { name: 'Continue' }).click()
    await result().getByRole('table', { name: 'What we would erase' }).waitFor()
    expect(await findViolations(page)).toEqual([])
    await page.keyboard.press('Escape')
  })

  it('requires the address twice, and shows a receipt', async () => {
    await page.getByRole('button', { name: 'Erase a customer' }).click()
    await form().getByLabel('Customer’s email address').fill('mary@example.com')
    await form().getByLabel('Only count').uncheck()
    await form().getByLabel('Type the address again').fill('mary@example.org')
    await form().getByRole('button', { name: 'Continue' }).click()
    await form().getByText('This isn’t the same as the address above.').waitFor()
    await form().getByLabel('Type the address again').fill('mary@example.com')
    await form().getByRole('button', { name: 'Continue' }).click()
    await result().getByLabel('Receipt for your records', { exact: true }).waitFor()
    expect((await dashboard.tenant.skein.listCustomers({ query: { email: 'mary@example.com' } })).meta.total).toBe(0)
  })
})

it('the audit log is filtered by the page’s URL, and shows what was changed', async () => {
  await dashboard.tenant.skein.updateTenantSettings({ body: { ticketPrefix: 'DESK' } })
  await page.goto(`${dashboard.url}/settings/audit-log?action=tenant.updated`)
  await page.getByRole('button', { name: 'tenant.updated' }).first().click()
  const entry = page.getByRole('dialog', { name: 'tenant.updated' })
  await entry.getByRole('row').filter({ hasText: 'ticketPrefix' }).getByText('DESK').waitFor()
  expect(await findViolations(page)).toEqual([])
  await page.keyboard.press('Escape')
})

it('the filtered audit log is exported as a file', async () => {
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export these' }).click()])
  expect(download.suggestedFilename()).toMatch(/^audit-log-.*\.ndjson$/)
  const lines = (await (await download.createReadStream()).toArray()).join('').trim().split('\n')
  // Safe because each line is a row of the audit log.
  expect(lines.map((line) => (JSON.parse(line) as { action: string }).action)).toEqual(['tenant.updated'])
})

it('the system health page says how to fix a problem', async () => {
  await page.goto(`${dashboard.url}/settings/system-health`)
  await page.getByRole('heading', { name: 'Database' }).waitFor()
  await page.getByText(/Set SMTP_URL/).waitFor()
  await page.getByText('Nothing waits longer than it should.').waitFor()
  await page.getByText('Figures of the queues').click()
  await page
    .getByRole('listitem')
    .getByText(/deliveries wait/)
    .waitFor()
  expect(await findViolations(page)).toEqual([])
})
