/** The fetch of the web platform over guarded connections, for libraries that bring their own protocol. */
import type { IncomingMessage } from 'node:http'
import { pipeline, Readable, Transform } from 'node:stream'
import { ForbiddenUrlError, SafeFetchError } from './fetch-errors.ts'

/** A stream of completions has hundreds of bytes for each token. */
const bytesMax = 8 * 1_048_576

type Open = (url: URL, request: { headers: Record<string, string>; body: string; stopped: AbortSignal }) => Promise<IncomingMessage>

/** A redirect is an answer like any other: it is not followed. */
export function createGuardedFetch(open: Open): typeof globalThis.fetch {
  return async (input, init = {}) => {
    const url = readUrl(input instanceof Request ? input.url : String(input))
    if (init.method?.toUpperCase() !== 'POST' || typeof init.body !== 'string') throw new Error('Only a POST with a text is sent')
    const stopped = init.signal ?? new AbortController().signal
    const answer = await open(url, { headers: Object.fromEntries(new Headers(init.headers)), body: init.body, stopped })
    stopped.addEventListener('abort', () => answer.destroy(), { once: true })
    const headers = Object.entries(answer.headersDistinct).flatMap(([name, values = []]) =>
      values.map((value): [string, string] => [name, value]),
    )
    const status = answer.statusCode ?? 502
    const hasBody = ![204, 205, 304].includes(status)
    // Safe because the two kinds of web streams differ in their declarations alone.
    const body = hasBody ? (Readable.toWeb(whole(answer)) as unknown as ReadableStream) : null
    if (!hasBody) answer.resume()
    return new Response(body, { status: status >= 200 && status <= 599 ? status : 502, headers })
  }
}

/** The same answer, which ends with an error beyond the limit: for addresses that need no guard otherwise. */
export function limitedAnswer(answer: Response): Response {
  let bytes = 0
  const read = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes += chunk.length
      if (bytes > bytesMax) controller.error(tooLarge())
      else controller.enqueue(chunk)
    },
  })
  return answer.body === null ? answer : new Response(answer.body.pipeThrough(read), answer)
}

function tooLarge(): SafeFetchError {
  return new SafeFetchError('malformed', 'The answer is larger than eight megabytes.')
}

/** What is cut short ends with an error for its reader, too. */
function whole(answer: IncomingMessage): Transform {
  const read = limited()
  pipeline(answer, read, () => undefined)
  return read
}

/** Ends with an error beyond the limit. */
function limited(): Transform {
  let bytes = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      if (bytes > bytesMax) done(tooLarge())
      else done(null, chunk)
    },
  })
}

/** The URL parser normalises every notation of an IPv4 address (`0x7f.1`, `2130706433`, `１２７.0.0.1`) to its usual form. */
export function readUrl(text: string): URL {
  const url = URL.parse(text)
  if (!url) throw new ForbiddenUrlError('The URL is not valid.')
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new ForbiddenUrlError('The URL must begin with https:// or http://.')
  if (url.username || url.password) throw new ForbiddenUrlError('The URL must not hold a user name or password.')
  return url
}
