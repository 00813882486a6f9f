import { createPrimaryMetrics, mergeMetrics, type ProcessMetrics } from '../http/merged-metrics.ts'
import type { LiveProcess, MetricsMessage } from './messages.ts'

/** Milliseconds after which a process that has not sent its metrics is left out. */
const maxWaitMs = 2_000

export type MetricsCollector = {
  countRestart(name: string): void
  /** Sends the metrics of all processes to the process that requested them, or stores the metrics that a process has sent. */
  onMessage(from: LiveProcess, message: MetricsMessage): void
}

/** Collects the metrics of the processes that `listLive` returns, and of this one. `names` are the names of all processes. */
export function createMetricsCollector(names: readonly string[], listLive: () => readonly LiveProcess[]): MetricsCollector {
  const own = createPrimaryMetrics(names)
  const waiting = new Map<string, (metrics: ProcessMetrics) => void>()
  let lastId = 0

  const readFrom = async (live: LiveProcess, id: number): Promise<{ name: string; metrics: ProcessMetrics }[]> => {
    const key = `${live.name} ${id}`
    const metrics = await new Promise<ProcessMetrics | null>((resolve) => {
      const late = setTimeout(() => resolve(null), maxWaitMs)
      waiting.set(key, (received) => {
        clearTimeout(late)
        resolve(received)
      })
      live.send({ kind: 'read-metrics', id })
    })
    waiting.delete(key)
    return metrics === null ? [] : [{ name: live.name, metrics }]
  }
  const readAll = async (): Promise<string> => {
    const id = ++lastId
    const ofThis = own.read().then((metrics) => [{ name: 'primary', metrics }])
    return mergeMetrics((await Promise.all([...listLive().map((live) => readFrom(live, id)), ofThis])).flat())
  }

  return {
    countRestart: own.countRestart,
    onMessage(from, message) {
      if (message.kind === 'metrics') waiting.get(`${from.name} ${message.id}`)?.(message.metrics)
      else void readAll().then((text) => from.send({ kind: 'merged-metrics', id: message.id, text }))
    },
  }
}
