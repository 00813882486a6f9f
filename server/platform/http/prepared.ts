import type { Database } from '../db.ts'
import type { Endpoint } from './declared-endpoint.ts'
import type { Log } from '../log.ts'
import { findPrior, type WriteIdentity } from '../outbox/ledger.ts'

/** Runs a write with what its `before` returns, and its `release` when nothing comes of the request. */
export async function withPrepared(
  endpoint: Endpoint,
  { db, log }: { db: Database; log: Log },
  context: object,
  write: WriteIdentity,
  run: (prepared: unknown) => Promise<object>,
): Promise<unknown> {
  const prepared = endpoint.before && !(await findPrior(db, write)) ? await endpoint.before({ ...context, db }) : undefined
  const { release } = endpoint
  if (prepared === undefined || !release) return run(prepared)
  // Its failure does not change the answer: rooms delete what is left over.
  const undo = (): Promise<void> =>
    release({ ...context, db, prepared }).catch((error: unknown) => {
      log.warn({ error, operation: endpoint.operationId }, 'what was prepared for a request could not be released')
    })
  let reply: object
  try {
    reply = await run(prepared)
  } catch (error) {
    await undo()
    throw error
  }
  // Another request with the same key was first.
  if ('prior' in reply) await undo()
  return reply
}
