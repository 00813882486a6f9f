/**
 * Supports methods that Node's parser does not know. The parser rejects them, but in HTTP any token is a valid method and gets 404 or 405,
 * depending on the path. So the same bytes are parsed again with a substitute method, which the parser knows and no operation has.
 */
import type { IncomingMessage, Server } from 'node:http'
import { duplexPair, type Duplex } from 'node:stream'

const standIn = 'UNBIND'

/** The caller's methods, keyed by the connection on which their bytes are parsed again. */
const spoken = new WeakMap<Duplex, string>()

/** Returns the method that the caller sent. */
export function getMethod({ method = '', socket }: IncomingMessage): string {
  return method === standIn ? (spoken.get(socket) ?? method) : method
}

/** Whether this connection reparses a request with a substitute method. Such a connection serves one request. */
export function isRetold(socket: Duplex): boolean {
  return spoken.has(socket)
}

export type BrokenRequest = NodeJS.ErrnoException & { rawPacket?: Buffer; bytesParsed?: number }

/** Matches an HTTP token (RFC 9110, 5.6.2) and the space after it. */
const methodPattern = /^([\w!#$%&'*+.^`|~-]{1,255}) /
const tokenLetter = /[\w!#$%&'*+.^`|~-]/

/**
 * Parses the request again. Returns a stream that takes the rest of the caller's bytes and yields the response; null when the method is not
 * the cause of the parse error. The method must arrive in one packet, as it practically always does.
 */
export function retell(server: Server, error: BrokenRequest, socket: Duplex): Duplex | null {
  const { code, rawPacket, bytesParsed = 0 } = error
  if ((code !== 'HPE_INVALID_METHOD' && code !== 'HPE_INVALID_CONSTANT') || !rawPacket || isRetold(socket)) return null
  const start = code === 'HPE_INVALID_METHOD' ? tokenStart(rawPacket, bytesParsed) : rawPacket.lastIndexOf('\n', bytesParsed) + 1
  const method = methodPattern.exec(rawPacket.toString('latin1', start, start + 256))?.[1]
  if (method === undefined) return null
  const [inside, outside] = duplexPair()
  if ('remoteAddress' in socket) Object.defineProperty(inside, 'remoteAddress', { value: socket.remoteAddress })
  spoken.set(inside, method)
  outside.on('error', () => outside.destroy())
  server.emit('connection', inside)
  outside.write(standIn)
  outside.write(rawPacket.subarray(start + method.length))
  return outside
}

/** Returns the index at which the method starts. The parser stops inside the method, which may follow a body without a final line break. */
function tokenStart(bytes: Buffer, at: number): number {
  let start = at
  while (start > 0 && tokenLetter.test(String.fromCharCode(bytes[start - 1] ?? 0))) start--
  return start
}
