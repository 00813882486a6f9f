/** Guessing passwords: attempts are limited, strangers cannot lock out an owner, and responses do not reveal which addresses exist. */
import { beforeAll, describe, expect, it } from 'vitest'
import type { SignIn, User } from '../../../client/index.ts'
import { defaultPasswordCost } from '../../config.ts'
import { setUpTenant, type TestNode } from '../../../test/support/service.ts'

const password = 'salty otters read maps'
let email: string
const { service, tenant } = await setUpTenant()
beforeAll(async () => {
  const body = { name: 'Grace', email: 'grace@example.com', role: 'AGENT', invite: false }
  const made = await tenant.api<User>('POST', '/users', { body })
  await tenant.setPassword(made.body.data.id, password)
  email = 'grace@example.com'
})

const login = (node: TestNode, from: string, body: object = {}) =>
  node.api('POST', '/auth/login', { body: { tenant: tenant.slug, email, password, ...body }, headers: { 'x-forwarded-for': from } })

describe('attempts', () => {
  it('are five a minute per address and account, and strangers lock out no owner', async () => {
    const node = await service.startNode({ rateLimits: { authPerMinute: 5 }, config: { trustProxy: true } })
    expect((await login(node, '192.0.2.1')).status).toBe(200)
    for (let n = 2; n <= 5; n++) expect((await login(node, `198.51.100.${n}`, { password: 'not the password at all' })).status).toBe(401)
    const stranger = await login(node, '198.51.100.9')
    expect([stranger.status, stranger.body.error?.code]).toEqual([429, 'SVC-RATE-AUTH_EXCEEDED'])
    expect(Number(stranger.headers['retry-after'])).toBeLessThanOrEqual(60)
    expect((await login(node, '192.0.2.1')).status, 'the owner, where they were before').toBe(200)
    const forgot = (from: string) =>
      node.api('POST', '/auth/forgot', { body: { tenant: tenant.slug, email }, headers: { 'x-forwarded-for': from } })
    expect((await forgot('198.51.100.10')).status).toBe(429)
    expect((await forgot('192.0.2.1')).status, 'the owner, who asks for a link').toBe(200)
    for (let n = 0; n < 5; n++) await login(node, '203.0.113.5', { email: `nobody${n}@example.com` })
    expect((await login(node, '203.0.113.5', { email: 'another@example.com' })).status, 'the sixth of an address').toBe(429)
  })

  it('are counted together for an IPv6 /64, and for any spelling of an IPv4 address', async () => {
    const node = await service.startNode({ rateLimits: { authPerMinute: 5, ipPerMinute: 10 }, config: { trustProxy: true } })
    const getStatuses = async (addresses: readonly string[]) => {
      const statuses: number[] = []
      for (const [n, address] of addresses.entries()) statuses.push((await login(node, address, { email: `guess${n}@example.com` })).status)
      return statuses
    }
    const hosts = Array.from({ length: 6 }, (_, n) => (n + 1).toString(16))
    expect(await getStatuses(hosts.map((host) => `2001:db8:5:6:${host}::${host}`))).toEqual([401, 401, 401, 401, 401, 429])
    expect(await getStatuses(['2001:db8:5:7::1']), 'the next /64').toEqual([401])
    const written = ['192.0.2.9', '::ffff:192.0.2.9', '::ffff:c000:209', '192.0.2.9:80', '[::ffff:192.0.2.9]:80', '192.0.2.9']
    expect(await getStatuses(written)).toEqual([401, 401, 401, 401, 401, 429])
    for (const host of hosts.slice(0, 4)) await node.api('GET', '/nothing', { headers: { 'x-forwarded-for': `2001:db8:5:6::${host}` } })
    const general = await node.api('GET', '/nothing', { headers: { 'x-forwarded-for': '2001:db8:5:6:ffff::' } })
    expect(general.body.error?.code, 'the limit of all requests').toBe('SVC-RATE-IP_EXCEEDED')
  })

  it('are counted in the same way for an address without an account', async () => {
    const node = await service.startNode({ rateLimits: { authPerMinute: 5 }, config: { trustProxy: true } })
    const statuses: number[] = []
    for (let n = 0; n < 6; n++) statuses.push((await login(node, `192.0.2.${n + 20}`, { email: 'nobody@example.com' })).status)
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429])
  })

  it('do not include accepted refreshes: a team behind one address is not slowed down', async () => {
    const node = await service.startNode({ rateLimits: { authPerMinute: 5 } })
    const refresh = (refreshToken: string) => node.api<SignIn>('POST', '/auth/refresh', { body: { refreshToken } })
    const refreshAgain = async (times: number): Promise<void> => {
      let { refreshToken: token } = await tenant.sessionFor()
      for (let n = 0; n < times; n++) {
        const answer = await refresh(token)
        expect(answer.status).toBe(200)
        token = answer.body.data.refreshToken
      }
    }
    await refreshAgain(12)
    const statuses: number[] = []
    for (let n = 0; n < 6; n++) statuses.push((await refresh(`svrt_${String(n).repeat(100)}`)).status)
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429])
    await refreshAgain(2)
  })
})

/** Uses the hash cost and response times of a real service. */
describe('the time of a response', () => {
  const rounds = 12
  it.each([
    ['login', () => ({ tenant: tenant.slug, password: 'not the password at all' })],
    ['forgot', () => ({ tenant: tenant.slug })],
  ])('%s: is the same whether or not the address exists', async (path, body) => {
    const node = await service.startNode({ config: { passwords: defaultPasswordCost }, responseStepMs: 250 })
    const getTime = async (address: string) => {
      const begin = performance.now()
      const answer = await node.api('POST', `/auth/${path}`, { body: { ...body(), email: address } })
      return { ms: performance.now() - begin, status: answer.status }
    }
    // The first sign-in rehashes the stored password with the real cost, which the dummy hash for unknown addresses also has.
    expect((await login(node, '192.0.2.1')).status).toBe(200)
    await getTime(email)
    const measure = async () => {
      const times = { known: [] as number[], unknown: [] as number[] }
      for (let round = 0; round < rounds; round++) {
        const [a, b] = [await getTime(email), await getTime(`nobody${round}@example.com`)]
        expect(a.status).toBe(b.status)
        times.known.push(a.ms)
        times.unknown.push(b.ms)
      }
      return times
    }
    /** The share of pairs in which the known address took longer: about half if the times are indistinguishable, whatever the load. */
    const shareOfLonger = ({ known, unknown }: Awaited<ReturnType<typeof measure>>): number =>
      known.flatMap((a) => unknown.map((b) => a > b)).filter(Boolean).length / (rounds * rounds)
    // By chance, one of 2,000 measurements is outside of these limits. A real difference is outside each time.
    const isTold = (longer: number): boolean => longer <= 0.08 || longer >= 0.92
    let times = await measure()
    for (let again = 0; again < 3 && isTold(shareOfLonger(times)); again++) times = await measure()
    const { known, unknown } = times
    const longer = shareOfLonger(times)
    expect(isTold(longer), `${longer}: ${known.map(Math.round).join(' ')} and ${unknown.map(Math.round).join(' ')} ms`).toBe(false)
    expect(Math.min(...known, ...unknown)).toBeGreaterThan(240)
  })
})
