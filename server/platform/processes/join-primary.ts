/** Connects a child process to the primary process of `start --processes`. */
import cluster from 'node:cluster'
import type { MetricsSource } from '../http/merged-metrics.ts'
import type { Metrics } from '../http/metrics.ts'
import type { FromPrimary, FromProcess, ReadyReport } from './messages.ts'

export type Primary = {
  /** Aborts when the primary process stops the service. */
  stop: AbortSignal
  reportReady(report: ReadyReport): void
  /** Resolves when the message has been sent. */
  reportFailure(message: string): Promise<void>
  /** Sends the metrics of this process to the primary process, and returns the metrics of all processes. */
  shareMetrics(registry: Metrics['registry']): MetricsSource
}

/**
 * Connects to the primary process; null when there is none. When the primary process ends, even if it is killed, Node ends this process,
 * because their channel closes.
 */
export function joinPrimary(): Primary | null {
  if (!cluster.isWorker || !process.send) return null
  const stopping = new AbortController()
  const waiting = new Map<number, (text: string) => void>()
  let lastId = 0
  let shared: Metrics['registry'] | null = null

  const sendMetrics = async (registry: Metrics['registry'], id: number): Promise<void> =>
    send({ kind: 'metrics', id, metrics: await registry.getMetricsAsJSON() })

  process.on('message', (message: FromPrimary) => {
    if (message.kind === 'stop') stopping.abort()
    // Without a response, the primary process leaves this process out.
    else if (message.kind === 'read-metrics') (shared ? sendMetrics(shared, message.id) : Promise.resolve()).catch(() => {})
    else {
      waiting.get(message.id)?.(message.text)
      waiting.delete(message.id)
    }
  })

  return {
    stop: stopping.signal,
    reportReady: (report) => void send({ kind: 'ready', ...report }),
    reportFailure: (message) => send({ kind: 'failed', message }),
    shareMetrics(registry) {
      shared = registry
      return {
        contentType: registry.contentType,
        metrics: () =>
          new Promise((resolve) => {
            const id = ++lastId
            waiting.set(id, resolve)
            void send({ kind: 'merge-metrics', id })
          }),
      }
    },
  }
}

/** Also resolves when the channel is closed, because this process then ends anyway. */
function send(message: FromProcess): Promise<void> {
  return new Promise((resolve) => void process.send?.(message, undefined, {}, () => resolve()))
}
