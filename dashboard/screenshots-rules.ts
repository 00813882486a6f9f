/** Automation rules for `npm run screenshots`, and the screens that show them. */
import type { Page } from 'playwright-core'
import type { SkeinClient } from '../client/index.ts'

/** Creates rules of different types, one of them disabled. */
export async function addRules(skein: SkeinClient): Promise<void> {
  const [{ data: teams }, { data: labels }] = await Promise.all([skein.listTeams(), skein.listLabels()])
  const [team, label] = [teams[0], labels[0]]
  if (!team || !label) throw new Error('The sample company has teams and labels')
  const { data: first } = await skein.createAutomationRule({
    body: {
      name: 'Billing mail to the first line',
      trigger: { type: 'EVENT', events: ['message.created'] },
      message: { authorTypes: ['CUSTOMER'], internal: false, first: true, words: 'invoice OR refund OR payment' },
      filter: { all: [{ status: 'open' }], none: [{ priority: 'urgent' }, { channel: 'voice' }] },
      actions: [
        { type: 'SET_TEAM', teamId: team.id },
        { type: 'ADD_LABELS', labelIds: [label.id] },
        { type: 'ASSIGN', strategy: 'LEAST_LOADED' },
      ],
    },
  })
  await skein.createAutomationRule({
    body: {
      name: 'Urgent threads get a note',
      trigger: { type: 'EVENT', events: ['thread.priority_changed'] },
      filter: { any: [{ priority: 'urgent' }, { priority: 'high', labelId: label.id }], all: [{ status: 'open' }] },
      actions: [{ type: 'ADD_NOTE', body: 'Please answer {{customer.firstName|this customer}} within an hour.' }],
    },
  })
  await skein.createAutomationRule({
    body: {
      name: 'Reopened threads get an assignee',
      enabled: false,
      trigger: { type: 'EVENT', events: ['thread.status_changed'] },
      changed: [{ field: 'status', from: ['resolved', 'closed'], to: ['open'] }],
      filter: { all: [{ assigneeId: 'none' }] },
      actions: [{ type: 'ASSIGN', strategy: 'ROUND_ROBIN' }],
    },
  })
  await skein.createAutomationRule({
    body: {
      name: 'New threads first',
      enabled: false,
      trigger: { type: 'EVENT', events: ['thread.created'] },
      filter: { none: [{ priority: 'urgent' }] },
      actions: [
        { type: 'SET_PRIORITY', priority: 'high' },
        { type: 'ADD_LABELS', labelIds: [label.id] },
      ],
    },
  })
  await skein.updateAutomationRule({ path: { id: first.id }, body: { message: { authorTypes: ['CUSTOMER'], words: 'invoice OR refund' } } })
}

const openRule = (name: string) => (page: Page) => page.getByRole('link', { name, exact: true }).click()
const openTab = (rule: string, tab: string) => async (page: Page) => {
  await openRule(rule)(page)
  await page.getByRole('link', { name: tab, exact: true }).click()
}
const billing = 'Billing mail to the first line'

export const ruleScreens = [
  { name: 'automations', path: '/settings/automations' },
  { name: 'rule', path: '/settings/automations', prepare: openRule(billing) },
  { name: 'rule-of-alternatives', path: '/settings/automations', prepare: openRule('Urgent threads get a note') },
  { name: 'rule-of-time', path: '/settings/automations/new?template=unanswered' },
  { name: 'rule-of-changes', path: '/settings/automations', prepare: openRule('Reopened threads get an assignee') },
  { name: 'new-rule', path: '/settings/automations/new?template=urgent' },
  {
    name: 'new-rule-incomplete',
    path: '/settings/automations/new?template=team',
    prepare: (page: Page) => page.getByRole('button', { name: 'Create rule' }).click(),
  },
  {
    name: 'try-rule',
    path: '/settings/automations',
    prepare: async (page: Page) => {
      await openTab('New threads first', 'Try it')(page)
      await page.getByRole('button', { name: 'Try the rule' }).click()
      await page.getByRole('list', { name: 'Threads that the rule would have run on' }).waitFor()
    },
  },
  {
    name: 'explain-rule',
    path: '/settings/automations',
    prepare: async (page: Page) => {
      await openTab('Urgent threads get a note', 'Try it')(page)
      await page.getByRole('button', { name: 'Choose a thread…' }).click()
      await page.getByRole('option').first().click()
      await page
        .getByRole('region', { name: 'What it would do now' })
        .waitFor({ timeout: 8000 })
        .catch(() => undefined)
    },
  },
  { name: 'rule-runs', path: '/settings/automations', prepare: openTab(billing, 'Runs') },
  { name: 'rule-versions', path: '/settings/automations', prepare: openTab(billing, 'Versions') },
]
