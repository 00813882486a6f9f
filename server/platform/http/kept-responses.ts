/**
 * Keeps responses in memory and sends them again while the tenant's revision stays the same (decision 96). Each use reads the revision first,
 * so no caller gets a response from before a write that has been answered, by whatever process.
 *
 * The revision is read before the response is made. If it is the same at a later request, no change was committed in between, so the
 * response is the one that the database would give now.
 */
import { hash } from 'node:crypto'
import type { ReadRevision } from '../outbox/revision.ts'
import type { Uuid } from '../ids.ts'
import { hasKnownTag } from './entity-tags.ts'
import type { Endpoint } from './declared-endpoint.ts'
import type { Call, CallHandler, JsonResponse, MadeResponse } from './call.ts'

/** `bytes` is the limit for all tenants together; one tenant gets a quarter. `seconds` is how long a response is used. */
export type KeptLimits = { bytes: number; seconds?: number }

/** A response is used for five minutes at most, so that changes outside the service, such as corrections by SQL, are shown at last. */
const defaultSeconds = 300

/**
 * Outcomes of a request whose response may be kept: the kept response was sent (`hit`), there was none (`miss`), or the revision was read only
 * to learn that it is outdated (`outdated`).
 */
export type Outcome = 'hit' | 'miss' | 'outdated'

/** A request that came before, and its response if that is kept. */
type Entry = {
  bytes: number
  kept: { response: JsonResponse; revision: number; until: number; wasUsed: boolean } | null
  /** Requests for which the next response is not kept, and the number that the next useless one adds. */
  rest: number
  pause: number
}

/** Approximate bytes of an entry without its key and its response. */
const entryBytes = 300
/**
 * If the revision always rises before a response is used again, reading it and keeping responses is useless work. It is then left out for
 * up to this many requests, so that it costs such callers less than 2 %.
 */
const maxPause = 32

export class KeptResponses {
  readonly #readRevision: ReadRevision
  readonly #maxBytes: number
  readonly #maxMs: number
  /** By tenant and request. Both maps are in the order of their last use. */
  readonly #tenants = new Map<Uuid, { bytes: number; entries: Map<string, Entry> }>()
  readonly #counts: Record<Outcome, number> = { hit: 0, miss: 0, outdated: 0 }
  #bytes = 0

  constructor(readRevision: ReadRevision, { bytes, seconds = defaultSeconds }: KeptLimits) {
    this.#readRevision = readRevision
    this.#maxBytes = bytes
    this.#maxMs = seconds * 1000
  }

  /** Bytes of all entries. */
  get bytes(): number {
    return this.#bytes
  }

  /** Requests by their outcome. */
  get counts(): Readonly<Record<Outcome, number>> {
    return this.#counts
  }

  /** Returns a handler that keeps responses. Those without a tag of their own get one. */
  handler(endpoint: Endpoint, make: (call: Call) => Promise<MadeResponse>): CallHandler {
    const { keeping, etag } = endpoint
    const tagged = (response: JsonResponse): JsonResponse => (etag ? response : withTag(response))
    const answer = async (call: Call): Promise<JsonResponse> => {
      const { principal, req } = call
      // Safe because query strings are parsed to an object.
      const query = call.query as Readonly<Record<string, unknown>>
      if (this.#maxBytes === 0 || !principal || !keeping?.keeps(query)) return tagged((await make(call)).response)
      const { tenantId, user } = principal
      const key = keeping.isOfCaller(query) ? `${user.id} ${req.url}` : (req.url ?? '')
      const entry = this.#find(tenantId, key)
      if (!entry || entry.rest > 0) {
        if (entry) entry.rest--
        this.#counts.miss++
        return tagged((await make(call)).response)
      }
      const revision = await this.#readRevision(tenantId)
      const { kept } = entry
      if (kept?.revision === revision && kept.until > performance.now()) {
        kept.wasUsed = true
        this.#counts.hit++
        return kept.response
      }
      this.#counts[kept ? 'outdated' : 'miss']++
      if (kept) entry.rest = entry.pause = kept.wasUsed ? 0 : Math.min(maxPause, entry.pause * 2 + 1)
      const made = await make(call)
      const response = tagged(made.response)
      this.#set(tenantId, key, entry, revision !== null && entry.rest === 0 && made.isLasting ? { response, revision } : null)
      return response
    }
    return etag ? answer : async (call) => omitKnown(call.req.headers['if-none-match'], await answer(call))
  }

  /** Returns the entry of a request as the one used last. Null for a request that did not come before; it now has an entry. */
  #find(tenantId: Uuid, key: string): Entry | null {
    const tenant = this.#tenants.get(tenantId) ?? { bytes: 0, entries: new Map<string, Entry>() }
    this.#tenants.delete(tenantId)
    this.#tenants.set(tenantId, tenant)
    const entry = tenant.entries.get(key)
    if (entry) {
      tenant.entries.delete(key)
      tenant.entries.set(key, entry)
      return entry
    }
    const created = { bytes: 0, kept: null, rest: 0, pause: 0 }
    tenant.entries.set(key, created)
    this.#resize(tenantId, created, entryBytes + key.length)
    return null
  }

  #set(tenantId: Uuid, key: string, entry: Entry, made: { response: JsonResponse; revision: number } | null): void {
    // Another request may have dropped it.
    if (this.#tenants.get(tenantId)?.entries.get(key) !== entry) return
    const bytes = made ? toBytes(made.response.body) : null
    entry.kept = made &&
      bytes && {
        response: { ...made.response, body: bytes },
        revision: made.revision,
        until: performance.now() + this.#maxMs,
        wasUsed: false,
      }
    this.#resize(tenantId, entry, entryBytes + key.length + (bytes?.length ?? 0))
  }

  /** Changes the size of an entry, then drops what was not used for longest: of the tenant if it has too much, else of all. */
  #resize(tenantId: Uuid, entry: Entry, bytes: number): void {
    const tenant = this.#tenants.get(tenantId)
    if (!tenant) return
    tenant.bytes += bytes - entry.bytes
    this.#bytes += bytes - entry.bytes
    entry.bytes = bytes
    while (tenant.bytes > this.#maxBytes / 4) this.#dropOldest(tenantId)
    while (this.#bytes > this.#maxBytes) this.#dropOldest(this.#tenants.keys().next().value ?? tenantId)
  }

  #dropOldest(tenantId: Uuid): void {
    const tenant = this.#tenants.get(tenantId)
    const [oldest] = tenant?.entries ?? []
    if (!tenant || !oldest) return void this.#tenants.delete(tenantId)
    const [key, { bytes }] = oldest
    tenant.entries.delete(key)
    tenant.bytes -= bytes
    this.#bytes -= bytes
    if (tenant.entries.size === 0) this.#tenants.delete(tenantId)
  }
}

/** Browsers may store the response, but must ask each time whether it is current. */
const revalidated = { 'Cache-Control': 'private, no-cache' }

function withTag(response: JsonResponse): JsonResponse {
  const tag = hash('sha256', response.body, 'base64url').slice(0, 22)
  return { ...response, headers: { ...response.headers, ...revalidated, ETag: `"${tag}"` } }
}

/** Returns 304 without a body when the caller has the response already. */
function omitKnown(ifNoneMatch: string | undefined, response: JsonResponse): JsonResponse {
  const tag = response.headers['ETag']
  if (ifNoneMatch === undefined || tag === undefined || !hasKnownTag(ifNoneMatch, [tag.slice(1, -1)])) return response
  return { ...response, status: 304, body: '' }
}

/** Copies the text, because a slice of Node's shared pool would keep the whole pool in memory. */
function toBytes(body: string | Buffer): Buffer {
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(body))
  if (typeof body === 'string') bytes.write(body)
  else body.copy(bytes)
  return bytes
}
