import { spawn } from 'node:child_process'
import { closeSync, mkdirSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { openSmtp } from '../../test/support/smtp-client.ts'
import type { Connection } from './floor-shape.ts'
import { findFreePort, stopProcess, waitUntilUp } from './service.ts'

export type BareMailServerInput = { connection: Connection; poolSize: number; port: number; directory: string }

/** Starts bare-mail-server.ts, the floor for received mail, on the service's database and disk. The table must exist. */
export async function startBareMailServer(
  dataDir: string,
  input: Pick<BareMailServerInput, 'connection' | 'poolSize'>,
): Promise<{ port: number; stop(): Promise<void> }> {
  const [port, directory] = [await findFreePort(), join(dataDir, 'bare-mails')]
  mkdirSync(directory, { recursive: true })
  const logPath = join(dataDir, 'bare-mail-server.log')
  const log = openSync(logPath, 'w')
  const child = spawn(process.execPath, [join(import.meta.dirname, 'bare-mail-server.ts'), JSON.stringify({ ...input, port, directory })], {
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  const isUp = async (): Promise<boolean> => {
    const client = await openSmtp(port, null)
    client.end()
    return client.greeting.startsWith('220 ')
  }
  await waitUntilUp(child, isUp, logPath)
  return { port, stop: () => stopProcess(child) }
}
