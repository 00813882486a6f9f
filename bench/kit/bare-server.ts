import { spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { findFreePort, stopProcess, waitUntilUp } from './service.ts'
import type { Connection } from './floor-shape.ts'

export type BareServerInput = {
  connection: Connection
  poolSize: number
  port: number
  tenantIdByKey: Record<string, string>
  /** True when PostgreSQL builds the JSON, and the server sends it unchanged. */
  isJsonMade: boolean
}

export type BareServer = { url: string; pid: number; stop(): Promise<void> }

/** Starts bare-list-server.ts, the floor for list requests, on the service's database. */
export async function startBareServer(dataDir: string, input: Omit<BareServerInput, 'port'>): Promise<BareServer> {
  const port = await findFreePort()
  const logPath = join(dataDir, 'bare-server.log')
  const log = openSync(logPath, 'w')
  const child = spawn(process.execPath, [join(import.meta.dirname, 'bare-list-server.ts'), JSON.stringify({ ...input, port })], {
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  const url = `http://127.0.0.1:${port}`
  const [key = ''] = Object.keys(input.tenantIdByKey)
  await waitUntilUp(child, async () => (await fetch(url, { headers: { Authorization: `Bearer ${key}` } })).ok, logPath)
  return { url, pid: child.pid ?? 0, stop: () => stopProcess(child) }
}
