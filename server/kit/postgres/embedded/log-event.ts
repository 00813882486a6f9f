/** What starting and supervising the embedded PostgreSQL has to say. */
export type LogEvent = { level: 'info' | 'warn' | 'error'; message: string; detail?: unknown }
