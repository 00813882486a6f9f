import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

const dir = mkdtempSync(join(tmpdir(), 'skein-config-'))
afterAll(() => rmSync(dir, { recursive: true }))

it('without settings, the service listens locally and creates a secret key once', () => {
  const DATA_DIR = join(dir, 'new', 'data')
  const config = readConfig({ DATA_DIR })
  expect(config).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    dataDir: DATA_DIR,
    databaseUrl: null,
    databaseSession: { planCacheMode: null, lockTimeoutMs: 2_000, jit: false },
    rateLimits: { ipPerMinute: 600, tenantPerMinute: 3000, authPerMinute: 5 },
    trustProxy: false,
    openapiPublic: false,
    logLevel: 'info',
  })
  expect(config.baseUrl.href).toBe('http://localhost:3000/')
  expect(readConfig({ DATA_DIR }).secretKey).toBe(config.secretKey)
  expect(readFileSync(join(DATA_DIR, 'secret-key'), 'utf8').trim()).toBe(config.secretKey)
  expect(statSync(join(DATA_DIR, 'secret-key')).mode & 0o777).toBe(0o600)
})

it('the base URL follows HOST and PORT unless BASE_URL is set', () => {
  const getHref = (env: Record<string, string>): string => readConfig({ DATA_DIR: dir, ...env }).baseUrl.href
  expect(getHref({ HOST: '0.0.0.0', PORT: '8080' })).toBe('http://localhost:8080/')
  expect(getHref({ HOST: '192.0.2.7' })).toBe('http://192.0.2.7:3000/')
  expect(getHref({ HOST: '2001:db8::7' })).toBe('http://[2001:db8::7]:3000/')
  expect(getHref({ HOST: '192.0.2.7', BASE_URL: 'https://support.example.com' })).toBe('https://support.example.com/')
})

it.each([
  'https://support.example.com/desk',
  'https://support.example.com/?a=b',
  'https://support.example.com?',
  'https://support.example.com/#top',
  'https://me@support.example.com',
  'https://me:pass@support.example.com',
])('BASE_URL is only a scheme, a host and a port, not %s', (BASE_URL) => {
  expect(() => readConfig({ DATA_DIR: dir, BASE_URL })).toThrow(/BASE_URL must be a scheme, a host and possibly a port/)
  expect(() => readConfig({ DATA_DIR: dir, BASE_URL })).not.toThrow(/pass/)
})

it('BASE_URL may end with a slash', () => {
  expect(readConfig({ DATA_DIR: dir, BASE_URL: 'https://support.example.com:8443/' }).baseUrl.href).toBe(
    'https://support.example.com:8443/',
  )
})

it('links in mails and the sender use the base host by default', () => {
  const read = (env: Record<string, string>) => {
    const { dashboardUrl, mail } = readConfig({ DATA_DIR: dir, ...env })
    return [dashboardUrl.href, mail.from, mail.smtpUrl]
  }
  expect(read({})).toEqual(['http://app.localhost:3000/', 'no-reply@localhost', null])
  expect(read({ BASE_URL: 'https://support.example.com' })).toEqual([
    'https://app.support.example.com/',
    'no-reply@support.example.com',
    null,
  ])
  expect(read({ HOST: '192.0.2.7' })).toEqual(['http://192.0.2.7:3000/', 'no-reply@localhost', null])
  const given = {
    DASHBOARD_URL: 'https://desk.example.com/team',
    MAIL_FROM: 'Help@Example.com',
    SMTP_URL: 'smtps://me:pass@mail.example.com',
  }
  expect(read(given)).toEqual(['https://desk.example.com/team', 'help@example.com', 'smtps://me:pass@mail.example.com'])
})

it('name servers and trusted relays of mail are lists', () => {
  const read = (env: Record<string, string>) => {
    const { dnsServers, mailIn } = readConfig({ DATA_DIR: dir, ...env })
    return { dnsServers, trustedRelays: mailIn.trustedRelays }
  }
  expect(read({})).toEqual({ dnsServers: null, trustedRelays: ['127.0.0.0/8', '::1/128'] })
  expect(read({ DNS_SERVERS: '192.0.2.53, 127.0.0.1:5353,[::1]:5353,2001:db8::53', MAIL_TRUSTED_RELAYS: '10.0.0.0/8' })).toEqual({
    dnsServers: ['192.0.2.53', '127.0.0.1:5353', '[::1]:5353', '2001:db8::53'],
    trustedRelays: ['10.0.0.0/8'],
  })
  for (const server of ['dns.example.com', '127.0.0.1:0', '127.0.0.1:99999', '[::1', '1.2.3.4.5'])
    expect(() => read({ DNS_SERVERS: server }), server).toThrow(/^DNS_SERVERS must be/)
  expect(() => read({ MAIL_TRUSTED_RELAYS: 'relay.example.com' })).toThrow(/^MAIL_TRUSTED_RELAYS must be/)
})

it('the delays and limits of mail that goes out can be changed', () => {
  const read = (env: Record<string, string>) => {
    const { retrySeconds, dataTimeoutSeconds, allowedCidrs } = readConfig({ DATA_DIR: dir, ...env }).mail
    return { retrySeconds, dataTimeoutSeconds, allowedCidrs }
  }
  expect(read({})).toMatchObject({ dataTimeoutSeconds: 600, allowedCidrs: [] })
  expect(read({}).retrySeconds.reduce((sum, delay) => sum + delay) / 86_400).toBeGreaterThan(3)
  const given = { MAIL_RETRY_SECONDS: '0.5, 1,60', MAIL_DATA_TIMEOUT_SECONDS: '1', MAIL_ALLOWED_CIDRS: '10.0.0.0/8' }
  expect(read(given)).toEqual({ retrySeconds: [0.5, 1, 60], dataTimeoutSeconds: 1, allowedCidrs: ['10.0.0.0/8'] })
  for (const delays of ['soon', '5,', '1,-2', '604801'])
    expect(() => read({ MAIL_RETRY_SECONDS: delays }), delays).toThrow(/^MAIL_RETRY_SECONDS/)
})

it('mail comes in on a local port, unless the operator chooses another or none', () => {
  const read = (env: Record<string, string>) => readConfig({ DATA_DIR: dir, ...env }).mailIn
  expect(read({})).toMatchObject({ port: 2525, isPortGiven: false, host: '127.0.0.1', tls: null, lmtp: false, maxBytes: 41_943_040 })
  expect(read({ MAIL_IN_PORT: '0' })).toMatchObject({ port: null, isPortGiven: true })
  const given = { MAIL_IN_PORT: '25', MAIL_IN_HOST: '::', MAIL_IN_LMTP: 'yes', MAIL_IN_MAX_MIB: '1' }
  expect(read({ ...given, MAIL_IN_TLS_CERT: '/etc/cert.pem', MAIL_IN_TLS_KEY: '/etc/key.pem' })).toMatchObject({
    port: 25,
    isPortGiven: true,
    host: '::',
    tls: { certFile: '/etc/cert.pem', keyFile: '/etc/key.pem' },
    lmtp: true,
    maxBytes: 1_048_576,
  })
  expect(() => read({ MAIL_IN_TLS_CERT: '/etc/cert.pem' })).toThrow(/^MAIL_IN_TLS_CERT and MAIL_IN_TLS_KEY are set together/)
})

it('each invalid setting is reported, without values that may be secret', () => {
  const env = {
    DATA_DIR: dir,
    PORT: '-1',
    RATE_LIMIT_IP_PER_MINUTE: '0',
    BASE_URL: 'support.example.com',
    DATABASE_URL: 'mysql://root:hunter2@db',
    SECRET_KEY: 'hunter2',
    SMTP_URL: 'imap://me:hunter2@mail',
    MAIL_FROM: 'nobody',
    DASHBOARD_URL: 'desk',
    UPLOADS_URL: 's3://me:hunter2@',
    REDIS_URL: 'http://me:hunter2@store',
    LOG_LEVEL: 'loud',
    DATABASE_PLAN_CACHE_MODE: 'never',
    DATABASE_LOCK_TIMEOUT_MS: '0',
    OPENAPI_PUBLIC: 'maybe',
  }
  let message = ''
  try {
    readConfig(env)
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError)
    message = (error as Error).message
  }
  const names = ['PORT', 'RATE_LIMIT_IP_PER_MINUTE', 'BASE_URL', 'DATABASE_URL', 'SECRET_KEY', 'LOG_LEVEL', 'OPENAPI_PUBLIC']
  for (const name of [
    ...names,
    'UPLOADS_URL',
    'REDIS_URL',
    'SMTP_URL',
    'MAIL_FROM',
    'DASHBOARD_URL',
    'DATABASE_PLAN_CACHE_MODE',
    'DATABASE_LOCK_TIMEOUT_MS',
  ])
    expect(message.split('\n').filter((line) => line.startsWith(`${name} `))).toHaveLength(1)
  expect(message).not.toContain('hunter2')
})

it('an unusable data directory is reported as a configuration error', () => {
  mkdirSync(join(dir, 'odd', 'secret-key'), { recursive: true })
  expect(() => readConfig({ DATA_DIR: join(dir, 'odd') })).toThrow(/secret-key cannot be read/)
  expect(() => readConfig({ DATA_DIR: join(dir, 'secret-key') })).toThrow(ConfigError)
})

it('the mail providers need a client id and a secret, and may be elsewhere for tests', () => {
  const read = (env: Record<string, string>) => readConfig({ DATA_DIR: dir, ...env }).oauth
  expect(read({})).toEqual({ GOOGLE: null, MICROSOFT: null })
  const client = {
    GOOGLE_CLIENT_ID: 'client',
    GOOGLE_CLIENT_SECRET: 'hunter2',
    MICROSOFT_CLIENT_ID: 'client',
    MICROSOFT_CLIENT_SECRET: 'x',
  }
  expect(read({ ...client, OAUTH_GOOGLE_URL: 'http://127.0.0.1:9/', MICROSOFT_TENANT: 'acme.example' })).toMatchObject({
    GOOGLE: { authorizeUrl: 'http://127.0.0.1:9/o/oauth2/v2/auth', tokenUrl: 'http://127.0.0.1:9/token' },
    MICROSOFT: { tokenUrl: 'https://login.microsoftonline.com/acme.example/oauth2/v2.0/token' },
  })
  expect(() => read({ GOOGLE_CLIENT_SECRET: 'hunter2' })).toThrow(/^GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET are set together/)
  expect(() => read({ ...client, OAUTH_GOOGLE_URL: 'token.example' })).toThrow(/^OAUTH_GOOGLE_URL must be/)
})
