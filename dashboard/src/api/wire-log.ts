/** Latest API calls of this tab, newest first, for the Wire drawer. Contains no credentials. */
import { createStore, type Store } from './store.ts'

export type WireEntry = {
  id: number
  method: string
  url: string
  body: string | null
  idempotencyKey: string | null
  startedAt: number
  /** Duration in milliseconds; null while the call is running. */
  ms: number | null
  /** HTTP status; null until the response arrives, or if none arrived. */
  status: number | null
  requestId: string | null
  rateLeft: string | null
}

const maxEntries = 200
let lastId = 0

export const wireLog: Store<readonly WireEntry[]> = createStore<readonly WireEntry[]>([])

/** Records a call. The returned function records its response, or null when there was none. */
export function noteCall(url: string, { method = 'GET', headers, body }: RequestInit): (response: Response | null) => void {
  const begin = performance.now()
  const entry: WireEntry = {
    id: ++lastId,
    method,
    url,
    // Bodies of sign-in requests contain passwords and tokens.
    body: typeof body === 'string' && !/\/auth\//.test(url) ? body : null,
    idempotencyKey: new Headers(headers).get('idempotency-key'),
    startedAt: Date.now(),
    ms: null,
    status: null,
    requestId: null,
    rateLeft: null,
  }
  wireLog.set([entry, ...wireLog.get()].slice(0, maxEntries))
  return (response) => {
    const finished = {
      ...entry,
      ms: Math.round(performance.now() - begin),
      status: response?.status ?? null,
      requestId: response?.headers.get('x-request-id') ?? null,
      rateLeft: response?.headers.get('x-ratelimit-remaining') ?? null,
    }
    wireLog.set(wireLog.get().map((each) => (each.id === entry.id ? finished : each)))
  }
}

/** Formats the call as a cURL command. The API key is a shell variable, so that the clipboard contains no credential. */
export function toCurl({ method, url, body, idempotencyKey }: Pick<WireEntry, 'method' | 'url' | 'body' | 'idempotencyKey'>): string {
  const parts = [`curl -s${method === 'GET' ? '' : ` -X ${method}`} ${quoteForShell(url)}`, '-H "Authorization: Bearer $SKEIN_API_KEY"']
  if (idempotencyKey !== null) parts.push(`-H ${quoteForShell(`Idempotency-Key: ${idempotencyKey}`)}`)
  if (body !== null) parts.push(`-H 'Content-Type: application/json'`, `-d ${quoteForShell(body)}`)
  return parts.join(' \\\n  ')
}

function quoteForShell(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
