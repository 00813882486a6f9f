/** Lists the totals that are stored for each tenant. Each is a column of tenant_counters; a test compares this list with the columns. */
import { counters } from '../../nouns.ts'

export { counters }
export type Counter = (typeof counters)[number]

/** Sequence counters. Only the ledger and the statements of hot paths increment them. */
export const sequences = ['last_public_number', 'event_sequence', 'audit_logs'] as const
