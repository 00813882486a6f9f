import { enqueueJob } from '#platform/jobs/queries.ts'
import { insertLedger } from '#platform/outbox/ledger-queries.ts'
import type { AnyProcedure } from '#platform/postgres/procedure.ts'

/** The procedures that no module declares, because writes of all modules call them. */
export const platformProcedures: readonly AnyProcedure[] = [enqueueJob, insertLedger]
