/** An event from starting or supervising the embedded PostgreSQL, for the log. */
export type LogEvent = { level: 'info' | 'warn' | 'error'; message: string; detail?: unknown }
