/** A local webhook receiver whose responses tests choose. It records deliveries and verifies every signature with two libraries. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { Webhook } from 'standardwebhooks'
import { verifyWebhook } from '../../client/index.ts'

/** Fields of the body. */
export type ReceivedEvent = {
  id: string
  type: string
  timestamp: string
  tenantId: string
  apiVersion: string
  sequence: number
  truncated?: boolean
  data: { object: Record<string, unknown>; previous?: Record<string, unknown> }
}

export type Received = {
  path: string
  headers: Readonly<Record<string, string>>
  /** Raw body. */
  body: string
  event: ReceivedEvent
  at: number
  /** Trusted secrets for which the signature is valid, according to `standardwebhooks` and our own client. */
  signers: string[]
}

/** A status, a complete response (sent after `after` resolves), or a kind of misbehaviour. */
export type ReceiverResponse =
  | number
  | { status: number; headers?: Record<string, string>; body?: string; after?: Promise<unknown> }
  | keyof typeof hostilities

export type Receiver = {
  url: string
  port: number
  received: Received[]
  /** Chooses the response to a delivery. `n` counts the attempts of the same webhook-id on the same path from 1. */
  respond: (delivery: Received, n: number) => ReceiverResponse
  /** Adds a trusted secret: signatures of deliveries to `url` are also verified with it. */
  trust(url: string, secret: string): void
  /** Resolves when `condition` holds; throws after `ms`. */
  until(condition: () => boolean, ms?: number): Promise<void>
  close(): Promise<void>
}

export async function openReceiver(respond: Receiver['respond'] = () => 204): Promise<Receiver> {
  const secrets = new Map<string, string[]>()
  const counts = new Map<string, number>()
  const arrivals = new Set<() => void>()
  const server = createServer((req, res) => {
    req.on('error', () => {})
    res.on('error', () => {})
    void collect(req).then((body) => {
      const delivery = read(req, body, secrets.get(req.url ?? '') ?? [])
      const key = `${delivery.path} ${delivery.headers['webhook-id']}`
      const n = (counts.get(key) ?? 0) + 1
      counts.set(key, n)
      receiver.received.push(delivery)
      sendResponse(res, receiver.respond(delivery, n))
      for (const look of arrivals) look()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // Safe because address() returns an AddressInfo for a server that listens on a port.
  const { port } = server.address() as AddressInfo
  const receiver: Receiver = {
    url: `http://127.0.0.1:${port}/hook`,
    port,
    received: [],
    respond,
    trust(url, secret) {
      const { pathname } = new URL(url)
      secrets.set(pathname, [...(secrets.get(pathname) ?? []), secret])
    },
    until: (condition, ms = 60_000) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          if (!condition()) return
          done()
          resolve()
        }
        const late = setTimeout(() => {
          done()
          reject(new Error(`Not so after ${ms} ms; ${receiver.received.length} deliveries came`))
        }, ms)
        // Conditions can depend on more than arrivals.
        const watch = setInterval(look, 20)
        const done = (): void => {
          clearTimeout(late)
          clearInterval(watch)
          arrivals.delete(look)
        }
        arrivals.add(look)
        look()
      }),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return receiver
}

async function collect(req: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of req) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

function read(req: IncomingMessage, body: string, secrets: string[]): Received {
  const headers = Object.fromEntries(Object.entries(req.headers).map(([name, value]) => [name, String(value)]))
  // Safe because tests read only the fields that the contract promises.
  const event = JSON.parse(body) as ReceivedEvent
  return {
    path: req.url ?? '',
    headers,
    body,
    event,
    at: performance.now(),
    signers: secrets.filter((secret) => isSigned(secret, body, headers)),
  }
}

function isSigned(secret: string, body: string, headers: Record<string, string>): boolean {
  const [standard, own] = [
    () => new Webhook(secret).verify(body, headers),
    () => verifyWebhook({ payload: body, headers, secret, seen: null }),
  ].map((verify) => {
    try {
      return Boolean(verify())
    } catch {
      return false
    }
  })
  if (standard !== own) throw new Error(`standardwebhooks says ${standard}, our client ${own}`)
  return standard === true
}

function sendResponse(res: ServerResponse, chosen: ReceiverResponse): void {
  if (typeof chosen === 'string') return hostilities[chosen](res)
  const { status, headers = {}, body = '', after } = typeof chosen === 'number' ? { status: chosen } : chosen
  const send = (): void => void res.writeHead(status, headers).end(body)
  if (after) void after.then(send)
  else send()
}

const bomb = gzipSync(Buffer.alloc(20 * 2 ** 20))

/** Responses that take time. */
const hostilities = {
  'a late 204': (res: ServerResponse) => void setTimeout(() => res.writeHead(204).end(), 50),
  'never responds': () => {},
  'a byte a second': (res: ServerResponse) => {
    res.writeHead(200)
    const drip = setInterval(() => res.write('.'), 1000)
    res.write('.')
    res.on('close', () => clearInterval(drip))
  },
  'an endless body': (res: ServerResponse) => {
    res.writeHead(200)
    const chunk = Buffer.alloc(65_536, 'x')
    const pour = (): void => {
      // Send one chunk per turn of the event loop, because the sender often runs in the same process.
      if (!res.writable || res.destroyed) return
      if (res.write(chunk)) setImmediate(pour)
      else res.once('drain', pour)
    }
    pour()
  },
  'a gzip bomb': (res: ServerResponse) => {
    res.writeHead(200, { 'content-encoding': 'gzip' })
    res.end(bomb)
  },
  reset: (res: ServerResponse) => void res.socket?.resetAndDestroy(),
  'a redirect inside': (res: ServerResponse) => {
    res.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data/' })
    res.end()
  },
}
/** Misbehaviour that strains the sender. */
export const hostileResponses = [
  'never responds',
  'a byte a second',
  'an endless body',
  'a gzip bomb',
  'reset',
  'a redirect inside',
] as const satisfies (keyof typeof hostilities)[]
