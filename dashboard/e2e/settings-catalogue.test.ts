/** Workspace settings: labels, teams, users and canned responses, errors from the service, and concurrent changes. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readMailFiles } from '../../test/support/mail-server.ts'
import { composeMail, openMailInbox } from '../../test/support/mails.ts'
import { expectProblems } from './browser-problems.ts'
import { startDashboard, password, findViolations, type OpenPage, type TestDashboard } from './dashboard.ts'

let dashboard: TestDashboard
let opened: OpenPage
let page: Page
beforeAll(async () => {
  dashboard = await startDashboard({ worker: true })
  opened = await dashboard.openAs(dashboard.ownerEmail, '/settings/labels')
  page = opened.page
  await page.getByRole('heading', { name: 'Labels', level: 1 }).waitFor()
})
afterAll(() => dashboard.close())

const dialog = (name: string) => page.getByRole('dialog', { name })
const findRow = (name: string) => page.getByRole('row').filter({ hasText: name })
const requests: string[] = []

describe('a list of labels', () => {
  it('can be edited by keyboard, without fetching the list again', async () => {
    await page.getByText('No labels yet.').waitFor()
    // Wait for the event stream, because the page fetches the list a second time once the stream is connected.
    await page.getByRole('img', { name: 'Up to date' }).first().waitFor({ state: 'attached' })
    await dashboard.tenant.skein.createLabel({ body: { name: 'Urgent' } })
    await findRow('Urgent').waitFor()
    page.on('request', (request) => {
      if (request.method() !== 'OPTIONS') requests.push(`${request.method()} ${new URL(request.url()).pathname}`)
    })
    await page.getByRole('button', { name: 'New label' }).press('Enter')
    await dialog('New label').waitFor()
    expect(await findViolations(page)).toEqual([])
    await page.keyboard.type('Billing')
    await page.keyboard.press('Enter')
    await findRow('Billing').waitFor()
    await page.getByText('2 labels', { exact: true }).waitFor()
    // The focus returns to the button that opened the panel.
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('New label')
    await page.getByRole('button', { name: 'Billing' }).press('Enter')
    await dialog('Billing').getByLabel('Description').fill('Invoices and refunds')
    await dialog('Billing').getByRole('radio', { name: 'No colour' }).focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Control+a')
    await dialog('Billing').getByRole('button', { name: 'Save' }).press('Enter')
    await findRow('Invoices and refunds').waitFor()
    const { data: labels } = await dashboard.tenant.skein.listLabels({})
    expect(labels.find(({ name }) => name === 'Billing')?.color).toBe('#b3261e')
    expect(requests.filter((call) => call === 'GET /api/v1/labels')).toEqual([])
  })

  it('can be searched by the beginning of a name', async () => {
    await page.getByLabel('Search labels').fill('bil')
    await findRow('Billing').waitFor()
    await page.getByLabel('Search labels').fill('none')
    await page.getByText('Nothing here begins with “none”.').waitFor()
    await page.getByRole('button', { name: 'Clear search' }).click()
    await findRow('Billing').waitFor()
  })

  it('shows other users’ changes without a reload', async () => {
    const before = requests.length
    const { data: label } = await dashboard.tenant.skein.createLabel({ body: { name: 'From elsewhere' } })
    await findRow('From elsewhere').waitFor()
    await dashboard.tenant.skein.updateLabel({ path: { id: label.id }, body: { name: 'Renamed elsewhere' } })
    await findRow('Renamed elsewhere').waitFor()
    expect(requests.slice(before).filter((call) => call.startsWith('GET /api/v1/labels'))).toEqual([])
  })

  it('says at the field what is missing, without asking the service', async () => {
    await page.getByRole('button', { name: 'New label' }).click()
    const before = requests.length
    await dialog('New label').getByRole('button', { name: 'Create label' }).click()
    await dialog('New label').getByText('Fill this in.').waitFor()
    const name = dialog('New label').getByLabel('Name')
    expect(await name.evaluate((input) => [input.matches(':focus'), input.getAttribute('aria-invalid')])).toEqual([true, 'true'])
    expect(await findViolations(page)).toEqual([])
    await name.fill('x')
    await dialog('New label').getByText('Fill this in.').waitFor({ state: 'detached' })
    expect(requests.slice(before).filter((call) => call.startsWith('POST'))).toEqual([])
    // The first press asks for confirmation before discarding the text.
    await expect
      .poll(async () => {
        await page.keyboard.press('Escape')
        return dialog('New label').count()
      })
      .toBe(0)
  })

  it('shows an error beside its field, and keeps the typed text', async () => {
    expectProblems(/^409 POST \/labels$/)
    const { data: existing } = await dashboard.tenant.skein.createLabel({ body: { name: 'Taken' } })
    await page.getByRole('button', { name: 'New label' }).click()
    await dialog('New label').getByLabel('Name').fill('taken')
    await dialog('New label').getByRole('button', { name: 'Create label' }).click()
    await dialog('New label').getByText('Name belongs to another label.').waitFor()
    expect(await dialog('New label').getByLabel('Name').getAttribute('aria-invalid')).toBe('true')
    expect(await findViolations(page)).toEqual([])
    // The next attempt has a new idempotency key, so the service does not replay the stored error.
    await dashboard.tenant.skein.updateLabel({ path: { id: existing.id }, body: { name: 'Given up' } })
    await dialog('New label').getByRole('button', { name: 'Create label' }).click()
    await dialog('New label').waitFor({ state: 'detached' })
    // Until the event of the other change arrives, the other label's row matches, too.
    await findRow('Given up').waitFor()
    await findRow('taken').waitFor()
  })

  it('asks before it discards typed text', async () => {
    await page.getByRole('button', { name: 'New label' }).click()
    // Type key by key: browsers let a page cancel Escape only after a user interaction with the dialog.
    await dialog('New label').getByLabel('Name').pressSequentially('Half a name')
    await page.keyboard.press('Escape')
    await page.getByText('Your changes aren’t saved yet.').waitFor()
    await page.getByRole('button', { name: 'Discard' }).click()
    await dialog('New label').waitFor({ state: 'detached' })
  })

  it('asks before it overwrites another user’s change', async () => {
    expectProblems(/^412 PATCH \/labels\//)
    const { skein } = dashboard.tenant
    const { data: label } = await skein.createLabel({ body: { name: 'Contested' } })
    await page.getByRole('button', { name: 'Contested' }).click()
    await dialog('Contested').getByLabel('Description').fill('Mine')
    await skein.updateLabel({ path: { id: label.id }, body: { name: 'Theirs' } })
    await dialog('Contested').getByRole('button', { name: 'Save' }).click()
    const notice = page.getByRole('alert').filter({ hasText: 'Someone else just changed this (Name)' })
    await notice.waitFor()
    expect((await skein.getLabel({ path: { id: label.id } })).data.description).toBeNull()
    await notice.getByRole('button', { name: 'Save mine anyway' }).click()
    await findRow('Mine').waitFor()
    const { data } = await skein.getLabel({ path: { id: label.id } })
    expect([data.name, data.description]).toEqual(['Theirs', 'Mine'])
  })
})

describe('a team', () => {
  let id: string

  it('cannot be deleted while it is in use, and the page shows the reason', async () => {
    expectProblems(/^409 DELETE \/teams\//)
    const { skein } = dashboard.tenant
    const { data: team } = await skein.createTeam({ body: { name: 'Night shift' } })
    id = team.id
    await skein.createInbox({ body: { name: 'Nights', type: 'API', teamId: id } })
    await page.goto(`${dashboard.url}/settings/teams?open=${id}`)
    await page.getByRole('button', { name: 'Delete…' }).click()
    await page.getByRole('button', { name: 'Delete team' }).click()
    await page.getByRole('alert').filter({ hasText: '1 inbox refers to it' }).waitFor()
    expect(await findViolations(page)).toEqual([])
  })

  it('can gain a member without saving the form', async () => {
    await page.getByRole('button', { name: 'Add a member' }).click()
    await dialog('Add a member').getByRole('option').first().click()
    await page.getByRole('button', { name: /^Remove ./ }).waitFor()
    expect((await dashboard.tenant.skein.getTeam({ path: { id } })).data.memberIds).toEqual([dashboard.tenant.ownerId])
  })

  it('can be saved after adding a member has changed its version', async () => {
    await page.getByLabel('Name', { exact: true }).fill('Day shift')
    await page.getByRole('button', { name: 'Save' }).click()
    await findRow('Day shift').waitFor()
  })
})

it('many people are invited at once, with what came of each', async () => {
  expectProblems(/^409 POST \/users$/)
  await page.goto(`${dashboard.url}/settings/users?open=new`)
  const sheet = dialog('Invite people')
  await sheet.getByLabel('Email addresses').fill('Grace Hopper <grace@acme.test>, nobody')
  await sheet.getByRole('button', { name: 'Invite', exact: true }).click()
  await sheet.getByText('“nobody” isn’t an email address.').waitFor()
  await sheet.getByLabel('Email addresses').fill(`Grace Hopper <grace@acme.test>\n${dashboard.ownerEmail}`)
  expect(await findViolations(page)).toEqual([])
  await sheet.getByRole('button', { name: 'Invite', exact: true }).click()
  await sheet.getByText('Invited grace@acme.test').waitFor()
  await sheet.getByText(`${dashboard.ownerEmail} is already here`).waitFor()
  expect(await findViolations(page)).toEqual([])
  await sheet.getByRole('button', { name: 'Done' }).click()
  await findRow('Grace Hopper').getByText('Invited').waitFor()
})

it('a user is suspended, hands the open threads over, and is reactivated', async () => {
  const { skein } = dashboard.tenant
  const grace = (await skein.listUsers({ query: { namePrefix: 'Grace' } })).data[0]?.id ?? ''
  for (const title of ['Late parcel', 'The export is empty']) {
    const requester = { email: 'ada@example.com', name: 'Ada Lovelace' }
    const { data: thread } = await skein.createThread({ body: { title, body: 'x', requester } })
    await skein.assignThread({ path: { id: thread.threadId }, body: { assigneeId: grace } })
  }
  await page.getByRole('button', { name: 'Grace Hopper' }).click()
  await page.getByRole('button', { name: 'Suspend' }).click()
  await page.getByText('Grace Hopper still has 2 open threads.').waitFor()
  expect(await findViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Hand over…' }).click()
  await page.getByRole('option', { name: 'Back to their teams' }).click()
  await page.getByText('All open threads are handed over.').waitFor()
  expect((await skein.listThreads({ query: { assigneeId: 'none', status: 'open' } })).meta.total).toBe(2)
  await page.getByRole('button', { name: 'Activate' }).click()
  await page.getByRole('button', { name: 'Suspend' }).waitFor()
  expect(await findViolations(page)).toEqual([])
})

it('a canned response is created once its changes to the thread are complete', async () => {
  const { skein } = dashboard.tenant
  await skein.createThread({ body: { title: 'Where is it', body: 'x', requester: { email: 'dana@example.com', name: 'Dana Ruiz' } } })
  await page.goto(`${dashboard.url}/settings/canned-responses?open=new`)
  const form = dialog('New saved reply')
  await form.getByLabel('Title').fill('On its way')
  await form.getByLabel('Shortcut').fill('way')
  await form.getByRole('textbox', { name: 'Reply' }).fill('Hello ')
  await form.getByRole('button', { name: 'Insert a variable' }).click()
  await page.getByRole('option', { name: 'First name' }).click()
  for (const name of ['Set the status', 'Add labels']) {
    await form.getByRole('combobox', { name: 'Add a change' }).click()
    await page.getByRole('option', { name, exact: true }).click()
  }
  await form.getByRole('button', { name: 'Create saved reply' }).click()
  await form.getByText('Choose at least one label to add.').waitFor()
  await form.getByRole('button', { name: 'Add labels', exact: true }).click()
  await page.getByRole('option', { name: 'Billing' }).click()
  expect(await findViolations(page)).toEqual([])
  await form.getByRole('button', { name: 'Create saved reply' }).click()
  await form.waitFor({ state: 'detached' })
  const [created] = (await skein.listCannedResponses()).data
  expect(created?.actions.map(({ type }) => type)).toEqual(['SET_STATUS', 'ADD_LABELS'])
})

it('a canned response is previewed for a thread', async () => {
  await page.getByRole('button', { name: 'On its way' }).click()
  await page.getByRole('button', { name: 'Try it with a thread…' }).click()
  await page.getByRole('option', { name: /Where is it/ }).click()
  await page.getByRole('region', { name: 'Preview' }).getByText('Hello Dana', { exact: true }).waitFor()
})

it('the list of people shows whose invitation bounced, also on a phone', async () => {
  const { skein } = dashboard.tenant
  const { data: user } = await skein.createUser({ body: { name: 'Ida Long', email: 'ida@acme.test', role: 'AGENT' } })
  const findInvitation = async () =>
    (await readMailFiles(dashboard.service.config)).find(({ to }) => to?.some(({ address }) => address === user.email))
  await expect.poll(findInvitation).toBeDefined()
  const raw = (await findInvitation())?.raw ?? ''
  const headers = raw.slice(0, raw.indexOf('\r\n\r\n'))
  const inbox = await openMailInbox(dashboard.tenant)
  const daemon = { From: 'mailer-daemon@mx.example.com', Subject: 'Undelivered Mail Returned to Sender' }
  await page.goto(`${dashboard.url}/settings/users`)
  const row = findRow('Ida Long')
  await row.getByText('Invited').waitFor()
  await inbox.deliver(composeMail(daemon, `<ida@acme.test>: 550 5.1.1 user unknown\r\n\r\n--- Original message ---\r\n\r\n${headers}`))
  await row.getByText('Mail to this address bounced').waitFor()
  expect(await findViolations(page)).toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  await row.getByText('Mail to this address bounced').waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await row.getByRole('button', { name: 'Ida Long' }).click()
  await page.getByRole('dialog').getByText('Mail to this address bounced on').waitFor()
  expect(await findViolations(page)).toEqual([])
  await page.setViewportSize({ width: 1440, height: 900 })
})

describe('a viewer', () => {
  let viewer: OpenPage
  beforeAll(async () => {
    const { data: vera } = await dashboard.tenant.skein.createUser({
      body: { name: 'Vera', email: 'vera@acme.test', role: 'VIEWER', invite: false },
    })
    await dashboard.tenant.setPassword(vera.id, password)
    viewer = await dashboard.openAs('vera@acme.test', '/settings/labels')
  })
  afterAll(() => viewer.close())

  it('can read labels, and sees who can change them', async () => {
    await viewer.page.getByText('Only agents, admins and owners can change this.').waitFor()
    expect(await viewer.page.getByRole('button', { name: 'New label' }).count()).toBe(0)
    await viewer.page.getByRole('button', { name: 'Billing' }).click()
    expect(await viewer.page.getByRole('dialog').getByLabel('Name').isDisabled()).toBe(true)
    expect(await viewer.page.getByRole('dialog').getByRole('button', { name: 'Delete…' }).count()).toBe(0)
    expect(await findViolations(viewer.page)).toEqual([])
  })

  it('sees who may open a restricted page, and has no link to it', async () => {
    await viewer.page.goto(`${dashboard.url}/developer/keys`)
    await viewer.page.getByText('Only admins and owners can see this.').waitFor()
    const linkNames = await viewer.page.getByRole('navigation').getByRole('link').allInnerTexts()
    expect(linkNames).toContain('Audit log')
    expect(
      linkNames.filter((name) => ['People', 'Labels', 'Response targets (SLA)', 'API keys', 'Webhooks', 'Get started'].includes(name)),
    ).toEqual([])
  })
})
