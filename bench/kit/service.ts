/** The service under test: the real process, as `npm start` runs it, with raised limits and with its log in a file. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findPostmaster } from './cpu.ts'
import type { Options } from './options.ts'

export type Service = { url: string; pid: number; dataDir: string; postmaster: number | null; stop(): Promise<void> }

/** Start timeout in milliseconds, after which the run is aborted. */
const maxStartMs = 60_000

/** `start` runs the API with a worker in its process, like `npm start`; `serve` runs the API alone. `env` adds environment variables. */
export type Mode = { command: 'serve' | 'start'; env?: Readonly<Record<string, string>> }

/** Starts the service on `dataDir` and waits until `isUp` returns true, by default until it is ready. */
export async function startService(
  options: Options,
  dataDir: string,
  isUp: (url: string) => Promise<boolean> = isReady,
  { command, env: more = {} }: Mode = { command: 'start' },
): Promise<Service> {
  mkdirSync(dataDir, { recursive: true })
  const port = await findFreePort()
  const logPath = join(dataDir, 'service.log')
  const log = openSync(logPath, 'w')
  const env = {
    PATH: process.env.PATH,
    // Same environment as `npm start`. Otherwise Node loads its TypeScript compiler, 14 MB, only for the entry point.
    NODE_COMPILE_CACHE: join(import.meta.dirname, '../../node_modules/.cache/skein'),
    DATA_DIR: dataDir,
    PORT: String(port),
    MAIL_IN_PORT: '0',
    // The limits are raised, not switched off: the limiter still counts every request.
    RATE_LIMIT_IP_PER_MINUTE: '1000000000',
    RATE_LIMIT_TENANT_PER_MINUTE: '1000000000',
    ...more,
  }
  const child = spawn(process.execPath, [options.service, command], { env, stdio: ['ignore', log, log] })
  closeSync(log)
  const url = `http://127.0.0.1:${port}`
  await waitUntilUp(child, () => isUp(url), logPath)
  return { url, pid: child.pid ?? 0, dataDir, postmaster: findPostmaster(dataDir), stop: () => stopProcess(child) }
}

export async function isReady(url: string): Promise<boolean> {
  return (await fetch(`${url}/readyz`)).ok
}

/** Waits until `isUp` returns true. Throws with the end of the log when the process exits first. */
export async function waitUntilUp(child: ChildProcess, isUp: () => Promise<boolean>, logPath: string): Promise<void> {
  const deadline = Date.now() + maxStartMs
  while (Date.now() < deadline) {
    if (child.exitCode !== null || child.signalCode !== null) break
    if (await isUp().catch(() => false)) return
    await sleep(5)
  }
  child.kill('SIGKILL')
  throw new Error(`The service did not start:\n${readFileSync(logPath, 'utf8').slice(-2000)}`)
}

export async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  const late = setTimeout(() => child.kill('SIGKILL'), 30_000)
  await ended
  clearTimeout(late)
}

export async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (typeof address !== 'object' || address === null) throw new Error('The probe server has no TCP address')
  return address.port
}
