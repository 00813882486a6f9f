/**
 * Proxy between the service and its database that breaks a connection at a message that the test chooses. It parses just enough of
 * PostgreSQL's protocol ("Message Formats" in the manual) to find the messages and their SQL.
 */
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import type { TestConnection } from './global-setup.ts'

/**
 * A message. `type` is PostgreSQL's letter, or `startup` for the message that has none. `text` is a message's SQL, or the tag of a finished
 * command.
 */
export type Message = { from: 'client' | 'server'; type: string; text: string; connection: number }
/**
 * Ways to break a connection: a reset, a clean close, PostgreSQL's message to a terminated session, or a network that drops every packet.
 */
export type Break = 'reset' | 'end' | 'termination' | 'silence'

export type DatabaseRelay = {
  connection: TestConnection
  /** Breaks the next connection that sends a matching message. The message does not arrive. Resolves when the connection is broken. */
  breakAt(at: (message: Message) => boolean, how: Break): Promise<void>
  close(): void
}

export async function openDatabaseRelay(database: TestConnection): Promise<DatabaseRelay> {
  let plan: { at(message: Message): boolean; how: Break; done(): void } | null = null
  const sockets = new Set<Socket>()
  let connections = 0
  const server = createServer({ noDelay: true }, (client) => {
    const upstream = connect(`${database.host}/.s.PGSQL.${database.port}`)
    const statements = new Map<string, string>()
    const connection = ++connections
    let isBroken = false
    const pass =
      (from: Message['from'], target: Socket) =>
      (bytes: Buffer, type: string): void => {
        if (isBroken) return
        const text = from === 'client' ? sqlOf(bytes, type, statements) : getTag(bytes, type)
        if (!plan?.at({ from, type, text, connection })) return void target.write(bytes)
        isBroken = true
        if (plan.how === 'reset') client.resetAndDestroy()
        if (plan.how === 'end') client.end()
        if (plan.how === 'termination') client.end(termination)
        // PostgreSQL finishes the statement, and then finds that the session is gone.
        if (plan.how !== 'silence') upstream.end()
        plan.done()
        plan = null
      }
    client.on('data', splitMessages(false, pass('client', upstream)))
    upstream.on('data', splitMessages(true, pass('server', client)))
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket)
      socket
        .on('error', () => {})
        .on('close', () => {
          sockets.delete(socket)
          other.end()
        })
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    // Safe because address() returns an AddressInfo for a server that listens on a port.
    connection: { ...database, host: '127.0.0.1', port: (server.address() as AddressInfo).port },
    breakAt: (at, how) =>
      new Promise((done) => {
        plan = { at, how, done }
      }),
    close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

/** Calls `take` for each complete message. The client's first message has a length but no type. */
function splitMessages(typed: boolean, take: (bytes: Buffer, type: string) => void): (chunk: Buffer) => void {
  let rest = Buffer.alloc(0)
  return (chunk) => {
    rest = Buffer.concat([rest, chunk])
    for (;;) {
      const at = typed ? 1 : 0
      const end = rest.length < at + 4 ? Number.POSITIVE_INFINITY : at + rest.readInt32BE(at)
      if (rest.length < end) return
      const type = typed ? rest.toString('latin1', 0, 1) : 'startup'
      take(rest.subarray(0, end), type)
      rest = rest.subarray(end)
      typed = true
    }
  }
}

/** Returns the SQL of Query and Parse, and of Bind by the name that Parse gave it. */
function sqlOf(bytes: Buffer, type: string, statements: Map<string, string>): string {
  const [first = '', second = ''] = bytes.toString('utf8', 5).split('\0', 2)
  if (type === 'Q') return first
  if (type === 'P') statements.set(first, second)
  return (type === 'P' ? second : type === 'B' ? statements.get(second) : '') ?? ''
}

function getTag(bytes: Buffer, type: string): string {
  return type === 'C' ? bytes.toString('utf8', 5, bytes.length - 1) : ''
}

/** ErrorResponse 57P01, which PostgreSQL sends after pg_terminate_backend. */
const termination = errorResponse({
  S: 'FATAL',
  V: 'FATAL',
  C: '57P01',
  M: 'terminating connection due to administrator command',
  R: 'ProcessInterrupts',
})

function errorResponse(fields: Readonly<Record<string, string>>): Buffer {
  const text = Buffer.from(
    `${Object.entries(fields)
      .map(([name, value]) => `${name}${value}\0`)
      .join('')}\0`,
  )
  const head = Buffer.from('E....')
  head.writeInt32BE(text.length + 4, 1)
  return Buffer.concat([head, text])
}
