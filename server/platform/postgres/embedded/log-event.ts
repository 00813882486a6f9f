/** Log events of starting and supervising the embedded PostgreSQL. */
export type LogEvent = { level: 'info' | 'warn' | 'error'; message: string; detail?: unknown }
