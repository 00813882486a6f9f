/** The content, scope and lifetime of an export. */
import { hash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import type { PrivacyRequest } from '../../../client/index.ts'
import { statement } from '#platform/db.ts'
import { getFileStore } from '#platform/files/file-store.ts'
import { parseTypeId } from '#platform/ids.ts'
import { runPrivacyRequest } from '../../../test/support/privacy.ts'
import { until } from '../../../test/support/job-fixture.ts'
import { setUpTenant } from '../../../test/support/service.ts'
import { uploadFile } from '../../../test/support/files.ts'
import { readZip } from '../../../test/support/zip.ts'
import { exportName } from './request.ts'

const { service, tenant } = await setUpTenant({ worker: true })

const hostile = '<script>alert(1)</script><img src=x onerror=alert(2)>'
const readFile = async ({ id }: Pick<PrivacyRequest, 'id'>): Promise<Buffer | null> => {
  const name = exportName(parseTypeId('prv', id) ?? '')
  const found = await getFileStore(service.config).read({ tenantId: tenant.tenantId, name })
  return found && buffer(found.bytes)
}
async function createThread(email: string, body: string): Promise<{ id: string; customerId: string }> {
  const { data } = (
    await tenant.api('POST', '/threads', { body: { title: `About ${body}`, body, requester: { email, name: `Name of ${email}` } } })
  ).body
  return { id: String(data['threadId']), customerId: (data['customer'] as { id: string }).id }
}

it('an export has all data of the customer and merged customers, and of no others', async () => {
  const own = await createThread('grace@example.com', 'mine')
  await tenant.skein.createMessage({ path: { id: own.id }, body: { body: `a note ${hostile}`, bodyFormat: 'text', internal: true } })
  const alias = await createThread('grace.old@example.com', 'from another address')
  await tenant.skein.mergeCustomer({ path: { id: own.customerId }, body: { sourceIds: [alias.customerId] } })
  const other = await createThread('other@example.com', 'secret of another')
  await tenant.skein.replyToThread({ path: { id: other.id }, body: { body: 'answer to another' } })
  await tenant.skein.mergeThread({ path: { id: own.id }, body: { sourceIds: [other.id], allowCrossCustomer: true } })

  const done = await runPrivacyRequest(tenant, '/privacy/export', { email: 'grace.old@example.com' })
  expect([done.state, done.error]).toEqual(['DONE', null])
  const link = new URL(done.download?.url ?? '')
  const downloaded = await fetch(`${service.baseUrl}${link.pathname}${link.search}`)
  const sent = Buffer.from(await downloaded.arrayBuffer())
  expect([downloaded.status, downloaded.headers.get('content-type'), sent.length]).toEqual([200, 'application/zip', done.download?.size])
  expect(hash('sha256', sent, 'hex')).toBe(done.download?.sha256)
  expect(Date.parse(done.download?.expiresAt ?? '') - Date.now()).toBeGreaterThan(6.9 * 86_400_000)
  const files = await readZip((await readFile(done)) ?? Buffer.alloc(0))
  const bodies = (JSON.parse(files['data/messages.json'] ?? '') as { body: string }[]).map(({ body }) => body)
  expect(bodies.toSorted()).toEqual([`a note ${hostile}`, 'from another address', 'mine'])
  expect((JSON.parse(files['data/customers.json'] ?? '') as { email: string }[]).map(({ email }) => email)).toEqual([
    'grace@example.com',
    'grace.old@example.com',
  ])
  expect(JSON.parse(files['data/threads.json'] ?? '')).toHaveLength(2)
  expect(JSON.parse(files['data/audit-logs.json'] ?? '').length).toBeGreaterThan(0)
  const page = files['index.html'] ?? ''
  expect(page).toContain('from another address')
  expect(page).toContain('&lt;script&gt;alert(1)')
  expect([...page.matchAll(/<(script|img)/g)]).toEqual([])
  expect(Object.values(files).join('')).not.toContain('of another')
  expect(Object.values(files).join('')).not.toContain('to another')
})

it('an export has the files of the customer’s messages, and no others', async () => {
  const own = await createThread('files@example.com', 'with a file')
  const attach = async (text: string, authorType: 'CUSTOMER' | 'AGENT') => {
    const { id } = await uploadFile(tenant, { bytes: text, filename: 'note 1.txt' })
    const sent = await tenant.api('POST', `/threads/${own.id}/messages`, {
      body: { body: text, authorType, attachments: [{ uploadId: id }] },
    })
    expect(sent.status, sent.text).toBe(201)
    return id
  }
  const id = await attach('written by me', 'CUSTOMER')
  const other = await createThread('no-files@example.com', 'without')
  const files = await readZip(
    (await readFile(await runPrivacyRequest(tenant, '/privacy/export', { customerId: own.customerId }))) ?? Buffer.alloc(0),
  )
  const names = Object.keys(files).filter((name) => name.startsWith('files/'))
  expect(names).toEqual([expect.stringMatching(new RegExp(`^files/${id}-[^/]*note_1\\.txt$`))])
  expect(files[names[0] ?? '']).toBe('written by me')
  const without = await readZip(
    (await readFile(await runPrivacyRequest(tenant, '/privacy/export', { customerId: other.customerId }))) ?? Buffer.alloc(0),
  )
  expect(Object.keys(without).filter((name) => name.startsWith('files/'))).toEqual([])
})

it('an export has every scheduled reply that is pending', async () => {
  const { id, customerId } = await createThread('waiting@example.com', 'waits')
  const bodies = Array.from({ length: 55 }, (_, n) => `reply ${n}`)
  for (const body of bodies)
    expect((await tenant.api('POST', `/threads/${id}/reply`, { body: { body, undoSeconds: 100 } })).status).toBe(201)
  const files = await readZip((await readFile(await runPrivacyRequest(tenant, '/privacy/export', { customerId }))) ?? Buffer.alloc(0))
  const found = JSON.parse(files['data/scheduled-replies.json'] ?? '') as { body: string }[]
  expect(found.map(({ body }) => body).toSorted()).toEqual(bodies.toSorted())
})

it('an export is deleted when it expires, and when the customer is erased', async () => {
  const { customerId } = await createThread('short@example.com', 'short')
  const first = await runPrivacyRequest(tenant, '/privacy/export', { customerId })
  expect(await readFile(first)).not.toBeNull()
  await service.db.rows(expireExports, {})
  await until(async () => (await readFile(first)) === null)
  const second = await runPrivacyRequest(tenant, '/privacy/export', { customerId })
  const { receipt } = await runPrivacyRequest(tenant, '/privacy/erase', { customerId, mode: 'DELETE' })
  expect(receipt?.places).toContainEqual({ place: 'exports', count: 1 })
  expect(await readFile(second)).toBeNull()
  const late = await tenant.api('POST', '/privacy/export', { body: { customerId } })
  expect([late.status, late.body.error?.code]).toEqual([404, 'SVC-CUSTOMER-NOT_FOUND'])
})

const expireExports = statement<object, object>(`
  with due as (update jobs set due_at = now() where name = 'forget-export' returning tenant_id)
  update job_queues set due_at = now() where name = 'forget-export' and tenant_id in (select tenant_id from due)`)
