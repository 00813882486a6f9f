/** `start --processes`, while its processes are killed and stopped in every way. */
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { countThreads, createThreads } from './support/create-threads.ts'
import { createTestInstallation, type SkeinProcess, type TestInstallation } from './support/skein-process.ts'

const slow = { timeout: 60_000, interval: 50 }

let installation: TestInstallation
let key: string
let service: SkeinProcess
beforeAll(async () => {
  installation = await createTestInstallation()
  const words = ['tenant', 'create', '--slug', 'beta', '--name', 'Beta', '--owner-email', 'owner@beta.example', '--json']
  // Safe because the command prints this shape.
  key = (JSON.parse((await installation.run(words)).stdout) as { apiKey: string }).apiKey
}, 120_000)
afterAll(() => installation.remove())

const startTwo = (env?: Record<string, string>): Promise<SkeinProcess> => installation.serve(env, ['start', '--processes', '2'])

/** Returns the ids of the processes that a service has started, by name. */
function findProcesses(pid: number): Map<string, number> {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,stat=,args='], { encoding: 'utf8' }).split('\n')
  const found = lines.map((line) => /^ *(\d+) +(\d+) +[^Z]\S* .* process (api-\d+|worker)$/.exec(line))
  return new Map(found.flatMap((match) => (match && Number(match[2]) === pid ? [[match[3] ?? '', Number(match[1])] as const] : [])))
}

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

const kill = (name: string): void => {
  const pid = findProcesses(service.pid).get(name)
  if (pid === undefined) throw new Error(`The process ${name} does not run`)
  process.kill(pid, 'SIGKILL')
}

const call = (path: string, init: RequestInit = {}): Promise<Response> =>
  fetch(`${service.url}${path}`, { ...init, headers: { Authorization: `Bearer ${key}`, Connection: 'close', ...init.headers } })

/** Sends the first half of a request that creates a thread. `finish` sends the rest and returns the response. */
async function beginThread(): Promise<{ socket: Socket; finish(): Promise<string> }> {
  const socket = connect(Number(new URL(service.url).port), '127.0.0.1')
  let response = ''
  socket
    .setEncoding('utf8')
    .on('data', (text: string) => (response += text))
    .on('error', () => {})
  const body = JSON.stringify({ title: 'Slow', body: 'This took its time.', requester: { email: 'slow@example.com' } })
  const head = `POST /api/v1/threads HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\nExpect: 100-continue\r\nContent-Length: ${body.length}\r\n\r\n`
  socket.write(head)
  // The service has accepted the request when it sends 100 Continue.
  await expect.poll(() => response, slow).toContain('100 Continue')
  return {
    socket,
    async finish() {
      socket.write(body)
      await once(socket, 'close')
      return response
    },
  }
}

const isOpen = (): Promise<boolean> =>
  fetch(`${service.url}/healthz`, { headers: { Connection: 'close' } }).then(
    () => true,
    () => false,
  )

describe('several processes on one port', () => {
  beforeEach(async () => {
    service = await startTwo()
  }, 120_000)
  afterEach(async () => {
    service.signal('SIGKILL')
    await service.ended
  })

  it('serve with a worker, show all metrics, and go on while each is killed', async () => {
    expect(service.stdout()).toMatch(/^Skein serves http:\/\/localhost:\d+ with 2 processes and a worker$/m)
    const running = findProcesses(service.pid)
    expect([...running.keys()].toSorted()).toEqual(['api-1', 'api-2', 'worker'])

    const before = await countThreads(service.url, key)
    const caller = createThreads([service.url], key, `killed-${service.pid}`)
    await expect.poll(() => caller.created.size, slow).toBeGreaterThan(3)
    const kills = ['api-1', 'worker', 'api-2', 'api-2']
    for (const [i, name] of kills.entries()) {
      kill(name)
      const reached = caller.created.size
      await expect.poll(() => caller.created.size, slow).toBeGreaterThan(reached + 3)
      await expect.poll(() => service.stderr().match(/serves again/g) ?? [], slow).toHaveLength(i + 1)
    }
    await caller.stop()
    expect(new Set(caller.created.values()).size).toBe(caller.created.size)
    expect(await countThreads(service.url, key)).toBe(before + caller.created.size)

    const readMetrics = async (): Promise<string> => (await call('/metrics')).text()
    await expect.poll(readMetrics, slow).toMatch(/^process_start_time_seconds\{process="api-2"\} \d+$/m)
    const text = await readMetrics()
    for (const [name, restarts] of [
      ['api-1', 1],
      ['api-2', 2],
      ['worker', 1],
    ])
      expect(text).toContain(`process_restarts_total{process="${name}"} ${restarts}\n`)
    expect(text).toMatch(/^http_requests_total\{process="api-\d",route="createThread",method="POST",status="201"\} \d+$/m)
    expect(text).toMatch(/^mails_waiting 0$/m)
    expect(text.match(/^# TYPE process_resident_memory_bytes gauge$/gm)).toHaveLength(1)
    const memoryOf = (name: string): number =>
      Number(new RegExp(`^process_resident_memory_bytes\\{process="${name}"\\} (\\d+)$`, 'm').exec(text)?.[1])
    expect(memoryOf('primary'), 'the primary process does not load the resources').toBeLessThan(memoryOf('worker'))

    service.signal('SIGTERM')
    const { code, stderr } = await service.ended
    expect(code).toBe(0)
    expect(stderr).toContain('the process api-1 was ended by SIGKILL; it is started again in 0.1 s')
    expect(stderr, 'a pause that grows').toContain('the process api-2 was ended by SIGKILL; it is started again in 0.2 s')
    expect(installation.postgresRuns()).toBe(false)
  })

  it('run a retry once, and soon refuse a revoked key in every process', async () => {
    const body = JSON.stringify({ title: 'Once', body: 'Please.', requester: { email: 'once@example.com' } })
    const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': `once-${service.pid}` }
    const responses = await Promise.all(Array.from({ length: 12 }, () => call('/api/v1/threads', { method: 'POST', headers, body })))
    const created = await Promise.all(
      responses.filter(({ status }) => status === 201).map(async (each) => ((await each.json()) as { data: { threadId: string } }).data),
    )
    expect(new Set(created.map(({ threadId }) => threadId)).size).toBe(1)

    const made = await call('/api/v1/api-keys', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ name: 'Short', scopes: ['threads:read'] }),
    })
    // Safe because a 201 of this operation has this shape.
    const { data } = (await made.json()) as { data: { id: string; key: string } }
    const readThreads = (): Promise<number[]> =>
      Promise.all(
        Array.from({ length: 8 }, () =>
          call('/api/v1/threads', { headers: { Authorization: `Bearer ${data.key}` } }).then(({ status }) => status),
        ),
      )
    expect(new Set(await readThreads())).toEqual(new Set([200]))
    expect((await call(`/api/v1/api-keys/${data.id}`, { method: 'DELETE' })).status).toBeLessThan(300)
    await expect.poll(async () => [...new Set(await readThreads())], slow).toEqual([401])
    service.signal('SIGTERM')
    expect((await service.ended).code).toBe(0)
  })

  it('complete accepted requests before they stop, then stop PostgreSQL', async () => {
    const { finish } = await beginThread()
    // Like Ctrl-C: every process of the terminal receives the signal.
    for (const pid of [service.pid, ...findProcesses(service.pid).values()]) process.kill(pid, 'SIGINT')
    await expect.poll(isOpen, slow).toBe(false)
    expect(installation.postgresRuns()).toBe(true)
    expect(await finish()).toMatch(/HTTP\/1\.1 201 /)
    const { code, stderr } = await service.ended
    expect(code).toBe(0)
    expect(stderr).not.toContain('started again')
    expect(installation.postgresRuns()).toBe(false)
  })

  it('do not wait for requests after a second signal', async () => {
    const running = findProcesses(service.pid)
    const { socket } = await beginThread()
    service.signal('SIGTERM')
    await expect.poll(isOpen, slow).toBe(false)
    const again = setInterval(() => service.signal('SIGTERM'), 200)
    const { code } = await service.ended
    clearInterval(again)
    expect(code).toBe(1)
    socket.destroy()
    await expect.poll(() => [...running.values()].filter(isAlive), slow).toEqual([])
  })

  it('end when the primary process is killed, and the next start serves all data', async () => {
    const running = findProcesses(service.pid)
    expect(running.size).toBe(3)
    const threads = await countThreads(service.url, key)
    service.signal('SIGKILL')
    await service.ended
    await expect.poll(() => [...running.values()].filter(isAlive), slow).toEqual([])
    service = await startTwo()
    expect(await countThreads(service.url, key)).toBe(threads)
    service.signal('SIGTERM')
    expect((await service.ended).code).toBe(0)
    expect(installation.postgresRuns()).toBe(false)
  })
})

describe('several processes that cannot start', () => {
  const run = (env: Record<string, string>, count = '2') => installation.run(['start', '--processes', count], env)

  it('end with the error of one process, and leave nothing running', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    // Safe because the server listens on a port.
    const { port } = other.address() as AddressInfo
    const api = await run({ PORT: String(port) })
    const mail = await run({ MAIL_IN_PORT: String(port) })
    other.close()
    expect({ ...api, stderr: api.stderr.split('Port ') }).toEqual({
      code: 1,
      stdout: '',
      stderr: ['', expect.stringContaining(`${port} of 127.0.0.1 is in use: another program, or another Skein, listens there.`)],
    })
    expect({ code: mail.code, stdout: mail.stdout }).toEqual({ code: 1, stdout: '' })
    expect(mail.stderr).toContain(`or choose another port: MAIL_IN_PORT=${port + 1}`)
    expect(installation.postgresRuns()).toBe(false)
  })

  it('end when PostgreSQL allows too few connections', async () => {
    expect(await run({}, '11')).toEqual({
      code: 1,
      stdout: '',
      stderr:
        '11 processes need up to 102 connections to the database, which allows 97. Start fewer processes, or lower DATABASE_POOL_SIZE (8).\n',
    })
    expect(installation.postgresRuns()).toBe(false)
  })
})
