/** An event of starting and supervising the embedded PostgreSQL, for the log. */
export type LogEvent = { level: 'info' | 'warn' | 'error'; message: string; detail?: unknown }
