/** Serves a file to whoever has a signed link. What it holds came from strangers, so that no browser may run anything of it. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import contentDisposition from 'content-disposition'
import { ApiError } from '../errors.ts'
import { fileLinkInvalid, fileNotFound } from './errors.ts'
import type { FileStore } from './file-store.ts'
import type { FileLinks, ReadLink } from './file-links.ts'

/**
 * Types that a browser may show by itself: pictures without code, and PDF. SVG and HTML can hold scripts. Everything else is saved as a file.
 */
const shownTypes = new Set([
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/avif',
  'image/apng',
  'image/bmp',
  'application/pdf',
])

/** Nothing may be loaded or run, and the document has an origin of its own, whatever it turns out to be. */
const contentPolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox"

export async function serveFile(req: IncomingMessage, res: ServerResponse, links: FileLinks, store: FileStore): Promise<void> {
  const link = links.openRead(req.url ?? '')
  if (link === null || link === 'expired') throw new ApiError(fileLinkInvalid, link ? { message: 'This link has expired.' } : {})
  await sendFile(req, res, link, store)
}

/** Sends a file that the caller may read. Throws 404 when the store does not have it. */
export async function sendFile(
  req: IncomingMessage,
  res: ServerResponse,
  { key, filename, contentType }: Pick<ReadLink, 'key' | 'filename' | 'contentType'>,
  store: FileStore,
): Promise<void> {
  const size = await store.sizeOf(key)
  if (size === null) throw new ApiError(fileNotFound)
  const range = rangeOf(req, size)
  const headers = {
    'Content-Type': contentType,
    'Content-Disposition': contentDisposition(filename, { type: shownTypes.has(contentType) ? 'inline' : 'attachment' }),
    'Content-Security-Policy': contentPolicy,
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'Referrer-Policy': 'no-referrer',
    'Cache-Control': 'private, max-age=300',
    'Accept-Ranges': 'bytes',
    'Content-Length': String(range ? range.to - range.from + 1 : size),
    ...(range ? { 'Content-Range': `bytes ${range.from}-${range.to}/${size}` } : {}),
  }
  const found = req.method === 'HEAD' || size === 0 ? null : await store.read(key, range ?? undefined)
  if (req.method !== 'HEAD' && size > 0 && !found) throw new ApiError(fileNotFound)
  res.writeHead(range ? 206 : 200, headers)
  if (!found) return void res.end()
  // A reader who leaves is no failure.
  await pipeline(found.bytes, res).catch(() => res.destroy())
}

/** One range of bytes, as players and PDF viewers ask for. Anything else gets the whole file, which HTTP allows. */
function rangeOf({ headers }: IncomingMessage, size: number): { from: number; to: number } | null {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(headers.range ?? '') ?? []
  if ((first === '' && last === '') || headers['if-range'] !== undefined) return null
  const from = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const to = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  return from <= to ? { from, to } : null
}
