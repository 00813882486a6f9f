import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import { expect, it } from 'vitest'
import { mergeMetrics, type ProcessMetrics } from './merged-metrics.ts'

function getMetrics(count: number): Promise<ProcessMetrics> {
  const registry = new Registry()
  const registers = [registry]
  new Counter({ name: 'requests_total', help: 'Requests', labelNames: ['status'], registers }).inc({ status: '200' }, count)
  new Gauge({ name: 'waiting', help: 'The same everywhere', labelNames: ['job'], registers, aggregator: 'first' }).set({ job: 'send' }, 7)
  new Gauge({ name: 'start_seconds', help: 'Start', registers, aggregator: 'omit' }).set(count)
  new Histogram({ name: 'seconds', help: 'Times', buckets: [1], registers }).observe(count)
  return registry.getMetricsAsJSON()
}

it('metrics of several processes are labelled, except those that are the same in all', async () => {
  const parts = await Promise.all([2, 3].map(async (count) => ({ name: `api-${count}`, metrics: await getMetrics(count) })))
  const lines = (await mergeMetrics(parts)).split('\n')
  expect(lines.filter((line) => line.startsWith('requests_total'))).toEqual([
    'requests_total{process="api-2",status="200"} 2',
    'requests_total{process="api-3",status="200"} 3',
  ])
  expect(lines.filter((line) => line.startsWith('start_seconds'))).toHaveLength(2)
  expect(lines.filter((line) => line.startsWith('waiting'))).toEqual(['waiting{job="send"} 7'])
  expect(lines).toContain('seconds_bucket{process="api-2",le="+Inf"} 1')
  expect(lines).toContain('seconds_sum{process="api-3"} 3')
  expect(lines.filter((line) => line.startsWith('# TYPE'))).toHaveLength(4)
})
