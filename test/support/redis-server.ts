/** Store of shared rate limits: a real Valkey or Redis if the machine has one, otherwise an emulation. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { startRedisEmulation, type RedisServer } from './redis-emulation.ts'
import { findFreePort } from './free-port.ts'

export type { RedisServer } from './redis-emulation.ts'

const program = ['valkey-server', 'redis-server'].find((name) => spawnSync(name, ['--version']).status === 0)

/** Name of the server that `startRedis` starts, for test titles. */
export const redisName = program ?? 'an emulated Redis'

/** Prints which server the tests of shared rate limits do not use, so that a green suite reports its gap. */
export function printMissingRedis(): void {
  if (program === undefined)
    console.log('Neither valkey-server nor redis-server is installed: tests of shared rate limits use an emulation (test/support).')
}

export function startRedis(): Promise<RedisServer> {
  return program === undefined ? startRedisEmulation() : startProgram(program)
}

async function startProgram(name: string): Promise<RedisServer> {
  const port = await findFreePort()
  const { createClient } = await import('@redis/client')
  const url = `redis://127.0.0.1:${port}`
  let child = spawn(name, ['--version'], { stdio: 'ignore' })
  const send = async (...command: string[]): Promise<unknown> => {
    const client = await createClient({ url }).connect()
    return client.sendCommand(command).finally(() => client.destroy())
  }
  const start = async (): Promise<void> => {
    child = spawn(name, ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'], { stdio: 'pipe' })
    let printed = ''
    while (!/Ready to accept connections/.test(printed)) printed += String((await once(child.stdout ?? child, 'data'))[0])
  }
  await start()
  return {
    url,
    // Safe because this is the server's response to KEYS.
    keys: async () => (await send('KEYS', '*')) as string[],
    scriptCalls: async () => Number(/cmdstat_evalsha:calls=(\d+)/.exec(String(await send('INFO', 'commandstats')))?.[1] ?? 0),
    ttl: async (key) => Number(await send('PTTL', key)),
    prolong: (key, ms) => send('PEXPIRE', key, String(ms)),
    hang: () => void child.kill('SIGSTOP'),
    resume: () => void child.kill('SIGCONT'),
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
    start,
  }
}
