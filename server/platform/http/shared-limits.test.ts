/** Rate limits that several nodes count together, and how requests are limited while the store is unavailable. */
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { SystemHealth } from '../../../client/index.ts'
import type { CallResponse } from '../../../test/support/caller.ts'
import { printMissingRedis, redisName, startRedis, type RedisServer } from '../../../test/support/redis-server.ts'
import { setUpTenant, type TestNode } from '../../../test/support/service.ts'
import { takesAtMost } from '../../../test/support/stalls.ts'

const password = 'salty otters read maps'
const { service, tenant } = await setUpTenant()
beforeAll(async () => {
  printMissingRedis()
  await tenant.setPassword(tenant.ownerId, password)
})

const shown = ({ headers }: CallResponse<unknown>) => ({
  limit: Number(headers['x-ratelimit-limit']),
  remaining: Number(headers['x-ratelimit-remaining']),
  reset: headers['x-ratelimit-reset'],
  policy: headers['x-ratelimit-policy'],
})

describe(`with ${redisName}`, () => {
  let store: RedisServer
  let nodes: TestNode[]
  beforeEach(async () => {
    store = await startRedis()
    nodes = []
  })
  afterEach(async () => {
    store.resume()
    for (const node of nodes) await node.stop()
    await store.stop()
  })

  async function nodeWith(limits: { ip?: number; tenant?: number; auth?: number }): Promise<TestNode> {
    const { ip = 100_000, tenant: ofTenant = 100_000, auth = 100_000 } = limits
    const rateLimits = { ipPerMinute: ip, tenantPerMinute: ofTenant, authPerMinute: auth, visitsPerMinute: auth }
    const node = await service.startNode({ rateLimits, config: { trustProxy: true, redisUrl: store.url } })
    nodes.push(node)
    return node
  }
  const list = (node: TestNode, from = '192.0.2.1') =>
    node.api('GET', '/threads?limit=1', { key: tenant.key, headers: { 'x-forwarded-for': from } })
  const login = (node: TestNode, from: string, body: object = {}) =>
    node.api('POST', '/auth/login', {
      body: { tenant: tenant.slug, email: 'owner@example.com', password, ...body },
      headers: { 'x-forwarded-for': from },
      mayFail: true,
    })
  const health = async (node: TestNode) => {
    const { body } = await node.api<SystemHealth[]>('GET', '/system-health', tenant)
    return body.data.find(({ component }) => component === 'limits')
  }
  const metric = async (node: TestNode) => {
    const text = await (await fetch(`${node.baseUrl}/metrics`)).text()
    return /^rate_limit_store_up (\d)/m.exec(text)?.[1]
  }

  it('two nodes share and show the allowance of an address, to the last request', async () => {
    const limit = 600
    const [a, b] = [await nodeWith({ ip: limit }), await nodeWith({ ip: limit })]
    const first = await list(a)
    expect(shown(first)).toMatchObject({ limit, remaining: limit - 1, policy: 'ip' })
    // Send ten at a time: with more, a busy machine would receive some of the store's responses after the node's timeout.
    const responses = []
    for (let n = 0; n < limit; n += 10)
      responses.push(...(await Promise.all(Array.from({ length: Math.min(10, limit - n) }, (_, i) => list(i % 2 === 0 ? b : a)))))
    const passed = responses.filter(({ status }) => status === 200)
    expect([passed.length, responses.filter(({ status }) => status === 429).length]).toEqual([limit - 1, 1])
    expect(new Set(passed.map((response) => shown(response).remaining)).size, 'each remaining number once').toBe(limit - 1)
    expect(new Set([first, ...responses].map((response) => shown(response).reset)).size, 'one end of the window').toBe(1)
    for (const node of [a, b]) {
      const refused = await list(node)
      expect([refused.status, refused.body.error?.code]).toEqual([429, 'SVC-RATE-IP_EXCEEDED'])
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    }
    expect((await list(b, '192.0.2.2')).status, 'another address').toBe(200)
  })

  it('two nodes share the allowance of a tenant, which refused requests do not use', async () => {
    const [a, b] = [await nodeWith({ ip: 6, tenant: 10 }), await nodeWith({ ip: 6, tenant: 10 })]
    for (let n = 0; n < 12; n++) await list(n % 2 ? a : b, '192.0.2.1')
    expect(shown(await list(a, '192.0.2.2')), 'six were counted, and this one').toMatchObject({ remaining: 3, policy: 'tenant' })
    const statuses = []
    for (let n = 0; n < 4; n++) statuses.push((await list(n % 2 ? a : b, '192.0.2.3')).status)
    expect(statuses).toEqual([200, 200, 200, 429])
    expect((await list(a, '192.0.2.3')).body.error?.code).toBe('SVC-RATE-TENANT_EXCEEDED')
  })

  it('every kind of refusal counts and shows the limit', async () => {
    const [a, b] = [await nodeWith({ ip: 50 }), await nodeWith({ ip: 50 })]
    const headers = { 'x-forwarded-for': '192.0.2.1' }
    const asked: [number, () => Promise<CallResponse<unknown>>][] = [
      [400, () => a.api('GET', '/threads/%zz', { key: tenant.key, headers })],
      [401, () => b.api('GET', '/threads', { headers })],
      [401, () => a.api('GET', '/threads', { key: 'x', headers })],
      [404, () => b.api('GET', '/nothing', { key: tenant.key, headers })],
      [404, () => a.api('GET', '/threads', { key: tenant.key, headers: { ...headers, host: 'nobody.localhost' } })],
      [405, () => b.api('DELETE', '/threads', { key: tenant.key, headers })],
      [415, () => a.api('POST', '/threads', { key: tenant.key, raw: 'a', headers: { ...headers, 'content-type': 'text/plain' } })],
    ]
    let used = 0
    for (const [status, ask] of asked) {
      const response = await ask()
      expect(response.status).toBe(status)
      expect(shown(response), `${status}`).toMatchObject({ limit: 50, remaining: 50 - ++used, policy: 'ip' })
    }
  })

  it('two nodes share sign-in attempts, and a known address keeps its own allowance', async () => {
    const [a, b] = [await nodeWith({ auth: 5 }), await nodeWith({ auth: 5 })]
    expect((await login(a, '192.0.2.1')).status).toBe(200)
    for (let n = 2; n <= 5; n++) expect((await login(n % 2 ? a : b, `198.51.100.${n}`, { password: 'not the password' })).status).toBe(401)
    for (const node of [a, b]) {
      const stranger = await login(node, '198.51.100.9')
      expect([stranger.status, stranger.body.error?.code]).toEqual([429, 'SVC-RATE-AUTH_EXCEEDED'])
    }
    expect((await login(b, '192.0.2.1')).status, 'the owner, where they were before').toBe(200)
    for (let n = 0; n < 5; n++) await login(n % 2 ? a : b, '203.0.113.5', { email: `nobody${n}@example.com` })
    expect((await login(a, '203.0.113.5', { email: 'another@example.com' })).status, 'the sixth of an address').toBe(429)
  })

  it('a request takes one round trip, an attempt at an account takes two', async () => {
    const node = await nodeWith({})
    await list(node)
    const before = await store.scriptCalls()
    await list(node)
    const between = await store.scriptCalls()
    await login(node, '192.0.2.1')
    expect([between - before, (await store.scriptCalls()) - between]).toEqual([1, 2])
  })

  it('keys begin with the tenant, contain no address or account, and expire', async () => {
    const node = await nodeWith({})
    await login(node, '192.0.2.77')
    await list(node, '192.0.2.77')
    const keys = await store.keys()
    expect(keys.length).toBeGreaterThanOrEqual(4)
    expect(keys.join(' ')).not.toMatch(/192\.0|owner|example/)
    expect(keys.filter((key) => key.startsWith(`skein:limit:${tenant.tenantId}:tenant:`)).length).toBe(1)
    for (const key of keys) {
      const left = await store.ttl(key)
      expect(left, key).toBeGreaterThan(0)
      expect(left, key).toBeLessThanOrEqual(60_000)
    }
  })

  it('a window that lasts too long because the store’s clock was put back restarts', async () => {
    const node = await nodeWith({ tenant: 2 })
    for (let n = 0; n < 3; n++) await list(node)
    expect((await list(node)).status).toBe(429)
    const windows = (await store.keys()).filter((key) => key.includes(':tenant:') || key.includes(':ip:'))
    for (const key of windows) await store.prolong(key, 3_600_000)
    expect(shown(await list(node)), 'a whole allowance').toMatchObject({ remaining: 1, policy: 'tenant' })
    for (const key of windows) expect(await store.ttl(key), key).toBeLessThanOrEqual(60_000)
    await list(node)
    expect((await list(node)).status, 'which is as exact').toBe(429)
  })

  it.each(['hangs', 'is stopped'])('each node counts for itself while the store %s, and sign-in is refused', async (how) => {
    const node = await nodeWith({ ip: 20 })
    const other = await nodeWith({})
    for (let n = 0; n < 5; n++) await list(node)
    expect([await metric(node), (await health(node))?.status]).toEqual(['1', 'OK'])
    if (how === 'hangs') store.hang()
    else await store.stop()
    // The timeout is half a second; the rest allows for a busy machine.
    const response = await takesAtMost(3_000, () => list(node), service.db)
    expect(shown(response), 'the count goes on').toMatchObject({ remaining: 14, policy: 'ip' })
    for (let n = 0; n < 14; n++) expect((await list(node)).status).toBe(200)
    expect((await list(node)).status, 'and is exact on this node').toBe(429)
    const attempt = await login(other, '192.0.2.8')
    expect([attempt.status, attempt.body.error?.code]).toEqual([503, 'SVC-SYSTEM-UNAVAILABLE'])
    expect(Number(attempt.headers['retry-after'])).toBeGreaterThan(0)
    expect(await health(other)).toMatchObject({ status: 'DEGRADED' })
    expect(await metric(other)).toBe('0')
    if (how === 'hangs') store.resume()
    else await store.start()
    await expect.poll(() => metric(other)).toBe('1')
    await expect.poll(() => metric(node)).toBe('1')
    expect((await login(other, '192.0.2.8')).status, 'it recovers by itself').toBe(200)
    expect(await health(other)).toMatchObject({ status: 'OK', detail: null })
  })

  it('a node can start without its store, and allows sign-in once the store is there', async () => {
    await store.stop()
    const node = await nodeWith({})
    expect((await list(node)).status).toBe(200)
    expect((await login(node, '192.0.2.9')).status).toBe(503)
    await store.start()
    await expect.poll(() => metric(node)).toBe('1')
    expect((await login(node, '192.0.2.9')).status).toBe(200)
  })
})

it('a node without REDIS_URL counts in memory, and reports no health of a store', async () => {
  const node = await service.startNode({ rateLimits: { ipPerMinute: 2 } })
  const { body } = await node.api<SystemHealth[]>('GET', '/system-health', tenant)
  expect(body.data.map(({ component }) => component)).not.toContain('limits')
  expect((await Promise.all([1, 2].map(() => node.api('GET', '/labels', tenant)))).map(({ status }) => status).toSorted()).toEqual([
    200, 429,
  ])
  expect(await (await fetch(`${node.baseUrl}/metrics`)).text()).not.toContain('rate_limit_store')
})
