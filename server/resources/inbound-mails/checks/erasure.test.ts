/** An erasure leaves no personal data of a customer's mails, and an export contains them. */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { composeMail as compose, openMailInbox } from '../../../../test/support/mails.ts'
import { until } from '../../../../test/support/job-fixture.ts'
import { runPrivacyRequest } from '../../../../test/support/privacy.ts'
import { readZip } from '../../../../test/support/zip.ts'
import { setUpService } from '../../../../test/support/service.ts'

const service = await setUpService({ worker: true })

const ada = 'ada@example.com'
const sent = (mode: string, subject: string, more = {}) =>
  compose({ Subject: subject, 'Message-ID': `<${mode}-${subject.replaceAll(' ', '-')}@example.com>`, ...more })

async function listRawFiles(): Promise<string[]> {
  const names = await readdir(join(service.config.dataDir, 'uploads'), { recursive: true }).catch(() => [])
  return names.filter((name) => name.endsWith('.eml'))
}

it.each(['ANONYMIZE', 'DELETE'])('nothing comes back after %s, however the mails come again', async (mode) => {
  const tenant = await service.createTenant()
  const { deliver, post } = await openMailInbox(tenant)
  const before = await listRawFiles()
  const question = sent(mode, 'a question')
  const suspended = sent(mode, 'an absence', { 'Auto-Submitted': 'auto-replied' })
  const first = await deliver(question)
  await deliver(suspended)
  // A duplicate of another length is stored as a separate file.
  await post(`${question}-- \r\nA footer`)
  expect((await listRawFiles()).length - before.length).toBe(3)
  expect(await runPrivacyRequest(tenant, '/privacy/erase', { email: ada, mode })).toMatchObject({ state: 'DONE' })
  expect((await tenant.skein.listInboundMails({})).meta.total).toBe(0)
  await until(async () => (await listRawFiles()).length === before.length)

  for (const mail of [question, suspended, `${question}-- \r\nAnother footer`])
    expect(await post(mail)).toMatchObject({ outcome: 'DUPLICATE', from: null, to: [], subject: '', messageId: null, duplicateOf: null })
  await until(async () => (await listRawFiles()).length === before.length)
  expect((await tenant.skein.listCustomers({ query: { email: ada } })).data).toEqual([])
  const { body, text } = await tenant.api('GET', '/inbound-mails')
  expect([body.meta.total, text.includes('ada'), text.includes('question')]).toEqual([3, false, false])
  if (mode === 'ANONYMIZE') {
    // The erased thread takes no more mails, also from another person.
    const other = await deliver(compose({ From: 'grace@example.com', References: `<${mode}-a-question@example.com>` }))
    expect(other.threadId).not.toBe(first.threadId)
  }
  // A new mail is welcome.
  expect(await deliver(sent(mode, 'another question'))).toMatchObject({ outcome: 'MESSAGE', from: ada })
})

it('an export has the mails and their raw files', async () => {
  const tenant = await service.createTenant()
  const { deliver } = await openMailInbox(tenant)
  const raw = sent('EXPORT', 'a question')
  const { id } = await deliver(raw)
  await deliver(compose({ From: 'grace@example.com' }))
  const link = new URL((await runPrivacyRequest(tenant, '/privacy/export', { email: ada })).download?.url ?? '')
  const response = await fetch(`${service.baseUrl}${link.pathname}${link.search}`)
  const files = await readZip(Buffer.from(await response.arrayBuffer()))
  expect(Object.entries(files).filter(([name]) => name.includes('.eml'))).toEqual([[expect.stringContaining(id), raw]])
  expect(JSON.parse(files['data/mails.json'] ?? '')).toMatchObject([{ id, from: ada, subject: 'a question' }])
})
