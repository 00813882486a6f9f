/** G11: rate limits are exact, and every response reports the remaining requests correctly. */
import { describe, expect, it, vi } from 'vitest'
import { readConfig } from '../../server/config.ts'
import { createLocalLimits, createRateLimiter, type Clocks } from '#platform/http/rate-limit.ts'
import type { CallResponse } from '../support/caller.ts'
import { exchange } from '../support/raw-http.ts'
import { setUpTenant, type TestNode } from '../support/service.ts'

const { service, tenant } = await setUpTenant()
const other = await service.createTenant()

/** Starts a node with its own unused rate limits. It is behind a proxy, so that a test can use many IP addresses. */
function fresh(ipPerMinute: number, tenantPerMinute: number): Promise<TestNode> {
  return service.startNode({ rateLimits: { ipPerMinute, tenantPerMinute }, config: { trustProxy: true } })
}

/** Returns frozen clocks: `pass` advances both, `setBy` changes only the machine's clock. */
function steppedClocks(start: number): Clocks & { pass(ms: number): void; setBy(ms: number): void } {
  let [passed, set] = [0, 0]
  return { now: () => passed, utc: () => start + passed + set, pass: (ms) => void (passed += ms), setBy: (ms) => void (set += ms) }
}

function shown({ headers }: CallResponse<unknown>) {
  return {
    limit: Number(headers['x-ratelimit-limit']),
    remaining: Number(headers['x-ratelimit-remaining']),
    policy: headers['x-ratelimit-policy'],
  }
}

describe('the limit per address', () => {
  it('allows 20 requests and refuses the 21st, and the headers count down', async () => {
    const node = await fresh(20, 1000)
    for (let n = 1; n <= 20; n++) {
      const response = await node.api('GET', '/threads', { key: tenant.key })
      expect(response.status, `request ${n}`).toBe(200)
      expect(shown(response)).toEqual({ limit: 20, remaining: 20 - n, policy: 'ip' })
    }
    const seconds = Date.now() / 1000
    const refused = await node.api('GET', '/threads', { key: tenant.key })
    expect([refused.status, refused.body.error?.code]).toEqual([429, 'SVC-RATE-IP_EXCEEDED'])
    expect(shown(refused)).toEqual({ limit: 20, remaining: 0, policy: 'ip' })
    const wait = Number(refused.headers['retry-after'])
    expect(wait).toBeGreaterThan(0)
    expect(wait).toBeLessThanOrEqual(60)
    expect(Math.abs(Number(refused.headers['x-ratelimit-reset']) - (seconds + wait))).toBeLessThanOrEqual(2)
    expect(
      (await node.api('GET', '/threads', { key: tenant.key, headers: { 'x-forwarded-for': '192.0.2.1' } })).status,
      'another address',
    ).toBe(200)
  })

  it('counts every kind of response as one and shows it there', async () => {
    const node = await fresh(50, 1000)
    const key = tenant.key
    const kinds: [number, () => Promise<CallResponse<unknown>>][] = [
      [200, () => node.api('GET', '/threads', { key })],
      [201, () => node.api('POST', '/threads', { key, body: { title: 'a', body: 'b', requester: { email: 'a@example.com' } } })],
      [400, () => node.api('POST', '/threads', { key, raw: '{' })],
      [400, () => node.api('GET', '/threads/%zz', { key })],
      [401, () => node.api('GET', '/threads')],
      [401, () => node.api('GET', '/threads', { key: 'x' })],
      [403, async () => node.api('POST', '/threads', { key: (await tenant.keyFor(['read'])).key, body: {} })],
      [404, () => node.api('GET', '/nothing')],
      [404, () => node.api('GET', '/threads/x', { key })],
      [404, () => node.api('GET', '/threads', { key, headers: { host: 'nobody.localhost' } })],
      [405, () => node.api('DELETE', '/threads')],
      [406, () => node.api('GET', '/threads', { key, headers: { accept: 'text/html' } })],
      [413, () => node.api('POST', '/threads', { key, raw: ' '.repeat(1_048_577) })],
      [414, () => node.api('GET', `/${'x'.repeat(8200)}`)],
      [415, () => node.api('POST', '/threads', { key, raw: 'a', headers: { 'content-type': 'text/plain' } })],
    ]
    kinds.push([
      500,
      async () => {
        await service.db.script('alter table labels rename to labels_away')
        const response = await node.api('GET', '/labels', { key, mayFail: true })
        await service.db.script('alter table labels_away rename to labels')
        return response
      },
    ])
    let used = 0
    let reset: string | undefined
    for (const [status, ask] of kinds) {
      const response = await ask()
      expect(response.status).toBe(status)
      expect(shown(response), `${status}`).toEqual({ limit: 50, remaining: 50 - ++used, policy: 'ip' })
      reset ??= response.headers['x-ratelimit-reset']
      expect(response.headers['x-ratelimit-reset'], 'the window stands').toBe(reset)
    }
  })

  it('does not count preflights, health checks and malformed requests', async () => {
    const node = await fresh(10, 1000)
    await node.api('GET', '/threads', { key: tenant.key })
    const preflight = { origin: 'https://app.example.com', 'access-control-request-method': 'POST' }
    for (let i = 0; i < 30; i++) expect((await node.api('OPTIONS', '/threads', { headers: preflight })).status).toBe(204)
    for (let i = 0; i < 30; i++)
      expect((await exchange(node.port, ['GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n']))?.status).toBe(200)
    const broken = await exchange(node.port, ['nonsense\r\n\r\n'])
    expect(broken && shown(broken)).toEqual({ limit: 10, remaining: 9, policy: 'ip' })
    expect(shown(await node.api('GET', '/threads', { key: tenant.key }))).toEqual({ limit: 10, remaining: 8, policy: 'ip' })
  })

  it('counts an OPTIONS request that is not a preflight', async () => {
    const node = await fresh(10, 1000)
    expect(shown(await node.api('OPTIONS', '/threads')).remaining).toBe(9)
  })
})

describe('the limit per tenant', () => {
  it('allows 30 requests and refuses the 31st, from however many addresses', async () => {
    const node = await fresh(20, 30)
    const ask = (n: number, key = tenant.key) => node.api('GET', '/threads', { key, headers: { 'x-forwarded-for': `192.0.2.${n % 10}` } })
    for (let n = 1; n <= 30; n++) {
      const response = await ask(n)
      expect(response.status, `request ${n}`).toBe(200)
      // Each IP address has used a tenth of the tenant's rate limit.
      const ipLeft = 20 - Math.ceil(n / 10)
      expect(shown(response), `request ${n}`).toEqual(
        30 - n < ipLeft ? { limit: 30, remaining: 30 - n, policy: 'tenant' } : { limit: 20, remaining: ipLeft, policy: 'ip' },
      )
    }
    const refused = await ask(31)
    expect([refused.status, refused.body.error?.code]).toEqual([429, 'SVC-RATE-TENANT_EXCEEDED'])
    expect(shown(refused)).toEqual({ limit: 30, remaining: 0, policy: 'tenant' })
    expect(refused.headers['retry-after']).toMatch(/^[1-9]\d?$/)
    expect((await ask(32, other.key)).status, 'another tenant').toBe(200)
    expect((await ask(33, (await tenant.keyFor(['read'])).key)).status, 'another key of the tenant').toBe(429)
    expect((await node.api('GET', '/threads', { key: 'x' })).status, 'no tenant').toBe(401)
  })
})

describe('the documented limit of 600 requests', () => {
  it('passes 600 of 601 concurrent requests', async () => {
    const { rateLimits } = readConfig({ SECRET_KEY: 'x'.repeat(32) })
    expect(rateLimits).toEqual({ ipPerMinute: 600, tenantPerMinute: 3000, authPerMinute: 5, visitsPerMinute: 30 })
    const node = await service.startNode({ rateLimits })
    const responses = await Promise.all(Array.from({ length: 601 }, () => node.api('GET', '/threads?limit=1', { key: tenant.key })))
    expect(responses.filter(({ status }) => status === 200).length).toBe(600)
    expect(responses.filter(({ status }) => status === 429).length).toBe(1)
    expect(
      new Set(responses.filter(({ status }) => status === 200).map((response) => shown(response).remaining)).size,
      'each remaining number once',
    ).toBe(600)
  })
})

describe('the window', () => {
  it('begins with the first request and ends 60 seconds later with a full allowance', () => {
    const clocks = steppedClocks(1_700_000_000_250)
    const limiter = createRateLimiter('ip', 2, clocks)
    expect(limiter.peek('a')).toMatchObject({ remaining: 2, exceeded: false })
    expect(limiter.take('a')).toMatchObject({ remaining: 1, exceeded: false, resetAt: 1_700_000_061, leftMs: 60_000 })
    clocks.pass(59_000)
    expect(limiter.take('a')).toMatchObject({ remaining: 0, exceeded: false })
    clocks.pass(999)
    expect(limiter.take('a')).toMatchObject({ remaining: 0, exceeded: true, resetAt: 1_700_000_061, leftMs: 1 })
    expect(limiter.take('b')).toMatchObject({ remaining: 1 })
    clocks.pass(1)
    expect(limiter.take('a')).toMatchObject({ remaining: 1, exceeded: false })
  })

  it.each(['ip', 'tenant', 'auth'] as const)('of %s lasts 60 seconds although the clock is put back or forward by an hour', (policy) => {
    for (const hours of [-1, 1]) {
      const clocks = steppedClocks(1_700_000_000_250)
      const limits = createLocalLimits({ ipPerMinute: 2, tenantPerMinute: 2, authPerMinute: 2, visitsPerMinute: 2 }, clocks)
      const take = () => limits.take([{ policy, key: 'a' }])[0]
      for (let n = 0; n < 3; n++) take()
      clocks.setBy(hours * 3_600_000)
      clocks.pass(59_999)
      const resetAt = 1_700_000_061 + hours * 3_600
      expect(take(), 'the window goes on, and ends in the new time').toMatchObject({ exceeded: true, resetAt, leftMs: 1 })
      clocks.pass(1)
      expect(take()).toMatchObject({ remaining: 1, exceeded: false, resetAt: resetAt + 60, leftMs: 60_000 })
    }
  })

  it('has one end although the machine’s clock is slowly corrected', () => {
    const clocks = steppedClocks(1_700_000_000_250)
    const limiter = createRateLimiter('ip', 9, clocks)
    const ends = Array.from({ length: 9 }, () => {
      clocks.pass(1_000)
      clocks.setBy(-50)
      return limiter.take('a').resetAt
    })
    expect(new Set(ends).size).toBe(1)
  })

  it('is read with the end that the store shows, however wrong its clock is', () => {
    const clocks = steppedClocks(1_700_000_000_250)
    const limiter = createRateLimiter('ip', 2, clocks)
    expect(limiter.adopt('a', { count: 3, resetAt: 1_600_000_000, leftMs: 20_000 })).toMatchObject({ exceeded: true, leftMs: 20_000 })
    clocks.pass(19_999)
    expect(limiter.peek('a')).toMatchObject({ exceeded: true, resetAt: 1_600_000_000, leftMs: 1 })
    clocks.pass(1)
    expect(limiter.peek('a')).toMatchObject({ exceeded: false, remaining: 2 })
  })

  it('ends within a minute for a caller, even if the clock was put back by an hour', async () => {
    const node = await fresh(1, 1000)
    const list = () => node.api('GET', '/labels', { key: tenant.key })
    expect((await list()).status).toBe(200)
    const back = Date.now() - 3_600_000
    const from = performance.now()
    vi.spyOn(Date, 'now').mockImplementation(() => back + performance.now() - from)
    try {
      const refused = await list()
      expect(refused.status).toBe(429)
      const wait = Number(refused.headers['retry-after'])
      expect(wait).toBeGreaterThan(0)
      expect(wait).toBeLessThanOrEqual(60)
      const resetAfter = Number(refused.headers['x-ratelimit-reset']) * 1_000 - (back + 3_600_000) - (performance.now() - from)
      expect(Math.abs(resetAfter)).toBeLessThanOrEqual(61_000)
    } finally {
      vi.restoreAllMocks()
    }
  })
})
