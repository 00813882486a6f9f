/**
 * A webhook receiver as a customer runs it, in its own process: it verifies, writes to its journal, and only then acknowledges. It records
 * every delivery: duplicates appear twice in its journal. Sometimes it is busy, slow, too slow, or disconnects. receiver.ts starts it, and
 * kills it at any time.
 */
import { appendFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { verifyWebhook, WebhookVerificationError } from '../../client/index.ts'
import { seededRandom } from './random.ts'
import type { JournalEntry, ReceiverOrders } from './receiver.ts'
import { getObservedEvent } from './observed-events.ts'

// Safe because receiver.ts wrote it.
const { port, journal, seed, secrets, tooLateMs } = JSON.parse(process.argv[2] ?? '') as ReceiverOrders
const random = seededRandom(seed)

/** Appends to the journal. Bytes that the kernel has received survive a kill. The leading line feed ends a line that a kill cut off. */
function note(entry: JournalEntry): void {
  appendFileSync(journal, `\n${JSON.stringify(entry)}`)
}

async function receive(req: IncomingMessage, res: ServerResponse): Promise<void> {
  const hook = req.url?.slice(1) ?? ''
  const payload = await bodyOf(req)
  // The sender was killed while sending.
  if (payload === null) return
  const entry = { hook, at: Date.now(), ...getObservedEvent(payload.toString()) }
  try {
    verifyWebhook({ payload, headers: req.headers, secret: secrets[hook] ?? [], seen: null })
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error
    note({ ...entry, verdict: error.code })
    return void res.writeHead(error.status).end()
  }
  const dice = random.next()
  if (dice < 0.03) {
    note({ ...entry, verdict: 'busy' })
    return void res.writeHead(503, random.chance(0.3) ? { 'Retry-After': '1' } : {}).end()
  }
  note({ ...entry, id: String(req.headers['webhook-id']), verdict: 'accepted' })
  if (dice < 0.035) return void req.socket.resetAndDestroy()
  if (dice < 0.04) await sleep(tooLateMs)
  else if (dice < 0.25) await sleep(random.between(5, 80))
  res.writeHead(204).end()
}

async function bodyOf(req: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = []
  try {
    // Safe because a request without an encoding yields buffers.
    for await (const chunk of req) chunks.push(chunk as Buffer)
    return Buffer.concat(chunks)
  } catch {
    return null
  }
}

createServer((req, res) => void receive(req, res)).listen(port, '127.0.0.1', () => console.log('receiving'))
