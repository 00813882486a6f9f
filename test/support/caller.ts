/** Calls the API over a real connection, and sends requests unmodified, even invalid ones. */
import { Agent, request, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import type { ErrorBody } from '#platform/errors.ts'
import { apiPrefix } from '#platform/http/handle-call.ts'

export type CallOptions = {
  /** The API key, sent as the bearer token. */
  key?: string | undefined
  /**
   * Sent as JSON. For an operation with a form, a form whose field `file` contains a file's content. For an operation whose body is a file,
   * the field `file` is the body.
   */
  body?: unknown
  /** Raw body that replaces `body`. It is still declared as JSON unless `headers` says otherwise. */
  raw?: string | Buffer | undefined
  /** Null removes a default header. */
  headers?: Readonly<Record<string, string | null>> | undefined
  /** True when the test provokes a 5xx. */
  mayFail?: boolean | undefined
}

/** The response envelope; its fields depend on the response. */
export type Envelope<Data> = { data: Data; error: ErrorBody | null; meta: { cursor: string; hasMore: boolean; total: number } }

export type CallResponse<Data = Record<string, unknown>> = {
  status: number
  /** Header names in lower case; repeated headers are joined by a comma. */
  headers: Readonly<Record<string, string>>
  /** The parsed body; null when it is empty or not JSON. */
  body: Envelope<Data>
  text: string
}

/** Sends a request. `path` is relative to /api/v1 and sent unchanged, percent signs included. */
export type Call = <Data = Record<string, unknown>>(method: string, path: string, options?: CallOptions) => Promise<CallResponse<Data>>

/** Inspects a response. Throws when it violates the API description. */
export type Inspect = (method: string, path: string, response: CallResponse<unknown>, mayFail: boolean) => void

/** Creates a caller. `mediaOf` returns the media type of the body of requests that take no JSON. */
export function openCaller(
  port: number,
  inspect: Inspect,
  mediaOf: (method: string, path: string) => string | null = () => null,
): { call: Call; close(): void } {
  const agent = new Agent({ keepAlive: true, maxSockets: 256 })
  return {
    async call(method, path, options = {}) {
      const media = mediaOf(method, path)
      const sent = media === null ? options : media === formMedia ? asForm(options) : asFile(options, media)
      const response = await send(agent, port, method, apiPrefix + path, sent)
      inspect(method, path, response, options.mayFail ?? false)
      // Safe because the caller names the expected type, and `inspect` compares the response with the API description.
      return response as never
    },
    close: () => agent.destroy(),
  }
}

/** Media type of forms. */
export const formMedia = 'multipart/form-data'
const boundary = 'a-boundary-of-tests'

function asFile(options: CallOptions, media: string): CallOptions {
  const { body, raw, headers } = options
  if (raw !== undefined || typeof body !== 'object' || body === null || !('file' in body) || typeof body.file !== 'string') return options
  return { ...options, raw: body.file, headers: { 'content-type': media, ...headers } }
}

function asForm(options: CallOptions): CallOptions {
  const { body, raw, headers } = options
  if (raw !== undefined || typeof body !== 'object' || body === null || Array.isArray(body)) return options
  const parts = Object.entries(body).flatMap(([name, value]: [string, unknown]) => [
    `--${boundary}\r\nContent-Disposition: form-data; name="${name.replaceAll('"', '%22')}"`,
    name === 'file' && typeof value === 'string' ? '; filename="example.txt"\r\nContent-Type: text/plain\r\n\r\n' : '\r\n\r\n',
    typeof value === 'string' ? value : JSON.stringify(value),
    '\r\n',
  ])
  const type = `${formMedia}; boundary=${boundary}`
  return { ...options, raw: `${parts.join('')}--${boundary}--\r\n`, headers: { 'content-type': type, ...headers } }
}

function send(
  agent: Agent,
  port: number,
  method: string,
  path: string,
  { key, body, raw, headers = {} }: CallOptions,
): Promise<CallResponse<unknown>> {
  const payload = raw ?? (body === undefined ? undefined : JSON.stringify(body))
  const sent: Record<string, string | number> = {}
  if (key !== undefined) sent.authorization = `Bearer ${key}`
  if (payload !== undefined) Object.assign(sent, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) })
  for (const [name, value] of Object.entries(headers)) {
    if (value === null) delete sent[name.toLowerCase()]
    else sent[name.toLowerCase()] = value
  }
  return new Promise((resolve, reject) => {
    const outgoing = request({ host: '127.0.0.1', port, method, path, headers: sent, agent }, (incoming) => {
      const chunks: Buffer[] = []
      const finish = (): void => {
        const text = Buffer.concat(chunks).toString('utf8')
        resolve({ status: incoming.statusCode ?? 0, headers: flat(incoming.headers), body: parsed(text), text })
      }
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
      incoming.on('error', reject)
      incoming.on('end', finish)
      if (method === 'GET' && incoming.headers['content-type']?.startsWith('text/event-stream')) leaveAfter(streamMs, incoming, finish)
    })
    // After an early response (413) the server may close the connection while the body is still being sent. The response has already been
    // read.
    outgoing.on('error', reject)
    outgoing.end(payload)
  })
}

/** Time limit for reading a stream, which has no end. `openStream` waits for later frames. */
const streamMs = 30

function leaveAfter(ms: number, incoming: IncomingMessage, finish: () => void): void {
  setTimeout(() => {
    finish()
    incoming.removeAllListeners('error').on('error', () => undefined)
    incoming.destroy()
  }, ms)
}

function flat(headers: IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')]))
}

function parsed(text: string): Envelope<unknown> {
  try {
    // Safe because tests read only the fields that the contract guarantees for the response's status.
    return JSON.parse(text) as Envelope<unknown>
  } catch {
    return null as never
  }
}
