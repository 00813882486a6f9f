/**
 * Stores of rate limits. No package provides a real server for every machine, so tests use a server that speaks the protocol over TCP and
 * executes commands and the script with an emulation, and also the real server if the machine has one.
 */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import Mock from 'ioredis-mock'
import Parser from 'redis-parser'

export type RedisServer = {
  url: string
  keys(): Promise<string[]>
  /** Returns how many times the store was asked to count. */
  commands(): Promise<number>
  ttl(key: string): Promise<number>
  /** Extends the lifetime of a key, as happens when the clock of the store is put back. */
  prolong(key: string, ms: number): Promise<unknown>
  /** From now on the store responds to nothing, on connections that stay open. */
  hang(): void
  resume(): void
  /** Ends every connection and accepts no new ones until `start`. */
  stop(): Promise<void>
  start(): Promise<void>
}

export type RedisKind = {
  name: string
  /** The maximum number of requests that a test may count with it. The emulation takes ten milliseconds each. */
  countsTo: number
  make(): Promise<RedisServer>
}

/** Returns the kinds of stores on this machine: always the emulation, and a real server if one is installed. */
export function redisKinds(): RedisKind[] {
  const installed = ['valkey-server', 'redis-server'].filter((program) => spawnSync(program, ['--version']).status === 0)
  return [
    { name: 'an imitation over TCP', countsTo: 60, make: makeRedis },
    ...installed.slice(0, 1).map((program) => ({ name: program, countsTo: 600, make: () => makeReal(program) })),
  ]
}

/** Starts the emulation, which works on every machine. */
export async function makeRedis(): Promise<RedisServer> {
  const mock = new Mock({ host: `imitation-${Math.random()}` })
  const sockets = new Set<Socket>()
  let [port, hangs, asked] = [0, false, 0]
  let waiting: (() => void)[] = []
  const server = createServer((socket) => {
    sockets.add(socket)
    let answered = Promise.resolve()
    const parser = new Parser({
      returnReply(command) {
        // Safe because clients send lists of texts.
        const [name = '', ...rest] = (command as unknown[]).map(String)
        asked++
        answered = answered.then(async () => {
          if (hangs) await new Promise<void>((resolve) => waiting.push(resolve))
          socket.write(await runCommand(mock, name.toLowerCase(), rest))
        })
      },
      returnError: () => socket.destroy(),
    })
    socket.on('data', (bytes) => parser.execute(bytes))
    socket.on('error', () => socket.destroy())
    socket.on('close', () => sockets.delete(socket))
  })
  const start = async (): Promise<void> => {
    await once(server.listen(port, '127.0.0.1'), 'listening')
    // Safe because a server that listens on a port has this form of address.
    port = (server.address() as AddressInfo).port
  }
  await start()
  return {
    url: `redis://127.0.0.1:${port}`,
    keys: () => mock.keys('*'),
    commands: () => Promise.resolve(asked),
    ttl: (key) => mock.pttl(key),
    prolong: (key, ms) => mock.pexpire(key, ms),
    hang: () => void (hangs = true),
    resume() {
      hangs = false
      for (const go of waiting) go()
      waiting = []
    },
    async stop() {
      const closed = server.listening ? once(server.close(), 'close') : null
      for (const socket of sockets) socket.destroy()
      await closed
    },
    start,
  }
}

/** Returns the bytes of the reply to one command. */
async function runCommand(mock: InstanceType<typeof Mock>, name: string, rest: readonly string[]): Promise<string> {
  try {
    if (name === 'evalsha') return encode(await mock.evalsha(rest[0] ?? '', Number(rest[1]), ...rest.slice(2)))
    if (name === 'eval') return encode(await mock.eval(rest[0] ?? '', Number(rest[1]), ...rest.slice(2)))
    return `-ERR unknown command '${name}'\r\n`
  } catch (error) {
    return `-${(error as Error).message.split('\n')[0]}\r\n`
  }
}

function encode(reply: unknown): string {
  if (Array.isArray(reply)) return `*${reply.length}\r\n${reply.map(encode).join('')}`
  if (typeof reply === 'number') return `:${reply}\r\n`
  if (typeof reply === 'string') return `$${Buffer.byteLength(reply)}\r\n${reply}\r\n`
  return '$-1\r\n'
}

async function makeReal(program: string): Promise<RedisServer> {
  const port = await freePort()
  const { createClient } = await import('@redis/client')
  const url = `redis://127.0.0.1:${port}`
  let child = spawn(program, ['--version'], { stdio: 'ignore' })
  const ask = async (...command: string[]): Promise<unknown> => {
    const client = await createClient({ url }).connect()
    return client.sendCommand(command).finally(() => client.destroy())
  }
  const start = async (): Promise<void> => {
    child = spawn(program, ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'], { stdio: 'pipe' })
    let printed = ''
    while (!/Ready to accept connections/.test(printed)) printed += String((await once(child.stdout ?? child, 'data'))[0])
  }
  await start()
  return {
    url,
    // Safe because this is the server's reply to KEYS.
    keys: async () => (await ask('KEYS', '*')) as string[],
    commands: async () => Number(/cmdstat_evalsha:calls=(\d+)/.exec(String(await ask('INFO', 'commandstats')))?.[1] ?? 0),
    ttl: async (key) => Number(await ask('PTTL', key)),
    prolong: (key, ms) => ask('PEXPIRE', key, String(ms)),
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

async function freePort(): Promise<number> {
  const server = createServer()
  await once(server.listen(0, '127.0.0.1'), 'listening')
  // Safe because a server that listens on a port has this form of address.
  const { port } = server.address() as AddressInfo
  await once(server.close(), 'close')
  return port
}
