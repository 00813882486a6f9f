/** AI assistance: the agent requests every suggestion, which shows its sources and is used only if the agent accepts it. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openModelServer, type ModelServer } from '../../test/support/model-server.ts'
import { expectProblems } from './browser-problems.ts'
import { chooseOption, startDashboard, findViolations, type OpenPage, type TestDashboard, readEditor } from './dashboard.ts'

let dashboard: TestDashboard
let opened: OpenPage
let page: Page
let model: ModelServer
beforeAll(async () => {
  ;[dashboard, model] = await Promise.all([startDashboard(), openModelServer()])
  opened = await dashboard.openAs(dashboard.ownerEmail, '/inbox/all')
  page = opened.page
})
afterAll(() => Promise.all([dashboard.close(), model.close()]))

let customers = 0
async function createThread(title: string, body: string, tags: string[] = []): Promise<string> {
  const requester = { email: `customer${++customers}@example.com` }
  return (await dashboard.tenant.skein.createThread({ body: { title, body, requester, tags } })).data.threadId
}

/** Opens the composer's menu and chooses an item by keyboard. */
async function chooseFromAi(name: string): Promise<void> {
  await page.getByRole('button', { name: 'AI', exact: true }).press('Enter')
  await page.getByRole('menuitem', { name }).press('Enter')
}

/** Chooses from the menu of the pane beside the thread. */
async function askBeside(name: string): Promise<void> {
  await page.getByRole('button', { name: 'Customer', exact: true }).press('Enter')
  await page.getByRole('menuitem', { name }).press('Enter')
}

describe('assistance without a language model', () => {
  const answer = 'Use the link “Forgot password” on the sign-in page.'
  let id: string
  beforeAll(async () => {
    const { skein } = dashboard.tenant
    const first = await createThread('Password', 'I forgot my password and cannot sign in to the portal', ['sign-in'])
    await skein.replyToThread({ path: { id: first }, body: { body: answer } })
    for (const word of ['password', 'portal', 'login', 'locked'])
      await createThread(`Sign-in ${word}`, `I cannot sign in to the portal, ${word} does not work`, ['sign-in'])
    for (const word of ['invoice', 'refund', 'charge', 'card'])
      await createThread(`Money ${word}`, `My ${word} is wrong, I want money back`, ['billing'])
    id = await createThread('Portal', 'I cannot sign in to the portal. I forgot my password on Monday.')
    await page.goto(`${dashboard.url}/inbox/all/${id}`)
    await page.getByRole('heading', { name: 'Portal', level: 2 }).waitFor()
  })

  it('suggests a reply with its source, which the agent inserts', async () => {
    await chooseFromAi('Suggest a reply')
    const suggestion = page.getByRole('region', { name: 'Suggested reply' })
    await suggestion.getByText(answer).waitFor()
    await suggestion.getByText('without a language model').waitFor()
    await suggestion.getByRole('link', { name: 'Password' }).waitFor()
    expect(await findViolations(page)).toEqual([])
    expect(await readEditor(page.getByRole('textbox', { name: 'Reply' }))).toBe('')
    await suggestion.getByRole('button', { name: 'Helpful', exact: true }).click()
    await suggestion.getByRole('button', { name: 'Insert' }).press('Enter')
    await expect.poll(() => readEditor(page.getByRole('textbox', { name: 'Reply' }))).toBe(answer)
    expect((await dashboard.tenant.skein.listMessages({ path: { id } })).data).toHaveLength(1)
  })

  it('summarises the thread', async () => {
    await askBeside('Summarise')
    await page.getByRole('region', { name: 'Summary' }).getByText('I forgot my password on Monday.').waitFor()
  })

  it('finds similar threads', async () => {
    await askBeside('Similar threads')
    await page.getByRole('region', { name: 'Similar threads' }).getByRole('link', { name: /Open$/ }).first().waitFor()
  })

  it('suggests labels, which the agent adds', async () => {
    const { skein } = dashboard.tenant
    await askBeside('Suggest labels')
    const suggested = page.getByRole('region', { name: 'Suggested labels' })
    await suggested.getByRole('button', { name: 'Add sign-in' }).waitFor()
    // A label with a low confidence is not suggested.
    expect(await suggested.getByRole('button', { name: /^Add / }).count()).toBe(1)
    await suggested.getByRole('button', { name: 'Add sign-in' }).click()
    await expect.poll(async () => (await skein.getThread({ path: { id } })).data.labels.map(({ name }) => name)).toEqual(['sign-in'])
    expect(await findViolations(page)).toEqual([])
  })

  it('lists its runs with their output, and its usage', async () => {
    await page.goto(`${dashboard.url}/settings/assistance`)
    const rows = page.getByRole('table', { name: 'Runs' })
    await rows.getByRole('button', { name: 'Suggested reply' }).press('Enter')
    await page.getByRole('dialog', { name: 'Suggested reply' }).getByText(answer).first().waitFor()
    expect(await findViolations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('table', { name: 'Usage' }).getByText('Summary').waitFor()
    expect(await findViolations(page)).toEqual([])
  })
})

describe('assistance with a language model', () => {
  let id: string

  it('says that the workspace has no model, and links to the setting', async () => {
    expectProblems(/^422 POST \/ai\/rewrite$/)
    id = await createThread('Facture', 'Ma facture est vide.')
    await page.goto(`${dashboard.url}/inbox/all/${id}`)
    const field = page.getByRole('textbox', { name: 'Reply' })
    await field.fill('we cant do that')
    await chooseFromAi('Rephrase or translate…')
    const box = page.getByRole('region', { name: 'Rephrase or translate' })
    await box.getByRole('button', { name: 'Friendlier' }).press('Enter')
    await box.getByText('This needs a language model.').waitFor()
    expect(await findViolations(page)).toEqual([])
    await box.getByRole('link', { name: 'Set one up under General' }).press('Enter')
  })

  it('is set up in the settings of the workspace', async () => {
    const { skein } = dashboard.tenant
    await page.goto(`${dashboard.url}/settings/workspace`)
    const settings = page.getByRole('main')
    await settings.getByLabel('Address (optional)').fill(model.url)
    await settings.getByLabel('Model (optional)').fill('small')
    await settings.getByLabel('Key (optional)').fill('sk-secret')
    await settings.getByRole('button', { name: 'Save' }).click()
    await expect.poll(async () => (await skein.getTenantSettings()).data.ai).toMatchObject({ url: model.url, model: 'small', hasKey: true })
  })

  it('streams a rewritten text, which replaces the reply until it is undone', async () => {
    const field = page.getByRole('textbox', { name: 'Reply' })
    const box = page.getByRole('region', { name: 'Rephrase or translate' })
    let finish: (rest: string) => void = () => undefined
    model.respond = () => ({ start: 'Sadly we ', rest: new Promise((resolve) => (finish = resolve)) })
    await page.goto(`${dashboard.url}/inbox/all/${id}`)
    await chooseFromAi('Rephrase or translate…')
    await box.getByLabel('What to keep in mind').fill('Offer a call.')
    await box.getByRole('button', { name: 'Friendlier' }).click()
    await box.getByText('Sadly we').waitFor()
    expect(await box.getByRole('button', { name: 'Use it' }).count()).toBe(0)
    finish('cannot do that.')
    await box.getByText('Written by AI (small). Check it before you use it.').waitFor()
    expect(model.requests.at(-1)?.messages[0]?.content).toContain('Offer a call.')
    expect(await findViolations(page)).toEqual([])
    expect(await readEditor(field)).toBe('we cant do that')
    await box.getByRole('button', { name: 'Use it' }).press('Enter')
    await expect.poll(() => readEditor(field)).toBe('Sadly we cannot do that.')
    await page.getByRole('button', { name: 'Undo', exact: true }).press('Enter')
    await expect.poll(() => readEditor(field)).toBe('we cant do that')
  })

  it('translates a message, and leaves the thread unchanged', async () => {
    model.respond = () => 'My invoice is empty.'
    await page.getByRole('button', { name: 'Actions of this message' }).press('Enter')
    await page.getByRole('menuitem', { name: 'Translate' }).press('Enter')
    const translation = page.getByRole('region', { name: 'Translation' })
    await translation.getByText('My invoice is empty.').waitFor()
    await translation.getByText('Written by AI (small). Check it before you use it.').waitFor()
    expect(await findViolations(page)).toEqual([])
    expect((await dashboard.tenant.skein.listMessages({ path: { id } })).data).toHaveLength(1)
  })

  it('reports a failed run beside the message and in the list of runs', async () => {
    expectProblems(/^502 POST \/ai\/translate$/)
    const translation = page.getByRole('region', { name: 'Translation' })
    model.respond = () => ({ status: 500, body: '{"error": {"message": "Out of memory"}}' })
    await chooseOption(translation, 'Language of the translation', 'German')
    await translation.getByText('Out of memory').waitFor()
    await page.goto(`${dashboard.url}/settings/assistance`)
    await page.getByRole('row').filter({ hasText: 'Failed' }).getByRole('button', { name: 'Translation' }).press('Enter')
    await page.getByRole('dialog', { name: 'Translation' }).getByText('Out of memory').waitFor()
  })

  it('summarises a longer thread by itself, once the agent stays on it', async () => {
    const { skein } = dashboard.tenant
    const long = await createThread('Late parcel', 'My parcel is late.')
    for (const body of ['We are looking.', 'It is in Lyon.', 'It arrives on Monday.'])
      await skein.replyToThread({ path: { id: long }, body: { body } })
    model.respond = () => 'The parcel arrives on Monday.'
    await page.goto(`${dashboard.url}/inbox/all/${long}`)
    await page.getByRole('region', { name: 'Summary' }).getByText('The parcel arrives on Monday.').waitFor()
    expect(await findViolations(page)).toEqual([])
    // The buttons of the other output are in the pane, not in its menu.
    await page.getByRole('button', { name: 'Similar threads' }).waitFor()
  })
})

it('a question is answered with quotes from published articles', async () => {
  const { skein } = dashboard.tenant
  const body = 'Open Settings, choose Export, and press Start. Large exports are mailed to you.'
  const { data: article } = await skein.createKbArticle({ body: { title: 'Taking your data along', body } })
  await skein.publishKbArticle({ path: { id: article.id } })
  await page.goto(`${dashboard.url}/knowledge/ask`)
  await page.getByLabel('Question').fill('Which colours do your bicycles have?')
  await page.keyboard.press('Enter')
  await page.getByText('None of your published articles answers this.').waitFor()
  await page.getByLabel('Question').fill('How do I start an export in the settings?')
  await page.keyboard.press('Enter')
  const answer = page.getByRole('region', { name: 'Answer' })
  await answer.getByText('choose Export').waitFor()
  await answer.getByText('Quoted from your articles, without a language model').waitFor()
  expect(await findViolations(page)).toEqual([])
  await answer.getByRole('link', { name: 'Taking your data along' }).click()
  await page.getByRole('heading', { name: 'Taking your data along', level: 1 }).waitFor({ state: 'attached' })
})

it('articles are found by words in them', async () => {
  await page.getByRole('searchbox', { name: 'Search articles' }).fill('mailed')
  const found = page.getByRole('region', { name: 'Search results' })
  await found.locator('mark').getByText('mailed').waitFor()
  expect(await findViolations(page)).toEqual([])
  await found.getByRole('link', { name: 'Taking your data along' }).press('Enter')
  await page.getByRole('heading', { name: 'Taking your data along', level: 1 }).waitFor({ state: 'attached' })
})
