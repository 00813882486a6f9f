/** Files in an S3 bucket: the same operations, and files that are sent directly to the bucket. */
import { createHash } from 'node:crypto'
import { afterAll, expect, it } from 'vitest'
import type { PresignedUpload, SystemHealth, Upload } from '../../../client/index.ts'
import { getFileStore } from '#platform/files/file-store.ts'
import { until } from '../../../test/support/job-fixture.ts'
import { startS3Server } from '../../../test/support/s3-server.ts'
import { setUpTenant } from '../../../test/support/service.ts'
import { makeThread } from '../../../test/support/threads.ts'

const s3 = await startS3Server()
afterAll(() => s3.stop())
const { service, tenant } = await setUpTenant({
  worker: true,
  config: { uploads: { location: s3.location, quotaBytes: 1_000_000, reserveBytes: 0 } },
})

const announce = async (body: object) =>
  (await tenant.api<PresignedUpload>('POST', '/uploads/presigned', { body: { filename: 'a.txt', ...body } })).body.data
const put = async ({ uploadUrl, headers }: PresignedUpload, body: string): Promise<number> => {
  const { 'Content-Length': _, ...others } = headers
  return (await fetch(uploadUrl, { method: 'PUT', headers: others, body })).status
}
const read = async (id: string): Promise<Upload> => (await tenant.skein.getUpload({ path: { id } })).data
const settled = async (id: string): Promise<Upload> => {
  await until(async () => (await read(id)).state !== 'PENDING')
  return read(id)
}
const getText = async (url: string | null): Promise<string> =>
  (await fetch((url ?? '').replace('http://localhost', service.baseUrl))).text()
const getSha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

it('an upload is kept in the bucket, read by our link, and deleted with its reply', async () => {
  const { body } = await tenant.api<Upload>('POST', '/uploads', { body: { file: 'in a bucket' } })
  const { id, url } = body.data
  expect(await getText(url)).toBe('in a bucket')
  const key = { tenantId: tenant.tenantId, name: id }
  expect(await getFileStore(service.config).sizeOf(key)).toBe(11)
  const later = { body: 'later', undoSeconds: 100, attachments: [{ uploadId: id }] }
  const reply = await tenant.api('POST', `/threads/${await makeThread(tenant)}/reply`, { body: later })
  await tenant.skein.deleteMessage({ path: { id: String(reply.body.data['id']) } })
  await until(async () => (await getFileStore(service.config).sizeOf(key)) === null)
})

it('a file goes directly to the bucket, and is READY after its check', async () => {
  const presigned = await announce({ contentType: 'text/plain', size: 5, sha256: getSha256('hello') })
  expect(presigned.uploadUrl.startsWith(s3.location.endpoint ?? '')).toBe(true)
  expect(await put(presigned, 'hello')).toBe(200)
  const ready = await settled(presigned.id)
  expect([ready, await getText(ready.url)]).toMatchObject([{ state: 'READY', size: 5, sha256: getSha256('hello') }, 'hello'])
  // A file that is sent to the same URL later does not replace the checked one.
  await put(presigned, 'jello')
  expect(await getText((await read(presigned.id)).url)).toBe('hello')
})

it('the bucket refuses another size or type, and other content is REJECTED', async () => {
  const exact = await announce({ contentType: 'text/plain', size: 5 })
  expect([await put(exact, 'hello!'), await put({ ...exact, headers: { 'Content-Type': 'text/html' } }, 'hello')]).toEqual([403, 403])
  const sum = await announce({ contentType: 'text/plain', size: 5, sha256: getSha256('hello') })
  const lie = await announce({ contentType: 'image/png', size: 5 })
  // This S3 server accepts a file whose checksum differs from its header; Amazon's does not.
  expect([await put(sum, 'jello'), await put(lie, 'hello')]).toEqual([200, 200])
  expect([(await settled(sum.id)).state, (await settled(lie.id)).state, (await read(exact.id)).state]).toEqual([
    'REJECTED',
    'REJECTED',
    'PENDING',
  ])
})

it('a bucket that does not respond is 503 and DOWN, and nothing is lost', async () => {
  const away = await service.startNode({
    config: { uploads: { ...service.config.uploads, location: { ...s3.location, endpoint: 'http://127.0.0.1:1' } } },
  })
  const answer = await away.api('POST', '/uploads', { key: tenant.key, body: { file: 'a' }, mayFail: true })
  expect([answer.status, answer.headers['retry-after']]).toEqual([503, '1'])
  const health = await away.api<SystemHealth[]>('GET', '/system-health', { key: tenant.key })
  expect(health.body.data.find(({ component }) => component === 'storage')).toMatchObject({ status: 'DOWN' })
})
