/** Opens the streams of operations that respond with events or lines of JSON. */
import type { Call } from './call.ts'
import { baseContext, type CallOptions } from './handle-call.ts'
import type { Database } from '../db.ts'
import type { Audit } from '../outbox/effects.ts'
import type { OfKind } from './declared-endpoint.ts'
import type { StreamFrame } from './event-stream.ts'
import { writeEffects } from '../outbox/ledger.ts'
import { writeIdentity } from '../outbox/write-identity.ts'
import type { Principal } from '../principal.ts'
import { closed } from '../schema.ts'
import { queryReader } from './validation.ts'

/** Creates a function that yields the frames of a call until `signal` aborts. Throws ApiError 400 for a bad query string. */
export function createStreamOpener(
  endpoint: OfKind<'stream'>,
  options: CallOptions,
): (call: Call, signal: AbortSignal) => AsyncGenerator<StreamFrame> {
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
      note: (audit: Audit) => writeAudit(options.db, call.principal, base.requestId, audit),
    }
    return endpoint.handle(context)
  }
}

function writeAudit(db: Database, principal: Principal | null, requestId: string, audit: Audit): Promise<void> {
  if (!principal) throw new Error('A call without credentials has no actor for an audit row')
  return writeEffects(db, writeIdentity(principal, requestId, null), (effects) => void effects.audit(audit))
}
