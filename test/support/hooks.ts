/** An inbox with a hook, to which a test posts as the tenant's own program would. Requests are signed by the library `standardwebhooks`. */
import { randomUUID } from 'node:crypto'
import { request as requestHttp } from 'node:http'
import { Webhook } from 'standardwebhooks'
import type { InboundItem, InboxCreate } from '../../client/index.ts'
import { until } from './job-fixture.ts'
import type { TestTenant } from './service.ts'

export type HookResponse = {
  status: number
  headers: Record<string, string>
  id: string | null
  code: string | null
  message: string | null
}

type PostOptions = {
  /** Id of the request. Default: a new one. */
  id?: string
  /** Time of signing. */
  at?: Date
  secret?: string
  url?: string
  /** Replaces headers; null removes one. */
  headers?: Record<string, string | null>
}

export type HookInbox = {
  inboxId: string
  url: string
  secret: string
  /** Posts an event, or raw bytes. */
  post(event: object | string | Buffer, options?: PostOptions): Promise<HookResponse>
  /** Posts an event and waits until its item has an outcome. The service needs a worker. */
  deliver(event: object | string | Buffer, options?: PostOptions): Promise<InboundItem>
}

let posted = 0

/** Returns an event `message.received` of Ada, with a new id. */
export function composeMessage(data: Record<string, unknown> = {}): {
  type: string
  data: Record<string, unknown> & { externalId: string }
} {
  const from = { address: 'ada-1', name: 'Ada Lovelace' }
  return { type: 'message.received', data: { externalId: `m${++posted}`, from, body: 'The export is empty.', ...data } }
}

/** Creates an inbox whose messages the tenant's own program delivers. */
export async function openHookInbox({ skein }: TestTenant, port: number, more: Partial<InboxCreate> = {}): Promise<HookInbox> {
  const { data } = await skein.createInbox({ body: { name: `Chat ${++posted}`, type: 'SMS', hook: {}, ...more } })
  const { secret } = (await skein.rotateInboxSecret({ path: { id: data.id }, body: {} })).data
  const url = data.hook?.inboundUrl ?? ''
  const post: HookInbox['post'] = (
    event,
    { id = randomUUID(), at = new Date(), secret: own = secret, url: to = url, headers = {} } = {},
  ) => {
    const body = typeof event === 'string' || Buffer.isBuffer(event) ? event : JSON.stringify(event)
    const signed: Record<string, string | null> = {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': new Webhook(own).sign(id, at, body.toString()),
      ...headers,
    }
    return postToHook(port, new URL(to), body, Object.fromEntries(Object.entries(signed).filter((entry) => entry[1] !== null)))
  }
  return {
    inboxId: data.id,
    url,
    secret,
    post,
    async deliver(event, options) {
      const { id, status, message } = await post(event, options)
      if (id === null) throw new Error(`An event was refused with ${status}: ${message}`)
      let found = (await skein.getInboundItem({ path: { id } })).data
      await until(async () => {
        found = (await skein.getInboundItem({ path: { id } })).data
        return found.outcome !== 'RECEIVED'
      }, 60_000)
      return found
    },
  }
}

/** Posts bytes with these headers to the URL of an inbox. */
export function postToHook(
  port: number,
  { pathname, hostname }: URL,
  body: string | Buffer,
  headers: Record<string, string | null>,
): Promise<HookResponse> {
  return new Promise((resolve, reject) => {
    const sent = requestHttp(
      { port, path: pathname, method: 'POST', headers: { host: hostname, ...(headers as Record<string, string>) } },
      (res) => {
        const pieces: Buffer[] = []
        res.on('data', (piece: Buffer) => pieces.push(piece))
        res.on('error', reject)
        res.on('end', () => {
          const { data, error } = JSON.parse(Buffer.concat(pieces).toString()) as {
            data: { id: string } | null
            error: { code: string; message: string } | null
          }
          const { code = null, message = null } = error ?? {}
          const named = Object.entries(res.headers).map(([name, value]) => [name, String(value)])
          resolve({ status: res.statusCode ?? 0, headers: Object.fromEntries(named), id: data?.id ?? null, code, message })
        })
      },
    )
    sent.on('error', reject)
    sent.end(body)
  })
}
