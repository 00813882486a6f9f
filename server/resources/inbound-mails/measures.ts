/** Metrics about mail for /metrics. */
import type { JobName } from '#platform/jobs/orders.ts'
import { metricCounter, metricGauges } from '#platform/measures.ts'
import { readMailBacklogs } from './metric-queries.ts'

/** Counts received mails in the outcome's transaction, so a retried transaction counts twice. */
export const receivedMails = metricCounter({
  name: 'mails_received_total',
  help: 'Mails that this process accepted as duplicates or processed, by outcome',
  label: 'outcome',
})

const names = { received: 'process-mail', unsent: 'send-message' } as const satisfies Record<string, JobName>

metricGauges({
  read: async (db) => new Map((await db.rows(readMailBacklogs, { names: Object.values(names) })).map((each) => [each.name, each])),
  gauges: [
    { name: 'mails_waiting', help: 'Accepted mails that wait to be processed', value: (found) => found.get(names.received)?.waiting ?? 0 },
    {
      name: 'mail_processing_lag_seconds',
      help: 'How long the oldest accepted mail has waited to be processed',
      value: (found) => found.get(names.received)?.oldestSeconds ?? 0,
    },
    { name: 'mails_unsent', help: 'Replies that wait to be sent', value: (found) => found.get(names.unsent)?.waiting ?? 0 },
    {
      name: 'mail_oldest_unsent_seconds',
      help: 'How long the oldest unsent reply has waited',
      value: (found) => found.get(names.unsent)?.oldestSeconds ?? 0,
    },
  ],
})
