import { get, type IncomingMessage } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { setUpTenant } from '../../../test/support/service.ts'

const { service, tenant } = await setUpTenant()

/** Reads a response without decoding it. */
async function readRaw(url: URL, headers: Record<string, string>): Promise<{ bytes: Buffer; encoding: string | undefined }> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => get(url, { headers }, resolve).on('error', reject))
  return { bytes: Buffer.concat(await response.toArray()), encoding: response.headers['content-encoding'] }
}

describe('GET /openapi', () => {
  it('serves the bytes of /openapi.json, without the envelope', async () => {
    const answer = await tenant.api('GET', '/openapi')
    expect(answer.status).toBe(200)
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
    const open = await fetch(new URL('/openapi.json', service.baseUrl))
    expect(answer.text === (await open.text())).toBe(true)
    expect(JSON.parse(answer.text)).toMatchObject({ servers: [{ url: service.config.baseUrl.href.replace(/\/$/, '') }, {}, {}] })
  })
  it('is compressed for callers that accept it', async () => {
    const plain = await tenant.api('GET', '/openapi')
    for (const [coding, decode] of [['br', brotliDecompressSync] as const, ['gzip', gunzipSync] as const]) {
      const headers = { Authorization: `Bearer ${tenant.key}`, 'Accept-Encoding': coding }
      const { bytes, encoding } = await readRaw(new URL('/api/v1/openapi', service.baseUrl), headers)
      expect(encoding).toBe(coding)
      expect(bytes.length).toBeLessThan(plain.text.length / 5)
      expect(decode(bytes).toString() === plain.text).toBe(true)
    }
  })
  it('has an entity tag that changes only with the document', async () => {
    const [first, second] = [await tenant.api('GET', '/openapi'), await tenant.api('HEAD', '/openapi')]
    expect(first.headers.etag).toMatch(/^"[\w-]{22}"$/)
    expect([second.headers.etag, second.headers['content-length'], second.text]).toEqual([
      first.headers.etag,
      String(Buffer.byteLength(first.text)),
      '',
    ])
  })
  it('is served to every key, with any scopes, and to no caller without one', async () => {
    const { key } = await tenant.keyFor(['ai:read'])
    expect((await service.api('GET', '/openapi', { key })).status).toBe(200)
    expect((await service.api('GET', '/openapi')).body.error?.code).toBe('SVC-AUTH-MISSING_CREDENTIALS')
  })
  it('refuses query parameters', async () => {
    expect((await tenant.api('GET', '/openapi?format=yaml')).body.error?.code).toBe('SVC-VALIDATION-UNKNOWN_FIELD')
  })
  it('is public when the installation allows it, and nothing else is', async () => {
    const open = await service.startNode({ config: { openapiPublic: true } })
    expect((await open.api('GET', '/openapi')).status).toBe(200)
    expect((await open.api('GET', '/labels')).status).toBe(401)
  })
})
