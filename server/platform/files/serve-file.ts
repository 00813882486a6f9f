/** Serves a file to clients with a signed link. Files come from strangers, so browsers must not run anything in them. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import contentDisposition from 'content-disposition'
import { ApiError } from '../errors.ts'
import { fileLinkInvalid, fileNotFound } from './errors.ts'
import type { FileStore } from './file-store.ts'
import type { FileLinks, ReadLink } from './file-links.ts'

/** Types that browsers display: pictures and PDF. All other types are downloads, including SVG and HTML, which can contain scripts. */
const inlineTypes = new Set([
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/avif',
  'image/apng',
  'image/bmp',
  'application/pdf',
])

/** CSP for a file that the browser opens as a document: the file can load and run nothing, and has an opaque origin. */
const contentPolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox"

/** Serves the file of a signed URL. With `&download`, which the client may add, the browser saves the file regardless of its type. */
export async function serveFile(req: IncomingMessage, res: ServerResponse, links: FileLinks, store: FileStore): Promise<void> {
  const [, url = '', isDownload] = /^(.*?)(&download)?$/.exec(req.url ?? '') ?? []
  const link = links.openRead(url)
  if (link === null || link === 'expired') throw new ApiError(fileLinkInvalid, link ? { message: 'This link has expired.' } : {})
  await sendFile(req, res, { ...link, isDownload: isDownload !== undefined }, store)
}

/** Sends a file that the caller may read. Throws 404 when the store does not have it. */
export async function sendFile(
  req: IncomingMessage,
  res: ServerResponse,
  {
    key,
    filename,
    contentType,
    isDownload = false,
    cache = 'private, max-age=300',
  }: Pick<ReadLink, 'key' | 'filename' | 'contentType'> & { isDownload?: boolean; cache?: string },
  store: FileStore,
): Promise<void> {
  const size = await store.sizeOf(key)
  if (size === null) throw new ApiError(fileNotFound)
  const range = readRange(req, size)
  const headers = {
    'Content-Type': contentType,
    'Content-Disposition': contentDisposition(filename, { type: inlineTypes.has(contentType) && !isDownload ? 'inline' : 'attachment' }),
    'Content-Security-Policy': contentPolicy,
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'Referrer-Policy': 'no-referrer',
    'Cache-Control': cache,
    'Accept-Ranges': 'bytes',
    'Content-Length': String(range ? range.to - range.from + 1 : size),
    ...(range ? { 'Content-Range': `bytes ${range.from}-${range.to}/${size}` } : {}),
  }
  const found = req.method === 'HEAD' || size === 0 ? null : await store.read(key, range ?? undefined)
  if (req.method !== 'HEAD' && size > 0 && !found) throw new ApiError(fileNotFound)
  res.writeHead(range ? 206 : 200, headers)
  if (!found) return void res.end()
  // A client that disconnects is not an error.
  await pipeline(found.bytes, res).catch(() => res.destroy())
}

/** Returns the requested byte range, which players and PDF viewers use. Null for the whole file, which HTTP permits for any other range. */
function readRange({ headers }: IncomingMessage, size: number): { from: number; to: number } | null {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(headers.range ?? '') ?? []
  if ((first === '' && last === '') || headers['if-range'] !== undefined) return null
  const from = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const to = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  return from <= to ? { from, to } : null
}
