/** Surveys that a mail server refuses or does not take yet. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { satisfactionOf } from '../../../test/support/satisfaction.ts'
import { type ScriptedServer, type SmtpScript, startScriptedServer } from '../../../test/support/scripted-smtp.ts'
import { startTestService, type TestService, type TestTenant } from '../../../test/support/service.ts'

const script: SmtpScript = {}
let sink: ScriptedServer
let service: TestService
let tenant: TestTenant
let by: ReturnType<typeof satisfactionOf>
beforeAll(async () => {
  sink = await startScriptedServer(script)
  service = await startTestService({ worker: true, config: { mail: { smtpUrl: sink.url, retrySeconds: Array(600).fill(0.05) } } })
  by = satisfactionOf(service)
})
afterAll(async () => {
  await service.stop()
  await sink.stop()
})
beforeEach(async () => {
  delete script.rcptTo
  sink.received.length = 0
  tenant = await service.createTenant()
  await by.enable(tenant)
})

const findCustomer = async (email: string) => (await tenant.skein.upsertCustomer({ body: { email } })).data

it('a customer whose address the server refuses is not asked again', async () => {
  script.rcptTo = () => '550 5.1.1 no such user'
  const threadId = await by.makeThread(tenant)
  await by.setStatus(tenant, threadId, 'resolved')
  await expect.poll(async () => (await findCustomer('carla@example.com')).emailFailedAt, { timeout: 20_000 }).not.toBeNull()
  const path = `/threads/${await by.makeThread(tenant)}/satisfaction-requests`
  const again = await tenant.api('POST', path, { body: { channel: 'MAIL' } })
  expect([again.status, again.body.error?.code]).toEqual([422, 'SVC-CUSTOMER-NO_ADDRESS'])
})
