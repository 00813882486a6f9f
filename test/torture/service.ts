/** The real service as a child process with its own data directory, and the signals that kill it and its database. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { statement, type Database } from '#platform/db.ts'
import { openDatabase } from '#platform/postgres/database.ts'
import { copyPreparedData } from '../support/prepared-data.ts'
import { programPath } from '../support/program.ts'
import { compileCache } from '../support/skein-process.ts'
import { findPostmaster, killIfAlive, killOrphanedBackends, SOCKET_PORT } from '#platform/postgres/embedded/process.ts'
import { createSecrets } from '#platform/secrets.ts'
import { makeKey } from '../../server/resources/api-keys/index.ts'
import { createTenant } from '../../server/resources/tenants/index.ts'
import { getTail } from './log-tail.ts'
import { findFreePort } from '../support/free-port.ts'

const maxStartMs = 180_000
/** Timeout for webhook receivers. */
export const webhookTimeoutMs = 1_000
const secretKey = 'a key that is known to everybody, for torture'

/** A tenant of the service under test, with a key that has every scope. */
export type TortureTenant = { tenantId: string; slug: string; key: string }

export class Service {
  readonly dataDir: string
  readonly port: number
  readonly mailPort: number
  readonly logPath: string
  #child: ChildProcess | null = null
  #up = Promise.withResolvers<void>()
  #isUp = false
  /** Length of the log before the last start. */
  #logged = 0
  readonly #command: 'serve' | 'start'
  readonly #env: Record<string, string>

  private constructor(
    dataDir: string,
    ports: { port: number; mailPort: number },
    command: 'serve' | 'start',
    env: Record<string, string>,
    logName = 'service.log',
  ) {
    this.dataDir = dataDir
    this.port = ports.port
    this.mailPort = ports.mailPort
    this.#command = command
    this.#env = env
    this.logPath = join(dataDir, logName)
  }

  /**
   * Creates a data directory with a secret key, or an empty one. `start` will run a worker in its process, `serve` none. `env` adds to the
   * environment of its processes.
   */
  static async prepare({
    empty = false,
    command = 'serve',
    env = {},
  }: {
    empty?: boolean
    command?: 'serve' | 'start'
    env?: Record<string, string>
  } = {}): Promise<Service> {
    const dataDir = await mkdtemp(join(tmpdir(), 'skein-torture-'))
    if (!empty) {
      writeFileSync(join(dataDir, 'secret-key'), `${secretKey}\n`, { mode: 0o600 })
      await copyPreparedData(dataDir)
    }
    return new Service(dataDir, { port: await findFreePort(), mailPort: await findFreePort() }, command, env)
  }

  /** Prepares another service on the same data. Kill it before this one is removed. */
  async prepareAnother(): Promise<Service> {
    const ports = { port: await findFreePort(), mailPort: await findFreePort() }
    return new Service(this.dataDir, ports, this.#command, this.#env, `service-${ports.port}.log`)
  }

  /** Starts the service and waits until it is ready. */
  async start(): Promise<void> {
    try {
      await this.launch()
      await this.#ready()
      this.#isUp = true
      this.#up.resolve()
    } catch (error) {
      // Callers that wait for the start get the error. Without callers it must not count as unhandled.
      this.#up.promise.catch(() => undefined)
      this.#up.reject(error)
      throw error
    }
  }

  /** Starts the service without waiting until it is ready. */
  async launch(): Promise<void> {
    this.#logged = this.#log().length
    const log = openSync(this.logPath, 'a')
    this.#child = spawn(process.execPath, [programPath(), this.#command], {
      cwd: this.dataDir,
      env: this.#environment(),
      stdio: ['ignore', log, log],
    })
    closeSync(log)
    await once(this.#child, 'spawn')
  }

  /** Starts a worker process and waits until it runs. Throws when it exits before that. */
  async startWorker(): Promise<ChildProcess> {
    const log = openSync(this.logPath, 'a')
    const child = spawn(process.execPath, [programPath(), 'work'], {
      cwd: this.dataDir,
      env: this.#environment(),
      stdio: ['ignore', 'pipe', log],
    })
    closeSync(log)
    if (!(await waitForFirstOutput(child)))
      throw new Error(`A worker ended while starting (${child.exitCode ?? child.signalCode}).\n${this.logTail()}`)
    return child
  }

  /** Runs a command next to the service. It is killed after `killAfterMs`, unless it has already exited. */
  async run(
    args: readonly string[],
    killAfterMs: number | null = null,
  ): Promise<{ code: number | string | null; stdout: string; stderr: string }> {
    const child = spawn(process.execPath, [programPath(), ...args], {
      cwd: this.dataDir,
      env: this.#environment(),
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const output = { stdout: '', stderr: '' }
    child.stdout.setEncoding('utf8').on('data', (text: string) => (output.stdout += text))
    child.stderr.setEncoding('utf8').on('data', (text: string) => (output.stderr += text))
    const timer = killAfterMs === null ? undefined : setTimeout(() => child.kill('SIGKILL'), killAfterMs)
    await once(child, 'close')
    clearTimeout(timer)
    return { code: child.exitCode ?? child.signalCode, ...output }
  }

  #environment(): NodeJS.ProcessEnv {
    return {
      PATH: process.env['PATH'] ?? '',
      NODE_COMPILE_CACHE: compileCache,
      DATA_DIR: this.dataDir,
      PORT: String(this.port),
      MAIL_IN_PORT: String(this.mailPort),
      LOG_LEVEL: 'warn',
      RATE_LIMIT_IP_PER_MINUTE: '1000000000',
      RATE_LIMIT_TENANT_PER_MINUTE: '1000000000',
      // Receivers are on this machine. Failed deliveries are retried soon, and ten attempts take longer than any downtime of a receiver.
      WEBHOOK_ALLOWED_CIDRS: '127.0.0.0/8',
      MAIL_ALLOWED_CIDRS: '127.0.0.0/8',
      WEBHOOK_TIMEOUT_SECONDS: String(webhookTimeoutMs / 1000),
      WEBHOOK_RETRY_SECONDS: '0.1,0.2,0.5,1,2,2,2,2,2',
      ...this.#env,
    }
  }

  /** Resolves while the service is up; otherwise waits for the next start. */
  up(): Promise<void> {
    return this.#up.promise
  }

  async #ready(): Promise<void> {
    const child = this.#child
    for (const deadline = Date.now() + maxStartMs; Date.now() < deadline; await sleep(20)) {
      if (child?.exitCode !== null || child.signalCode !== null)
        throw new Error(`The service ended while starting (${child?.exitCode ?? child?.signalCode}).\n${this.logTail()}`)
      // The service prints this after it has created its first tenant, shortly after its first response. Requests before that would slow it
      // down.
      if (!this.#log().includes('Skein serves', this.#logged)) continue
      const response = await fetch(`http://127.0.0.1:${this.port}/readyz`).catch(() => null)
      if (response?.ok) return
    }
    throw new Error(`The service was not ready after ${maxStartMs / 1000} s.\n${this.logTail()}`)
  }

  /** False when the service has exited by itself. */
  get runs(): boolean {
    return this.#child !== null && this.#child.exitCode === null && this.#child.signalCode === null
  }

  /** Sends SIGKILL. The PostgreSQL of the service keeps running as an orphan. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL')
  }

  /** Sends SIGTERM and returns the exit code, or the signal that ended the service. */
  stop(): Promise<number | string | null> {
    return this.#end('SIGTERM')
  }

  async #end(signal: NodeJS.Signals): Promise<number | string | null> {
    // Callers that already wait for the start keep their promise.
    if (this.#isUp) this.#up = Promise.withResolvers<void>()
    this.#isUp = false
    const child = this.#child
    if (child && this.runs) {
      const exited = once(child, 'exit')
      child.kill(signal)
      await exited
    }
    return child?.exitCode ?? child?.signalCode ?? null
  }

  /** Stops everything, and removes the data unless `keep` is set. */
  async remove({ keep = false } = {}): Promise<void> {
    await this.kill()
    this.killDatabase()
    if (existsSync(this.databaseDirectory)) killOrphanedBackends(this.databaseDirectory)
    if (!keep) await rm(this.dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 })
  }

  // --- The database -------------------------------------------------------------------------------------------------

  get databaseDirectory(): string {
    return join(this.dataDir, 'postgres')
  }

  get postmaster(): number | null {
    return existsSync(this.databaseDirectory) ? findPostmaster(this.databaseDirectory) : null
  }

  /** Kills the postmaster. Returns whether one was running. */
  killDatabase(signal: NodeJS.Signals = 'SIGKILL'): boolean {
    const pid = this.postmaster
    if (pid !== null) killIfAlive(pid, signal)
    return pid !== null
  }

  /** Returns the process ids of the service's database connections, active ones first. */
  async backends(): Promise<number[]> {
    return this.withDatabase(async (db) => (await db.rows(findBackends, {})).map(({ pid }) => pid))
  }

  /** Runs `work` with a separate connection to the same database. */
  async withDatabase<Result>(work: (db: Database) => Promise<Result>): Promise<Result> {
    const connection = { host: this.databaseDirectory, port: SOCKET_PORT, user: 'skein', password: '', database: 'skein' }
    const db = openDatabase({ connection, max: 1, statementTimeoutMs: 0 })
    try {
      return await work(db)
    } finally {
      await db.close()
    }
  }

  async createTenant(slug: string): Promise<TortureTenant> {
    return this.withDatabase(async (db) => {
      const { tenantId, ownerId } = await createTenant(db, { slug, name: slug, ownerEmail: 'owner@example.com' })
      const { key } = await db.transaction((tx) =>
        makeKey(tx, createSecrets(secretKey), { tenantId, userId: ownerId, name: 'torture', scopes: ['admin'], lifeSeconds: 86_400 }),
      )
      return { tenantId, slug, key }
    })
  }

  /** Returns what PostgreSQL has logged so far, starting at `from`. */
  databaseLog(from = 0): string {
    const path = join(this.dataDir, 'postgres.log')
    return existsSync(path) ? readFileSync(path, 'utf8').slice(from) : ''
  }

  // --- The log ------------------------------------------------------------------------------------------------------

  #log(): string {
    return existsSync(this.logPath) ? readFileSync(this.logPath, 'utf8') : ''
  }

  /** Returns the last lines of the log, shortened. */
  logTail(): string {
    return getTail(this.#log())
  }
}

const findBackends = statement<object, { pid: number }>(`select pid from pg_stat_activity
  where application_name = 'skein' and pid <> pg_backend_pid() order by state = 'active' desc, state_change desc`)

/** Waits for the first output of a process, which shows that it runs. Returns false when the process exits before that. */
export function waitForFirstOutput(child: ChildProcess): Promise<boolean> {
  return new Promise((resolve) => {
    child.once('exit', () => resolve(false))
    child.stdout?.once('data', () => resolve(true))
  })
}
