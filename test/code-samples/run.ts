/** Runs TypeScript samples, given by their paths, with a `fetch` that records their requests. Prints JSON. */
import { pathToFileURL } from 'node:url'

type Call = { method: string; url: string; headers: Record<string, string>; body: unknown }

const calls: Call[] = []
const list = { data: [], meta: { cursor: '', hasMore: false, total: 0 } }
process.env['SKEIN_API_KEY'] = 'svck_test'
globalThis.console.log = () => undefined
globalThis.fetch = async (url, { method = 'GET', headers, body } = {}) => {
  const given = new Headers(headers)
  calls.push({ method, url: String(url), headers: Object.fromEntries(given), body: read(body) })
  // A refused stream ends the sample's loop, which would otherwise run forever.
  return /event-stream|ndjson|csv/.test(given.get('accept') ?? '')
    ? new Response('', { status: 401 })
    : Response.json({ ...list, error: null })
}
for (const path of process.argv.slice(2)) await import(pathToFileURL(path).href).catch(streamIsRefused)
process.stdout.write(JSON.stringify(calls))

function read(body: RequestInit['body']): unknown {
  if (typeof body === 'string') return JSON.parse(body)
  // Samples whose body is a file read it from here.
  if (body instanceof Blob) return 'mail.eml'
  if (!(body instanceof FormData)) return null
  return Object.fromEntries([...body].map(([name, value]) => [name, typeof value === 'string' ? value : 'export.csv']))
}

function streamIsRefused(error: unknown): void {
  if (!(error instanceof Error && 'status' in error && error.status === 401)) throw error
}
