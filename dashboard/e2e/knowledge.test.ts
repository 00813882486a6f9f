/** Whoever keeps the knowledge base: a collection, an article written, previewed, published, compared and restored, and what was not found. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { png } from '../../test/support/files.ts'
import { expectProblems } from './browser-problems.ts'
import { openPlace, violationsOf, type OpenPage, type Place } from './place.ts'

let place: Place
let opened: OpenPage
let page: Page
beforeAll(async () => {
  place = await openPlace({ worker: true })
  opened = await place.openAs(place.ownerEmail, '/knowledge/collections')
  page = opened.page
  await page.getByRole('heading', { name: 'Collections', level: 1 }).waitFor()
})
afterAll(() => place.close())

/** Of everything that could be shown in two ways. */
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
const rowOf = (name: string) => page.getByRole('row').filter({ hasText: name })
const branchOf = (name: string) => page.locator(`[data-collection="${name}"]`)

it('collections are put elsewhere by dragging, by keys and from a menu', async () => {
  const { skein } = place.tenant
  for (const name of ['Orders', 'Refunds', 'Delivery']) await skein.createKbCollection({ body: { name } })
  /** `Orders(Refunds) Delivery` */
  const tree = async () => {
    const { data } = await skein.listKbCollections({})
    const below = (id: string | null): string =>
      data
        .filter(({ parentId }) => parentId === id)
        .toSorted((one, other) => one.order - other.order)
        .map((each) => `${each.name}(${below(each.id)})`.replace('()', ''))
        .join(' ')
    return below(null)
  }
  await branchOf('Delivery').waitFor()
  await page.getByRole('button', { name: 'Refunds', exact: true }).focus()
  await page.keyboard.press('Alt+ArrowRight')
  await page.getByText('Refunds is now within Orders.').waitFor({ state: 'attached' })
  await expect.poll(tree).toBe('Orders(Refunds) Delivery')
  // The focus goes with it, so that the next key moves it on.
  await page.keyboard.press('Alt+ArrowLeft')
  await expect.poll(tree).toBe('Orders Refunds Delivery')
  await branchOf('Delivery').dragTo(branchOf('Orders'), { targetPosition: { x: 40, y: 2 } })
  await expect.poll(tree).toBe('Delivery Orders Refunds')
  await branchOf('Refunds').dragTo(branchOf('Delivery'))
  await expect.poll(tree).toBe('Delivery(Refunds) Orders')
  await page.getByRole('button', { name: 'Move Delivery' }).click()
  await page.getByRole('option', { name: 'Down' }).click()
  await expect.poll(tree).toBe('Orders Delivery(Refunds)')
  expect(await violationsOf(page)).toEqual([])
})

it('an article is written, looked at, published, changed, compared and restored', async () => {
  expectProblems(/^412 POST \/kb\/articles\/.*\/publish$/)
  await page.getByRole('button', { name: 'New collection' }).click()
  await dialog('New collection').getByLabel('Name').fill('Payments')
  expect(await violationsOf(page)).toEqual([])
  await dialog('New collection').getByRole('button', { name: 'Create collection' }).click()
  await branchOf('Payments').waitFor()

  await page.getByRole('link', { name: 'Articles', exact: true }).click()
  await page.getByRole('button', { name: 'New article' }).click()
  await dialog('New article').getByLabel('Title').fill('How to get a refund')
  const sent: (string | null)[] = []
  page.on('request', (request) => sent.push(request.postData()))
  await dialog('New article').getByRole('textbox', { name: /^Body/ }).fill(draft)
  await dialog('New article').getByRole('button', { name: 'Show what is typed' }).click()
  const typed = page.frameLocator('iframe[title="What is typed, as readers see it"]')
  await typed.getByRole('heading', { name: 'Orders' }).waitFor()
  const typedHtml = await typed.locator('#mail').innerHTML()
  expect(await violationsOf(page)).toEqual([])
  expect(sent.filter((data) => data?.includes('Orders'))).toEqual([])
  await dialog('New article').getByRole('button', { name: 'Create article' }).click()
  await rowOf('How to get a refund').getByText('Draft').waitFor()

  await page.getByRole('button', { name: 'How to get a refund' }).click()
  const sheet = dialog('How to get a refund')
  await sheet.getByRole('button', { name: 'Show what was saved' }).click()
  const saved = page.frameLocator('iframe[title="Preview of the article"]')
  await saved.getByRole('heading', { name: 'Orders' }).waitFor()
  expect(typedHtml).toBe(await saved.locator('#mail').innerHTML())
  // What somebody else has written meanwhile is not published unseen.
  const [written] = (await place.tenant.skein.listKbArticles({})).data
  const path = { id: String(written?.id) }
  await place.tenant.skein.updateKbArticle({ path, body: { order: 7 } })
  await sheet.getByRole('button', { name: 'Publish now' }).click()
  await sheet.getByText('Somebody has changed this article meanwhile').waitFor()
  expect((await place.tenant.skein.getKbArticle({ path })).data.status).toBe('DRAFT')
  expect(await violationsOf(page)).toEqual([])
  await sheet.getByRole('button', { name: 'Show it as it is now' }).click()
  await expect.poll(() => sheet.getByLabel('Order').inputValue()).toBe('7')
  await sheet.getByRole('button', { name: 'Publish now' }).click()
  await page.getByText('Published How to get a refund.').waitFor()
  await sheet.getByText(/Readers see what was published/).waitFor()
  expect(await violationsOf(page)).toEqual([])
  const [article] = (await place.tenant.skein.listKbArticles({})).data
  expect(article).toMatchObject({ status: 'PUBLISHED', publishedTitle: 'How to get a refund' })

  await place.tenant.skein.updateKbArticle({ path: { id: String(article?.id) }, body: { body: 'Write to us.' } })
  await page.keyboard.press('Escape')
  await rowOf('How to get a refund').getByText('Published, draft differs').waitFor()
  await page.getByRole('button', { name: 'How to get a refund' }).click()
  await sheet.getByRole('button', { name: 'Compare with version 3' }).click()
  await sheet.getByText('+ Write to us.').waitFor()
  expect(await violationsOf(page)).toEqual([])
  await sheet.getByRole('button', { name: 'Restore version 3' }).click()
  await sheet.getByText('5: restored', { exact: false }).waitFor()
  expect((await place.tenant.skein.listKbArticles({})).data[0]).toMatchObject({ body: draft, hasUnpublishedChanges: false })
})

it('pictures from other sites are named and uploaded, and one whose site refuses is chosen as a file', async () => {
  expectProblems(/^console: Access to image at 'https:\/\/closed\.example/, /^net::ERR_FAILED GET https:\/\/closed\.example/)
  const fetched: string[] = []
  await page.route(/^https:\/\/(open|closed)\.example\//, async (route) => {
    const url = route.request().url()
    fetched.push(url)
    // Playwright adds a header that allows the page unless there is one.
    const allowed = url.includes('open') ? '*' : 'https://closed.example'
    await route.fulfill({ body: png, contentType: 'image/png', headers: { 'access-control-allow-origin': allowed } })
  })
  const title = 'Where to find an order'
  const [open, closed] = ['https://open.example/a.png', 'https://closed.example/b%20c.png']
  const body = `![One](${open}) ![Two](${closed}) and ![One again](${open})`
  const { skein } = place.tenant
  const { data: article } = await skein.createKbArticle({ body: { title, body } })
  await page.goto(`${place.url}/knowledge/articles`)
  await page.getByRole('button', { name: title }).click()
  const sheet = dialog(title)
  const pictures = sheet.getByRole('region', { name: 'Pictures from other sites' })
  await pictures.getByText('2 pictures are loaded from other sites: open.example, closed.example.').waitFor()
  expect(fetched).toEqual([])
  expect(await violationsOf(page)).toEqual([])
  await pictures.getByRole('button', { name: 'Upload 2 pictures' }).click()
  await pictures.getByText('b c.png could not be copied: closed.example does not allow it').waitFor()
  await pictures.getByText('One picture is loaded from another site: closed.example.').waitFor()
  const field = sheet.getByRole('textbox', { name: /^Body/ })
  const [, first = ''] = /^!\[One\]\(\/help\/files\/(upl_\w{26})\) /.exec(await field.inputValue()) ?? []
  expect(await field.inputValue()).toBe(`![One](/help/files/${first}) ![Two](${closed}) and ![One again](/help/files/${first})`)
  expect(await violationsOf(page)).toEqual([])
  await pictures.getByLabel('File of b c.png', { exact: true }).setInputFiles({ name: 'b c.png', mimeType: 'image/png', buffer: png })
  await pictures.getByText('Uploaded 2 pictures. Save the article to keep the change.').waitFor()
  await expect.poll(() => field.inputValue()).not.toContain('https:')
  await sheet.getByRole('button', { name: 'Show what is typed' }).click()
  const typed = page.frameLocator('iframe[title="What is typed, as readers see it"]')
  await expect.poll(() => typed.getByAltText('Two').evaluate((picture: HTMLImageElement) => picture.naturalWidth)).toBe(1)
  await sheet.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText(`Saved ${title}.`).waitFor()
  expect((await skein.getUpload({ path: { id: first } })).data.articleId).toBe(article.id)

  // Readers fetch them from the help centre alone.
  await skein.publishKbArticle({ path: { id: article.id }, body: {} })
  const help = await opened.context.newPage()
  const asked: string[] = []
  help.on('request', (request) => asked.push(new URL(request.url()).origin))
  const origin = place.url.replace('app.', 'acme.')
  await help.goto(`${origin}/help/en/articles/${article.slug}`)
  for (const name of ['One', 'Two', 'One again']) {
    const picture = help.getByAltText(name, { exact: true })
    await picture.scrollIntoViewIfNeeded()
    await expect.poll(() => picture.evaluate((shown: HTMLImageElement) => shown.naturalWidth)).toBe(1)
  }
  expect(new Set(asked)).toEqual(new Set([origin]))
  await help.close()
})

it('what visitors searched in vain is told', async () => {
  await page.goto(new URL('/knowledge/missed-searches', page.url()).href)
  await page.getByText('So far every search has found something.').waitFor()
  expect(await violationsOf(page)).toEqual([])
})
