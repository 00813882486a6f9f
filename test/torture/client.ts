/** An HTTP client that reports exactly how far a request got, and never corrects or retries a request. */
import { Agent, request } from 'node:http'
import type { OperationOutcome } from './ledger.ts'

export type Sending = {
  method: string
  path: string
  headers?: Readonly<Record<string, string>>
  /** Sent as JSON. */
  body?: unknown
  /** Disconnects this many milliseconds after sending, with or without a response. */
  hangUpAfterMs?: number | null
}

export type Sent = {
  outcome: OperationOutcome
  ms: number
  handedOverAt: number | null
  headers: Readonly<Record<string, string | string[] | undefined>>
}

export type Client = { send(sending: Sending): Promise<Sent>; close(): void }

/** Timeout of a response in milliseconds. A request that takes this long hangs. */
export const patienceMs = 20_000
export const hangs = `no response within ${patienceMs / 1000} s`
export const hungUp = 'the client hung up'

/** Opens a client that keeps up to `connections` connections to the service on `port`. */
export function openClient(port: number, connections: number): Client {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  return { send: (sending) => send(agent, port, sending), close: () => agent.destroy() }
}

function send(agent: Agent, port: number, { method, path, headers = {}, body, hangUpAfterMs = null }: Sending): Promise<Sent> {
  const begunAt = performance.now()
  const payload = body === undefined ? undefined : JSON.stringify(body)
  const announced = payload === undefined ? {} : { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(payload) }
  return new Promise((resolve) => {
    let handedOverAt: number | null = null
    const outgoing = request({ host: '127.0.0.1', port, method, path: `/api/v1${path}`, headers: { ...headers, ...announced }, agent })
    const finish = (outcome: OperationOutcome, answered: Sent['headers'] = {}) => {
      for (const timer of timers) clearTimeout(timer)
      resolve({ outcome, ms: performance.now() - begunAt, handedOverAt, headers: answered })
    }
    const fail = (error: NodeJS.ErrnoException) => {
      finish(error.code === 'ECONNREFUSED' ? { kind: 'unsent', why: error.code } : { kind: 'lost', why: error.code ?? error.message })
    }
    const giveUp = (why: string) => () => outgoing.destroy(Object.assign(new Error(why), { code: why }))
    const timers = [setTimeout(giveUp(hangs), patienceMs), ...(hangUpAfterMs === null ? [] : [setTimeout(giveUp(hungUp), hangUpAfterMs)])]
    outgoing.on('error', fail)
    outgoing.on('response', (incoming) => {
      const chunks: Buffer[] = []
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
      incoming.on('error', fail)
      incoming.on('end', () => {
        const { location = null, 'retry-after': retryAfter = null, 'idempotent-replayed': replayed } = incoming.headers
        const text = Buffer.concat(chunks).toString('utf8')
        finish(
          { kind: 'answered', status: incoming.statusCode ?? 0, text, location, retryAfter, replayed: replayed === 'true' },
          incoming.headers,
        )
      })
    })
    outgoing.end(payload, () => {
      if (outgoing.reusedSocket) handedOverAt = performance.now()
    })
  })
}
