/** The totals stored for each tenant. Each is a column of tenant_counters; a test compares this list with the columns. */

/** Totals that a transaction changes with `effects.count`. */
export const counters = [
  'customers',
  'threads_open',
  'threads_pending',
  'threads_resolved',
  'threads_closed',
  'upload_bytes',
  'meetings',
  'inbound_mails',
  'mail_bytes',
  'held_mail_bytes',
] as const
export type Counter = (typeof counters)[number]

/** Sequence numbers. Only the ledger and the statements of hot paths change them. */
export const sequences = ['last_public_number', 'event_sequence', 'audit_logs'] as const

/** The number of changes that reads show but no event announces. It counts no rows, so a recount only raises it. */
export const silentChanges = 'silent_changes'
