/** Knowledge base: collections; article preview, publishing and versions; pictures; and searches without results. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { KbArticle } from '../../client/index.ts'
import { png } from '../../test/support/files.ts'
import { expectProblems } from './browser-problems.ts'
import { startDashboard, findViolations, type OpenPage, type TestDashboard } from './dashboard.ts'

let dashboard: TestDashboard
let opened: OpenPage
let page: Page
beforeAll(async () => {
  dashboard = await startDashboard({ worker: true })
  opened = await dashboard.openAs(dashboard.ownerEmail, '/knowledge/collections')
  page = opened.page
  await page.getByRole('heading', { name: 'Collections', level: 1 }).waitFor()
})
afterAll(() => dashboard.close())

/** An article with every format that the two renderers could render differently. */
const draft = [
  '## Orders',
  'Open **Orders**, *then* `one` at www.example.com/a\nor ~~two~~ <b>three</b> & "four" 😀.',
  '1. First\n2. Second\n   - within',
  '```\n<code>\n```',
  '![A picture](https://example.com/a.png) [a link](https://example.com "There") [none](javascript:alert(1))',
  '<script>alert(1)</script>',
  '> The end.',
].join('\n\n')

const dialog = (name: string) => page.getByRole('dialog', { name })
const findRow = (name: string) => page.getByRole('row').filter({ hasText: name })
const findBranch = (name: string) => page.locator(`[data-collection="${name}"]`)

describe('a collection', () => {
  /** Returns the tree as text: `Orders(Refunds) Delivery`. */
  const readTree = async (): Promise<string> => {
    const { data } = await dashboard.tenant.skein.listKbCollections({})
    const below = (id: string | null): string =>
      data
        .filter(({ parentId }) => parentId === id)
        .toSorted((one, other) => one.order - other.order)
        .map((each) => `${each.name}(${below(each.id)})`.replace('()', ''))
        .join(' ')
    return below(null)
  }
  beforeAll(async () => {
    for (const name of ['Orders', 'Refunds', 'Delivery']) await dashboard.tenant.skein.createKbCollection({ body: { name } })
    await findBranch('Delivery').waitFor()
  })

  it('can be moved by keyboard, and keeps the focus', async () => {
    await page.getByRole('button', { name: 'Refunds', exact: true }).focus()
    await page.keyboard.press('Alt+ArrowRight')
    await page.getByText('Refunds is now in Orders.').waitFor({ state: 'attached' })
    await expect.poll(readTree).toBe('Orders(Refunds) Delivery')
    // The focus follows the collection, so the next key press moves the same collection.
    await page.keyboard.press('Alt+ArrowLeft')
    await expect.poll(readTree).toBe('Orders Refunds Delivery')
  })

  it('is moved by dragging', async () => {
    await findBranch('Delivery').dragTo(findBranch('Orders'), { targetPosition: { x: 40, y: 2 } })
    await expect.poll(readTree).toBe('Delivery Orders Refunds')
    await findBranch('Refunds').dragTo(findBranch('Delivery'))
    await expect.poll(readTree).toBe('Delivery(Refunds) Orders')
  })

  it('is moved from its menu', async () => {
    await page.getByRole('button', { name: 'Move Delivery' }).click()
    await page.getByRole('option', { name: 'Down' }).click()
    await expect.poll(readTree).toBe('Orders Delivery(Refunds)')
    expect(await findViolations(page)).toEqual([])
  })

  it('appears in the tree when it is created', async () => {
    await page.getByRole('button', { name: 'New collection' }).click()
    await dialog('New collection').getByLabel('Name').fill('Payments')
    expect(await findViolations(page)).toEqual([])
    await dialog('New collection').getByRole('button', { name: 'Create collection' }).click()
    await findBranch('Payments').waitFor()
  })
})

describe('an article', () => {
  const sheet = () => dialog('How to get a refund')
  let typedHtml: string

  it('is previewed while it is typed, and its text is not sent', async () => {
    await page.getByRole('link', { name: 'Articles', exact: true }).click()
    await page.getByRole('button', { name: 'New article' }).click()
    await dialog('New article').getByLabel('Title').fill('How to get a refund')
    const sent: (string | null)[] = []
    page.on('request', (request) => sent.push(request.postData()))
    await dialog('New article').getByRole('textbox', { name: /^Body/ }).fill(draft)
    await dialog('New article').getByRole('button', { name: 'Preview' }).click()
    const typed = page.frameLocator('iframe[title="Your text as readers see it"]')
    await typed.getByRole('heading', { name: 'Orders' }).waitFor()
    typedHtml = await typed.locator('#mail').innerHTML()
    expect(await findViolations(page)).toEqual([])
    expect(sent.filter((data) => data?.includes('Orders'))).toEqual([])
  })

  it('is rendered by the service exactly as in the preview', async () => {
    await dialog('New article').getByRole('button', { name: 'Create article' }).click()
    // The article stays open, to be published.
    await sheet().getByText('Draft').waitFor()
    await sheet().getByRole('button', { name: 'Preview' }).click()
    const saved = page.frameLocator('iframe[title="Preview of the article"]')
    await saved.getByRole('heading', { name: 'Orders' }).waitFor()
    expect(typedHtml).toBe(await saved.locator('#mail').innerHTML())
    expect(await findViolations(page)).toEqual([])
    await sheet().getByRole('button', { name: 'Preview' }).click()
  })

  it('is not published with changes that the agent has not seen', async () => {
    expectProblems(/^412 POST \/kb\/articles\/.*\/publish$/)
    const [written] = (await dashboard.tenant.skein.listKbArticles({})).data
    const path = { id: String(written?.id) }
    await dashboard.tenant.skein.updateKbArticle({ path, body: { order: 7 } })
    await sheet().getByRole('button', { name: 'Publish' }).click()
    await sheet().getByText('Someone else just changed this article').waitFor()
    expect((await dashboard.tenant.skein.getKbArticle({ path })).data.status).toBe('DRAFT')
    expect(await findViolations(page)).toEqual([])
    await sheet().getByRole('button', { name: 'Load the latest version' }).click()
    await expect.poll(() => sheet().getByLabel('Order').inputValue()).toBe('7')
  })

  it('is published with what was just typed', async () => {
    await sheet().getByLabel('Order').fill('8')
    await sheet().getByText('Not saved yet').waitFor()
    await sheet().getByRole('button', { name: 'Publish' }).click()
    await page.getByText('Published How to get a refund.').waitFor()
    await sheet().getByText('Saved', { exact: true }).waitFor()
    await sheet()
      .getByText(/Readers see the version published/)
      .waitFor()
    expect(await findViolations(page)).toEqual([])
    const [article] = (await dashboard.tenant.skein.listKbArticles({})).data
    expect(article).toMatchObject({ status: 'PUBLISHED', publishedTitle: 'How to get a refund', order: 8, hasUnpublishedChanges: false })
  })

  it('is compared with an older version, which is restored', async () => {
    const [article] = (await dashboard.tenant.skein.listKbArticles({})).data
    await dashboard.tenant.skein.updateKbArticle({ path: { id: String(article?.id) }, body: { body: 'Write to us.' } })
    await page.keyboard.press('Escape')
    await findRow('How to get a refund').getByText('Changes not published').waitFor()
    await page.getByRole('button', { name: 'How to get a refund' }).click()
    await sheet().getByRole('button', { name: 'Compare with version 4' }).click()
    await sheet().getByText('+ Write to us.').waitFor()
    expect(await findViolations(page)).toEqual([])
    await sheet().getByRole('button', { name: 'Restore version 4' }).click()
    await sheet().getByText('Version 6').waitFor()
    expect((await dashboard.tenant.skein.listKbArticles({})).data[0]).toMatchObject({ body: draft, hasUnpublishedChanges: false })
  })
})

it('articles are filtered by status and collection, which the page’s URL keeps', async () => {
  await page.keyboard.press('Escape')
  await page.getByRole('combobox', { name: 'Status' }).click()
  await page.getByRole('option', { name: 'Archived' }).click()
  await page.getByText('Nothing matches.').waitFor()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await page.getByRole('combobox', { name: 'Status' }).click()
  await page.getByRole('option', { name: 'Published' }).click()
  await page.waitForURL(/status=PUBLISHED/)
  await findRow('How to get a refund').waitFor()
  expect(await findViolations(page)).toEqual([])
  await page.getByRole('combobox', { name: 'Collection' }).click()
  await page.getByRole('option', { name: 'Delivery' }).click()
  await page.getByText('Nothing matches.').waitFor()
})

describe('pictures from other sites', () => {
  const title = 'Where to find an order'
  const [open, closed] = ['https://open.example/a.png', 'https://closed.example/b%20c.png']
  const sheet = () => dialog(title)
  const pictures = () => sheet().getByRole('region', { name: 'Pictures from other sites' })
  const field = () => sheet().getByRole('textbox', { name: /^Body/ })
  const fetched: string[] = []
  let article: KbArticle
  let firstUpload: string
  beforeAll(async () => {
    await page.route(/^https:\/\/(open|closed)\.example\//, async (route) => {
      const url = route.request().url()
      fetched.push(url)
      // Without this header, Playwright would add one that allows the page to read the picture.
      const allowed = url.includes('open') ? '*' : 'https://closed.example'
      await route.fulfill({ body: png, contentType: 'image/png', headers: { 'access-control-allow-origin': allowed } })
    })
    const body = `![One](${open}) ![Two](${closed}) and ![One again](${open})`
    article = (await dashboard.tenant.skein.createKbArticle({ body: { title, body } })).data
    await page.goto(`${dashboard.url}/knowledge/articles`)
    await page.getByRole('button', { name: title }).click()
  })

  it('are listed, and not fetched by the form', async () => {
    await pictures().getByText('2 pictures come from other sites (open.example, closed.example)').waitFor()
    expect(fetched).toEqual([])
    expect(await findViolations(page)).toEqual([])
  })

  it('are uploaded, unless the site does not allow it', async () => {
    expectProblems(/^console: Access to image at 'https:\/\/closed\.example/, /^net::ERR_FAILED GET https:\/\/closed\.example/)
    await pictures().getByRole('button', { name: 'Upload 2 pictures' }).click()
    await pictures().getByText('We couldn’t copy b c.png because closed.example doesn’t allow it').waitFor()
    await pictures().getByText('1 picture comes from another site (closed.example)').waitFor()
    firstUpload = /^!\[One\]\(\/help\/files\/(upl_\w{26})\) /.exec(await field().inputValue())?.[1] ?? ''
    expect(await field().inputValue()).toBe(
      `![One](/help/files/${firstUpload}) ![Two](${closed}) and ![One again](/help/files/${firstUpload})`,
    )
    expect(await findViolations(page)).toEqual([])
  })

  it('are chosen as files where the site does not allow copying', async () => {
    await pictures().getByLabel('File of b c.png', { exact: true }).setInputFiles({ name: 'b c.png', mimeType: 'image/png', buffer: png })
    await pictures().getByText('Uploaded 2 pictures. Save the article to keep them.').waitFor()
    await expect.poll(() => field().inputValue()).not.toContain('https:')
  })

  it('are shown in the preview after the upload', async () => {
    await sheet().getByRole('button', { name: 'Preview' }).click()
    const typed = page.frameLocator('iframe[title="Your text as readers see it"]')
    await expect.poll(() => typed.getByAltText('Two').evaluate((picture: HTMLImageElement) => picture.naturalWidth)).toBe(1)
  })

  it('belong to the article once it is saved', async () => {
    await sheet().getByRole('button', { name: 'Preview' }).click()
    await sheet().getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText(`Saved ${title}.`).waitFor()
    expect((await dashboard.tenant.skein.getUpload({ path: { id: firstUpload } })).data.articleId).toBe(article.id)
  })

  it('are then fetched by readers from the help centre only', async () => {
    await dashboard.tenant.skein.publishKbArticle({ path: { id: article.id }, body: {} })
    const help = await opened.context.newPage()
    const requestedOrigins: string[] = []
    help.on('request', (request) => requestedOrigins.push(new URL(request.url()).origin))
    const origin = dashboard.url.replace('app.', 'acme.')
    await help.goto(`${origin}/help/en/articles/${article.slug}`)
    for (const name of ['One', 'Two', 'One again']) {
      const picture = help.getByAltText(name, { exact: true })
      await picture.scrollIntoViewIfNeeded()
      await expect.poll(() => picture.evaluate((shown: HTMLImageElement) => shown.naturalWidth)).toBe(1)
    }
    expect(new Set(requestedOrigins)).toEqual(new Set([origin]))
    await help.close()
  })
})

it('the page of missed searches says that there are none', async () => {
  await page.goto(new URL('/knowledge/missed-searches', page.url()).href)
  await page.getByText('No missed searches so far.').waitFor()
  expect(await findViolations(page)).toEqual([])
})
