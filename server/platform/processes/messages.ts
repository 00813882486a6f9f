/** Messages between the primary process of `start --processes` and its child processes. */
import type { ProcessMetrics } from '../http/merged-metrics.ts'

export type FromPrimary =
  /** Finish accepted work, then exit. */
  { kind: 'stop' } | { kind: 'read-metrics'; id: number } | { kind: 'merged-metrics'; id: number; text: string }

export type FromProcess =
  | ({ kind: 'ready' } & ReadyReport)
  /** The process cannot start and exits. The message is for the operator. */
  | { kind: 'failed'; message: string }
  | MetricsMessage

export type MetricsMessage =
  | { kind: 'metrics'; id: number; metrics: ProcessMetrics }
  /** A client has requested /metrics from the process. */
  | { kind: 'merge-metrics'; id: number }

/** A running child process, as seen by the primary process. */
export type LiveProcess = { name: string; send(message: FromPrimary): void }

/** The endpoints that a process has opened: the URL of the API, and the SMTP port. */
export type ReadyReport = { url: string | null; mailPort: number | null }
