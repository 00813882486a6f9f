/** Ports for servers that start later, in another process, or again on the same port. */
import { once } from 'node:events'
import { open, stat, utimes } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Range of ports, below the ephemeral ports of Linux, macOS and Windows. Otherwise another connection or server could get a port while
 * nothing listens on it.
 */
const [firstPort, lastPort] = [20_000, 32_000]
const maxRunMs = 86_400_000

/** Returns a free port that no other call in this run returns. */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = firstPort + Math.floor(Math.random() * (lastPort - firstPort))
    if ((await reserve(port)) && (await isFree(port))) return port
  }
}

/**
 * Claims the port with a file in the directory that all processes of a run share. Returns false when a process of this run has claimed it.
 */
async function reserve(port: number): Promise<boolean> {
  const path = join(tmpdir(), `skein-port-${port}`)
  try {
    await (await open(path, 'wx')).close()
    return true
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    // `npm run torture` uses the machine's own directory, where its files stay.
    if (Date.now() - (await stat(path)).mtimeMs < maxRunMs) return false
    await utimes(path, new Date(), new Date())
    return true
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch {
    return false
  }
  server.close()
  await once(server, 'close')
  return true
}
