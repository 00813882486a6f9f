/** Where replies use addresses with a plus sign before any test of the inbox. */
import { afterAll, expect, it } from 'vitest'
import { startDnsServer } from '../../../../test/support/dns-server.ts'
import { until } from '../../../../test/support/job-fixture.ts'
import { readMailFiles } from '../../../../test/support/mail-server.ts'
import { setUpService } from '../../../../test/support/service.ts'
import { runUpkeep } from '../../../../test/support/upkeep.ts'

const dns = await startDnsServer({ TXT: {}, MX: {} })
afterAll(() => dns.stop())
const service = await setUpService({ worker: true, config: { dnsServers: [dns.address], mail: { domain: 'desk.example' } } })
const tenant = await service.createTenant('acme')

const createInbox = async (address: string, email: object = {}): Promise<string> =>
  (await tenant.skein.createInbox({ body: { name: address, type: 'EMAIL', address, email } })).data.id
let asked = 0
async function hasPlusForm(inboxId: string): Promise<boolean> {
  const email = `ada${++asked}@example.com`
  const { threadId } = (await tenant.skein.createThread({ body: { title: 'Export', body: 'Empty.', requester: { email }, inboxId } })).data
  await tenant.skein.replyToThread({ path: { id: threadId }, body: { body: 'We are looking.' } })
  const find = async () => (await readMailFiles(service.config)).find(({ to }) => to?.[0]?.address === email)
  await until(async () => (await find()) !== undefined)
  return (await find())?.replyTo?.[0]?.address?.includes('+r') ?? false
}
const pointTo = (domain: string, exchange: string) => Object.assign(dns.zone.MX ?? {}, { [domain]: [{ priority: 10, exchange }] })

it('a domain below MAIL_DOMAIN uses them', async () => {
  expect(await hasPlusForm(await createInbox('support@acme.desk.example'))).toBe(true)
})

it('another domain uses them while its MX record is known to lead here', async () => {
  const inboxId = await createInbox('support@acme.example')
  expect(await hasPlusForm(inboxId), 'forwarding is the default').toBe(false)
  pointTo('acme.example', 'mx.desk.example')
  await tenant.api('GET', `/inboxes/${inboxId}/dns`)
  expect(await hasPlusForm(inboxId)).toBe(true)
  pointTo('acme.example', 'mx.provider.example')
  await runUpkeep(service.db)
  expect(await hasPlusForm(inboxId)).toBe(false)
  pointTo('acme.example', 'desk.example')
  await runUpkeep(service.db)
  expect(await hasPlusForm(inboxId)).toBe(true)
  dns.zone.failing = ['acme.example']
  await runUpkeep(service.db)
  expect(await hasPlusForm(inboxId), 'a failing name server shows nothing').toBe(true)
  dns.zone.failing = []
})

it('another address or way in forgets what the MX record showed', async () => {
  pointTo('first.example', 'desk.example')
  const inboxId = await createInbox('support@first.example')
  await runUpkeep(service.db)
  expect(await hasPlusForm(inboxId)).toBe(true)
  await tenant.api('PATCH', `/inboxes/${inboxId}`, { body: { address: 'support@second.example' } })
  expect(await hasPlusForm(inboxId)).toBe(false)
  await tenant.api('PATCH', `/inboxes/${inboxId}`, { body: { address: 'support@first.example', email: { receive: { mode: 'API' } } } })
  await runUpkeep(service.db)
  expect(await hasPlusForm(inboxId)).toBe(false)
})

it('ON and OFF hold whatever the MX record says', async () => {
  expect(await hasPlusForm(await createInbox('on@elsewhere.example', { send: { plusAddressing: 'ON' } }))).toBe(true)
  expect(await hasPlusForm(await createInbox('off@acme.desk.example', { send: { plusAddressing: 'OFF' } }))).toBe(false)
})
