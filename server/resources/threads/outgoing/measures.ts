import { metricCounter } from '#platform/measures.ts'

/** Counts delivered mails in the transaction of the change, so a retried transaction counts twice. */
export const deliveredMails = metricCounter({
  name: 'mail_deliveries_total',
  help: 'Deliveries of replies that reached a state in this process, by state',
  label: 'state',
})
