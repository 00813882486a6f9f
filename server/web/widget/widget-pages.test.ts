/** The chat's pages as a browser gets them: who may show the frame, what it may run, and what is cached. */
import { describe, expect, it } from 'vitest'
import { setUpTenant } from '../../../test/support/service.ts'

const { service, tenant } = await setUpTenant()

type Settings = { allowedOrigins?: string[]; allowApps?: boolean }

let count = 0

/** Creates a chat of a website of its own, such as `www.site-1.example`. */
async function createChat(widget: Settings = {}): Promise<{ key: string; inboxId: string; site: string }> {
  const site = `site-${++count}.example`
  const { data } = await tenant.skein.createInbox({ body: { name: 'Chat', type: 'WIDGET', address: `https://www.${site}`, widget } })
  return { key: data.widget?.key ?? '', inboxId: data.id, site }
}

const get = (path: string, init?: RequestInit): Promise<Response> => fetch(`${service.baseUrl}${path}`, init)

/** Reads a directive of a response's policy. */
function readDirective({ headers }: Response, name: string): string | undefined {
  const directives = (headers.get('content-security-policy') ?? '').split('; ')
  return directives.find((each) => each.startsWith(`${name} `))?.slice(name.length + 1)
}

describe('the script', () => {
  it('is compressed, revalidated and allowed on every website', async () => {
    const response = await get('/w/skein.js', { headers: { Origin: 'https://shop.example' } })
    const { headers } = response
    expect(response.status).toBe(200)
    expect(headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    expect(headers.get('content-encoding')).toMatch(/^(br|gzip)$/)
    expect(headers.get('cache-control')).toBe('public, no-cache')
    expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    expect(headers.get('access-control-allow-origin')).toBe('*')
    const known = await get('/w/skein.js', { headers: { 'If-None-Match': headers.get('etag') ?? '' } })
    expect([known.status, await known.text()]).toEqual([304, ''])
  })
  it('has assets that are cached forever, and 404 for others', async () => {
    const { key } = await createChat()
    const page = await (await get(`/w/${key}`)).text()
    const paths = [...page.matchAll(/"(\/w\/assets\/[^"]+)"/g)].map(([, path]) => path ?? '')
    expect(paths).toHaveLength(2)
    for (const path of paths) {
      const response = await get(path)
      expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable'])
    }
    for (const path of ['/w/assets/none.js', '/w/assets/skein.js', '/w/assets/', '/w/skein.js.gz', '/w/licences.md', '/w/.sources'])
      expect([path, (await get(path)).status]).toEqual([path, 404])
  })
})

describe('the frame', () => {
  it('runs scripts and styles of files only, and no text as code', async () => {
    const { key } = await createChat()
    const response = await get(`/w/${key}`)
    const text = await response.text()
    expect(readDirective(response, 'script-src')).toBe("'self'")
    expect(readDirective(response, 'style-src')).toBe("'self'")
    expect(readDirective(response, 'default-src')).toBe("'none'")
    expect(readDirective(response, 'require-trusted-types-for')).toBe("'script'")
    expect(text).not.toMatch(/<script(?![^>]*\bsrc=)|<style|\bstyle=|\bon\w+=/)
    expect(response.headers.get('set-cookie')).toBeNull()
    expect(response.headers.get('referrer-policy')).toBe('no-referrer')
  })
  it.each<[string, Settings, string | undefined]>([
    ['the site of the address', {}, "'self' https://www.SITE https://SITE"],
    [
      'the allowed sites',
      { allowedOrigins: ['https://shop.example', 'https://*.shop.example'] },
      "'self' https://shop.example https://*.shop.example",
    ],
    ['every page with apps, whose origin is null', { allowApps: true }, undefined],
  ])('can be shown by %s', async (_, widget, ancestors) => {
    const { key, site } = await createChat(widget)
    expect(readDirective(await get(`/w/${key}`), 'frame-ancestors')).toBe(ancestors?.replaceAll('SITE', site))
  })
  it('follows the settings at once, also in a browser that has cached it', async () => {
    const { key, inboxId } = await createChat()
    const tag = (await get(`/w/${key}`)).headers.get('etag') ?? ''
    expect((await get(`/w/${key}`, { headers: { 'If-None-Match': tag } })).status).toBe(304)
    await tenant.skein.updateInbox({ path: { id: inboxId }, body: { widget: { allowedOrigins: ['https://new.example'] } } })
    const changed = await get(`/w/${key}`, { headers: { 'If-None-Match': tag } })
    expect([changed.status, readDirective(changed, 'frame-ancestors')]).toEqual([200, "'self' https://new.example"])
    await tenant.skein.updateInbox({ path: { id: inboxId }, body: { active: false } })
    expect((await get(`/w/${key}`)).status).toBe(404)
  })
})

describe('the page to try a chat', () => {
  it('includes the script, shows the line to paste, and is not indexed', async () => {
    const { key } = await createChat()
    const response = await get(`/w/${key}/try`)
    const text = await response.text()
    expect(text).toContain(`<script async src="/w/skein.js" data-key="${key}"></script>`)
    expect(text).toContain(`&lt;script async src=&quot;${service.config.baseUrl.origin}/w/skein.js&quot; data-key=&quot;${key}&quot;&gt;`)
    expect(response.headers.get('x-robots-tag')).toBe('noindex, nofollow')
    expect(readDirective(response, 'frame-ancestors')).toBe("'none'")
  })
})

describe('an unknown key', () => {
  it.each(['wgt_00000000000000000000000000', 'wgt_', 'wgt_x', `wgt_${'0'.repeat(200)}`, 'wgt_%3Cscript%3E'])(
    '%s has no pages',
    async (key) => {
      for (const path of [`/w/${key}`, `/w/${key}/try`]) {
        const response = await get(path)
        expect([path, response.status]).toEqual([path, 404])
        expect(await response.text()).not.toMatch(/<script|wgt_/)
      }
    },
  )
  it('of an inbox that is no chat has no pages', async () => {
    expect((await get(`/w/${tenant.inboxId.replace('inb_', 'wgt_')}`)).status).toBe(404)
  })
  it('is refused for other methods and other paths', async () => {
    const { key } = await createChat()
    expect((await get(`/w/${key}`, { method: 'POST' })).status).toBe(405)
    expect((await get(`/w/${key}/try/more`)).status).toBe(404)
    expect((await get(`/w/${key}`, { method: 'HEAD' })).status).toBe(200)
  })
})
