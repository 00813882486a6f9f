/** Suspended mails are worked through with the keyboard, and the count beside their place is always right. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newId } from '../../server/platform/ids.ts'
import { startDashboard, findViolations, type TestDashboard } from './dashboard.ts'

let dashboard: TestDashboard
let page: Page
beforeAll(async () => {
  dashboard = await startDashboard()
  const { skein } = dashboard.tenant
  await skein.createInbox({ body: { name: 'Support', type: 'EMAIL', address: 'support@acme.localhost' } })
  for (const [i, sender] of ['ada@example.com', 'grace@example.com', 'spam@shop.example', 'mallory@example.com'].entries())
    await suspendMail(sender, `Mail ${i + 1}`)
  page = (await dashboard.openAs(dashboard.ownerEmail, '/inbox/all')).page
})
afterAll(() => dashboard.close())

/** Inserts a mail as a guard leaves it. */
async function suspendMail(sender: string, subject: string): Promise<void> {
  const { service, tenant } = dashboard
  await service.db.script(`
    insert into inbound_mails (tenant_id, id, transport, outcome, cause, sender, recipients, subject, size, has_raw, received_at, created_at, processed_at, expires_at)
    values ('${tenant.tenantId}', '${newId()}', 'SMTP', 'SUSPENDED', 'SPAM', '${sender}', '{support@acme.localhost}', '${subject}', 7, false, now(), now(), now(), now() + interval '30 days');
    update tenant_counters set inbound_mails = inbound_mails + 1 where tenant_id = '${tenant.tenantId}'`)
}

const press = async (...keys: string[]): Promise<void> => {
  for (const key of keys) await page.keyboard.press(key)
}
const subjects = () =>
  page
    .getByRole('list', { name: 'Suspended mails' })
    .getByText(/^Mail \d$/)
    .allInnerTexts()
const count = () =>
  page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: /^Suspended mail/ })
    .innerText()

it('the place of suspended mails has a count, and says why a mail was stopped', async () => {
  await page.getByRole('link', { name: 'Suspended mail 4 mails' }).waitFor()
  await press('g', 'u')
  await page.getByRole('link', { name: /Mail 4/ }).waitFor()
  await press('j', 'j', 'Enter')
  await page.getByRole('heading', { name: 'Mail 3' }).waitFor()
  await page.getByText('Your mail server marked this mail as spam.').waitFor()
  expect(await findViolations(page)).toEqual([])
})

it('blocking a sender adds a rule, discards the mail and moves on to the next one', async () => {
  await press('Shift+B')
  await page.getByRole('option', { name: 'Block everyone @shop.example' }).waitFor()
  await press('ArrowDown', 'Enter')
  await page.getByRole('heading', { name: 'Mail 2' }).waitFor()
  const { data: rules } = await dashboard.tenant.skein.listSenderRules()
  expect(rules).toMatchObject([{ pattern: '@shop.example', action: 'BLOCK' }])
  expect([await subjects(), await count()]).toEqual([['Mail 4', 'Mail 2', 'Mail 1'], expect.stringContaining('3')])
})

it('several mails are discarded together, after a question', async () => {
  await press('Escape', 'x', 'Shift+J', 'd')
  await page.getByRole('dialog', { name: 'Discard 2 mails?' }).waitFor()
  await press('Enter')
  await expect.poll(subjects).toEqual(['Mail 4'])
  await page.reload()
  await page.getByRole('link', { name: 'Suspended mail 1 mail' }).waitFor()
  expect(await subjects()).toEqual(['Mail 4'])
})
