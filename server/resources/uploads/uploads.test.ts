/** Uploads: stored completely or not at all, with the type of their content, and read by signed links. */
import { createHash } from 'node:crypto'
import { connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import {
  requestLink,
  listStoredFiles,
  pdf,
  png,
  postFile,
  listUnfinishedFiles,
  uploadFile,
  readStorageUsage,
  zip,
} from '../../../test/support/files.ts'
import { until } from '../../../test/support/job-fixture.ts'
import { setUpTenant, startTestService, type TestTenant } from '../../../test/support/service.ts'
import { makeThread } from '../../../test/support/threads.ts'

const { service, tenant } = await setUpTenant({ worker: true })

const getSha256 = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('hex')

describe('an upload', () => {
  it('is READY at once, and its URL returns the same bytes as a file to be saved', async () => {
    const { status, headers, body } = await postFile(tenant, {
      bytes: 'number,subject\n42,Export\n',
      filename: 'C:\\exports\\表 März.csv',
      type: 'text/csv',
    })
    const { data } = body
    expect([status, headers.location]).toEqual([201, `/api/v1/uploads/${data.id}`])
    expect(data).toMatchObject({
      filename: '表 März.csv',
      contentType: 'text/csv',
      size: 25,
      sha256: getSha256('number,subject\n42,Export\n'),
      state: 'READY',
      messageId: null,
    })
    const read = (await tenant.skein.getUpload({ path: { id: data.id } })).data
    expect({ ...read, url: '' }).toEqual({ ...data, url: '' })
    for (const { url } of [data, read]) {
      const answer = await requestLink(service, url)
      expect([answer.status, await answer.text()]).toEqual([200, 'number,subject\n42,Export\n'])
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'content-type': 'text/csv',
        'content-length': '25',
        'content-disposition': expect.stringMatching(/^attachment; filename=".*"; filename\*=UTF-8''%E8%A1%A8%20M%C3%A4rz\.csv$/),
        'x-content-type-options': 'nosniff',
        'content-security-policy': expect.stringContaining('sandbox'),
      })
    }
    expect(await listUnfinishedFiles(service)).toEqual([])
  })

  it.each([
    ['a picture', png, 'image/png', 'image/png', 'inline'],
    ['a picture without a type', png, 'application/octet-stream', 'image/png', 'inline'],
    ['a PDF', pdf, 'application/pdf', 'application/pdf', 'inline'],
    ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>', 'image/svg+xml', 'image/svg+xml', 'attachment'],
    [
      'an SVG with a prologue',
      '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>',
      'image/svg+xml',
      'image/svg+xml',
      'attachment',
    ],
    ['HTML', '<!doctype html><script>alert(1)</script>', 'text/html', 'text/html', 'attachment'],
    ['an archive', zip, 'application/x-zip-compressed', 'application/zip', 'attachment'],
    [
      'a document that is an archive',
      zip,
      'application/vnd.oasis.opendocument.text',
      'application/vnd.oasis.opendocument.text',
      'attachment',
    ],
    ['bytes that say they are text', Buffer.from([0x61, 0, 0xff, 0xfe]), 'text/plain', 'application/octet-stream', 'attachment'],
    ['something unknown', 'anything', 'application/x-own', 'application/x-own', 'attachment'],
  ])('of %s is served with its real type', async (_, bytes, said, contentType, disposition) => {
    const upload = await uploadFile(tenant, { bytes, type: said })
    expect(upload.contentType).toBe(contentType)
    const answer = await requestLink(service, upload.url, { method: 'HEAD' })
    expect([answer.headers.get('content-type'), answer.headers.get('content-disposition')?.split(';')[0]]).toEqual([
      contentType,
      disposition,
    ])
    const saved = await requestLink(service, `${upload.url}&download`, { method: 'HEAD' })
    expect([saved.status, saved.headers.get('content-disposition')?.split(';')[0]]).toEqual([200, 'attachment'])
  })

  it.each([
    ['an archive named .png', zip, 'photo.png', 'image/png'],
    ['a page named .jpg', '<html></html>', 'photo.jpg', 'image/jpeg'],
    ['a picture that says it is a page', png, 'page.html', 'text/html'],
    ['a PDF that says it is a picture', pdf, 'scan.gif', 'image/gif'],
  ])('of %s is refused, and nothing is stored', async (_, bytes, filename, type) => {
    const before = await readStorageUsage(tenant)
    const { status, body } = await postFile(tenant, { bytes, filename, type })
    expect([status, body.error?.code]).toEqual([422, 'SVC-UPLOAD-TYPE_REJECTED'])
    expect([await readStorageUsage(tenant), await listUnfinishedFiles(service)]).toEqual([before, []])
  })

  it.each([
    ['no file', { filename: 'a' }, 'file'],
    ['a text in place of the file', { file: 5 }, 'file'],
    ['an empty file', { file: '' }, 'file'],
    ['a field that is not known', { file: 'a', colour: 'red' }, 'colour'],
    ['another checksum', { file: 'a', sha256: '0'.repeat(64) }, 'sha256'],
    ['no checksum', { file: 'a', sha256: 'abc' }, 'sha256'],
  ])('with %s is refused by the name of the field', async (_, body, field) => {
    const answer = await tenant.api('POST', '/uploads', { body })
    expect([answer.status, answer.body.error?.details?.[0]?.field]).toEqual([400, field])
    expect(await listUnfinishedFiles(service)).toEqual([])
  })

  it.each([
    [
      'two files',
      '--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\na\r\n--b\r\nContent-Disposition: form-data; name="file"; filename="b"\r\n\r\nb\r\n--b--\r\n',
    ],
    ['no end', '--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nhalf of'],
    ['another boundary', '--c\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\na\r\n--c--\r\n'],
    ['nothing', ''],
  ])('whose form has %s is refused, and nothing is stored', async (_, raw) => {
    const answer = await tenant.api('POST', '/uploads', { raw, headers: { 'content-type': 'multipart/form-data; boundary=b' } })
    expect(answer.status, answer.text).toBe(400)
    expect(await listUnfinishedFiles(service)).toEqual([])
  })

  it('that its sender aborts leaves nothing', async () => {
    const before = await readStorageUsage(tenant)
    const socket = connect(service.port, '127.0.0.1')
    const begin = '--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n'
    socket.write(
      `POST /api/v1/uploads HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${tenant.key}\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 900000\r\n\r\n${begin}${'x'.repeat(300_000)}`,
    )
    await until(async () => (await listUnfinishedFiles(service)).length === 1)
    socket.destroy()
    await until(async () => (await listUnfinishedFiles(service)).length === 0)
    expect(await readStorageUsage(tenant)).toBe(before)
  })

  it('that is too large is refused before it is sent, or leaves nothing', async () => {
    const announced = await tenant.api('POST', '/uploads', {
      raw: 'a',
      headers: { 'content-type': 'multipart/form-data; boundary=b', 'content-length': '30000000', connection: 'close' },
    })
    expect([announced.status, announced.body.error?.code]).toEqual([413, 'SVC-UPLOAD-TOO_LARGE'])
    const large = await postFile(tenant, { bytes: Buffer.alloc(26_214_401, 'a') })
    expect([large.status, large.body.error?.code, await listUnfinishedFiles(service)]).toEqual([413, 'SVC-UPLOAD-TOO_LARGE', []])
  })

  it('is created once per Idempotency-Key; another file with the key is refused', async () => {
    const headers = { 'idempotency-key': 'one-upload' }
    const first = await postFile(tenant, { bytes: 'the same' }, { headers })
    const before = (await listStoredFiles(service, tenant)).length
    const again = await postFile(tenant, { bytes: 'the same' }, { headers })
    expect([again.status, again.headers['idempotent-replayed'], again.text]).toEqual([201, 'true', first.text])
    const other = await postFile(tenant, { bytes: 'not the same' }, { headers })
    expect([other.status, other.body.error?.code]).toEqual([422, 'SVC-IDEMPOTENCY-KEY_REUSED'])
    expect([(await listStoredFiles(service, tenant)).length, await listUnfinishedFiles(service)]).toEqual([before, []])
  })

  it('sent many times with one key, on two nodes, is one file that counts once', async () => {
    const own = await service.createTenant()
    const node = await service.startNode()
    const there: TestTenant = { ...own, api: (method, path, options) => node.api(method, path, { ...options, key: own.key }) }
    const headers = { 'idempotency-key': 'many-at-once' }
    const answers = await Promise.all(Array.from({ length: 10 }, (_, i) => postFile(i % 2 ? own : there, { bytes: 'once' }, { headers })))
    const ids = new Set(answers.filter(({ status }) => status === 201).map(({ body }) => body.data.id))
    expect(await listStoredFiles(service, own)).toEqual([...ids])
    expect(ids.size).toBe(1)
    const other = await service.createTenant()
    await postFile(other, { bytes: 'once' })
    expect(await readStorageUsage(own)).toBe(await readStorageUsage(other))
  })

  it('beyond the quota is 507, even concurrently, and existing files stay', async () => {
    const limited = await startTestService({ config: { uploads: { ...service.config.uploads, quotaBytes: 1_000 } } })
    const small = await limited.createTenant()
    const answers = await Promise.all(Array.from({ length: 8 }, () => postFile(small, { bytes: 'x'.repeat(300) }, { mayFail: true })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 201, 507, 507, 507, 507, 507])
    for (const { status, body } of answers)
      if (status === 201) expect((await small.skein.getUpload({ path: { id: body.data.id } })).data.state).toBe('READY')
    expect((await postFile(small, { bytes: 'x'.repeat(50) }, { mayFail: true })).status).toBe(201)
    await limited.stop()
  })
})

describe('a link', () => {
  it('works until it expires, and not for another file, name or method', async () => {
    const upload = await uploadFile(tenant, { bytes: 'secret' })
    const other = await uploadFile(tenant, { bytes: 'other' })
    const changed = [
      upload.url.replace(upload.id, other.id),
      upload.url.replace('notes.txt', 'notes.htm'),
      upload.url.replace('text%2Fplain', 'text%2Fhtml'),
      upload.url.replace(/expires=\d+/, 'expires=9999999999'),
      upload.url.slice(0, -1),
      upload.url.replace(/&signature.*/, ''),
    ]
    for (const url of changed) expect([(await requestLink(service, url)).status, url]).toEqual([403, url])
    expect((await requestLink(service, upload.url, { method: 'PUT', body: 'x' })).status).toBe(403)
    expect((await requestLink(service, upload.url, { method: 'DELETE' })).status).toBe(405)
    expect(Number(/expires=(\d+)/.exec(upload.url)?.[1]) - Date.now() / 1000).toBeLessThan(301)
  })

  it('returns parts of a file', async () => {
    const { url } = await uploadFile(tenant, { bytes: '0123456789' })
    const part = async (range: string) => {
      const answer = await requestLink(service, url, { headers: { range } })
      return [answer.status, answer.headers.get('content-range'), await answer.text()]
    }
    expect(await part('bytes=2-4')).toEqual([206, 'bytes 2-4/10', '234'])
    expect(await part('bytes=-3')).toEqual([206, 'bytes 7-9/10', '789'])
    expect(await part('bytes=8-99')).toEqual([206, 'bytes 8-9/10', '89'])
    expect(await part('bytes=99-')).toEqual([200, null, '0123456789'])
    expect(await part('lines=1-2')).toEqual([200, null, '0123456789'])
  })

  it('is never served on the dashboard’s host', async () => {
    const { url } = await uploadFile(tenant, { bytes: 'a' })
    const { pathname, search } = new URL(url)
    const { request } = await import('node:http')
    const statusAt = (host: string): Promise<number> =>
      new Promise((resolve, reject) => {
        request({ host: '127.0.0.1', port: service.port, path: pathname + search, headers: { host } }, (answer) => {
          answer.resume()
          resolve(answer.statusCode ?? 0)
        })
          .on('error', reject)
          .end()
      })
    expect([await statusAt('localhost'), await statusAt('app.localhost')]).toEqual([200, 404])
  })
})

describe('a presigned upload', () => {
  const announce = async (more: object = {}) =>
    (await tenant.skein.createPresignedUpload({ body: { filename: 'a.txt', contentType: 'text/plain', size: 5, ...more } })).data
  const put = (url: string, body: string | Buffer, headers: Record<string, string>) =>
    requestLink(service, url, {
      method: 'PUT',
      body: new Uint8Array(Buffer.from(body)),
      headers: { 'content-type': headers['Content-Type'] ?? '' },
    })

  it('takes exactly the announced file, once', async () => {
    const { id, uploadUrl, headers, state, url } = await announce({ sha256: getSha256('hello').toUpperCase() })
    expect([state, url]).toEqual(['PENDING', null])
    for (const [body, type] of [
      ['hello!', 'text/plain'],
      ['hell', 'text/plain'],
      ['hello', 'text/html'],
      ['HELLO', 'text/plain'],
    ] as const)
      expect([body, type, (await put(uploadUrl, body, { 'Content-Type': type })).status]).toEqual([body, type, 400])
    const answers = await Promise.all([put(uploadUrl, 'hello', headers), put(uploadUrl, 'hello', headers)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect((await put(uploadUrl, 'hello', headers)).status).toBe(409)
    const ready = (await tenant.skein.getUpload({ path: { id } })).data
    expect([ready.state, await (await requestLink(service, ready.url)).text()]).toEqual(['READY', 'hello'])
    const { body } = await tenant.api<{ type: string }[]>('GET', `/events?limit=100&types=upload.updated`)
    expect(body.data.length).toBeGreaterThan(0)
    expect(await listUnfinishedFiles(service)).toEqual([])
  })

  it('is REJECTED when the content has another type, and no longer counts', async () => {
    const { id, uploadUrl, headers } = await announce({ contentType: 'image/png', size: zip.length })
    expect((await put(uploadUrl, zip, headers)).status).toBe(422)
    expect((await tenant.skein.getUpload({ path: { id } })).data).toMatchObject({ state: 'REJECTED', url: null })
    const attachments = [{ uploadId: id }]
    const refused = await tenant.api('POST', `/threads/${await makeThread(tenant)}/reply`, { body: { body: 'x', attachments } })
    expect(refused.body.error?.code).toBe('SVC-UPLOAD-NOT_READY')
  })

  it('is refused with a link that was changed or has expired', async () => {
    const { uploadUrl, headers } = await announce()
    const other = await announce()
    expect((await put(uploadUrl.replace(/upl_\w+/, other.id), 'hello', headers)).status).toBe(403)
    expect((await put(uploadUrl.replace(/expires=\d+/, 'expires=1'), 'hello', headers)).status).toBe(403)
    expect((await requestLink(service, uploadUrl)).status).toBe(403)
  })
})
