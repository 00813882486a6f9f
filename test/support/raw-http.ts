/** Sends raw bytes on a socket, for requests that no HTTP client would send. */
import { connect } from 'node:net'
import type { CallResponse, Envelope } from './caller.ts'

/**
 * Sends `parts` one after another and reads until the service closes the connection, or sends nothing for `quietMs` after its response.
 * Returns the first response; null when the service closes without one.
 */
export function exchange(
  port: number,
  parts: readonly (string | Buffer)[],
  { quietMs = 150, timeoutMs = 5_000 } = {},
): Promise<CallResponse<unknown> | null> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    let received = ''
    let timer = setTimeout(finish, timeoutMs)
    function finish(): void {
      clearTimeout(timer)
      socket.destroy()
      resolve(received === '' ? null : parseResponse(received))
    }
    socket.on('connect', () => parts.forEach((part) => socket.write(part)))
    socket.on('data', (chunk: Buffer) => {
      received += chunk.toString('latin1')
      clearTimeout(timer)
      timer = setTimeout(finish, quietMs)
    })
    socket.on('error', finish)
    socket.on('close', finish)
  })
}

/** A connection that the test writes to step by step, and everything that the service sent on it. */
export type Conversation = {
  send(bytes: string | Buffer): void
  /** Half-closes the connection, like a caller that only waits for responses. */
  sendNoMore(): void
  /** Returns the received text so far. */
  received(): string
  /** Resolves when `wanted` accepts the received text, or the service has closed the connection. */
  until(wanted: (received: string) => boolean): Promise<string>
  /** Resolves with everything when the service has closed the connection. */
  closed: Promise<string>
  /** Disconnects. */
  leave(): void
}

export function converse(port: number, bytes: string | Buffer): Conversation {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  let received = ''
  const waiting = new Set<() => void>()
  const wake = (): void => waiting.forEach((look) => look())
  socket.on('data', (chunk: Buffer) => {
    received += chunk.toString('latin1')
    wake()
  })
  socket.on('error', () => undefined)
  socket.on('end', () => socket.end())
  const closed = new Promise<string>((resolve) => socket.on('close', () => resolve(received)))
  socket.write(bytes)
  return {
    send: (more) => void socket.write(more),
    sendNoMore: () => void socket.end(),
    received: () => received,
    closed,
    leave: () => void socket.destroy(),
    until: (wanted) =>
      Promise.race([
        closed,
        new Promise<string>((resolve) => {
          const look = (): void => {
            if (!wanted(received)) return
            waiting.delete(look)
            resolve(received)
          }
          waiting.add(look)
          look()
        }),
      ]),
  }
}

/** Parses the responses that a connection received, as far as they have a length. */
export function parseResponses(received: string): CallResponse<unknown>[] {
  const responses: CallResponse<unknown>[] = []
  for (let rest = received; rest.startsWith('HTTP/1.1 '); ) {
    const response = parseResponse(rest)
    responses.push(response)
    if (response.status !== 100 && response.headers['content-length'] === undefined) break
    rest = rest.slice(rest.indexOf('\r\n\r\n') + 4 + Number(response.headers['content-length'] ?? 0))
  }
  return responses
}

function parseResponse(received: string): CallResponse<unknown> {
  const end = received.indexOf('\r\n\r\n')
  const [statusLine = '', ...lines] = received.slice(0, end).split('\r\n')
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  )
  const rest = Buffer.from(received.slice(end + 4), 'latin1')
  const text = (headers['content-length'] === undefined ? rest : rest.subarray(0, Number(headers['content-length']))).toString('utf8')
  let body: unknown = null
  try {
    body = JSON.parse(text)
  } catch {
    // The body is not JSON, so the test gets the text.
  }
  // Safe because tests read only the fields that the contract guarantees for the response's status.
  return { status: Number(statusLine.split(' ')[1]), headers, body: body as Envelope<unknown>, text }
}
