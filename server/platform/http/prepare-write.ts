import type { Database } from '../db.ts'
import type { WriteEndpoint } from './declared-endpoint.ts'
import type { Log } from '../log.ts'
import { findPrior } from '../outbox/ledger.ts'
import { type WriteIdentity } from '../outbox/write-identity.ts'

/** Calls the operation's `before`, passes its result to the write, and calls `release` if the write is rejected or fails. */
export async function prepareAndRun(
  endpoint: WriteEndpoint,
  { db, log }: { db: Database; log: Log },
  context: object,
  write: WriteIdentity,
  run: (prepared: unknown) => Promise<object>,
): Promise<unknown> {
  const prepared = endpoint.before && !(await findPrior(db, write)) ? await endpoint.before({ ...context, db }) : undefined
  const { release } = endpoint
  if (prepared === undefined || !release) return run(prepared)
  // A failed `release` does not change the response, because resources delete leftovers later.
  const undo = (): Promise<void> =>
    release({ ...context, db, prepared }).catch((error: unknown) => {
      log.warn({ error, operation: endpoint.operationId }, 'the preparation of a request could not be released')
    })
  let result: object
  try {
    result = await run(prepared)
  } catch (error) {
    await undo()
    throw error
  }
  // Another request with the same key had already stored its response.
  if ('prior' in result) await undo()
  return result
}
