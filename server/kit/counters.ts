/** The totals that are kept for each tenant, a column of tenant_counters each (a test holds them against the database's catalogue). */

/** Totals that a write in a transaction adds to, with `effects.count`. */
export const counters = ['customers', 'threads_open', 'threads_pending', 'threads_resolved', 'threads_closed'] as const
export type Counter = (typeof counters)[number]

/** Running numbers, which only the kit's ledger and the statements of hot paths move. */
export const sequences = ['last_public_number', 'event_sequence', 'audit_logs'] as const
