import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { secondsPerDay } from '../resources/api-keys/index.ts'
import { startTestService, type TestService, type TestTenant } from '../../test/support/service.ts'
import { skipReaders } from '../../test/support/readers.ts'
import { createTestInstallation, type Ended, type TestInstallation } from '../../test/support/skein-process.ts'
import { examineContent } from './doctor-database.ts'
import { createCertificate } from '../../test/support/self-signed.ts'
import { startMailServer } from '../../test/support/mail-server.ts'
import { startRedis } from '../../test/support/redis-server.ts'
import { startS3Server } from '../../test/support/s3-server.ts'
import type { Finding } from './doctor-finding.ts'
import { earlierSql } from '../../test/support/earlier.ts'

type Report = { wrong: number; warnings: number; findings: Finding[] }

/** Returns the findings that are not ok, except for the user, because these tests may run as root. */
function complaints(findings: readonly Finding[]): Record<string, string> {
  return Object.fromEntries(
    findings
      .filter(({ status, check }) => status !== 'ok' && check !== 'user')
      .map(({ check, status, says }) => [check, `${status}: ${says}`]),
  )
}

describe('doctor', () => {
  let installation: TestInstallation
  beforeAll(async () => {
    installation = await createTestInstallation({ empty: true })
  })
  afterAll(() => installation.remove())

  const getReport = ({ stdout, stderr }: Ended): Report => {
    expect(stderr).toBe('')
    // Safe because --json prints one object of this shape.
    return JSON.parse(stdout) as Report
  }
  const examine = async (
    env: Record<string, string> = {},
  ): Promise<{ code: number | null; found: Record<string, string>; findings: Finding[] }> => {
    const ended = await installation.runHere(['doctor', '--json'], { LOG_LEVEL: 'warn', ...env })
    const { findings, wrong } = getReport(ended)
    expect(ended.code, JSON.stringify(findings)).toBe(wrong > 0 ? 1 : 0)
    for (const { status, cure, says } of findings) expect({ says, hasCure: cure !== null }).toEqual({ says, hasCure: status !== 'ok' })
    return { code: ended.code, found: complaints(findings), findings }
  }

  it('finds nothing wrong before the first start, and creates nothing', async () => {
    expect(await examine()).toMatchObject({ code: 0, found: {} })
    expect(existsSync(installation.dataDir)).toBe(false)
  })

  it('reports every configuration error, and continues', async () => {
    const { code, findings } = await examine({ PORT: 'http', LOG_LEVEL: 'loud', SECRET_KEY: 'short' })
    expect(code).toBe(1)
    const said = findings.filter(({ check }) => check === 'configuration').map(({ says }) => says)
    expect(said.map((text) => text.split(' ')[0])).toEqual(['PORT', 'LOG_LEVEL', 'SECRET_KEY'])
    expect(findings.map(({ check }) => check)).toEqual(expect.arrayContaining(['node', 'disk', 'database']))
  })

  it('finds nothing wrong with a running service, or after it has stopped', async () => {
    const { port, close } = await takePort()
    close()
    const service = await installation.serve({ PORT: String(port) })
    const { found, findings } = await examine({ PORT: String(port) })
    expect(found).toEqual({})
    expect(findings.map(({ check, says }) => `${check}: ${says}`)).toEqual(
      expect.arrayContaining([
        `port: A service responds at http://localhost:${port}.`,
        `BASE_URL: http://localhost:${port} leads to a service.`,
        'migrations: All are applied.',
        'webhooks: No webhook is disabled.',
      ]),
    )
    service.signal('SIGTERM')
    await service.ended
    expect(await examine({ PORT: String(port) })).toMatchObject({ code: 0, found: {} })
    expect(installation.postgresRuns(), 'the database that it started for the examination').toBe(false)
  })

  it('finds a port of incoming mail in use, and a missing or expiring certificate', async () => {
    const { port, close } = await takePort()
    const { certFile, keyFile } = { certFile: join(tmpdir(), 'no-such-cert.pem'), keyFile: join(tmpdir(), 'no-such-key.pem') }
    const { code, found } = await examine({ MAIL_IN_PORT: String(port), MAIL_IN_TLS_CERT: certFile, MAIL_IN_TLS_KEY: keyFile })
    close()
    expect(code).toBe(1)
    expect(found).toEqual({
      'mail port': expect.stringContaining(`warning: Port ${port} of 127.0.0.1 is in use`),
      'mail certificate': expect.stringMatching(/^wrong: The certificate cannot be used: ENOENT/),
    })
    const directory = mkdtempSync(join(tmpdir(), 'skein-doctor-certificate-'))
    const { key, cert } = createCertificate('mail.example.com')
    const files = { MAIL_IN_TLS_CERT: join(directory, 'cert.pem'), MAIL_IN_TLS_KEY: join(directory, 'key.pem') }
    writeFileSync(files.MAIL_IN_TLS_CERT, cert)
    writeFileSync(files.MAIL_IN_TLS_KEY, key)
    expect((await examine({ MAIL_IN_PORT: String(port), ...files })).found).toEqual({
      'mail certificate': expect.stringMatching(/^warning: The certificate in .*cert\.pem expires in \d days/),
    })
    expect((await examine({ MAIL_IN_PORT: String(port), MAIL_IN_HOST: '0.0.0.0' })).found).toEqual({
      'mail certificate': 'warning: Mail comes in unencrypted at 0.0.0.0.',
    })
    rmSync(directory, { recursive: true })
  })

  it('finds a port in use, a name that cannot be resolved, and an untrusted proxy', async () => {
    const { port, close } = await takePort()
    const { code, found } = await examine({ PORT: String(port), BASE_URL: 'https://support.invalid' })
    close()
    expect(code).toBe(1)
    expect(found).toEqual({
      port: expect.stringContaining(`wrong: Port ${port} of 127.0.0.1 is in use`),
      BASE_URL: 'wrong: The name support.invalid cannot be resolved from here.',
      'rate limits': expect.stringContaining('warning: BASE_URL points to a proxy'),
    })
  })

  it('finds a missing secret key, and a data directory and key that others can read', async () => {
    const key = join(installation.dataDir, 'secret-key')
    chmodSync(installation.dataDir, 0o755)
    chmodSync(key, 0o644)
    expect((await examine()).found).toEqual({
      'data directory': expect.stringContaining('is accessible to other users'),
      'secret key': expect.stringContaining('can be read by other users'),
    })
    chmodSync(installation.dataDir, 0o700)
    chmodSync(key, 0o600)

    renameSync(key, `${key}.away`)
    const { code, found } = await examine()
    expect(code).toBe(1)
    expect(found).toEqual({ 'secret key': expect.stringMatching(/^wrong: .*secret-key is missing, although there is a database/) })
    expect(existsSync(key), 'it creates none').toBe(false)

    writeFileSync(key, 'another key, which was never used with this database\n', { mode: 0o600 })
    expect((await examine()).found).toEqual({
      'first key': expect.stringMatching(/^wrong: .* does not belong to this database, or was created with another secret key/),
    })
    rmSync(key)
    renameSync(`${key}.away`, key)
  })

  it('tells an absent mail server from one that responds', async () => {
    const server = await startMailServer()
    const { findings } = await examine({ SMTP_URL: server.url, MAIL_FROM: 'help@example.com' })
    expect(findings.find(({ check }) => check === 'mail')?.says).toMatch(/responds; mails come from help@example\.com\.$/)
    await server.stop()
    expect((await examine({ SMTP_URL: server.url.replace('//', '//me:hunter2@') })).found).toEqual({
      mail: expect.stringMatching(/^wrong: The mail server could not be used: ECONNREFUSED\. \(127\.0\.0\.1:\d+\)$/),
    })
  })

  it('tells an absent rate-limit store from one that responds', async () => {
    const store = await startRedis()
    const { findings } = await examine({ REDIS_URL: store.url })
    expect(findings.find(({ check }) => check === 'limit store')?.says).toMatch(/counts them for all processes; it took [\d.]+ ms\.$/)
    await store.stop()
    const { code, found } = await examine({ REDIS_URL: store.url.replace('//', '//me:hunter2@') })
    expect(code).toBe(1)
    expect(found).toEqual({
      'limit store': expect.stringMatching(/^wrong: The store at 127\.0\.0\.1:\d+ does not respond: .*ECONNREFUSED/),
    })
  })

  it('reports a full or closed disk, and a bucket that is absent or refuses the key', async () => {
    const getStorage = async (env: Record<string, string>) => (await examine(env)).findings.find(({ check }) => check === 'storage')
    const directory = mkdtempSync(join(tmpdir(), 'skein-doctor-files-'))
    const file = join(directory, 'a-file')
    writeFileSync(file, '')
    const said = [
      await getStorage({ UPLOADS_URL: `file://${directory}`, UPLOADS_RESERVE_MIB: '0' }),
      await getStorage({ UPLOADS_URL: `file://${directory}`, UPLOADS_RESERVE_MIB: '900000000' }),
      await getStorage({ UPLOADS_URL: `file://${file}` }),
    ]
    expect(said.map((finding) => `${finding?.status}: ${finding?.says}`)).toEqual([
      expect.stringMatching(/^ok: .* accepts files; .* are free/),
      expect.stringMatching(/^wrong: .* is full: uploads are refused \(507\)/),
      expect.stringMatching(/^wrong: Files cannot be stored: this user cannot write to .*a-file\.$/),
    ])
    expect(readdirSync(directory), 'nothing is left').toEqual(['a-file'])
    rmSync(directory, { recursive: true })

    const server = await startS3Server()
    const url = (bucket: string, key = 'S3RVER:S3RVER') => `s3://${key}@${bucket}?region=us-east-1&endpoint=${server.location.endpoint}`
    const buckets = [
      await getStorage({ UPLOADS_URL: url('skein-files') }),
      await getStorage({ UPLOADS_URL: url('no-such-bucket') }),
      await getStorage({ UPLOADS_URL: url('skein-files', 'hunter:hunter2') }),
    ]
    await server.stop()
    buckets.push(await getStorage({ UPLOADS_URL: url('skein-files') }))
    expect(buckets.map((finding) => `${finding?.status}: ${finding?.says} ${finding?.cure}`)).toEqual([
      expect.stringMatching(/^ok: The bucket skein-files \(127\.0\.0\.1:\d+\) (accepts files|responds)\./),
      expect.stringMatching(/^wrong: .* cannot be reached: .*404\. Create the bucket/),
      expect.stringMatching(/^wrong: .* cannot be reached: .*403\. Correct the credentials/),
      expect.stringMatching(/^wrong: .* cannot be reached: ECONNREFUSED\. Correct UPLOADS_URL/),
    ])
    expect(JSON.stringify(buckets)).not.toContain('hunter2')
  })

  it('reports a database that it cannot reach', async () => {
    const { code, found } = await examine({ DATABASE_URL: 'postgres://skein:hunter2@127.0.0.1:1/skein' })
    expect(code).toBe(1)
    expect(found).toEqual({ database: expect.stringMatching(/^wrong: The database refuses the connection: .*ECONNREFUSED/) })
  })

  it('prints text for people without --json', async () => {
    const { code, stdout } = await installation.run(['doctor'], { LOG_LEVEL: 'warn', PORT: 'http' })
    expect(code).toBe(1)
    expect(stdout).toMatch(/^✗ configuration {2}PORT must be a whole number .*\n {17}→ Correct the environment/)
    expect(stdout).toMatch(/\n1 thing is wrong; \d warnings?\.\n$/)
  })
})

describe('doctor finds in the database', () => {
  let service: TestService
  let tenant: TestTenant
  const dataDir = mkdtempSync(join(tmpdir(), 'skein-doctor-'))
  beforeAll(async () => {
    service = await startTestService()
    tenant = await service.createTenant('globex')
    await tenant.skein.createWebhook({ body: { url: 'http://127.0.0.1:9/' } })
  })
  afterAll(async () => {
    await service.stop()
    rmSync(dataDir, { recursive: true })
  })
  const examine = async (config: { secretKey?: string } = {}, serviceRuns = true): Promise<Record<string, string>> =>
    complaints(await examineContent(service.db, { ...service.config, dataDir, ...config }, serviceRuns))

  it('nothing when nothing is wrong', async () => {
    expect(await examine()).toEqual({})
  })

  it('a different secret key', async () => {
    expect(await examine({ secretKey: 'another key that is known to everybody' })).toEqual({
      'secret key': expect.stringContaining('wrong: It is not the key that this database was used with'),
    })
  })

  it('a first key that expires soon, was revoked, or is invalid', async () => {
    const file = join(dataDir, 'first-key')
    const { id, key } = await tenant.keyFor(['read'], { lifeSeconds: 3.5 * secondsPerDay })
    writeFileSync(file, `${key}\n`)
    expect(await examine()).toEqual({ 'first key': expect.stringContaining('expires in 3 days') })
    await tenant.skein.revokeApiKey({ path: { id } })
    expect(await examine()).toEqual({ 'first key': expect.stringContaining('is revoked') })
    writeFileSync(file, 'svck_nobody')
    expect(await examine()).toEqual({ 'first key': expect.stringContaining('does not belong to this database') })
    writeFileSync(file, `${(await tenant.keyFor(['read'], { lifeSeconds: 90 * secondsPerDay })).key}\n`)
    expect(await examine()).toEqual({})
    rmSync(file)
  })

  it('that no worker has been active for two minutes', async () => {
    await tenant.skein.createThread({ body: { title: 'x', body: 'y', requester: { email: 'a@example.com' } } })
    expect(await examine()).toEqual({})
    await service.db.script(`update events set created_at = ${earlierSql('created_at', "interval '2 minutes'")}`)
    expect(await examine()).toEqual({ worker: expect.stringMatching(/^wrong: .* due job has been due for 12\d s/) })
    expect(await examine({}, false)).toEqual({ worker: expect.stringMatching(/^warning: /) })
    await service.db.script('update webhook_cursors set sequence = 1000')
    await skipReaders(service.db)
  })

  it('disabled webhooks, with their tenant', async () => {
    await service.db.script(`update webhooks set status = 'DISABLED', disabled_at = now()`)
    expect(await examine()).toEqual({ webhooks: 'warning: Disabled after repeated failures: 1 of globex.' })
    await service.db.script(`update webhooks set status = 'ACTIVE', disabled_at = null`)
  })

  it('pending migrations, and those of a newer version', async () => {
    await service.db.script(`create table taken as select * from schema_migrations; delete from schema_migrations`)
    expect(await examine()).toEqual({ migrations: expect.stringMatching(/^warning: Pending: 0001_/) })
    await service.db.script(
      `insert into schema_migrations select * from taken; drop table taken; insert into schema_migrations values ('0999_future.sql', 'x')`,
    )
    expect(await examine()).toEqual({
      migrations: expect.stringContaining('wrong: The database was migrated by a newer version of Skein: 0999_future.sql'),
    })
  })
})

async function takePort(): Promise<{ port: number; close(): void }> {
  const server = createServer((socket) => socket.end())
  await once(server.listen(0, '127.0.0.1'), 'listening')
  // Safe because address() returns an AddressInfo for a server that listens on a port.
  return { port: (server.address() as AddressInfo).port, close: () => server.close() }
}
