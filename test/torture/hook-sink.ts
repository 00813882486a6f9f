/** The program that gets replies. It is slow, refuses for a while, and drops connections before and after it has taken a reply. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { Webhook } from 'standardwebhooks'
import type { Random } from './random.ts'

type Request = { messageId: string; deliveryId: string; body: string; isSigned: boolean; isAccepted: boolean }

export type HookSink = {
  readonly url: string
  readonly requests: readonly Request[]
  trust(secret: string): void
  /** Whether a client is currently waiting for a response. */
  isAwaited(): boolean
  stop(): Promise<void>
}

/** Milliseconds until a new reply gets its response, so that many kills fall between request and response. */
const maxResponseMs = 300

export async function startHookSink(random: Random): Promise<HookSink> {
  const requests: Request[] = []
  const known = new Set<string>()
  let awaited = 0
  let secret = ''
  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await readText(request)
    const deliveryId = String(request.headers['webhook-id'])
    // Safe because a body in another form fails the checks.
    const { messageId } = (JSON.parse(body) as { data: { messageId: string } }).data
    const isRepeated = known.has(deliveryId)
    known.add(deliveryId)
    const choice = isRepeated ? 1 : random.next()
    const isAccepted = choice < 0.1 || choice > 0.25
    requests.push({ messageId, deliveryId, body, isSigned: isSigned(secret, body, request), isAccepted })
    if (choice < 0.2) return void response.socket?.resetAndDestroy()
    if (!isRepeated) {
      awaited++
      await sleep(random.between(0, maxResponseMs))
      awaited--
    }
    response.writeHead(isAccepted ? 200 : 503, { 'content-type': 'application/json' })
    response.end(isAccepted ? JSON.stringify({ externalId: `their-${deliveryId}` }) : '')
  }
  const server = createServer((request, response) => {
    request.on('error', () => {})
    response.on('error', () => {})
    take(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // Safe because address() returns an AddressInfo for a server that listens on a port.
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/hook`,
    requests,
    trust: (text) => void (secret = text),
    isAwaited: () => awaited > 0,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

function isSigned(secret: string, body: string, { headers }: IncomingMessage): boolean {
  try {
    new Webhook(secret).verify(body, Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])))
    return true
  } catch {
    return false
  }
}
