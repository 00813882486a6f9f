import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, statSync } from 'node:fs'
import { connect, createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestInstallation, type TestInstallation, type SkeinProcess } from '../../test/support/skein-process.ts'

let installation: TestInstallation
beforeAll(async () => {
  installation = await createTestInstallation({ name: "Ada's data", empty: true })
})
afterAll(() => installation.remove())

const keyOf = (): string => readFileSync(join(installation.dataDir, 'first-key'), 'utf8').trim()
const listThreads = async ({ url }: SkeinProcess): Promise<{ status: number; total: number }> => {
  const response = await fetch(`${url}/api/v1/threads`, { headers: { Authorization: `Bearer ${keyOf()}` } })
  // Safe because a list has this envelope.
  return { status: response.status, total: ((await response.json()) as { meta: { total: number } }).meta.total }
}

/** Splits a printed command into words like a shell. */
function shellWords(line: string): string[] {
  const script = `curl() { "$NODE" -e 'console.log(JSON.stringify(process.argv.slice(1)))' -- "$@"; }; ${line}`
  return JSON.parse(
    execFileSync('sh', ['-c', script], { encoding: 'utf8', env: { PATH: '/usr/local/bin:/usr/bin:/bin', NODE: process.execPath } }),
  ) as string[]
}

describe('the service as a process', () => {
  it('creates a tenant at its first start, and prints a working call without the key', async () => {
    const service = await installation.serve({ LOG_LEVEL: 'debug' })
    const [, line = ''] = /^(curl .*)$/m.exec(service.stdout()) ?? []
    const [quiet, url = '', ...options] = shellWords(line)
    expect(quiet).toBe('-s')
    const headers = new Headers(
      options.flatMap((option, i): [string, string][] => {
        const [, name, value] = option === '-H' ? (/^(.*?): (.*)$/.exec(options[i + 1] ?? '') ?? []) : []
        return name !== undefined && value !== undefined ? [[name, value]] : []
      }),
    )
    const response = await fetch(url, { method: 'POST', headers, body: options.at(-1) ?? '' })
    expect(response.status).toBe(201)
    expect(await response.json()).toMatchObject({
      data: { publicNumber: 1, ticketNumber: expect.stringMatching(/^ACME-/), customer: { email: 'ada@example.com' } },
    })
    const [, sample = ''] = /^ +Sample .*: (.*npm run .*)$/m.exec(service.stdout()) ?? []
    const database = execFileSync('sh', ['-c', `npm() { printf %s "$DATA_DIR"; }; ${sample}`], { encoding: 'utf8', env: {} })
    expect(database, 'a command for another terminal is for the same database').toBe(installation.dataDir)
    service.signal('SIGTERM')
    const { code, stdout, stderr } = await service.ended
    expect(code).toBe(0)
    expect(keyOf()).toMatch(/^svck_/)
    expect(stdout + stderr).not.toContain(keyOf())
    expect(stderr).toContain('"route":"createThread"')
    expect(installation.postgresRuns()).toBe(false)
  })

  it('stores the key in a file that no other user can read', () => {
    expect(statSync(join(installation.dataDir, 'first-key')).mode & 0o777).toBe(0o600)
    expect(statSync(installation.dataDir).mode & 0o077).toBe(0)
  })

  it('prints all addresses at every start, and completes open requests before it stops', async () => {
    const service = await installation.serve()
    const keyFile = join(installation.dataDir, 'first-key')
    const year = new Date().getUTCFullYear() + 1
    for (const line of [
      `Skein serves ${service.url}`,
      `  Dashboard  ${service.url.replace('//localhost', '//app.localhost')}`,
      `  API        ${service.url}/api/v1`,
      `  Reference  ${service.url}/docs`,
      `  Guides     ${service.url}/docs/guides`,
    ])
      expect(service.stdout().split('\n')).toContain(line)
    expect(service.stdout()).toContain(`  Key        ${keyFile} (tenant acme, until ${year}-`)
    expect(service.stdout()).toMatch(/\n\nCreate a thread:\n\ncurl -s .*\n\n$/)
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1')
    let received = ''
    socket.setEncoding('utf8').on('data', (text: string) => (received += text))
    const body = JSON.stringify({ title: 'Slow', body: 'This took its time.', requester: { email: 'slow@example.com' } })
    socket.write(
      `POST /api/v1/threads HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${keyOf()}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 10)}`,
    )
    // A response on another connection shows that the first part has been read.
    expect(await listThreads(service)).toEqual({ status: 200, total: 1 })
    service.signal('SIGTERM')
    await expect
      .poll(() =>
        fetch(`${service.url}/healthz`).then(
          () => 'open',
          () => 'closed',
        ),
      )
      .toBe('closed')
    socket.write(body.slice(10))
    await once(socket, 'close')
    expect(received).toMatch(/^HTTP\/1\.1 201 /)
    expect((await service.ended).code).toBe(0)
    expect(installation.postgresRuns()).toBe(false)
  })

  it('starts again after kill -9 without data loss, and treats a doubled Ctrl-C as one', async () => {
    const killed = await installation.serve()
    killed.signal('SIGKILL')
    await killed.ended
    const service = await installation.serve()
    expect(await listThreads(service)).toEqual({ status: 200, total: 2 })
    service.signal('SIGINT')
    service.signal('SIGINT')
    expect((await service.ended).code).toBe(0)
    expect(installation.postgresRuns()).toBe(false)
  })

  it('runs in several processes on one port, which stop together', async () => {
    const service = await installation.serve({}, ['start', '--processes', '2'])
    expect(service.stdout()).toMatch(/^Skein serves http:\/\/localhost:\d+ with 2 processes and a worker$/m)
    expect(await listThreads(service)).toEqual({ status: 200, total: 2 })
    service.signal('SIGTERM')
    expect((await service.ended).code).toBe(0)
    expect(installation.postgresRuns()).toBe(false)
  })

  it('reports a port in use, and leaves nothing running', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    // Safe because the server listens on a port.
    const { port } = other.address() as AddressInfo
    const { code, stdout, stderr } = await installation.run(['serve'], { PORT: String(port) })
    const mail = await installation.run(['serve'], { MAIL_IN_PORT: String(port) })
    other.close()
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toContain(`Port ${port} of 127.0.0.1 is in use`)
    expect({ code: mail.code, stdout: mail.stdout }).toEqual({ code: 1, stdout: '' })
    expect(mail.stderr).toContain(`or choose another port: MAIL_IN_PORT=${port + 1}`)
    expect(installation.postgresRuns()).toBe(false)
  })

  it('refuses a bad configuration and reports every mistake', async () => {
    const { code, stdout, stderr } = await installation.run(['serve'], {
      PORT: '99999',
      TRUST_PROXY: 'perhaps',
      DATABASE_URL: 'mysql://root:hunter2@db',
    })
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr.trim().split('\n')).toEqual([
      'PORT must be a whole number from 0 to 65535, not "99999".',
      'DATABASE_URL must be a URL that starts with postgres:// or postgresql://.',
      'TRUST_PROXY must be true or false, not "perhaps".',
    ])
  })

  it('reports an unavailable database without showing its password', async () => {
    const { code, stderr } = await installation.run(['serve'], { DATABASE_URL: 'postgres://skein:hunter2@127.0.0.1:1/skein' })
    expect(code).toBe(1)
    expect(stderr).toBe('The database refuses the connection: connect ECONNREFUSED 127.0.0.1:1\n')
  })
})
