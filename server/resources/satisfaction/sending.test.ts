/** Surveys that a mail server refuses or does not take yet. */
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { getSatisfaction } from '../../../test/support/satisfaction.ts'
import { type SmtpScript, startScriptedServer } from '../../../test/support/scripted-smtp.ts'
import { setUpService, type TestTenant } from '../../../test/support/service.ts'
import { statement } from '#platform/db.ts'
import { parseTypeId } from '#platform/ids.ts'
import { findRecipient } from '../mail/mail-checks.ts'

const script: SmtpScript = {}
let tenant: TestTenant
const sink = await startScriptedServer(script)
afterAll(() => sink.stop())
const service = await setUpService({ worker: true, config: { mail: { smtpUrl: sink.url, retrySeconds: Array(600).fill(0.05) } } })
const by = getSatisfaction(service)
beforeEach(async () => {
  delete script.rcptTo
  sink.received.length = 0
  tenant = await service.createTenant()
  await by.enable(tenant)
})

const countJobs = statement<{ tenantId: string }, { count: number }>(
  `select count(*) as count from jobs where tenant_id = :tenantId::uuid and name = 'send-mail'`,
)
const findCustomer = async (email: string) => (await tenant.skein.upsertCustomer({ body: { email } })).data

it('a customer whose address the server refuses is not asked again', async () => {
  script.rcptTo = () => '550 5.1.1 no such user'
  const threadId = await by.makeThread(tenant)
  await by.setStatus(tenant, threadId, 'resolved')
  await expect.poll(async () => (await findCustomer('carla@example.com')).emailFailedAt).not.toBeNull()
  const path = `/threads/${await by.makeThread(tenant)}/satisfaction-requests`
  const again = await tenant.api('POST', path, { body: { channel: 'MAIL' } })
  expect([again.status, again.body.error?.code]).toEqual([422, 'SVC-CUSTOMER-NO_ADDRESS'])
})

describe('a survey that waits for the mail server', () => {
  /** Resolves a thread while the server takes no mail, and waits for two attempts. */
  const makeWaiting = async () => {
    const tried: string[] = []
    script.rcptTo = (address) => `451 4.3.0 later ${tried.push(address)}`
    const threadId = await by.makeThread(tenant)
    await by.setStatus(tenant, threadId, 'resolved')
    const [request] = await by.waitFor(tenant, threadId, ['SENT'])
    await expect.poll(() => tried.length).toBeGreaterThan(1)
    return { tried, threadId, id: request?.id ?? '', customerId: request?.customerId ?? '' }
  }
  const countMails = async () => (await service.db.first(countJobs, { tenantId: tenant.tenantId }))?.count
  const recover = async () => {
    delete script.rcptTo
    await expect.poll(countMails).toBe(0)
  }
  const change = async (method: 'PATCH' | 'DELETE', path: string, body?: object) =>
    expect((await tenant.api(method, path, body ? { body } : {})).status).toBe(200)

  type Waiting = Awaited<ReturnType<typeof makeWaiting>>
  it.each([
    ['OPTED_OUT', ({ customerId }: Waiting) => change('PATCH', `/customers/${customerId}`, { satisfactionOptOut: true })],
    ['REOPENED', ({ threadId }: Waiting) => by.setStatus(tenant, threadId, 'open')],
    ['BY_USER', ({ id }: Waiting) => change('DELETE', `/satisfaction-requests/${id}`)],
  ] as const)('is not sent after its request is cancelled: %s', async (cancelReason, act) => {
    const waiting = await makeWaiting()
    await act(waiting)
    // The server does not take the mail before the request is looked at again.
    await expect.poll(countMails).toBe(0)
    await recover()
    expect(sink.received).toEqual([])
    expect((await by.requestsOf(tenant, waiting.threadId))[0]).toMatchObject({ state: 'CANCELLED', cancelReason })
  })

  it('goes to the new address of its customer', async () => {
    const { customerId, threadId, tried } = await makeWaiting()
    await change('PATCH', `/customers/${customerId}`, { email: 'carla.new@example.com' })
    // The attempt of that moment still has the earlier address.
    await expect.poll(() => tried.at(-1)).toContain('carla.new@example.com')
    await recover()
    expect(sink.received.map(({ recipients }) => recipients)).toEqual([['carla.new@example.com']])
    await by.waitFor(tenant, threadId, ['SENT'])
  })
})

describe('work that waits since an earlier version', () => {
  it('a mail that does not name its request goes to the address it was ordered for', async () => {
    const values = { url: 'https://acme.example/s/svcs_1', isReminder: false }
    expect(await findRecipient(service.db, tenant.tenantId, 'rating', { to: 'ada@example.com', values: values as never })).toBe(
      'ada@example.com',
    )
  })

  it('a job without input asks the customer of the thread that is its key', async () => {
    const threadId = await by.makeThread(tenant)
    const key = parseTypeId('thr', threadId)
    await service.db.script(`
      insert into jobs (tenant_id, id, name, key, input, due_at) values ('${tenant.tenantId}', gen_random_uuid(), 'request-satisfaction', '${key}', '{}', now());
      insert into job_queues (tenant_id, name, due_at) values ('${tenant.tenantId}', 'request-satisfaction', now())`)
    await by.waitFor(tenant, threadId, ['SENT'])
  })
})
