/** Serves prebuilt bytes: pages, documents and files. Handles entity tags, 304, HEAD and compression. */
import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { hasKnownTag } from './entity-tags.ts'

export type StaticResponse = {
  status: number
  headers: Readonly<Record<string, string>>
  bytes: Buffer
  entityTag: string
  /** Compressed copies so far, by content coding. */
  compressed: Map<string, Promise<Buffer>>
}

/** Creates a response. `cache` is `immutable` for content whose URL changes with it. */
export function staticResponse(
  type: string,
  text: string | Buffer,
  { status = 200, cache = 'revalidate', headers = {} }: StaticOptions = {},
): StaticResponse {
  const bytes = Buffer.from(text)
  return {
    status,
    bytes,
    entityTag: createHash('sha256').update(bytes).digest('base64url').slice(0, 22),
    compressed: new Map(),
    headers: {
      'Content-Type': type,
      'Cache-Control': cache === 'immutable' ? 'public, max-age=31536000, immutable' : 'public, no-cache',
      'X-Content-Type-Options': 'nosniff',
      ...headers,
    },
  }
}

type StaticOptions = { status?: number; cache?: 'revalidate' | 'immutable'; headers?: Readonly<Record<string, string>> }

/** Sends the response to a GET or HEAD request. */
export async function sendStatic(req: IncomingMessage, res: ServerResponse, response: StaticResponse): Promise<void> {
  const { coding, headers: codingHeaders } = codingFor(req, response)
  const headers = { ...response.headers, ...codingHeaders }
  // Any content coding of this version matches.
  const known = [response.entityTag, `${response.entityTag}-br`, `${response.entityTag}-gzip`]
  if (response.status === 200 && hasKnownTag(req.headers['if-none-match'], known)) {
    res.writeHead(304, headers).end()
    return
  }
  const bytes = await encode(response, coding)
  res.writeHead(response.status, { ...headers, ...(coding === null ? {} : { 'Content-Encoding': coding }), 'Content-Length': bytes.length })
  res.end(req.method === 'HEAD' ? undefined : bytes)
}

type Coding = 'br' | 'gzip'

/** Returns the content coding that the request accepts, and the headers that depend on the coding. */
export function codingFor(
  req: IncomingMessage,
  response: StaticResponse,
): { coding: Coding | null; headers: { Vary: string; ETag: string } } {
  const coding = findCoding(req)
  const vary = ['Accept-Encoding', response.headers['Vary']].filter((name) => name !== undefined).join(', ')
  return { coding, headers: { Vary: vary, ETag: `"${response.entityTag}${coding === null ? '' : `-${coding}`}"` } }
}

export async function encode(response: StaticResponse, coding: Coding | null): Promise<Buffer> {
  return coding === null ? response.bytes : compress(response, coding)
}

/** Returns the content coding to use, or null. A coding with `q=0` is not acceptable; ignores other q values. */
function findCoding(req: IncomingMessage): Coding | null {
  const wanted = new Set(
    String(req.headers['accept-encoding'] ?? '')
      .toLowerCase()
      .split(',')
      .filter((item) => !/;\s*q=0(\.0*)?\s*$/.test(item))
      .map((item) => item.split(';')[0]?.trim()),
  )
  if (wanted.has('br')) return 'br'
  return wanted.has('gzip') ? 'gzip' : null
}

/** Compresses the bytes, once per coding, in a worker thread. */
function compress(response: StaticResponse, coding: Coding): Promise<Buffer> {
  const known = response.compressed.get(coding)
  if (known) return known
  const made =
    coding === 'gzip'
      ? promisify(gzip)(response.bytes)
      : promisify(brotliCompress)(response.bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })
  response.compressed.set(coding, made)
  return made
}
