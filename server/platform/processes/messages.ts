/** Messages between the primary process of `start --processes` and the processes that it starts. */
import type { ProcessMetrics } from '../http/merged-metrics.ts'

export type FromPrimary =
  /** Finish what was accepted, then end. */
  { kind: 'stop' } | { kind: 'read-metrics'; id: number } | { kind: 'merged-metrics'; id: number; text: string }

export type FromProcess =
  | ({ kind: 'ready' } & ReadyReport)
  /** The process cannot start, and ends. The message is for the operator. */
  | { kind: 'failed'; message: string }
  | MetricsMessage

export type MetricsMessage =
  | { kind: 'metrics'; id: number; metrics: ProcessMetrics }
  /** /metrics was requested from the process. */
  | { kind: 'merge-metrics'; id: number }

/** A process that runs, as the primary process sees it. */
export type LiveProcess = { name: string; send(message: FromPrimary): void }

/** What a process has opened: the URL at which it serves the API, and the port on which mail comes in. */
export type ReadyReport = { url: string | null; mailPort: number | null }
