/** The logo and the colour of a tenant: who can set and load them, and the pages and mails that show them. */
import { describe, expect, it } from 'vitest'
import { statement } from '#platform/db.ts'
import { getContrast } from '../../widget/shared/colours.ts'
import { png, uploadFile } from '../../test/support/files.ts'
import { readMailFiles } from '../../test/support/mail-server.ts'
import { until } from '../../test/support/job-fixture.ts'
import { getSatisfaction } from '../../test/support/satisfaction.ts'
import { setUpService, type TestTenant } from '../../test/support/service.ts'
import { makeThread } from '../../test/support/threads.ts'

const service = await setUpService({ worker: true })
const { visit, askByLink, makeThread: makeRatedThread } = getSatisfaction(service)

const uploadLogo = async (tenant: TestTenant, more: { bytes?: Buffer; type?: string; filename?: string } = {}) =>
  (await uploadFile(tenant, { bytes: png, filename: 'logo.png', type: 'image/png', ...more })).id
const change = (tenant: TestTenant, brand: object) =>
  tenant.api<{ id: string; brand: { logoUploadId: string | null; color: string | null } }>('PATCH', '/tenant/settings', { body: { brand } })
const toUrl = (slug: string, path: string) => {
  const url = new URL(path, service.config.baseUrl)
  url.hostname = `${slug}.${url.hostname}`
  return url.href
}
const findStyle = (text: string) => /href="(\/brand\/[0-9a-f]{10}\/[0-9a-f]{6}\.css)"/.exec(text)?.[1]
const findLogo = (text: string) => /src="([^"]*\/brand\/ten_\w{26}\/upl_\w{26})"/.exec(text)?.[1]

describe('the brand of a tenant', () => {
  it('keeps what is not sent, and is empty again with null', async () => {
    const tenant = await service.createTenant()
    expect((await tenant.skein.getTenantSettings()).data.brand).toEqual({ logoUploadId: null, color: null })
    const logoUploadId = await uploadLogo(tenant)
    expect((await change(tenant, { logoUploadId })).body.data.brand).toEqual({ logoUploadId, color: null })
    expect((await change(tenant, { color: '#0B6E4F' })).body.data.brand).toEqual({ logoUploadId, color: '#0b6e4f' })
    expect((await change(tenant, { logoUploadId: null, color: null })).body.data.brand).toEqual({ logoUploadId: null, color: null })
  })

  it.each(['#fff', 'red', '#0b6e4f;}', '', '#12345g', 7])('refuses the colour %s', async (color) => {
    const refused = await change(await service.createTenant(), { color })
    expect([refused.status, refused.body.error?.details?.map(({ field }) => field)]).toEqual([400, ['brand.color']])
  })

  it('takes only unused small pictures of the tenant without code', async () => {
    const [tenant, other] = [await service.createTenant(), await service.createTenant()]
    const used = await uploadLogo(tenant)
    await makeThread(tenant).then((id) =>
      tenant.api('POST', `/threads/${id}/reply`, { body: { body: 'See', attachments: [{ uploadId: used }], sendBy: 'NONE' } }),
    )
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
    const refused = [
      await uploadLogo(other),
      used,
      await uploadLogo(tenant, { bytes: svg, type: 'image/svg+xml', filename: 'logo.svg' }),
      await uploadLogo(tenant, { bytes: Buffer.from('text'), type: 'text/plain', filename: 'a.txt' }),
      await uploadLogo(tenant, { bytes: Buffer.concat([png, Buffer.alloc(512 * 1024)]) }),
      `upl_${'0'.repeat(26)}`,
    ]
    for (const logoUploadId of refused) {
      const response = await change(tenant, { logoUploadId })
      expect([response.status, response.body.error?.code, response.body.error?.details?.[0]?.field], logoUploadId).toEqual([
        422,
        'SVC-VALIDATION-UNKNOWN_REFERENCE',
        'brand.logoUploadId',
      ])
    }
  })

  it('keeps its logo from becoming a file of a message, which is deleted with it', async () => {
    const tenant = await service.createTenant()
    const logoUploadId = await uploadLogo(tenant)
    await change(tenant, { logoUploadId })
    const path = `/threads/${await makeThread(tenant)}/reply`
    const reply = await tenant.api('POST', path, { body: { body: 'See', attachments: [{ uploadId: logoUploadId }], sendBy: 'NONE' } })
    expect([reply.status, reply.body.error?.code]).toEqual([409, 'SVC-UPLOAD-ALREADY_ATTACHED'])
  })
})

describe('the logo', () => {
  it('is public and cached for ever, and its earlier paths lead to it', async () => {
    const tenant = await service.createTenant()
    const [first, second] = [await uploadLogo(tenant), await uploadLogo(tenant)]
    const { id } = (await change(tenant, { logoUploadId: first })).body.data
    const read = (uploadId: string) => visit(new URL(`/brand/${id}/${uploadId}`, service.config.baseUrl).href)
    const shown = await read(first)
    expect([shown.status, shown.headers]).toEqual([
      200,
      expect.objectContaining({
        'content-type': 'image/png',
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
        'content-security-policy': expect.stringContaining("default-src 'none'"),
      }),
    ])
    await change(tenant, { logoUploadId: second })
    const moved = await read(first)
    expect([moved.status, moved.headers['location'], moved.headers['cache-control']]).toEqual([302, `/brand/${id}/${second}`, 'no-cache'])
    await change(tenant, { logoUploadId: null })
    expect((await read(second)).status).toBe(404)
  })

  it('of another tenant, and any other upload, is not served', async () => {
    const [tenant, other] = [await service.createTenant(), await service.createTenant()]
    const [logo, secret] = [await uploadLogo(tenant), await uploadLogo(tenant)]
    const { id } = (await change(tenant, { logoUploadId: logo })).body.data
    const foreign = (await other.skein.getTenantSettings()).data.id
    const statusOf = async (path: string) => (await visit(new URL(path, service.config.baseUrl).href)).status
    expect(await statusOf(`/brand/${foreign}/${logo}`)).toBe(404)
    // The path of another upload leads to the logo, and never to that upload.
    expect(await statusOf(`/brand/${id}/${secret}`)).toBe(302)
    for (const path of [
      '/brand/',
      '/brand/x',
      `/brand/${id}`,
      `/brand/${id}/${logo}/x`,
      '/brand/0000000000/0b6e4f.css',
      `/brand/${id}/..%2f`,
    ])
      expect(await statusOf(path), path).toBe(404)
  })

  it('outlives the retention of uploads while it is used', async () => {
    const tenant = await service.createTenant()
    const [logo, orphan] = [await uploadLogo(tenant), await uploadLogo(tenant)]
    await change(tenant, { logoUploadId: logo })
    const age = statement<{ tenantId: string }, object>(
      `update uploads set created_at = created_at - interval '10 days' where tenant_id = :tenantId::uuid`,
    )
    await service.db.rows(age, { tenantId: tenant.tenantId })
    await tenant.api('PATCH', '/tenant/settings', { body: { retention: { uploads: 5 } } })
    const statusOf = async (id: string) => (await tenant.api('GET', `/uploads/${id}`)).status
    await until(async () => (await statusOf(orphan)) === 404)
    expect(await statusOf(logo)).toBe(200)
  })
})

describe('the pages and mails of a tenant', () => {
  it('show the logo and the colour everywhere, and the service’s looks without them', async () => {
    const tenant = await service.createTenant()
    const chat = await tenant.skein.createInbox({ body: { name: 'Chat', type: 'WIDGET', address: `${tenant.slug}.example` } })
    const key = chat.data.widget?.key ?? ''
    const { url } = await askByLink(tenant, await makeRatedThread(tenant))
    const pages = [toUrl(tenant.slug, '/help'), url, `${url}/unsubscribe`, new URL(`/w/${key}/form`, service.config.baseUrl).href]
    for (const page of pages) {
      const { text } = await visit(page)
      expect([findStyle(text), findLogo(text)], page).toEqual([undefined, undefined])
    }
    const logoUploadId = await uploadLogo(tenant)
    const { id } = (await change(tenant, { logoUploadId, color: '#ffd54f' })).body.data
    for (const page of pages) {
      const { text, headers } = await visit(page)
      expect(findLogo(text), page).toBe(`/brand/${id}/${logoUploadId}`)
      const style = await visit(new URL(findStyle(text) ?? '', page).href)
      expect([style.status, style.headers['content-type'], style.headers['cache-control']], page).toEqual([
        200,
        'text/css; charset=utf-8',
        'public, max-age=31536000, immutable',
      ])
      expect(style.text).toContain('--fill:#ffd54f')
      expect(headers['content-security-policy']).toMatch(/img-src 'self'/)
    }
  })

  it('have the logo and the colour in mails, from the service’s own address', async () => {
    const tenant = await service.createTenant()
    const logoUploadId = await uploadLogo(tenant)
    const { id } = (await change(tenant, { logoUploadId, color: '#ffd54f' })).body.data
    await tenant.skein.createUser({ body: { email: `${tenant.slug}@example.com`, name: 'Ada', role: 'AGENT' } })
    const find = async () => (await readMailFiles(service.config)).find(({ to }) => to?.[0]?.address === `${tenant.slug}@example.com`)
    await until(async () => (await find()) !== undefined)
    const { html = '', text = '' } = (await find()) ?? {}
    expect(findLogo(html)).toBe(new URL(`/brand/${id}/${logoUploadId}`, service.config.baseUrl).href)
    expect(html).toContain('background-color: #ffd54f;')
    // Black letters, because white ones would not be legible on yellow.
    expect(html).toContain('color: #000000; text-decoration: none;')
    expect(text).not.toContain('/brand/')
  })

  it.each(['#ffffff', '#000000', '#ffd54f', '#0b6e4f', '#777777', '#e53935'])('are legible in %s', async (color) => {
    const tenant = await service.createTenant()
    await change(tenant, { color })
    const page = toUrl(tenant.slug, '/help')
    const { text } = await visit(new URL(findStyle((await visit(page)).text) ?? '', page).href)
    const blocks = [...text.matchAll(/--fill:(#\w{6});--fill-hover:(#\w{6});--on-fill:(#\w{6});--accent:(#\w{6});--tint:(#\w{6})/g)]
    expect(blocks).toHaveLength(2)
    for (const [i, [, fill = '', hover = '', ink = '', accent = '', tint = '']] of blocks.entries()) {
      const surface = i === 0 ? '#ffffff' : '#181716'
      const pairs = [
        [ink, fill],
        [ink, hover],
        [accent, surface],
        [accent, tint],
      ] as const
      for (const [text1, ground] of pairs) expect(getContrast(text1, ground), `${text1} on ${ground}`).toBeGreaterThanOrEqual(4.5)
    }
  })
})
