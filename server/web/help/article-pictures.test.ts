/** Pictures uploaded for articles are public and stored as long as their article is. */
import { request } from 'node:http'
import { expect, it } from 'vitest'
import type { KbArticle, Upload } from '../../../client/index.ts'
import { listStoredFiles, pdf, png, postFile, uploadFile } from '../../../test/support/files.ts'
import { until } from '../../../test/support/job-fixture.ts'
import { setUpService } from '../../../test/support/service.ts'
import { earlierSql } from '../../../test/support/earlier.ts'

const service = await setUpService({ worker: true })
const tenant = await service.createTenant('acme')

type Visit = { status: number; type: string | undefined; bytes: Buffer }

/** Requests a path on the tenant's host, as a visitor's browser does. */
function visit(path: string): Promise<Visit> {
  return new Promise((done, fail) => {
    const asked = request({ port: service.port, path, headers: { host: 'acme.localhost' } }, (res) => {
      const pieces: Buffer[] = []
      res.on('data', (piece: Buffer) => pieces.push(piece))
      res.on('end', () => done({ status: res.statusCode ?? 0, type: res.headers['content-type'], bytes: Buffer.concat(pieces) }))
    })
    asked.on('error', fail)
    asked.end()
  })
}

const uploadPicture = () => uploadFile(tenant, { bytes: png, filename: 'screen.png', type: 'image/png' })
const getPath = ({ id }: { id: string }) => `/help/files/${id}`
const create = async (body: object) => (await tenant.api<KbArticle>('POST', '/kb/articles', { body })).body.data
const readUpload = async ({ id }: Upload) => (await tenant.api<Upload & { articleId: string | null }>('GET', `/uploads/${id}`)).body

it('visitors can read a picture while its article is published and public', async () => {
  const picture = await uploadPicture()
  const { id, slug } = await create({ title: 'Pictured', body: `![The screen](${getPath(picture)})` })
  expect((await readUpload(picture)).data.articleId).toBe(id)
  expect((await visit(getPath(picture))).status).toBe(404)
  await tenant.skein.publishKbArticle({ path: { id } })
  expect(await visit(getPath(picture))).toMatchObject({ status: 200, type: 'image/png', bytes: png })
  const page = await visit(`/help/en/articles/${slug}`)
  expect(page.bytes.toString()).toContain(`<img src="${getPath(picture)}" alt="The screen" loading="lazy" />`)
  for (const change of [{ visibility: 'INTERNAL' }, { visibility: 'PUBLIC', status: 'ARCHIVED' }]) {
    await tenant.api('PATCH', `/kb/articles/${id}`, { body: change })
    expect((await visit(getPath(picture))).status, JSON.stringify(change)).toBe(404)
  }
})

it('visitors can read no other file, whatever its type, owner or tenant', async () => {
  const document = await uploadFile(tenant, { bytes: pdf, filename: 'a.pdf', type: 'application/pdf' })
  const vector = await uploadFile(tenant, { bytes: '<svg xmlns="http://www.w3.org/2000/svg"/>', filename: 'a.svg', type: 'image/svg+xml' })
  const attached = await uploadPicture()
  const attachments = [{ uploadId: attached.id }]
  const thread = { title: 'x', body: 'y', requester: { email: 'ada@example.com' }, attachments }
  expect((await tenant.api('POST', '/threads', { body: thread })).status).toBe(201)
  const other = await service.createTenant('other')
  const foreign = (await postFile(other, { bytes: png, filename: 'b.png', type: 'image/png' })).body.data
  const loose = await uploadPicture()
  const files = [document, vector, attached, foreign]
  await create({ title: 'Names all', status: 'PUBLISHED', body: files.map((file) => `![](${getPath(file)})`).join('\n') })
  const unknown = { id: `upl_${'0'.repeat(26)}` }
  for (const file of [...files, loose, unknown, { id: 'none' }]) expect((await visit(getPath(file))).status, getPath(file)).toBe(404)
  expect((await visit(`${getPath(loose)}/more`)).status).toBe(404)
})

it('a picture outlives unused uploads and edits, and is deleted with its article', async () => {
  const [picture, unused] = [await uploadPicture(), await uploadPicture()]
  const { id } = await create({ title: 'Kept', status: 'PUBLISHED', body: `![](${getPath(picture)})` })
  await tenant.skein.updateKbArticle({ path: { id }, body: { body: 'Without it, for now.' } })
  await service.db.script(`update uploads set created_at = ${earlierSql('created_at', "interval '10 days'")}`)
  await tenant.skein.updateTenantSettings({ body: { retention: { uploads: 5 } } })
  await until(async () => (await tenant.api('GET', `/uploads/${unused.id}`)).status === 404, 120_000)
  expect((await visit(getPath(picture))).status).toBe(200)
  // A picture of an article cannot be attached to a message.
  const thread = { title: 'x', body: 'y', requester: { email: 'ada@example.com' }, attachments: [{ uploadId: picture.id }] }
  expect((await tenant.api('POST', '/threads', { body: thread })).status).toBe(409)
  await tenant.skein.deleteKbArticle({ path: { id } })
  expect((await tenant.api('GET', `/uploads/${picture.id}`)).status).toBe(404)
  await until(async () => !(await listStoredFiles(service, tenant)).includes(picture.id), 120_000)
})
