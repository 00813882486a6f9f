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
const findRow = (name: string) => page.locator(`[data-article="${name}"]`)
const article = () => page.getByRole('region', { name: 'Article', exact: true })
const text = () => page.getByRole('textbox', { name: 'Text of the article' })
const chooseAction = async (name: string): Promise<void> => {
  await article().getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name }).click()
}
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
  const title = 'How to get a refund'
  let typedHtml: string
  const getArticle = async (): Promise<KbArticle> => {
    const { data } = await dashboard.tenant.skein.listKbArticles({ query: { namePrefix: 'How to get' } })
    if (!data[0]) throw new Error('There is no such article.')
    return (await dashboard.tenant.skein.getKbArticle({ path: { id: data[0].id } })).data
  }

  it('is written with blocks, and saved while it is written', async () => {
    await page.goto(`${dashboard.url}/knowledge`)
    await page.getByRole('button', { name: 'New article' }).click()
    await article().getByRole('textbox', { name: 'Title' }).fill(title)
    await page.keyboard.press('Enter')
    await expect.poll(() => text().evaluate((field) => field === document.activeElement)).toBe(true)
    await page.keyboard.type('Open Orders.')
    await page.keyboard.press('Enter')
    await page.keyboard.type('## Steps')
    await page.keyboard.press('Enter')
    await page.keyboard.type('/warn')
    await page.getByRole('option', { name: 'Warning' }).waitFor()
    expect(await findViolations(page)).toEqual([])
    await page.keyboard.press('Enter')
    await page.keyboard.type('Only once.')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await page.keyboard.type('/table')
    await page.keyboard.press('Enter')
    await page.keyboard.type('Model')
    await page.keyboard.press('Tab')
    await page.keyboard.type('Days')
    await article().getByRole('button', { name: 'Table', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Delete column' }).click()
    await page.waitForURL(/\/knowledge\/articles\/art_/)
    await expect
      .poll(async () => (await getArticle()).body)
      .toMatch(
        /^<p>Open Orders.<\/p><h2>Steps<\/h2><div class="callout callout-warning"><p>Only once.<\/p><\/div><table><tbody><tr><th><p>Model<\/p><\/th><th><p><\/p><\/th><\/tr>/,
      )
    await article().getByText('Saved', { exact: true }).waitFor()
    await findRow(title).waitFor()
  })

  it('keeps what was typed before the tab closed, also offline', async () => {
    await page.context().setOffline(true)
    await page.getByText('Open Orders.').click()
    await page.keyboard.press('End')
    await page.keyboard.type(' Then choose.')
    await article().getByText('Not saved yet', { exact: false }).waitFor()
    const url = page.url()
    await page.goto('about:blank')
    await page.context().setOffline(false)
    await page.goto(url)
    await expect.poll(async () => (await getArticle()).body).toContain('<p>Open Orders. Then choose.</p>')
    await text().getByText('Open Orders. Then choose.').waitFor()
  })

  it('in Markdown is rendered by the service exactly as in the preview', async () => {
    const { id } = await getArticle()
    await dashboard.tenant.skein.updateKbArticle({ path: { id }, body: { body: draft, bodyFormat: 'markdown' } })
    // The page takes the change, because it has nothing unsaved.
    await text().getByRole('heading', { name: 'Orders' }).waitFor()
    await chooseAction('Edit as Markdown')
    const source = article().getByRole('textbox', { name: 'Text in Markdown' })
    // Saves wait, so that the preview shows text that the service does not have.
    const { promise: previewed, resolve: save } = Promise.withResolvers<void>()
    await page.route(`**/kb/articles/${id}`, async (route) => {
      if (route.request().method() === 'PATCH') await previewed
      await route.continue()
    })
    await source.fill(`${draft}\n\nMore.`)
    await article().getByRole('button', { name: 'Preview' }).click()
    const typed = page.frameLocator('iframe[title="Your text as readers see it"]')
    await typed.getByText('More.').waitFor()
    typedHtml = await typed.locator('#mail').innerHTML()
    save()
    await expect.poll(async () => (await getArticle()).body).toBe(`${draft}\n\nMore.`)
    const saved = page.frameLocator('iframe[title="Preview of the article"]')
    await saved.getByText('More.').waitFor()
    await page.unroute(`**/kb/articles/${id}`)
    expect(typedHtml).toBe(await saved.locator('#mail').innerHTML())
    expect(await findViolations(page)).toEqual([])
    await article().getByRole('button', { name: 'Preview' }).click()
    await chooseAction('Back to the editor')
    expect((await getArticle()).bodyFormat).toBe('markdown')
  })

  it('that two users change asks whose text stays', async () => {
    expectProblems(/^412 PATCH \/kb\/articles\//, /^net::ERR_FAILED PATCH \/kb\/articles\//)
    const { id } = await getArticle()
    // The service has not carried out the save, so the same request is repeated.
    await page.route(`**/kb/articles/${id}`, (route) => (route.request().method() === 'PATCH' ? route.abort() : route.continue()))
    await article().getByRole('textbox', { name: 'Title' }).fill('How to get a refund quickly')
    await article().getByText('Your text is safe on this device.', { exact: false }).waitFor()
    await dashboard.tenant.skein.updateKbArticle({ path: { id }, body: { title: 'How to get your money back' } })
    await page.unroute(`**/kb/articles/${id}`)
    await article().getByRole('button', { name: 'Try again' }).click()
    await article().getByText('Someone else just changed this article').waitFor()
    expect(await findViolations(page)).toEqual([])
    await article().getByRole('button', { name: 'Save mine anyway' }).click()
    await expect.poll(async () => (await getArticle()).title).toBe('How to get a refund quickly')
    await article().getByRole('textbox', { name: 'Title' }).fill(title)
  })

  it('is published with what was just typed', async () => {
    await article().getByRole('button', { name: 'Publish' }).click()
    await page.getByText('Published How to get a refund.').waitFor()
    await article().getByText('Published', { exact: true }).waitFor()
    expect(await findViolations(page)).toEqual([])
    expect(await getArticle()).toMatchObject({ status: 'PUBLISHED', publishedTitle: title, hasUnpublishedChanges: false })
  })

  it('is compared with an older version, which is restored', async () => {
    const { id, version } = await getArticle()
    await dashboard.tenant.skein.updateKbArticle({ path: { id }, body: { body: 'Write to us.' } })
    await findRow(title).getByText('Changes not published').waitFor({ state: 'attached' })
    await article().getByText('Changes not published').waitFor()
    await chooseAction('Versions')
    await dialog('Versions')
      .getByRole('button', { name: `Compare with version ${version}` })
      .click()
    await dialog('Versions').getByText('+ Write to us.').waitFor()
    expect(await findViolations(page)).toEqual([])
    await dialog('Versions')
      .getByRole('button', { name: `Restore version ${version}` })
      .click()
    await dialog('Versions')
      .getByText(`Version ${version + 2}`)
      .waitFor()
    await page.keyboard.press('Escape')
    await text().getByRole('heading', { name: 'Orders' }).waitFor()
    expect(await getArticle()).toMatchObject({ hasUnpublishedChanges: false })
  })

  it('has details that take effect at once', async () => {
    await article().getByRole('button', { name: 'Details' }).click()
    await dialog('Details').getByText('Collection').first().click()
    await page.keyboard.type('Deliv')
    await page.keyboard.press('Enter')
    await dialog('Details').getByLabel('Address').fill('refunds')
    expect(await findViolations(page)).toEqual([])
    await dialog('Details').getByRole('button', { name: 'Save' }).click()
    await article().getByRole('link', { name: 'Delivery' }).waitFor()
    expect(await getArticle()).toMatchObject({ slug: 'refunds' })
  })
})

describe('the list of articles', () => {
  beforeAll(async () => {
    const { data } = await dashboard.tenant.skein.listKbCollections({})
    const collectionId = String(data.find(({ name }) => name === 'Delivery')?.id)
    for (const title of ['Opening a parcel', 'Where is my parcel'])
      await dashboard.tenant.skein.createKbArticle({ body: { title, collectionId } })
    const help = await opened.context.newPage()
    await help.goto(`${dashboard.url.replace('app.', 'acme.')}/help/en/search?q=lost+parcel`)
    await help.close()
  })
  const readOrder = () => page.locator('[data-article]').evaluateAll((rows) => rows.map((row) => row.getAttribute('data-article')))

  it('of a collection is sorted by keys, by dragging and from a menu', async () => {
    await page.getByRole('navigation', { name: 'Knowledge base' }).getByRole('link', { name: 'Delivery' }).click()
    await expect.poll(readOrder).toEqual(['How to get a refund', 'Opening a parcel', 'Where is my parcel'])
    await findRow('Where is my parcel').getByRole('link').focus()
    await page.keyboard.press('Alt+ArrowUp')
    await page.getByText('Where is my parcel is now number 2.').waitFor({ state: 'attached' })
    await findRow('Opening a parcel').dragTo(findRow('How to get a refund'), { targetPosition: { x: 40, y: 3 } })
    await expect.poll(readOrder).toEqual(['Opening a parcel', 'How to get a refund', 'Where is my parcel'])
    await findRow('Opening a parcel').hover()
    await page.getByRole('button', { name: 'Move Opening a parcel' }).click()
    await page.getByRole('option', { name: 'Down' }).click()
    await expect.poll(readOrder).toEqual(['How to get a refund', 'Opening a parcel', 'Where is my parcel'])
    expect(await findViolations(page)).toEqual([])
  })

  it('counts drafts and unpublished changes, and finds words in titles and texts', async () => {
    const tree = page.getByRole('navigation', { name: 'Knowledge base' })
    await tree.getByRole('link', { name: /^Drafts ?2$/ }).click()
    await page.waitForURL(/status=DRAFT/)
    await expect.poll(readOrder).toHaveLength(2)
    await tree.getByRole('link', { name: /^Unpublished changes ?0$/ }).click()
    await page.getByText('Nothing matches.').waitFor()
    await tree.getByRole('searchbox').fill('refund')
    await expect.poll(readOrder).toEqual(['How to get a refund'])
    await tree.getByRole('searchbox').fill('example')
    await page.getByRole('region', { name: 'Search results' }).getByRole('link', { name: 'How to get a refund' }).waitFor()
    await tree.getByRole('searchbox').fill('zebra')
    await page.getByText('No article contains “zebra”.').waitFor()
    expect(await findViolations(page)).toEqual([])
  })

  it('shows what people look for, and fits on a phone', async () => {
    await page.goto(`${dashboard.url}/knowledge/articles?status=DRAFT`)
    await page.getByText('“lost parcel” was searched').waitFor()
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await findViolations(page)).toEqual([])
    await findRow('Opening a parcel').getByRole('link').click()
    await text().waitFor()
    expect(await findViolations(page)).toEqual([])
    await article().getByRole('button', { name: 'Back to the list' }).click()
    await findRow('Opening a parcel').waitFor()
    await page.setViewportSize({ width: 1440, height: 900 })
  })
})

describe('pictures', () => {
  const title = 'Where to find an order'
  const [open, closed] = ['https://open.example/a.png', 'https://closed.example/b%20c.png']
  const pictures = () => article().getByRole('region', { name: 'Pictures from other sites' })
  const readBody = async (): Promise<string> => (await dashboard.tenant.skein.getKbArticle({ path: { id: written.id } })).data.body
  const fetched: string[] = []
  let written: KbArticle
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
    written = (await dashboard.tenant.skein.createKbArticle({ body: { title, body } })).data
    await page.goto(`${dashboard.url}/knowledge/articles/${written.id}`)
    await text().waitFor()
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
    await expect.poll(readBody).toContain('/help/files/')
    firstUpload = /^!\[One\]\(\/help\/files\/(upl_\w{26})\) /.exec(await readBody())?.[1] ?? ''
    expect(await readBody()).toBe(`![One](/help/files/${firstUpload}) ![Two](${closed}) and ![One again](/help/files/${firstUpload})`)
    expect(await findViolations(page)).toEqual([])
  })

  it('are chosen as files where the site does not allow copying', async () => {
    await pictures().getByLabel('File of b c.png', { exact: true }).setInputFiles({ name: 'b c.png', mimeType: 'image/png', buffer: png })
    await pictures().getByText('Uploaded 2 pictures.').waitFor()
    await expect.poll(readBody).not.toContain('https:')
  })

  it('are shown in the preview after the upload', async () => {
    await article().getByRole('button', { name: 'Preview' }).click()
    const saved = page.frameLocator('iframe[title="Preview of the article"]')
    await expect.poll(() => saved.getByAltText('Two').evaluate((picture: HTMLImageElement) => picture.naturalWidth)).toBe(1)
  })

  it('belong to the article, and are pasted into its text', async () => {
    await article().getByRole('button', { name: 'Preview' }).click()
    expect((await dashboard.tenant.skein.getUpload({ path: { id: firstUpload } })).data.articleId).toBe(written.id)
    await text().click()
    await page.keyboard.press('ControlOrMeta+End')
    await article().getByLabel('Picture to upload').setInputFiles({ name: 'three.png', mimeType: 'image/png', buffer: png })
    await expect.poll(readBody).toMatch(/<img src="\/help\/files\/upl_\w{26}" alt="three" loading="lazy"/)
  })

  it('are then fetched by readers from the help centre only', async () => {
    await dashboard.tenant.skein.publishKbArticle({ path: { id: written.id }, body: {} })
    const help = await opened.context.newPage()
    const requestedOrigins: string[] = []
    help.on('request', (request) => requestedOrigins.push(new URL(request.url()).origin))
    const origin = dashboard.url.replace('app.', 'acme.')
    await help.goto(`${origin}/help/en/articles/${written.slug}`)
    for (const name of ['One', 'Two', 'One again']) {
      const picture = help.getByAltText(name, { exact: true })
      await picture.scrollIntoViewIfNeeded()
      await expect.poll(() => picture.evaluate((shown: HTMLImageElement) => shown.naturalWidth)).toBe(1)
    }
    expect(new Set(requestedOrigins)).toEqual(new Set([origin]))
    await help.close()
  })
})

it('a missed search leads to a new article with its words as title', async () => {
  await page.goto(new URL('/knowledge/missed-searches', page.url()).href)
  await page.getByRole('row').filter({ hasText: 'lost parcel' }).waitFor()
  expect(await findViolations(page)).toEqual([])
  await page.getByRole('link', { name: 'Write article' }).click()
  await expect.poll(() => article().getByRole('textbox', { name: 'Title' }).inputValue()).toBe('Lost parcel')
})

it('an article is inserted into a reply as a link, or with its text', async () => {
  const { skein } = dashboard.tenant
  const { data } = await skein.createKbArticle({ body: { title: 'Charging the light', body: 'Use the cable.', status: 'PUBLISHED' } })
  const thread = await skein.createThread({ body: { title: 'Charging', body: 'How?', requester: { email: 'ada@example.com' } } })
  await page.goto(`${dashboard.url}/inbox/all/${thread.data.threadId}`)
  await page.getByRole('button', { name: 'Insert an article' }).click()
  await page.getByRole('combobox', { name: 'Insert an article' }).fill('charging')
  await page.getByRole('option', { name: 'Charging the light' }).waitFor()
  expect(await findViolations(page)).toEqual([])
  await page.keyboard.press('Enter')
  await page.getByRole('option', { name: 'Insert a link' }).waitFor()
  await page.keyboard.press('Enter')
  const link = `Charging the light: ${dashboard.url.replace('app.', 'acme.')}/help/en/articles/${data.slug}`
  const readDraft = async () => (await skein.listDrafts({})).data.map(({ excerpt }) => excerpt.trim())
  await expect.poll(readDraft).toEqual([link])
  await page.keyboard.type('//')
  await page.getByRole('combobox', { name: 'Insert an article' }).fill('charging')
  await page.getByRole('option', { name: 'Charging the light' }).click()
  await page.getByRole('option', { name: 'Insert the text' }).click()
  await expect.poll(readDraft).toEqual([`${link} Use the cable.`])
})
