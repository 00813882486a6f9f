import { enqueueJob } from '#platform/jobs/queries.ts'
import { insertLedger } from '#platform/outbox/ledger-queries.ts'
import type { AnyProcedure } from '#platform/postgres/procedure.ts'

/** Procedures that writes of every module call, so no module declares them. */
export const platformProcedures: readonly AnyProcedure[] = [enqueueJob, insertLedger]
