/** How the service serves the dashboard: host and port, content security policy, and caching. */
import { once } from 'node:events'
import { request, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { createApp } from '../../server/app.ts'
import { openDashboardPort } from '../../server/web/dashboard-host.ts'
import { createLog } from '../../server/platform/log.ts'
import { setUpService } from '../../test/support/service.ts'
import { createDashboardFiles } from '../../server/web/site/dashboard-files.ts'

const service = await setUpService()

type HttpResponse = { status: number; headers: IncomingHttpHeaders; bytes: Buffer; text: string }

function send(path: string, headers: Record<string, string> = {}, { method = 'GET', port = service.port } = {}): Promise<HttpResponse> {
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, path, method, headers: { host: 'app.localhost', ...headers } }, (incoming) => {
      const chunks: Buffer[] = []
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
      incoming.on('end', () => {
        const bytes = Buffer.concat(chunks)
        resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, bytes, text: bytes.toString('utf8') })
      })
    })
      .on('error', reject)
      .end()
  })
}

const findScript = (shell: string): string => /<script type="module" crossorigin src="(\/assets\/[^"]+\.js)"/.exec(shell)?.[1] ?? ''

describe('on app. below the base host', () => {
  it('every path is the shell, so that links into the dashboard work', async () => {
    const shell = await send('/')
    expect([shell.status, shell.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    expect(findScript(shell.text)).not.toBe('')
    for (const path of ['/inbox/mine', '/threads/thr_01', '/reset-password', '/docs', '/healthz', '/metrics'])
      expect((await send(path)).text, path).toBe(shell.text)
  })
  it('the page has no inline code, and its policy forbids it, as well as other hosts', async () => {
    const { text, headers } = await send('/')
    expect(text).not.toMatch(/<script(?![^>]*\ssrc=)|<style|\son\w+=|\sstyle=/)
    const policy = String(headers['content-security-policy'])
    expect(policy).toMatch(/^default-src 'none';/)
    for (const part of ["script-src 'self'", "style-src 'self'", "frame-ancestors 'none'", "require-trusted-types-for 'script'"])
      expect(policy.split('; ')).toContain(part)
    expect(policy.replace("style-src-attr 'unsafe-inline'", '')).not.toMatch(/unsafe|\*/)
    expect(policy).toContain("connect-src 'self' http://localhost")
  })
  it('files are cached for a year and compressed; the shell is revalidated', async () => {
    const shell = await send('/')
    expect(shell.headers['cache-control']).toBe('public, no-cache')
    const plain = await send(findScript(shell.text))
    expect(plain.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(plain.headers['content-type']).toBe('text/javascript; charset=utf-8')
    const brotli = await send(findScript(shell.text), { 'accept-encoding': 'gzip, br' })
    expect(brotli.headers['content-encoding']).toBe('br')
    expect(brotliDecompressSync(brotli.bytes).equals(plain.bytes)).toBe(true)
    const gzip = await send(findScript(shell.text), { 'accept-encoding': 'gzip' })
    expect(gunzipSync(gzip.bytes).equals(plain.bytes)).toBe(true)
    // The build compresses at the highest level, the service itself at a lower one.
    expect(brotli.bytes.length).toBeLessThan(gzip.bytes.length * 0.95)
    expect((await send('/', { 'if-none-match': String(shell.headers.etag) })).status).toBe(304)
  })
  it('the dashboard can be installed, and its service worker is checked for changes', async () => {
    const manifest = await send('/manifest.webmanifest')
    expect(manifest.headers['content-type']).toBe('application/manifest+json; charset=utf-8')
    // Safe because the file is the dashboard's own.
    const { icons, start_url: start } = JSON.parse(manifest.text) as { icons: { src: string; type: string }[]; start_url: string }
    expect(start).toBe('/')
    for (const { src, type } of icons) expect((await send(src)).headers['content-type'], src).toBe(type)
    const worker = await send('/sw.js')
    expect([worker.status, worker.headers['cache-control']]).toEqual([200, 'public, no-cache'])
    // Without this handler, the worker cannot answer for the service.
    expect(worker.text).not.toMatch(/addEventListener\('fetch'|caches\b/)
    expect((await send('/')).headers['content-security-policy']).toContain("worker-src 'self'")
  })
  it('config.json contains the address of the API', async () => {
    const { text, headers } = await send('/config.json')
    expect(JSON.parse(text)).toEqual({ apiUrl: 'http://localhost' })
    expect(headers['cache-control']).toBe('public, no-cache')
  })
  it('no path leads out of the built files, and missing files are 404', async () => {
    const tries = [
      '/assets/../../package.json',
      '/assets/..%2f..%2fpackage.json',
      '/assets/%2e%2e/.sources',
      '/.sources',
      '/..%5c..%5cpackage.json',
    ]
    for (const path of [...tries, '//etc/passwd', '/assets/none.js', '/none.js']) {
      const { status, text } = await send(path)
      expect(text, path).not.toMatch(/"dependencies"|root:/)
      if (path.startsWith('/assets/') || path === '/none.js') expect(status, path).toBe(404)
    }
    expect((await send('/.sources')).text).toMatch(/no such file|<!doctype html>/)
  })
  it('is not the API, and accepts no writes', async () => {
    const { status, text } = await send('/api/v1/threads')
    expect([status, (JSON.parse(text) as { error: { code: string } }).error.code]).toEqual([404, 'SVC-TENANT-NOT_FOUND'])
    const misspelt = await send('/API/v1/threads', { authorization: 'Bearer x' })
    expect([misspelt.status, misspelt.text.includes('SVC-TENANT-NOT_FOUND')], 'a call with credentials is no page').toEqual([404, true])
    expect((await send('/', {}, { method: 'POST' })).status).toBe(405)
  })
})

describe('on DASHBOARD_PORT', () => {
  it('is the dashboard by any host name, and not the API; the main port is unchanged', async () => {
    const http = createApp(service.config, service.db, createLog('silent').log)
    await http.ready()
    const port = openDashboardPort(http.server).listen(0, '127.0.0.1')
    await once(port, 'listening')
    // Safe because the address of a server that listens on a TCP port is an AddressInfo.
    const at = { port: (port.address() as AddressInfo).port }
    try {
      expect((await send('/inbox', { host: '192.0.2.7:3001' }, at)).text).toBe((await send('/')).text)
      expect((await send('/api/v1/me', { host: 'localhost' }, at)).text).toContain('SVC-TENANT-NOT_FOUND')
      expect((await send('/docs', { host: '192.0.2.7' })).text).toContain('API')
    } finally {
      port.close()
      await http.close()
    }
  })
})

describe('before it is built', () => {
  it('says how to build it', async () => {
    const files = createDashboardFiles({ baseUrl: new URL('http://localhost'), directory: '/nowhere' })
    const { status, bytes } = await files.find('/')
    expect([status, bytes.toString().includes('npm run dashboard:build')]).toEqual([503, true])
  })
})

describe('pages of other origins', () => {
  const preflight = { 'access-control-request-method': 'POST', host: 'localhost' }
  const requestFromOrigin = async (origin: string, port = service.port): Promise<unknown[]> => {
    const asked = await send('/api/v1/threads', { ...preflight, origin }, { method: 'OPTIONS', port })
    const called = await send('/api/v1/threads', { origin, host: 'localhost' }, { port })
    expect([asked.status, called.status]).toEqual([204, 401])
    expect(called.headers['access-control-allow-origin']).toBe(asked.headers['access-control-allow-origin'])
    expect(called.headers.vary).toContain('Origin')
    return [asked.headers['access-control-allow-origin'], asked.headers['access-control-max-age']]
  }
  it('may call the API from the dashboard’s origin only; browsers cache this for a day', async () => {
    expect(await requestFromOrigin('http://app.localhost')).toEqual(['http://app.localhost', '86400'])
    for (const origin of ['https://app.localhost', 'http://app.localhost:8080', 'http://acme.localhost', 'http://example.com', 'null'])
      expect(await requestFromOrigin(origin), origin).toEqual([undefined, '86400'])
  })
  it('may call it from the origins of DASHBOARD_PORT, DASHBOARD_URL and CORS_ORIGINS', async () => {
    const config = { dashboardPort: 3001, dashboardUrl: new URL('https://desk.example.com/'), corsOrigins: ['https://tools.example.com'] }
    const { port } = await service.startNode({ config })
    for (const origin of ['http://localhost:3001', 'http://127.0.0.1:3001', 'https://desk.example.com', 'https://tools.example.com'])
      expect(await requestFromOrigin(origin, port), origin).toEqual([origin, '86400'])
    expect(await requestFromOrigin('https://example.com', port)).toEqual([undefined, '86400'])
    const open = await service.startNode({ config: { corsOrigins: ['*'] } })
    expect(await requestFromOrigin('https://example.com', open.port)).toEqual(['https://example.com', '86400'])
  })
})
