/** Connects a chat system to an inbox of Skein. A POST to `/customer` plays the chat system: a customer has written. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

const { SKEIN_SECRET = '', SKEIN_INBOUND_URL = '', PORT = '4000', SENT_FILE = 'sent.txt' } = process.env
const key = Buffer.from(SKEIN_SECRET.replace('whsec_', ''), 'base64')
type Reply = { deliveryId: string; to: { address: string }; bodyText: string }
if (key.length < 16 || !URL.canParse(SKEIN_INBOUND_URL)) throw new Error('Set SKEIN_SECRET and SKEIN_INBOUND_URL.')

const sign = (id: string, time: string, body: string): string =>
  `v1,${createHmac('sha256', key).update(`${id}.${time}.${body}`).digest('base64')}`

function isFromSkein(headers: IncomingHttpHeaders, body: string): boolean {
  const { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': given } = headers
  const own = Buffer.from(sign(String(id), String(time), body))
  const isOwn = (each: string): boolean => Buffer.byteLength(each) === own.length && timingSafeEqual(Buffer.from(each), own)
  return Math.abs(Date.now() / 1000 - Number(time)) <= 300 && String(given).split(' ').some(isOwn)
}

/** Posts an event until Skein has accepted it. Skein recognises a repeated one by its ids. Throws for an event that it cannot read. */
async function post(id: string, event: { type: string; data: object }): Promise<void> {
  const body = JSON.stringify(event)
  for (let seconds = 1; ; seconds = Math.min(seconds * 2, 60)) {
    const time = String(Math.floor(Date.now() / 1000))
    const headers = { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': sign(id, time, body) }
    const response = await fetch(SKEIN_INBOUND_URL, { method: 'POST', headers, body }).catch(() => null)
    if (response?.ok) return
    if (response?.status === 400 || response?.status === 413) throw new Error(await response.text())
    await sleep(seconds * 1000)
  }
}

/** Sends a reply once. A real program calls its chat system, and stores the deliveryId under a unique key of its database. */
function send({ deliveryId, to, bodyText }: Reply): string {
  const isSent = existsSync(SENT_FILE) && readFileSync(SENT_FILE, 'utf8').includes(deliveryId)
  if (!isSent) console.log(`To ${to.address}: ${bodyText}`)
  if (!isSent) appendFileSync(SENT_FILE, `${deliveryId}\n`)
  return `chat-${deliveryId}`
}

createServer(async (request, response) => {
  const respond = (status: number, body: object = {}): unknown => response.writeHead(status).end(JSON.stringify(body))
  try {
    const body = String(Buffer.concat(await request.toArray()))
    if (request.url === '/customer') {
      const message = JSON.parse(body) as { externalId: string }
      await post(message.externalId, { type: 'message.received', data: message })
      return respond(202)
    }
    if (!isFromSkein(request.headers, body)) return respond(401)
    const { type, data } = JSON.parse(body) as { type: string; data: Reply }
    if (type !== 'message.send') return respond(200)
    respond(200, { externalId: send(data) })
    await post(`${data.deliveryId}.delivered`, { type: 'message.status', data: { deliveryId: data.deliveryId, state: 'DELIVERED' } })
  } catch (error) {
    if (!response.headersSent) respond(503, { error: String(error) })
  }
}).listen(Number(PORT), '127.0.0.1', () => console.log(`Listening at http://127.0.0.1:${PORT}/`))
