/** Automation rules: edited as a sentence, tried before they run, reordered by keyboard, and explained afterwards. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chooseOption, createThread, findViolations, startDashboard, type TestDashboard } from './dashboard.ts'

let dashboard: TestDashboard
let page: Page
let teamId: string
beforeAll(async () => {
  dashboard = await startDashboard({ worker: true })
  const { skein } = dashboard.tenant
  teamId = (await skein.createTeam({ body: { name: 'Billing' } })).data.id
  await skein.createLabel({ body: { name: 'invoice' } })
  for (const subject of ['An invoice is missing', 'The invoice is wrong', 'A card is refused']) {
    const id = await createThread(dashboard, subject)
    if (subject === 'The invoice is wrong') await skein.updateThread({ path: { id }, body: { priority: 'high' } })
  }
  page = (await dashboard.openAs(dashboard.ownerEmail, '/settings/automations')).page
})
afterAll(() => dashboard.close())

const group = (name: string) => page.getByRole('group', { name })
const listRules = async () => (await dashboard.tenant.skein.listAutomationRules()).data.toSorted((a, b) => a.order - b.order)
const save = () => page.getByRole('button', { name: /^(Create rule|Save)$/ }).click()

describe('the editor', () => {
  it('starts from a template, and marks what is left to choose', async () => {
    await page.getByText('No rules yet.').waitFor()
    await page.getByRole('link', { name: /^Billing mail to a team/ }).click()
    await save()
    await page.getByText('Choose a team.').waitFor()
    await page.getByText('Choose at least one label to add.').waitFor()
    expect(await findViolations(page)).toEqual([])
    expect(await listRules()).toEqual([])
  })

  it('reads as a sentence while it is filled in', async () => {
    await group('1. Move it to a team').getByRole('button', { name: '1. Move it to a team', exact: true }).click()
    await page.getByRole('combobox', { name: 'Choose a team' }).fill('Bill')
    await page.keyboard.press('Enter')
    await group('2. Add labels').getByRole('button', { name: '2. Add labels', exact: true }).click()
    await page.getByRole('option', { name: 'invoice' }).click()
    await page
      .getByRole('region', { name: 'In one sentence' })
      .getByText(
        'When a customer writes, for the first time in a thread, with the words “invoice OR refund OR payment”: hand it to Billing and add invoice.',
      )
      .waitFor()
  })

  it('counts the threads that its conditions match, by keyboard alone', async () => {
    await page.getByText('3 threads are like this now.').waitFor()
    await group('The thread is like this').getByRole('button', { name: 'Add a condition' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('combobox', { name: 'Choose a condition' }).fill('Prior')
    await page.keyboard.press('Enter')
    await page.getByRole('combobox', { name: 'Priority' }).fill('Norm')
    await page.keyboard.press('Enter')
    await group('All of these:').getByText('the priority is normal').waitFor()
    await page.getByText('2 threads are like this now.').waitFor()
  })

  it('creates the rule as it reads', async () => {
    await save()
    await page.getByRole('heading', { level: 1, name: 'Billing mail to a team' }).waitFor()
    const [rule] = await listRules()
    expect(rule).toMatchObject({
      trigger: { type: 'EVENT', events: ['message.created'] },
      message: { authorTypes: ['CUSTOMER'], internal: false, first: true, words: 'invoice OR refund OR payment' },
      filter: { all: [{ priority: 'normal' }] },
      actions: [
        { type: 'SET_TEAM', teamId },
        { type: 'ADD_LABELS', labelIds: [expect.any(String)] },
      ],
      enabled: true,
    })
  })

  it('shows who changed what, and restores an earlier version', async () => {
    await page.getByLabel('Name', { exact: true }).fill('Bills')
    await save()
    await page.getByRole('heading', { level: 1, name: 'Bills' }).waitFor()
    await page.getByRole('link', { name: 'Versions' }).click()
    await page.getByText(/· name$/).waitFor()
    await page.getByRole('button', { name: 'Restore version 1' }).click()
    await page.getByRole('heading', { level: 1, name: 'Billing mail to a team' }).waitFor()
    expect(await findViolations(page)).toEqual([])
  })

  it('drops conditions that do not belong to another trigger', async () => {
    await page.getByRole('link', { name: 'Rule', exact: true }).click()
    await page.getByRole('button', { name: 'Remove: a message arrives' }).click()
    await page.getByRole('button', { name: 'Choose what happens', exact: true }).click()
    await page.getByRole('option', { name: 'the priority changes' }).click()
    await save()
    await expect
      .poll(async () => (await listRules())[0])
      .toMatchObject({ trigger: { type: 'EVENT', events: ['thread.priority_changed'] }, message: null })
  })
})

describe('trying a rule', () => {
  it('shows which threads it would have changed, and changes none', async () => {
    await page.goto(`${dashboard.url}/settings/automations/new?template=urgent`)
    await page.getByLabel('With these words').fill('invoice')
    await page.getByRole('link', { name: 'Try it' }).click()
    await page.getByRole('button', { name: 'Try the rule' }).click()
    await page.getByText('2 runs on 2 threads').waitFor()
    const matches = page.getByRole('list', { name: 'Threads that the rule would have run on' })
    await matches.getByText('An invoice is missing').waitFor()
    await matches.getByText('after urgent').first().waitFor()
    expect(await findViolations(page)).toEqual([])
    const { data: threads } = await dashboard.tenant.skein.listThreads()
    expect(threads.some(({ priority }) => priority === 'urgent')).toBe(false)
    // On one thread, the words are compared with its latest message.
    await page.getByRole('button', { name: 'Choose a thread…' }).click()
    await page.getByRole('option', { name: /The invoice is wrong/ }).click()
    await page.getByText('the message has the words “invoice”').waitFor()
    await page.getByRole('region', { name: 'Exceptions' }).getByText('the priority isn’t urgent').waitFor()
  })

  it('explains for one thread which condition fails', async () => {
    const { data: threads } = await dashboard.tenant.skein.listThreads()
    const thread = threads.find(({ subject }) => subject === 'The invoice is wrong')
    await page.goto(`${dashboard.url}/settings/automations`)
    await page.getByRole('link', { name: 'Billing mail to a team', exact: true }).click()
    await page.getByRole('link', { name: 'Try it' }).click()
    await page.getByRole('button', { name: 'Choose a thread…' }).click()
    await page.getByRole('combobox', { name: 'Choose a thread' }).fill(thread?.ticketNumber ?? '')
    await page.getByRole('option', { name: /The invoice is wrong/ }).click()
    await page.getByText('The rule wouldn’t run here.').waitFor()
    await page.getByText('the priority is normal (it’s high)').waitFor()
    expect(await page.getByRole('region', { name: 'What it would do now' }).count()).toBe(0)
    expect(await findViolations(page)).toEqual([])
  })
})

describe('existing threads', () => {
  it('get a rule once, after a confirmation with their exact number', async () => {
    await dashboard.tenant.skein.createAutomationRule({
      body: {
        name: 'Raise what is normal',
        enabled: false,
        trigger: { type: 'EVENT', events: ['thread.created'] },
        filter: { all: [{ priority: 'normal' }] },
        actions: [{ type: 'SET_PRIORITY', priority: 'high' }],
      },
    })
    await page.goto(`${dashboard.url}/settings/automations`)
    await page.getByRole('link', { name: 'Raise what is normal', exact: true }).click()
    await page.getByRole('link', { name: 'Try it' }).click()
    await page.getByRole('button', { name: 'Apply to 2 threads…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Apply “Raise what is normal” to 2 threads?' })
    await dialog.getByText('Where all conditions hold: set the priority to high.').waitFor()
    expect(await findViolations(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Apply to 2 threads' }).click()
    await page.getByText('Looked at 2 threads.').waitFor()
    const { data: threads } = await dashboard.tenant.skein.listThreads()
    expect(threads.map(({ priority }) => priority)).toEqual(['high', 'high', 'high'])
    const applied = (await listRules()).find(({ name }) => name === 'Raise what is normal')
    await dashboard.tenant.skein.deleteAutomationRule({ path: { id: applied?.id ?? '' } })
  })
})

describe('the list', () => {
  it('moves a rule with Alt and an arrow key, and says so', async () => {
    await dashboard.tenant.skein.createAutomationRule({
      body: {
        name: 'Second',
        trigger: { type: 'EVENT', events: ['thread.created'] },
        actions: [{ type: 'SET_PRIORITY', priority: 'low' }],
      },
    })
    await page.goto(`${dashboard.url}/settings/automations`)
    await page.getByRole('link', { name: 'Second', exact: true }).focus()
    await page.keyboard.press('Alt+ArrowUp')
    await page.getByText('Second is now number 1 of 2.').waitFor()
    await expect.poll(async () => (await listRules()).map(({ name }) => name)).toEqual(['Second', 'Billing mail to a team'])
    expect(await findViolations(page)).toEqual([])
  })

  it('moves a rule by dragging', async () => {
    await page
      .locator('[data-rule="Second"]')
      .dragTo(page.locator('[data-rule="Billing mail to a team"]'), { targetPosition: { x: 200, y: 60 } })
    await expect.poll(async () => (await listRules()).map(({ name }) => name)).toEqual(['Billing mail to a team', 'Second'])
  })

  it('switches a rule off at once', async () => {
    await page.getByRole('switch', { name: 'Second' }).click()
    await expect.poll(async () => (await listRules()).map(({ enabled }) => enabled)).toEqual([true, false])
  })

  it('deletes a rule after asking', async () => {
    await page.getByRole('button', { name: 'Actions for Second' }).click()
    await page.getByRole('menuitem', { name: 'Delete…' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete rule' }).click()
    await page.getByText('Deleted Second.').waitFor()
    expect((await listRules()).map(({ name }) => name)).toEqual(['Billing mail to a team'])
  })
})

describe('a rule that ran', () => {
  const name = 'Refunds are urgent'
  let threadId: string
  beforeAll(async () => {
    await dashboard.tenant.skein.createAutomationRule({
      body: {
        name,
        trigger: { type: 'EVENT', events: ['message.created'] },
        message: { authorTypes: ['CUSTOMER'], words: 'refund' },
        actions: [{ type: 'SET_PRIORITY', priority: 'urgent' }],
      },
    })
    threadId = await createThread(dashboard, 'Refund, please')
  })

  it('is named in the thread’s history, and its run is listed there', async () => {
    await expect.poll(async () => (await dashboard.tenant.skein.listAutomationRuns({ query: { threadId } })).data.length).toBe(1)
    await page.goto(`${dashboard.url}/inbox/all/${threadId}`)
    await page.getByText(`The rule “${name}”`).waitFor()
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'What rules did here' }).click()
    const runs = page.getByRole('dialog').getByRole('list', { name: 'Runs' })
    await runs.getByText('after urgent').waitFor()
    expect(await findViolations(page)).toEqual([])
    await runs.getByText('Details').click()
    await runs.getByRole('link', { name: 'Explain' }).click()
    await page.getByText('the message has the words “refund”').waitFor()
  })

  it('lists its runs with what they changed, filtered by what came of them', async () => {
    await page.getByRole('link', { name: 'Runs', exact: true }).click()
    await page.getByRole('list', { name: 'Runs' }).getByText('Refund, please').waitFor()
    await page.getByText('Details').click()
    await page.getByRole('link', { name: 'Link to this run' }).click()
    await page.getByRole('list', { name: 'The run of the link' }).getByText('Set the priority').waitFor()
    await chooseOption(page, 'What came of it', 'Failed')
    await page.getByText('No runs like this.').waitFor()
    await page.goto(`${dashboard.url}/settings/automations`)
    await page.locator(`[data-rule="${name}"]`).getByText('1 run', { exact: true }).waitFor()
  })
})

it('agents find no automations in the settings, and cannot change a rule', async () => {
  const { data: user } = await dashboard.tenant.skein.createUser({
    body: { name: 'Lee Park', email: 'lee@acme.test', role: 'AGENT', invite: false },
  })
  const [rule] = await listRules()
  const opened = await dashboard.openAs(user.email, '/settings')
  await opened.page.getByRole('link', { name: 'Profile' }).first().waitFor()
  expect(await opened.page.getByRole('link', { name: 'Automations' }).count()).toBe(0)
  await opened.page.goto(`${dashboard.url}/settings/automations/${rule?.id ?? ''}`)
  await opened.page.getByText('Only admins and owners can change this.').waitFor()
  expect(await opened.page.getByRole('button', { name: 'Delete…' }).count()).toBe(0)
  expect(await findViolations(opened.page)).toEqual([])
  await opened.close()
})
