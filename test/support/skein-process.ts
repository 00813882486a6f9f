/** The product as operators run it: processes with their own data directory and port. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { runCommand } from '../../server/commands/run-command.ts'
import { createLog } from '#platform/log.ts'
import { findPostmaster, killIfAlive } from '#platform/postgres/embedded/process.ts'
import { copyPreparedData } from './prepared-data.ts'
import { programPath } from './program.ts'

const root = new URL('../..', import.meta.url).pathname
/** The same directory as in the scripts of package.json. */
export const compileCache = join(root, 'node_modules/.cache/skein')

export type Ended = { code: number | null; stdout: string; stderr: string }

export type SkeinProcess = {
  pid: number
  /** URL that the process printed. */
  url: string
  stdout(): string
  stderr(): string
  signal(name: NodeJS.Signals): void
  ended: Promise<Ended>
}

export type TestInstallation = {
  dataDir: string
  /** Starts the service and waits until it has printed its URL. Throws if the service exits first. Default of `args`: `serve`. */
  serve(env?: Record<string, string>, args?: string[]): Promise<SkeinProcess>
  /** Runs a command in its own process and waits until it exits. */
  run(args: string[], env?: Record<string, string>): Promise<Ended>
  /**
   * Runs a command in the test's process, which has already loaded the code. This is for commands that read no input and print only their
   * result. A test also runs each command with `run`, because only that shows that it exits and does not depend on the test. `typed` is the
   * terminal input; without it there is no terminal.
   */
  runHere(args: string[], env?: Record<string, string>, typed?: string): Promise<Ended>
  /** Starts any command. */
  start(
    args: string[],
    env?: Record<string, string>,
  ): { child: ChildProcess; output: { stdout: string; stderr: string }; ended: Promise<Ended> }
  /** Whether PostgreSQL is running on the data directory. */
  postgresRuns(): boolean
  /** Kills all processes and removes the directory. */
  remove(): Promise<void>
}

/**
 * Creates an installation for a test. `name` may contain characters that need quoting. With `empty` there is no database yet, as on a new
 * machine; the service then takes a second to create one. With `bare` there is a database without tables.
 */
export async function createTestInstallation({ name = 'data', empty = false, bare = false } = {}): Promise<TestInstallation> {
  const parent = await mkdtemp(join(tmpdir(), 'skein-process-'))
  const dataDir = join(parent, name)
  if (!empty) await copyPreparedData(dataDir, bare ? 'bare' : 'migrated')
  const running = new Set<ChildProcess>()

  const environment = (own: Record<string, string> = {}): Record<string, string> => ({
    PATH: process.env.PATH ?? '',
    NODE_COMPILE_CACHE: compileCache,
    DATA_DIR: dataDir,
    PORT: '0',
    MAIL_IN_PORT: '0',
    LOG_LEVEL: 'info',
    RATE_LIMIT_IP_PER_MINUTE: '1000000',
    RATE_LIMIT_TENANT_PER_MINUTE: '1000000',
    ...own,
  })

  const start: TestInstallation['start'] = (args, env) => {
    const child = spawn(process.execPath, [programPath(), ...args], { cwd: root, env: environment(env), stdio: ['ignore', 'pipe', 'pipe'] })
    running.add(child)
    const output = { stdout: '', stderr: '' }
    child.stdout.setEncoding('utf8').on('data', (text: string) => (output.stdout += text))
    child.stderr.setEncoding('utf8').on('data', (text: string) => (output.stderr += text))
    const ended = once(child, 'close').then(([code]) => {
      running.delete(child)
      // Safe because the event has this shape.
      return { code: code as number | null, ...output }
    })
    return { child, output, ended }
  }

  const postmaster = (): number | null => {
    try {
      return findPostmaster(join(dataDir, 'postgres'))
    } catch {
      return null
    }
  }

  return {
    dataDir,
    start,
    run: (args, env) => start(args, env).ended,
    async runHere(args, env, typed) {
      const output = { stdout: '', stderr: '' }
      const createOutput = (stream: 'stdout' | 'stderr') => ({
        write: (text: string) => (output[stream] += text),
        flushSync: () => undefined,
      })
      const stderr = createOutput('stderr')
      const code = await runCommand(args, {
        env: environment(env),
        stdout: createOutput('stdout'),
        stderr,
        stop: new AbortController().signal,
        terminal: typed === undefined ? null : { input: Readable.from([typed]), output: toWritable(stderr) },
        openLog: async (level) => createLog(level, stderr).log,
      })
      return { code, ...output }
    },
    async serve(env, args = ['serve']) {
      const { child, output, ended } = start(args, env)
      const findUrl = (): string | undefined => /^Skein serves (?:.*here: )?(http:\/\/[^\s)]+)/m.exec(output.stdout)?.[1]
      while (findUrl() === undefined) {
        const result = await Promise.race([ended, once(child.stdout ?? child, 'data').then(() => null)])
        if (result) throw new Error(`The service ended with ${result.code}: ${result.stderr}`)
      }
      return {
        pid: child.pid ?? 0,
        url: findUrl() ?? '',
        stdout: () => output.stdout,
        stderr: () => output.stderr,
        signal: (signal) => void child.kill(signal),
        ended,
      }
    },
    postgresRuns: () => postmaster() !== null,
    async remove() {
      for (const child of running) child.kill('SIGKILL')
      const pid = postmaster()
      if (pid !== null) killIfAlive(pid, 'SIGKILL')
      await rm(parent, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
    },
  }
}

function toWritable(output: { write(text: string): unknown }): Writable {
  return new Writable({
    write(chunk, _encoding, done) {
      output.write(String(chunk))
      done()
    },
  })
}
