/** Files of canned responses: every message gets a copy that shows the same stored file. */
import { describe, expect, it } from 'vitest'
import type { CannedResponse, CannedResponsePreview, Job, Message, Upload } from '../../../client/index.ts'
import { earlierSql } from '../../../test/support/earlier.ts'
import { listStoredFiles, readStorageUsage, requestLink, uploadFile } from '../../../test/support/files.ts'
import { until } from '../../../test/support/job-fixture.ts'
import { getRules } from '../../../test/support/rules.ts'
import { setUpTenant, type TestTenant } from '../../../test/support/service.ts'
import { makeThread } from '../../../test/support/threads.ts'

const { service, tenant } = await setUpTenant({ worker: true })

let count = 0
const make = (body: object, of = tenant) =>
  of.api<CannedResponse>('POST', '/canned-responses', {
    body: { shortcut: `f${++count}`, title: 'With a file', body: 'See the form', ...body },
  })
const change = (id: string, body: object, of = tenant) => of.api<CannedResponse>('PATCH', `/canned-responses/${id}`, { body })
const apply = (threadId: string, cannedResponseId: string, headers = {}, of = tenant) =>
  of.api('POST', `/threads/${threadId}/apply-canned-response`, { body: { cannedResponseId }, headers })
const reply = (threadId: string, uploadId: string, more: object = {}, of = tenant) =>
  of.api<Message>('POST', `/threads/${threadId}/reply`, { body: { body: 'Here', attachments: [{ uploadId }], ...more } })
const getFiles = async (id: string, of = tenant) =>
  (await of.skein.listMessages({ path: { id } })).data.flatMap(({ attachments }) => attachments)
const read = async (url: string | null | undefined) => (await requestLink(service, url ?? null)).text()
const getStatus = async (id: string, of = tenant) => (await of.api<Upload>('GET', `/uploads/${id}`)).status
const refusal = ({ status, body }: Awaited<ReturnType<typeof make>>) => [
  status,
  ...(body.error?.details ?? []).map(({ field, code }) => `${field} ${code}`),
]

describe('a file of a canned response', () => {
  it('goes out with every message that uses it, as a copy with its own id', async () => {
    const { id: uploadId } = await uploadFile(tenant, { bytes: 'the form', filename: 'form.txt' })
    const made = await make({ attachments: [{ uploadId, filename: '../Return form.txt' }] })
    expect(made.body.data.attachments).toEqual([{ uploadId, filename: 'Return form.txt', contentType: 'text/plain', size: 8 }])
    expect((await tenant.api<Upload>('GET', `/uploads/${uploadId}`)).body.data).toMatchObject({ shared: true, messageId: null })
    const { id } = made.body.data
    const threads = await Promise.all([1, 2, 3, 4, 5].map(() => makeThread(tenant)))
    const [first = '', second = '', third = '', ...batch] = threads
    const preview = await tenant.api<CannedResponsePreview>('POST', `/canned-responses/${id}/preview`, { body: { threadId: first } })
    expect(preview.body.data.attachments).toEqual(made.body.data.attachments)
    const headers = { 'idempotency-key': `apply-${id}` }
    const [once, again] = [await apply(first, id, headers), await apply(first, id, headers)]
    expect([once.status, again.text]).toEqual([200, once.text])
    expect((await reply(second, uploadId)).status).toBe(201)
    expect((await reply(third, uploadId, { undoSeconds: 1 })).body.data.attachments).toHaveLength(1)
    const { body } = await tenant.api<Job>('POST', '/threads/batch', { body: { threadIds: batch, cannedResponseId: id } })
    expect(body.data).toMatchObject({ succeeded: 2 })
    await until(async () => (await getFiles(third)).length === 1)
    const files = (await Promise.all(threads.map((thread) => getFiles(thread)))).flat()
    expect(files.map(({ size }) => size)).toEqual([8, 8, 8, 8, 8])
    expect(new Set(files.map((file) => file.id)).size).toBe(5)
    expect(await Promise.all(files.map(({ url }) => read(url)))).toEqual(files.map(() => 'the form'))
    const names = (await Promise.all([first, second].map((thread) => getFiles(thread)))).flat().map(({ filename }) => filename)
    expect(names).toEqual(['Return form.txt', 'form.txt'])
    const copy = await tenant.api<Upload>('GET', `/uploads/${String(files[0]?.id).replace('att_', 'upl_')}`)
    expect(await read(copy.body.data.url)).toBe('the form')
    expect((await reply(second, copy.body.data.id)).body.error?.code).toBe('SVC-UPLOAD-ALREADY_ATTACHED')
  })

  it('is sent by automation rules, too', async () => {
    const own = await service.createTenant()
    const { id: uploadId } = await uploadFile(own, { bytes: 'by a rule' })
    const { id } = (await make({ attachments: [{ uploadId }] }, own)).body.data
    await getRules(service, own).make({ actions: [{ type: 'APPLY_CANNED_RESPONSE', cannedResponseId: id }] })
    const thread = await makeThread(own)
    await until(async () => (await getFiles(thread, own)).length === 1)
    expect(await read((await getFiles(thread, own))[0]?.url)).toBe('by a rule')
  })

  it('is refused if it is unknown, repeated, attached, too large or without a reply', async () => {
    const { id: uploadId } = await uploadFile(tenant, { bytes: 'taken' })
    expect(refusal(await make({ attachments: [{ uploadId }, { uploadId }] }))).toEqual([400, 'attachments[1].uploadId REPEATED'])
    expect(refusal(await make({ attachments: [{ uploadId: 'upl_01k2w3t5q7e0r9vbx4m6n8h2dz' }] }))).toEqual([
      422,
      'attachments[0].uploadId UNKNOWN',
    ])
    const other = await service.createTenant()
    expect(refusal(await make({ attachments: [{ uploadId }] }, other))).toEqual([422, 'attachments[0].uploadId UNKNOWN'])
    const alone = { body: null, actions: [{ type: 'SET_PRIORITY', priority: 'high' }], attachments: [{ uploadId }] }
    expect(refusal(await make(alone))).toEqual([400, 'attachments NOT_ALLOWED'])
    const { id } = (await make({ attachments: [{ uploadId }] })).body.data
    expect(refusal(await change(id, { body: null, actions: alone.actions }))).toEqual([400, 'attachments NOT_ALLOWED'])
    expect((await tenant.api<Upload>('GET', `/uploads/${uploadId}`)).body.data.shared).toBe(true)
    const sent = await uploadFile(tenant, { bytes: 'sent' })
    await reply(await makeThread(tenant), sent.id)
    expect(refusal(await make({ attachments: [{ uploadId: sent.id }] }))).toEqual([409, 'attachments[0].uploadId ATTACHED'])
    const halves = await Promise.all([1, 2].map(() => uploadFile(tenant, { bytes: 'x'.repeat(14_000_000), filename: 'large.txt' })))
    const large = await make({ attachments: halves.map((half) => ({ uploadId: half.id })) })
    expect([large.status, large.body.error?.code]).toEqual([413, 'SVC-UPLOAD-TOO_LARGE'])
  })
})

describe('a stored file of a canned response', () => {
  const age = (of: TestTenant) =>
    service.db.script(`update uploads set created_at = ${earlierSql('created_at', `interval '9 days'`)} where tenant_id = '${of.tenantId}'`)
  const settle = (of: TestTenant, uploads: number) => of.api('PATCH', '/tenant/settings', { body: { retention: { uploads } } })

  it('counts once, and stays while a canned response or a message has it', async () => {
    const own = await service.createTenant()
    const { id: uploadId } = await uploadFile(own, { bytes: 'x'.repeat(200_000), filename: 'form.txt' })
    const { id } = (await make({ attachments: [{ uploadId }] }, own)).body.data
    const orphan = await uploadFile(own, { bytes: 'unused' })
    const [kept, erased] = [await makeThread(own, { requester: { email: 'kept@example.com' } }), await makeThread(own)]
    await apply(kept, id, {}, own)
    await apply(erased, id, {}, own)
    expect(await readStorageUsage(own)).toContain('0.2 MiB')
    await service.db.script(
      `update uploads set created_at = ${earlierSql('created_at', `interval '9 days'`)} where tenant_id = '${own.tenantId}' and content_of is null`,
    )
    await settle(own, 5)
    await until(async () => (await getStatus(orphan.id, own)) === 404)
    expect(await getStatus(uploadId, own)).toBe(200)
    const cancelled = (await reply(kept, uploadId, { undoSeconds: 100 }, own)).body.data
    expect((await own.api('DELETE', `/messages/${cancelled.id}`)).status).toBe(200)
    await change(id, { attachments: [] }, own)
    await settle(own, 6)
    const [file] = await getFiles(kept, own)
    expect(await read(file?.url)).toHaveLength(200_000)
    expect(await getStatus(uploadId, own)).toBe(200)
    await change(id, { attachments: [{ uploadId }] }, own)
    await own.api('DELETE', `/canned-responses/${id}`)
    await age(own)
    await settle(own, 5)
    await until(async () => (await getStatus(uploadId, own)) === 404)
    await until(async () => (await listStoredFiles(service, own)).length === 0)
    expect(await readStorageUsage(own)).toContain('take 0 MiB')
    await until(async () => (await getFiles(kept, own))[0]?.url === null)
  })

  it('survives the erasure of a customer who got it', async () => {
    const own = await service.createTenant()
    const { id: uploadId } = await uploadFile(own, { bytes: 'for all' })
    const { id } = (await make({ attachments: [{ uploadId }] }, own)).body.data
    const [kept, erased] = [await makeThread(own), await makeThread(own, { requester: { email: 'gone@example.com' } })]
    for (const thread of [kept, erased]) await apply(thread, id, {}, own)
    const { customer } = (await own.skein.getThread({ path: { id: erased } })).data
    await own.skein.saveDraft({ path: { id: erased }, body: { body: 'later', attachments: [{ uploadId }] } })
    await own.skein.eraseCustomer({ body: { customerId: String(customer.id), mode: 'DELETE' } })
    await until(async () => (await own.api('GET', `/threads/${erased}`)).status === 404)
    expect(await read((await getFiles(kept, own))[0]?.url)).toBe('for all')
    expect((await apply(await makeThread(own), id, {}, own)).status).toBe(200)
  })
})
