/** Visitors of website chats for the bench: their conversations, and the streams that show messages. */
import type { WidgetSession, WidgetThread } from '../../client/index.ts'
import { readEventStream } from '../../client/read-event-stream.ts'
import type { BenchTenant } from './dataset.ts'
import type { Service } from './service.ts'

export type Visitor = { token: string; threadId: string; tenant: BenchTenant; key: string }
/** Functions that are called when a stream shows their text, which it may do more than once. */
export type Arrivals = Map<string, (stream: object, at: number) => void>

type Caller = {
  /** API key or token of a session; null for none. */
  credential: string | null
  /** Address of the caller, which the service reads behind a proxy. */
  address?: string
}

/** Creates a chat with visitors, each of whom has written. */
export async function openVisitors(service: Service, tenant: BenchTenant, count: number): Promise<Visitor[]> {
  const inbox = await post<{ widget: { key: string } }>(service, '/inboxes', { credential: tenant.key }, { name: 'Chat', type: 'WIDGET' })
  const { key } = inbox.widget
  const visitors: Visitor[] = []
  for (let n = 0; n < count; n++) {
    const { token } = await post<WidgetSession>(service, '/widget/sessions', { credential: null }, { key })
    const body = { body: 'The export is empty.', clientId: crypto.randomUUID() }
    const { id } = await post<WidgetThread>(service, '/widget/threads', { credential: token }, body)
    visitors.push({ token, threadId: id, tenant, key })
  }
  return visitors
}

/** Posts, and returns the data. Throws if the response is not a success. */
export async function post<Data = object>(service: Service, path: string, caller: Caller, body: object): Promise<Data> {
  const response = await send(service, path, caller, body)
  const text = await response.text()
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text.slice(0, 300)}`)
  // Safe because the response has the data of the operation.
  return (JSON.parse(text) as { data: Data }).data
}

/** Posts, and returns the status. */
export async function postForStatus(service: Pick<Service, 'url'>, path: string, caller: Caller, body: object): Promise<number> {
  const response = await send(service, path, caller, body)
  await response.arrayBuffer()
  return response.status
}

function send({ url }: Pick<Service, 'url'>, path: string, caller: Caller, body: object): Promise<Response> {
  const headers = { 'Content-Type': 'application/json', ...toHeaders(caller) }
  return fetch(`${url}/api/v1${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
}

function toHeaders({ credential, address }: Caller): Record<string, string> {
  return {
    ...(credential === null ? {} : { Authorization: `Bearer ${credential}` }),
    ...(address === undefined ? {} : { 'X-Forwarded-For': address }),
  }
}

/** Resolves with the status when the service has answered. An open stream stays open until `signal` aborts. */
export async function openStream(
  { url }: Service,
  path: string,
  caller: Caller,
  { arrivals, signal }: { arrivals: Arrivals; signal: AbortSignal },
): Promise<number> {
  const response = await fetch(`${url}/api/v1${path}`, { headers: { Accept: 'text/event-stream', ...toHeaders(caller) }, signal })
  if (response.ok && response.body) void followStream(response.body, arrivals).catch(() => undefined)
  else await response.body?.cancel()
  return response.status
}

async function followStream(body: ReadableStream<Uint8Array>, arrivals: Arrivals): Promise<void> {
  for await (const { data } of readEventStream(body))
    for (const text of data.match(/number [\da-f-]{36}/g) ?? []) arrivals.get(text)?.(body, performance.now())
}

/** Returns the milliseconds from sending a new text until as many streams as `streams` says have shown it. */
export async function timeArrival(arrivals: Arrivals, streams: number, sendText: (text: string) => Promise<unknown>): Promise<number> {
  const text = `number ${crypto.randomUUID()}`
  const showing = new Set<object>()
  const startedAt = performance.now()
  const arrived = new Promise<number>((resolve) =>
    arrivals.set(text, (stream, at) => {
      if (showing.add(stream).size === streams) resolve(at)
    }),
  )
  await sendText(text)
  const ms = (await arrived) - startedAt
  arrivals.delete(text)
  return ms
}
