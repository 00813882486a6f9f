import { metricCounter } from '#platform/measures.ts'

/** Counted in the transaction of the change, so a transaction that is repeated counts twice. */
export const deliveredMails = metricCounter({
  name: 'mail_deliveries_total',
  help: 'Deliveries of replies that reached a state in this process, by state',
  label: 'state',
})
