/** Replaces `fetch` with guarded connections, for libraries such as `openai`. */
import type { IncomingMessage } from 'node:http'
import { pipeline, Readable, Transform } from 'node:stream'
import { ForbiddenUrlError, SafeFetchError } from './fetch-errors.ts'

/** Maximum bytes of a response. A streamed completion has hundreds of bytes per token. */
const maxResponseBytes = 8 * 1_048_576

type Open = (url: URL, request: { headers: Record<string, string>; body: string; stopped: AbortSignal }) => Promise<IncomingMessage>

/** Returns a `fetch` that sends POST requests with `open` and returns redirects instead of following them. */
export function createGuardedFetch(open: Open): typeof globalThis.fetch {
  return async (input, init = {}) => {
    const url = readUrl(input instanceof Request ? input.url : String(input))
    if (init.method?.toUpperCase() !== 'POST' || typeof init.body !== 'string') throw new Error('Only a POST with a text body can be sent')
    const stopped = init.signal ?? new AbortController().signal
    const response = await open(url, { headers: Object.fromEntries(new Headers(init.headers)), body: init.body, stopped })
    stopped.addEventListener('abort', () => response.destroy(), { once: true })
    const headers = Object.entries(response.headersDistinct).flatMap(([name, values = []]) =>
      values.map((value): [string, string] => [name, value]),
    )
    const status = response.statusCode ?? 502
    const hasBody = ![204, 205, 304].includes(status)
    // Safe because Node's and the DOM's ReadableStream differ only in their type declarations.
    const body = hasBody ? (Readable.toWeb(limitBody(response)) as unknown as ReadableStream) : null
    if (!hasBody) response.resume()
    return new Response(body, { status: status >= 200 && status <= 599 ? status : 502, headers })
  }
}

/** Limits the size of a response's body, for the operator's URLs, which need no other guard. */
export function limitResponse(response: Response): Response {
  let bytes = 0
  const read = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes += chunk.length
      if (bytes > maxResponseBytes) controller.error(tooLarge())
      else controller.enqueue(chunk)
    },
  })
  return response.body === null ? response : new Response(response.body.pipeThrough(read), response)
}

function tooLarge(): SafeFetchError {
  return new SafeFetchError('malformed', 'The answer is larger than eight megabytes.')
}

/** Returns the body as a stream that fails beyond the size limit, or when the connection ends before the body is complete. */
function limitBody(response: IncomingMessage): Transform {
  let bytes = 0
  const read = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      if (bytes > maxResponseBytes) done(tooLarge())
      else done(null, chunk)
    },
  })
  pipeline(response, read, () => undefined)
  return read
}

/**
 * Parses a URL for an outgoing request. The URL parser normalises every form of an IPv4 address (`0x7f.1`, `2130706433`) to four decimal
 * numbers.
 */
export function readUrl(text: string): URL {
  const url = URL.parse(text)
  if (!url) throw new ForbiddenUrlError('The URL is not valid.')
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new ForbiddenUrlError('The URL must begin with https:// or http://.')
  if (url.username || url.password) throw new ForbiddenUrlError('The URL must not hold a user name or password.')
  return url
}
