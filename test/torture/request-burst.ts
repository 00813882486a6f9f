/** Sends many requests simultaneously, each on an open, idle connection. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

export type RequestBurst = {
  /** Writes one request to each connection before it returns. Resolves to the statuses, or the reasons why there are none. */
  send(): Promise<string[]>
  close(): void
}

export async function openRequestBurst(port: number, key: string, connections: number): Promise<RequestBurst> {
  const request = `GET /api/v1/threads?limit=1 HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${key}\r\n\r\n`
  const sockets = await Promise.all(
    Array.from({ length: connections }, async () => {
      const socket = connect(port, '127.0.0.1')
      await once(socket, 'connect')
      return socket
    }),
  )
  const send = (): Promise<string[]> => {
    const responses = sockets.map((socket) => readResponse(socket))
    for (const socket of sockets) socket.write(request)
    return Promise.all(responses)
  }
  const first = await send()
  if (first.some((status) => status !== '200')) throw new Error(`The first burst was answered ${first.join(', ')}`)
  return { send, close: () => sockets.forEach((socket) => socket.destroy()) }
}

/** Returns the status of one complete response. */
function readResponse(socket: Socket): Promise<string> {
  return new Promise((resolve) => {
    let received = ''
    const settle = (result: string) => {
      socket.removeAllListeners()
      // Ignore later errors of the connection, which must not be uncaught.
      socket.on('error', () => undefined)
      resolve(result)
    }
    socket.on('data', (chunk: Buffer) => {
      received += chunk.toString('latin1')
      const [head = '', body] = received.split('\r\n\r\n')
      const length = Number(/content-length: (\d+)/i.exec(head)?.[1])
      if (body !== undefined && Buffer.byteLength(body, 'latin1') >= length) settle(head.slice(9, 12))
    })
    socket.on('error', (error: NodeJS.ErrnoException) => settle(error.code ?? error.message))
    socket.on('close', () => settle(`closed after ${received.length} bytes`))
  })
}
