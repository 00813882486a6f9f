/** Bytes on a socket, for requests that no HTTP client would send. */
import { connect } from 'node:net'
import type { CallAnswer, Envelope } from './caller.ts'

/**
 * Sends `parts` one after the other and reads until the service closes the connection or is quiet for `quietMs` after
 * it answered. Null when it closes without a word. Several answers on one connection: the first.
 */
export function exchange(
  port: number,
  parts: readonly (string | Buffer)[],
  { quietMs = 150, timeoutMs = 5_000 } = {},
): Promise<CallAnswer<unknown> | null> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    let received = ''
    let timer = setTimeout(finish, timeoutMs)
    function finish(): void {
      clearTimeout(timer)
      socket.destroy()
      resolve(received === '' ? null : parsedAnswer(received))
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

function parsedAnswer(received: string): CallAnswer<unknown> {
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
    // Not JSON: the test sees the text.
  }
  // Safe because tests look at the parts that the answer's status promises.
  return { status: Number(statusLine.split(' ')[1]), headers, body: body as Envelope<unknown>, text }
}
