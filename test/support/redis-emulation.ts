/**
 * A small Redis for machines that have no server: the commands that rate limits use, over TCP. Scripts run in real Lua (5.4; Redis has
 * 5.1), so that the product's script is tested and not a copy of it.
 */
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { LuaFactory } from 'wasmoon'

/** A server that a test starts, stops and inspects. */
export type RedisServer = {
  url: string
  keys(): Promise<string[]>
  /** Returns the number of executed scripts: one for each round trip of a request. */
  scriptCalls(): Promise<number>
  ttl(key: string): Promise<number>
  /** Extends a key's time to live, as happens when the server's clock is set back. */
  prolong(key: string, ms: number): Promise<unknown>
  /** Makes the server hang: connections stay open without responses. */
  hang(): void
  resume(): void
  /** Closes every connection and accepts no new ones until `start`. */
  stop(): Promise<void>
  start(): Promise<void>
}

export async function startRedisEmulation(): Promise<RedisServer> {
  const keyspace = createKeyspace()
  const runScript = await createScriptRunner(keyspace)
  const scripts = new Map<string, string>()
  let scriptCalls = 0
  const run = (command: string, args: readonly string[]): string => {
    const [first = '', keyCount = '0', ...rest] = args
    if (command === 'EVAL') scripts.set(createHash('sha1').update(first).digest('hex'), first)
    else if (command !== 'EVALSHA') return `-ERR unknown command '${command}'\r\n`
    const script = command === 'EVAL' ? first : scripts.get(first)
    if (script === undefined) return '-NOSCRIPT No matching script.\r\n'
    scriptCalls++
    return encodeResponse(runScript(script, rest.slice(0, Number(keyCount)), rest.slice(Number(keyCount))))
  }

  const sockets = new Set<Socket>()
  let [port, isHanging] = [0, false]
  let waiting: (() => void)[] = []
  const server = createServer((socket) => {
    sockets.add(socket)
    let received = ''
    const respond = (): void => {
      for (let read = readCommand(received); read; read = readCommand(received)) {
        received = received.slice(read.length)
        const [command = '', ...args] = read.words
        socket.write(run(command.toUpperCase(), args))
      }
    }
    socket.on('data', (bytes) => {
      received += bytes.toString('latin1')
      if (isHanging) waiting.push(respond)
      else respond()
    })
    socket.on('error', () => socket.destroy())
    socket.on('close', () => sockets.delete(socket))
  })
  const start = async (): Promise<void> => {
    await once(server.listen(port, '127.0.0.1'), 'listening')
    // Safe because address() returns an AddressInfo for a server that listens on a port.
    port = (server.address() as AddressInfo).port
  }
  await start()
  return {
    url: `redis://127.0.0.1:${port}`,
    keys: () => Promise.resolve(keyspace.keys()),
    scriptCalls: () => Promise.resolve(scriptCalls),
    ttl: (key) => Promise.resolve(Number(keyspace.call('PTTL', key))),
    prolong: (key, ms) => Promise.resolve(keyspace.call('PEXPIRE', key, ms)),
    hang: () => void (isHanging = true),
    resume() {
      isHanging = false
      for (const respond of waiting) respond()
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

type Keyspace = { keys(): string[]; call(command: string, ...args: (string | number)[]): unknown }

/** Hashes with a time to live. */
function createKeyspace(): Keyspace {
  const entries = new Map<string, { fields: Map<string, string>; expiresAt: number | null }>()
  const find = (key: string) => {
    const entry = entries.get(key)
    if (entry?.expiresAt != null && entry.expiresAt <= Date.now()) entries.delete(key)
    return entries.get(key)
  }
  const findOrCreate = (key: string) => {
    const entry = find(key) ?? { fields: new Map<string, string>(), expiresAt: null }
    entries.set(key, entry)
    return entry
  }
  const commands: Record<string, (key: string, ...args: string[]) => unknown> = {
    TIME: () => [String(Math.floor(Date.now() / 1_000)), String((Date.now() % 1_000) * 1_000)],
    HGET: (key, field = '') => find(key)?.fields.get(field) ?? false,
    HSET(key, field = '', value = '') {
      findOrCreate(key).fields.set(field, value)
      return 1
    },
    HINCRBY(key, field = '', by = '') {
      const { fields } = findOrCreate(key)
      const value = Number(fields.get(field) ?? 0) + Number(by)
      fields.set(field, String(value))
      return value
    },
    DEL: (key) => Number(entries.delete(key)),
    PTTL(key) {
      const entry = find(key)
      if (!entry) return -2
      return entry.expiresAt === null ? -1 : entry.expiresAt - Date.now()
    },
    PEXPIRE(key, ms = '') {
      const entry = find(key)
      if (entry) entry.expiresAt = Date.now() + Number(ms)
      return entry ? 1 : 0
    },
  }
  return {
    keys: () => [...entries.keys()].filter((key) => find(key)),
    call(command, ...args) {
      const [key = '', ...rest] = args.map(String)
      const run = commands[command.toUpperCase()]
      if (!run) throw new Error(`unknown command '${command}'`)
      return run(key, ...rest)
    },
  }
}

type RunScript = (script: string, keys: readonly string[], argv: readonly string[]) => unknown

/** Returns a function that runs a script like EVAL, with `redis.call`, `KEYS` and `ARGV`. */
async function createScriptRunner(keyspace: Keyspace): Promise<RunScript> {
  const lua = await new LuaFactory().createEngine({ enableProxy: false })
  lua.global.set('redis', { call: keyspace.call })
  return (script, keys, argv) => {
    lua.global.set('KEYS', [...keys])
    lua.global.set('ARGV', [...argv])
    try {
      return lua.doStringSync(script)
    } catch (error) {
      return error
    }
  }
}

/** Parses the first command in the text (an array of bulk strings) and its length; null when it is incomplete. */
function readCommand(text: string): { words: string[]; length: number } | null {
  const head = /^\*(\d+)\r\n/.exec(text)
  if (!head) return null
  const words: string[] = []
  let at = head[0].length
  for (let n = Number(head[1]); n > 0; n--) {
    const [prefix = '', length = ''] = /^\$(\d+)\r\n/.exec(text.slice(at)) ?? []
    const end = at + prefix.length + Number(length)
    if (prefix === '' || text.length < end + 2) return null
    words.push(text.slice(at + prefix.length, end))
    at = end + 2
  }
  return { words, length: at }
}

function encodeResponse(value: unknown): string {
  if (value instanceof Error) return `-ERR ${value.message.split('\n')[0]}\r\n`
  if (Array.isArray(value)) return `*${value.length}\r\n${value.map(encodeResponse).join('')}`
  if (typeof value === 'number') return `:${Math.trunc(value)}\r\n`
  return typeof value === 'string' ? `$${value.length}\r\n${value}\r\n` : '$-1\r\n'
}
