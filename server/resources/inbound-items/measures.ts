/** Metrics about what came in through providers, for /metrics. */
import type { JobName } from '#platform/jobs/orders.ts'
import { metricCounter, metricGauges } from '#platform/measures.ts'
import { readBacklog } from './metric-queries.ts'

/** Counts items in the outcome's transaction, so a retried transaction counts twice. */
export const receivedItems = metricCounter({
  name: 'inbound_items_total',
  help: 'Items of programs that this process accepted as duplicates or processed, by outcome',
  label: 'outcome',
})

const name = 'process-item' satisfies JobName

metricGauges({
  read: async (db) => (await db.first(readBacklog, { name })) ?? { waiting: 0, oldestSeconds: null },
  gauges: [
    { name: 'inbound_items_waiting', help: 'Accepted items that wait to be processed', value: ({ waiting }) => waiting },
    {
      name: 'inbound_item_processing_lag_seconds',
      help: 'How long the oldest accepted item has waited to be processed',
      value: ({ oldestSeconds }) => oldestSeconds ?? 0,
    },
  ],
})
