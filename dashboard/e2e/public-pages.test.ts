/** Pages and mails that the service renders itself, on phones and in both themes: help centre, documentation and mails. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mailExamples } from '../../test/support/mail-examples.ts'
import { png } from '../../test/support/files.ts'
import { allowProblems } from './browser-problems.ts'
import { findViolations, openContext, startDashboard, type TestDashboard } from './dashboard.ts'

const body = `Open **Orders** and choose *Refund*. See [the invoice](/help).

## Who can ask

1. One
2. Two

> Some banks need a week.

\`\`\`
a line of code that is far too long for the screen of a phone, so that readers have to scroll it sideways to its end
\`\`\`

## How long it takes

| Bank | A column with a rather long name | Another column with a rather long name |
|---|---|---|
| One | three days | seven days |`

let dashboard: TestDashboard
let page: Page
beforeAll(async () => {
  dashboard = await startDashboard()
  const { skein } = dashboard.tenant
  const { data: collection } = await skein.createKbCollection({ body: { name: 'Payments', description: 'Refunds and invoices.' } })
  await skein.createKbCollection({ body: { name: 'Cards', parentId: collection.id } })
  const article = { collectionId: collection.id, body, status: 'PUBLISHED' } as const
  const { data: original } = await skein.createKbArticle({ body: { ...article, title: 'Refunds', slug: 'refunds' } })
  await skein.createKbArticle({ body: { ...article, title: 'Invoices', slug: 'invoices' } })
  await skein.createKbArticle({
    body: { ...article, title: 'Erstattungen', slug: 'erstattungen', locale: 'de', translationOf: original.id },
  })
  await skein.createInbox({ body: { name: 'Chat', type: 'WIDGET', address: 'acme.example' } })
  const { data: logo } = await skein.createUpload({ body: { file: new File([new Uint8Array(png)], 'logo.png', { type: 'image/png' }) } })
  await skein.updateTenantSettings({ body: { brand: { logoUploadId: logo.id, color: '#e53935' } } })
  page = await (await openContext({ viewport: { width: 390, height: 844 } })).newPage()
})
afterAll(async () => {
  await page.context().close()
  await dashboard.close()
})

/** Checks the open page, also at the width of a zoomed screen. */
async function checkPage(ignored: RegExp): Promise<void> {
  expect((await findViolations(page)).filter((line) => !ignored.test(line))).toEqual([])
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 844 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth), `at ${width} pixels`).toBeLessThanOrEqual(width)
  }
  await page.setViewportSize({ width: 390, height: 844 })
}

describe.each([
  ['acme.localhost', '/help'],
  ['acme.localhost', '/help/de'],
  ['acme.localhost', '/help/en/collections/payments'],
  ['acme.localhost', '/help/en/articles/refunds'],
  ['acme.localhost', '/help/de/articles/erstattungen?voted'],
  ['acme.localhost', '/help/en/search?q=refunds'],
  ['acme.localhost', '/help/en/search?q=bicycles'],
  ['acme.localhost', '/help/nowhere'],
  ['localhost', '/'],
  ['localhost', '/docs/guides/quick-start'],
  ['localhost', '/docs/for-agents/de/keyboard'],
  ['localhost', '/docs/for-admins/en/mail-does-not-arrive'],
  ['localhost', '/docs/search?q=webhook&language=en'],
  ['localhost', '/docs/errors'],
  ['localhost', '/docs/nowhere'],
])('%s%s', (host, path) => {
  it('has no accessibility violations, fits a phone, and is set in Inter', async () => {
    if (path.endsWith('/nowhere')) allowProblems(/^404 GET \S+\/nowhere$/)
    await page.goto(`http://${host}:${dashboard.service.config.port}${path}`)
    await checkPage(/^$/)
    expect(await page.evaluate(async () => (await document.fonts.ready, document.fonts.check('1rem "Inter Variable"')))).toBe(true)
    expect(await page.evaluate(() => [...document.fonts].filter(({ status }) => status === 'loaded').length)).toBeGreaterThan(0)
  })
})

describe.each(mailExamples.filter(({ name }) => ['invitation', 'privacy-erasure', 'meeting-change', 'rating-branded'].includes(name)))(
  'the mail $name',
  (mail) => {
    it('has no accessibility violations, and fits a phone', async () => {
      await page.goto('about:blank')
      // The logo, which the service of the example would serve.
      await page.route('http://localhost:3000/brand/**', (route) => route.fulfill({ contentType: 'image/png', body: png }))
      await page.setContent((await mail.compose()).html ?? '')
      // A mail is displayed inside a mail program's page, which has the landmarks.
      await checkPage(/: (?:region|landmark-one-main) /)
    })
  },
)

it('the keyboard reaches the search, the languages and the vote, in that order', async () => {
  await page.goto(`http://acme.localhost:${dashboard.service.config.port}/help/en/articles/refunds`)
  const names: string[] = []
  for (let i = 0; i < 40 && names.at(-1) !== 'No'; i++) {
    await page.keyboard.press('Tab')
    names.push(
      await page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent?.trim() ?? ''),
    )
  }
  const wanted = ['Skip to content', 'Search the help centre', 'Language: English', 'Yes', 'No']
  expect(names.filter((name) => wanted.includes(name))).toEqual(wanted)
})
