import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { verifyWebhook, WebhookVerificationError, type VerifyWebhookOptions } from '../../client/index.ts'
import { createServer } from '#platform/http/node-http.ts'
import { readWebhookKey } from '#platform/outbound/sign-webhook.ts'
import { readOptions, UsageError, type Command, type CommandContext } from './command.ts'
import { eventLine, getTime, type ShownEvent } from './event-line.ts'

const maxBodyBytes = 1_048_576
/** Maximum number of event ids kept for the check for duplicates. The oldest are dropped. */
const maxSeenIds = 100_000

type Behaviour = { fail: number; failRate: number; status: number; delayMs: number }

/** The result of one request. */
type Received = { status: number; outcome: 'accepted' | 'again' | 'failed as requested' | 'refused'; reason?: string; event?: ShownEvent }

export const receive: Command = {
  usage: `receive --port PORT --secret SECRET [--fail N] [--fail-rate SHARE] [--status CODE] [--delay-ms MS] [--json]

Receives webhooks on this machine, for testing: verifies their signatures and times, prints each event, and responds with 204, or with
400 to a delivery that is not genuine. It recognises duplicates by their id. Stops with Ctrl-C.

  --port PORT        the port on 127.0.0.1; 0 for any free port
  --secret SECRET    the webhook's whsec_…, or the whole response of POST /webhooks; - reads either from standard input
  --fail N           fails the first N genuine deliveries
  --fail-rate SHARE  fails this fraction of them, such as 0.3
  --status CODE      the status of a failure; default 500
  --delay-ms MS      waits before every response
  --json             prints one JSON object for each request instead of a line`,
  examples: [
    'skein receive --port 4000 --secret whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD2JfMVE5BkVc=',
    'skein receive --port 4000 --secret "$WEBHOOK" --fail 3 --status 503',
  ],
  prepare(args) {
    const options = readOptions(args, {
      port: 'required',
      secret: 'required',
      fail: 'optional',
      'fail-rate': 'optional',
      status: 'optional',
      'delay-ms': 'optional',
    })
    const port = readNumber('port', options.port, 0, 65_535)
    const behaviour = {
      fail: readNumber('fail', options.fail ?? '0', 0, 1_000_000_000),
      failRate: readNumber('fail-rate', options['fail-rate'] ?? '0', 0, 1, /^\d(\.\d+)?$/),
      status: readNumber('status', options.status ?? '500', 200, 599),
      delayMs: readNumber('delay-ms', options['delay-ms'] ?? '0', 0, 600_000),
    }
    if (options.fail !== undefined && options['fail-rate'] !== undefined) throw new UsageError('--fail and --fail-rate exclude each other.')
    const secret = readSecret(options.secret)
    return (context) => run(port, secret, behaviour, context)
  },
}

async function run(port: number, secret: string, behaviour: Behaviour, { stop, json }: CommandContext): Promise<null> {
  const seen = new Set<string>()
  let failures = 0
  const checkDelivery = (headers: IncomingMessage['headers'], body: Buffer): Received => {
    const event = read({ payload: body, headers, secret })
    if (typeof event === 'string') return { status: 400, outcome: 'refused', reason: event }
    if (failures < behaviour.fail || Math.random() < behaviour.failRate) {
      failures++
      return { status: behaviour.status, outcome: 'failed as requested', event }
    }
    const again = seen.has(event.id)
    seen.add(event.id)
    for (const oldest of seen) {
      if (seen.size <= maxSeenIds) break
      seen.delete(oldest)
    }
    return { status: 204, outcome: again ? 'again' : 'accepted', event }
  }
  const server = createServer(async (req, res) => {
    const body = await readBody(req, res)
    if (body === null) return
    const received = checkDelivery(req.headers, body)
    if (behaviour.delayMs > 0) await sleep(behaviour.delayMs, undefined, { signal: stop }).catch(() => undefined)
    res.writeHead(received.status).end()
    process.stdout.write(`${json ? JSON.stringify(received) : line(received)}\n`)
  })
  await once(server.listen(port, '127.0.0.1'), 'listening').catch((error: Error) => {
    throw new Error(`--port ${port}: ${error.message}`, { cause: error })
  })
  // Safe because address() returns an AddressInfo for a server that listens on a port.
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  process.stdout.write(`${json ? JSON.stringify({ url }) : `Receiving at ${url}`}\n`)
  if (!stop.aborted) await once(stop, 'abort')
  server.close()
  server.closeAllConnections()
  return null
}

/** Reads the body. Null when it is longer than any delivery, or does not arrive completely. */
async function readBody(req: IncomingMessage, res: ServerResponse): Promise<Buffer | null> {
  const chunks: Buffer[] = []
  let bytes = 0
  try {
    for await (const chunk of req) {
      // Safe because a request without an encoding emits buffers.
      chunks.push(chunk as Buffer)
      bytes += chunks.at(-1)?.length ?? 0
      if (bytes > maxBodyBytes) {
        res.writeHead(413, { Connection: 'close' }).end()
        return null
      }
    }
  } catch {
    return null
  }
  return Buffer.concat(chunks)
}

function line({ status, outcome, reason, event }: Received): string {
  const what = outcome === 'accepted' ? '' : `  (${reason ?? outcome})`
  return `${event ? eventLine(event) : getTime(new Date())}  → ${status}${what}`
}

/**
 * Returns the event, or the reason for refusing the request. Does not check for duplicates, because a request that this command fails on
 * purpose (`--fail`) must not count as received.
 */
function read(delivery: VerifyWebhookOptions): ShownEvent | string {
  try {
    const event: object = verifyWebhook({ ...delivery, seen: null })
    const isEvent = 'id' in event && 'type' in event && 'data' in event
    // Safe because the signature proves that the service sent the body. Bodies of any other shape are refused.
    return isEvent ? (event as ShownEvent) : 'malformed_payload'
  } catch (error) {
    if (error instanceof WebhookVerificationError) return error.code
    throw error
  }
}

function readSecret(given: string): string {
  const text = given === '-' ? readInput() : given
  const secret = /whsec_[A-Za-z0-9+/=]+/.exec(text)?.[0] ?? ''
  try {
    readWebhookKey(secret)
    return secret
  } catch {
    throw new UsageError(
      `--secret must be whsec_ followed by base64, as in the response of POST /webhooks, not: ${text.slice(0, 300).trim() || 'nothing'}`,
    )
  }
}

function readInput(): string {
  try {
    return readFileSync(0, 'utf8')
  } catch (error) {
    throw new UsageError(`--secret cannot be read: ${(error as Error).message}`)
  }
}

function readNumber(name: string, text: string, min: number, max: number, form = /^\d{1,10}$/): number {
  const value = form.test(text) ? Number(text) : Number.NaN
  if (value >= min && value <= max) return value
  throw new UsageError(`--${name} must be a number from ${min} to ${max}, not "${text}".`)
}
