import { connect } from 'node:net'

/**
 * State of the server at the socket. `down`: no process listens. `busy`: it is starting, recovering, shutting down, or too slow to respond
 * in time. `no-database`: it accepts connections but lacks the database.
 */
export type ProbeResult = 'down' | 'busy' | 'no-database' | 'ready'

const RESPONSE_MS_MAX = 2000

/**
 * Probes the PostgreSQL behind a Unix socket with the first message of the protocol. The driver is too slow for a check every 10 ms, and
 * its retries hide the state.
 */
export function probePostgres(socketPath: string, user: string, database: string): Promise<ProbeResult> {
  return new Promise((resolve) => {
    const socket = connect({ path: socketPath })
    let connected = false
    let received = Buffer.alloc(0)
    const settle = (result: ProbeResult) => {
      socket.destroy()
      resolve(result)
    }
    socket.setTimeout(RESPONSE_MS_MAX, () => settle('busy'))
    socket.on('connect', () => {
      connected = true
      socket.write(startupMessage(user, database))
    })
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk])
      const result = readResponse(received)
      if (result) settle(result)
    })
    // A server that is starting or stopping accepts the connection, then closes it.
    socket.on('error', () => settle(connected ? 'busy' : 'down'))
    socket.on('close', () => settle(connected ? 'busy' : 'down'))
  })
}

function startupMessage(user: string, database: string): Buffer {
  const body = Buffer.from(`\0\0\0\0\0\x03\0\0user\0${user}\0database\0${database}\0\0`)
  body.writeInt32BE(body.length, 0)
  return body
}

/** Parses the messages received so far. Returns null until a message determines the state. */
function readResponse(received: Buffer): ProbeResult | null {
  const READY_FOR_QUERY = 'Z'
  const ERROR = 'E'
  for (let offset = 0; offset + 5 <= received.length; ) {
    const type = String.fromCharCode(received[offset] ?? 0)
    const end = offset + 1 + received.readInt32BE(offset + 1)
    if (end > received.length) return null
    if (type === READY_FOR_QUERY) return 'ready'
    if (type === ERROR) return readError(received.subarray(offset + 5, end).toString())
    offset = end
  }
  return null
}

function readError(fields: string): ProbeResult {
  const CANNOT_CONNECT_NOW = '57P03'
  const INVALID_CATALOG_NAME = '3D000'
  const code = fields
    .split('\0')
    .find((field) => field.startsWith('C'))
    ?.slice(1)
  if (code === CANNOT_CONNECT_NOW) return 'busy'
  // Other errors, such as "too many clients", come from a running server.
  return code === INVALID_CATALOG_NAME ? 'no-database' : 'ready'
}
