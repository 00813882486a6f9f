/** Operations whose answer is written piece by piece: streams of events, and lines. */
import { baseContext, type AnswerOptions, type Call } from './answers.ts'
import type { Database } from '../db.ts'
import type { Audit } from '../outbox/effects.ts'
import type { Endpoint } from './declared-endpoint.ts'
import type { StreamFrame } from './event-stream.ts'
import { writeEffects, writeIdentity } from '../outbox/ledger.ts'
import type { Principal } from '../principal.ts'
import { closed } from '../schema.ts'
import { queryReader } from './validation.ts'

/** The frames of a streaming operation, until `signal` aborts. Throws ApiError 400 for a bad query string. */
export function createFrames(endpoint: Endpoint, options: AnswerOptions): (call: Call, signal: AbortSignal) => AsyncGenerator<StreamFrame> {
  const readQuery = queryReader(endpoint.query ?? closed({}))
  return (call, signal) => {
    const lastEventId = call.req.headers['last-event-id']
    const base = baseContext(endpoint, call, options)
    const context = {
      ...base,
      query: readQuery(call.query),
      db: options.db,
      lastEventId: lastEventId ? String(lastEventId) : null,
      signal,
      note: (audit: Audit) => noted(options.db, call.principal, base.requestId, audit),
    }
    // Safe because an endpoint whose response is a stream replies with frames.
    return endpoint.handle(context) as AsyncGenerator<StreamFrame>
  }
}

function noted(db: Database, principal: Principal | null, requestId: string, audit: Audit): Promise<void> {
  if (!principal) throw new Error('Only callers leave audit rows')
  return writeEffects(db, writeIdentity(principal, requestId, null), (effects) => void effects.audit(audit))
}
