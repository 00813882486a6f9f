/** /metrics covers all tenants, so only this machine may read it without METRICS_TOKEN. */
import { beforeAll, describe, expect, it } from 'vitest'
import { inspectResponse } from '../support/inspect.ts'
import { exchange } from '../support/raw-http.ts'
import { setUpService, type TestNode } from '../support/service.ts'

const service = await setUpService()
const acme = await service.createTenant('acme')

const token = 'a token that a scraper has'.replaceAll(' ', '-')

async function scrape({ port }: TestNode, headers: Record<string, string> = {}, method = 'GET') {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  const response = await exchange(port, [`${method} /metrics HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${lines.join('')}\r\n`])
  if (!response) throw new Error('no response')
  if (response.status !== 200) inspectResponse('GET', '/', response, false)
  return `${response.status} ${response.body?.error?.code ?? (response.text.includes('http_requests_total') ? 'metrics' : response.text)}`
}

describe.each([
  ['without TRUST_PROXY', false],
  ['with TRUST_PROXY', true],
])('%s', (_, trustProxy) => {
  let node: TestNode
  let closed: TestNode
  beforeAll(async () => {
    node = await service.startNode({ config: { trustProxy, metricsToken: token } })
    closed = await service.startNode({ config: { trustProxy } })
  })
  it('can be read by a program on this machine', async () => {
    for (const each of [node, closed]) expect(await scrape(each)).toBe('200 metrics')
  })
  it('cannot be read through a local proxy, whatever address the headers name', async () => {
    for (const address of ['198.51.100.1', '127.0.0.1', '::1', '127.0.0.1, 198.51.100.1', '198.51.100.1, 127.0.0.1', 'localhost', ''])
      for (const each of [node, closed]) {
        expect(await scrape(each, { 'X-Forwarded-For': address }), address).toBe('401 SVC-AUTH-MISSING_CREDENTIALS')
        expect(await scrape(each, { 'X-Real-IP': address }), address).toBe('401 SVC-AUTH-MISSING_CREDENTIALS')
      }
  })
  it('can be read elsewhere only with the configured token', async () => {
    const far = { 'X-Forwarded-For': '198.51.100.1' }
    expect(await scrape(node, { ...far, Authorization: `Bearer ${token}` })).toBe('200 metrics')
    for (const wrong of [`Bearer ${token}x`, `Bearer ${token.slice(1)}`, `Bearer ${acme.key}`, `Basic ${token}`, 'Bearer ', 'x'])
      expect(await scrape(node, { ...far, Authorization: wrong }), wrong).toMatch(/^401 SVC-AUTH-/)
    for (const guess of [`Bearer ${token}`, 'Bearer null', 'Bearer undefined', `Bearer ${acme.key}`])
      expect(await scrape(closed, { ...far, Authorization: guess }), guess).toBe('401 SVC-AUTH-INVALID_CREDENTIALS')
  })
  it('limits the number of attempts at the token', async () => {
    const few = await service.startNode({ rateLimits: { ipPerMinute: 3 }, config: { trustProxy, metricsToken: token } })
    const far = { 'X-Forwarded-For': '198.51.100.1', Authorization: 'Bearer guess' }
    for (let i = 0; i < 3; i++) expect(await scrape(few, far)).toBe('401 SVC-AUTH-INVALID_CREDENTIALS')
    expect(await scrape(few, far)).toBe('429 SVC-RATE-IP_EXCEEDED')
    expect(await scrape(few, { ...far, Authorization: `Bearer ${token}` }), 'not even the right one').toBe('429 SVC-RATE-IP_EXCEEDED')
    for (let i = 0; i < 20; i++) expect(await scrape(few)).toBe('200 metrics')
  })
})

it('answers GET and HEAD, and 405 to everything else', async () => {
  expect(await scrape(service, {}, 'HEAD')).toBe('200 ')
  for (const method of ['POST', 'DELETE', 'FOO'])
    expect(await scrape(service, {}, method), method).toBe('405 SVC-REQUEST-METHOD_NOT_ALLOWED')
})
