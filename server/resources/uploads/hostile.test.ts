/** Hostile and careless requests: the error says what is wrong, and nothing is stored that should not be. */
import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { PresignedUpload } from '../../../client/index.ts'
import { requestLink, listStoredFiles, postFile, listUnfinishedFiles, uploadFile, readStorageUsage } from '../../../test/support/files.ts'
import { runPrivacyRequest } from '../../../test/support/privacy.ts'
import { setUpTenant } from '../../../test/support/service.ts'

const { service, tenant } = await setUpTenant({ worker: true })

const part = (name: string, value: string): string => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
const filePart = '--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\na\r\n'
const sendForm = (raw: string) =>
  tenant.api('POST', '/uploads', { raw, headers: { 'content-type': 'multipart/form-data; boundary=b' }, mayFail: true })

describe('the name of a file', () => {
  it.each([
    ['../../../etc/passwd', 'passwd'],
    ['..\\..\\windows\\system.ini', 'system.ini'],
    ['/absolute', 'absolute'],
    ['..', 'file'],
    ['.htaccess', 'htaccess'],
    ['photo\u202egnp.exe', 'photognp.exe'],
    ['a\r\nSet-Cookie: b', 'aSet-Cookie: b'],
    ['"; filename="b', '"; filename="b'],
  ])('%j is %j, and leaves no directory', async (filename, clean) => {
    const before = await listStoredFiles(service, tenant)
    const body = { filename, contentType: 'text/plain', size: 5 }
    const { data } = (await tenant.api<PresignedUpload>('POST', '/uploads/presigned', { body })).body
    expect(data.filename).toBe(clean)
    expect(
      (await requestLink(service, data.uploadUrl, { method: 'PUT', headers: { 'content-type': 'text/plain' }, body: 'hello' })).status,
    ).toBe(200)
    const { url } = (await tenant.skein.getUpload({ path: { id: data.id } })).data
    const answer = await requestLink(service, url)
    expect([answer.status, await answer.text(), answer.headers.get('set-cookie')]).toEqual([200, 'hello', null])
    expect((await listStoredFiles(service, tenant)).filter((name) => !before.includes(name))).toEqual([data.id])
  })

  it('of the maximum length has a link that works', async () => {
    const upload = await uploadFile(tenant, { bytes: 'long', filename: `${'🦦'.repeat(300)}.txt` })
    expect([...upload.filename]).toHaveLength(255)
    const answer = await requestLink(service, upload.url)
    expect([answer.status, await answer.text()]).toEqual([200, 'long'])
  })
})

describe('a form', () => {
  it.each(['constructor', 'toString', '__proto__', 'hasOwnProperty'])('with a field %s is refused by its name', async (name) => {
    const { status, body } = await sendForm(`${part(name, 'x')}${filePart}--b--\r\n`)
    expect([status, body.error?.code, body.error?.details?.[0]?.field]).toEqual([400, 'SVC-VALIDATION-UNKNOWN_FIELD', name])
    expect(await listUnfinishedFiles(service)).toEqual([])
  })

  it.each([
    ['thousands of fields', `${Array.from({ length: 5_000 }, (_, n) => part(`f${n}`, 'x')).join('')}${filePart}--b--\r\n`],
    ['a field of a megabyte', `${part('filename', 'x'.repeat(1_000_000))}${filePart}--b--\r\n`],
    ['a name of a megabyte', `${part('x'.repeat(1_000_000), 'x')}${filePart}--b--\r\n`],
    ['a part with a megabyte of headers', `--b\r\n${'X-Header: x\r\n'.repeat(80_000)}\r\nx\r\n${filePart}--b--\r\n`],
    ['nothing but boundaries', '--b\r\n'.repeat(10_000)],
    ['a part without a name', `--b\r\nContent-Disposition: form-data\r\n\r\nx\r\n${filePart}--b--\r\n`],
  ])('with %s is refused with a reason, or that part is nothing', async (_, raw) => {
    const { status, body } = await sendForm(raw)
    expect([201, 400, 413]).toContain(status)
    expect(status === 201 || body.error !== null).toBe(true)
    expect(await listUnfinishedFiles(service)).toEqual([])
  })
})

describe('a link', () => {
  it.each([
    'bytes=0-',
    'bytes=-0',
    'bytes=999-',
    'bytes=5-1',
    'bytes=0-1,3-4',
    `bytes=-${'9'.repeat(15)}`,
    `bytes=${'9'.repeat(30)}-`,
    'items=0-1',
  ])('that is requested for %s returns bytes of the file and no others', async (range) => {
    const { url } = await uploadFile(tenant, { bytes: '0123456789' })
    const answer = await requestLink(service, url, { headers: { range } })
    expect([200, 206]).toContain(answer.status)
    expect('0123456789').toContain(await answer.text())
  })

  it('works only for its tenant and its file', async () => {
    const other = await service.createTenant()
    const [own, theirs] = [await uploadFile(tenant, { bytes: 'own' }), await uploadFile(other, { bytes: 'theirs' })]
    const ofTenant = (url: string): string => /ten_[0-9a-z]+/.exec(url)?.[0] ?? ''
    for (const changed of [
      own.url.replace(own.id, theirs.id),
      own.url.replace(ofTenant(own.url), ofTenant(theirs.url)),
      own.url.replace('/files/', '/files//'),
      own.url.replace('type=text', 'type=text%2Fhtml&type=text'),
    ])
      expect((await requestLink(service, changed)).status, changed).toBeGreaterThanOrEqual(400)
  })

  it('for uploads accepts one of many concurrent files, and counts it once', async () => {
    const own = await service.createTenant()
    const size = 300_000
    const body = { filename: 'data.bin', contentType: 'application/octet-stream', size }
    const { data } = (await own.api<PresignedUpload>('POST', '/uploads/presigned', { body })).body
    const files = Array.from({ length: 6 }, () => randomBytes(size))
    const headers = { 'content-type': 'application/octet-stream' }
    const answers = await Promise.all(
      files.map((file) => requestLink(service, data.uploadUrl, { method: 'PUT', headers, body: new Uint8Array(file) })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409, 409])
    const { url } = (await own.skein.getUpload({ path: { id: data.id } })).data
    const found = Buffer.from(await (await requestLink(service, url)).arrayBuffer())
    expect(files.findIndex((file) => file.equals(found))).toBe(answers.findIndex(({ status }) => status === 200))
    expect([await listStoredFiles(service, own), await listUnfinishedFiles(service)]).toEqual([[data.id], []])
    expect(await readStorageUsage(own)).toContain('0.3 MiB')
  })

  it('for uploads accepts nothing once its upload was deleted', async () => {
    const own = await service.createTenant()
    const body = { filename: 'a', contentType: 'text/plain', size: 5 }
    const { data } = (await own.api<PresignedUpload>('POST', '/uploads/presigned', { body })).body
    await service.db.script(`delete from uploads where tenant_id = '${own.tenantId}'`)
    const answer = await requestLink(service, data.uploadUrl, { method: 'PUT', headers: { 'content-type': 'text/plain' }, body: 'hello' })
    expect([answer.status, await listStoredFiles(service, own)]).toEqual([404, []])
  })
})

it('an anonymised customer cannot be exported, like a deleted one', async () => {
  const requester = { email: 'gone@example.com' }
  const { data } = (await tenant.api('POST', '/threads', { body: { title: 'x', body: 'y', requester } })).body
  const customerId = (data['customer'] as { id: string }).id
  await runPrivacyRequest(tenant, '/privacy/erase', { customerId, mode: 'ANONYMIZE' })
  const asked = await tenant.api('POST', '/privacy/export', { body: { customerId } })
  if (asked.status === 202)
    expect(await runPrivacyRequest(tenant, '/privacy/export', { customerId })).toMatchObject({ state: 'FAILED', download: null })
  else expect(asked.status).toBe(404)
  expect((await postFile(tenant, { bytes: 'still works' })).status).toBe(201)
})
