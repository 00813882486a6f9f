/** A stranger who signs a mail with a domain of their own cannot write as an agent over SMTP, whatever form From has. */
import { generateKeyPairSync } from 'node:crypto'
import { dkimSign } from 'mailauth/lib/dkim/sign.js'
import { afterAll, beforeEach, expect, it } from 'vitest'
import type { InboundMail } from '../../../../client/index.ts'
import { makeUser } from '../../../../test/support/assignment.ts'
import { startDnsServer } from '../../../../test/support/dns-server.ts'
import { until } from '../../../../test/support/job-fixture.ts'
import { composeMail as compose } from '../../../../test/support/mails.ts'
import { setUpService, type TestTenant } from '../../../../test/support/service.ts'
import { sendMail } from '../../../../test/support/smtp-client.ts'

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 1_024 })
const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
const keyRecord = `v=DKIM1; k=rsa; p=${publicKey.export({ type: 'spki', format: 'der' }).toString('base64')}`
const agent = 'agent@acme.example'
const eve = 'eve@evil.example'

let tenant: TestTenant
let address: string
let subject: string
let threadId: string
const dns = await startDnsServer({ TXT: { 's1._domainkey.evil.example': [keyRecord], 's1._domainkey.acme.example': [keyRecord] } })
afterAll(() => dns.stop())
const service = await setUpService({ worker: true, mailPort: true, config: { dnsServers: [dns.address] } })
beforeEach(async () => {
  tenant = await service.createTenant()
  await makeUser(tenant, { email: agent })
  const email = { rules: { agentMail: 'REPLY' } } as const
  const body = { name: 'Help', type: 'EMAIL', address: `help@${tenant.slug}.localhost`, email } as const
  const { data } = await tenant.skein.createInbox({ body })
  address = data.address ?? ''
  const thread = { title: 'Empty export', body: 'It is empty.', requester: { email: 'ada@example.com' }, inboxId: data.id }
  const created = (await tenant.skein.createThread({ body: thread })).data
  threadId = created.threadId
  subject = `Re: [${(await tenant.skein.getThread({ path: { id: threadId } })).data.ticketNumber}]`
})

/** Sends a mail that a domain has signed, and waits until it is processed. */
async function send(from: string, signingDomain: string): Promise<InboundMail> {
  const mail = compose({ From: 'PLACE', To: address, Subject: subject }, 'Please pay to my account.').replace('From: PLACE', from)
  const key = { selector: 's1', signingDomain, privateKey: pem }
  const { signatures } = await dkimSign(mail, { ...key, signatureData: [key] })
  const { reply } = await sendMail(service.mailPort ?? 0, { from: eve, to: address, mail: signatures + mail })
  const id = reply.split(' ').at(-1) ?? ''
  const read = async () => (await tenant.skein.getInboundMail({ path: { id } })).data
  await until(async () => (await read()).outcome !== 'RECEIVED')
  return read()
}
const listAuthors = async () => (await tenant.skein.listMessages({ path: { id: threadId } })).data.map(({ email }) => email?.sender ?? null)

it('an agent whose own domain has signed the mail replies', async () => {
  expect(await send(`From: Agent <${agent}>`, 'acme.example')).toMatchObject({ outcome: 'MESSAGE', threadId })
  const [message] = (await tenant.skein.listMessages({ path: { id: threadId } })).data
  expect(message).toMatchObject({ internal: false, email: { sentOutside: true } })
})

it.each([
  `From: (${eve} <${agent}>`,
  `From: ${eve} " <${agent}>`,
  `From: <=?utf-8?q?agent=40acme.example?=>, <${eve}>`,
  `From: a <${agent}\r\n <${eve}>`,
  `From: ${agent}\rFrom: ${eve}`,
  `From: ${agent}\r\nFrom: ${eve}`,
  `From: ${agent}, ${eve}`,
  `From: <@evil.example:${agent}>`,
  `From: ${agent}`,
])('a stranger does not, with %j', async (from) => {
  const mail = await send(from, 'evil.example')
  expect(mail.threadId === threadId && mail.outcome === 'MESSAGE').toBe(false)
  expect(await listAuthors()).toEqual([null])
})

it('a stranger does not, with a byte order mark before a first From', async () => {
  const mail = compose({ From: agent, To: address, Subject: subject }).replace(/^From: .*\r\n/, `From: ${eve}\r\n`)
  const key = { selector: 's1', signingDomain: 'evil.example', privateKey: pem }
  const { signatures } = await dkimSign(mail, { ...key, signatureData: [key] })
  const raw = Buffer.from(`\ufeffFrom: ${agent}\r\n${signatures}${mail}`)
  await sendMail(service.mailPort ?? 0, { from: eve, to: address, mail: raw })
  await until(async () => {
    const { data } = await tenant.skein.listInboundMails({})
    return data.length > 0 && data.every(({ outcome }) => outcome !== 'RECEIVED')
  })
  expect(await listAuthors()).toEqual([null])
})
