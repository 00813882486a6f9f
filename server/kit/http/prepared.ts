import type { Database } from '../db.ts'
import type { Endpoint } from '../endpoint.ts'
import { findPrior, type WriteIdentity } from '../outbox/ledger.ts'

/** Runs a write with what its `before` returns, and its `release` when nothing comes of the request. */
export async function withPrepared(
  endpoint: Endpoint,
  db: Database,
  context: object,
  write: WriteIdentity,
  run: (prepared: unknown) => Promise<object>,
): Promise<unknown> {
  const prepared = endpoint.before && !(await findPrior(db, write)) ? await endpoint.before({ ...context, db }) : undefined
  const { release } = endpoint
  if (prepared === undefined || !release) return run(prepared)
  // Its failure is no failure of the request: rooms delete what is left over.
  const undo = (): Promise<void> => release({ ...context, db, prepared }).catch(() => undefined)
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
