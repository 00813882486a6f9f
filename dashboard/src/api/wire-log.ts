/** Every call that this tab made, newest first: what the Wire drawer shows. Holds no credentials. */
import { createStore, type Store } from './store.ts'

export type WireEntry = {
  id: number
  method: string
  url: string
  body: string | null
  idempotencyKey: string | null
  startedAt: number
  /** Null while it is under way. */
  ms: number | null
  /** Null while it is under way, and when no answer came. */
  status: number | null
  requestId: string | null
  rateLeft: string | null
}

const entriesMax = 200
let lastId = 0

export const wireLog: Store<readonly WireEntry[]> = createStore<readonly WireEntry[]>([])

/** Notes a call; the function that it returns notes its answer, or that there was none. */
export function noteCall(url: string, { method = 'GET', headers, body }: RequestInit): (response: Response | null) => void {
  const begin = performance.now()
  const entry: WireEntry = {
    id: ++lastId,
    method,
    url,
    // Passwords and tokens of signing in are not kept.
    body: typeof body === 'string' && !/\/auth\//.test(url) ? body : null,
    idempotencyKey: new Headers(headers).get('idempotency-key'),
    startedAt: Date.now(),
    ms: null,
    status: null,
    requestId: null,
    rateLeft: null,
  }
  wireLog.set([entry, ...wireLog.get()].slice(0, entriesMax))
  return (response) => {
    const answered = {
      ...entry,
      ms: Math.round(performance.now() - begin),
      status: response?.status ?? null,
      requestId: response?.headers.get('x-request-id') ?? null,
      rateLeft: response?.headers.get('x-ratelimit-remaining') ?? null,
    }
    wireLog.set(wireLog.get().map((each) => (each.id === entry.id ? answered : each)))
  }
}

/** The call as a command for a shell. The key is a variable: a credential does not belong on the clipboard. */
export function toCurl({ method, url, body, idempotencyKey }: Pick<WireEntry, 'method' | 'url' | 'body' | 'idempotencyKey'>): string {
  const parts = [`curl -s${method === 'GET' ? '' : ` -X ${method}`} ${quoted(url)}`, '-H "Authorization: Bearer $SKEIN_API_KEY"']
  if (idempotencyKey !== null) parts.push(`-H ${quoted(`Idempotency-Key: ${idempotencyKey}`)}`)
  if (body !== null) parts.push(`-H 'Content-Type: application/json'`, `-d ${quoted(body)}`)
  return parts.join(' \\\n  ')
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
