/** Whoever keeps the knowledge base: a collection, an article written, previewed, published, compared and restored, and what was not found. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
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

it('what visitors searched in vain is told', async () => {
  await page.goto(new URL('/knowledge/missed-searches', page.url()).href)
  await page.getByText('So far every search has found something.').waitFor()
  expect(await violationsOf(page)).toEqual([])
})
