/** Short names of the metrics. The API serves their definitions. */
import type { ReportMetricId } from '@skein/client'
import { message, type Message } from '../../texts/texts.ts'

export const metricNames: Readonly<Record<ReportMetricId, Message>> = {
  THREADS_CREATED: message('New threads'),
  THREADS_RESOLVED: message('Resolved'),
  THREADS_REOPENED: message('Reopened'),
  THREADS_CLOSED: message('Closed'),
  THREADS_MERGED: message('Merged'),
  MESSAGES_RECEIVED: message('Messages from customers'),
  ANSWERS_SENT: message('Replies'),
  AUTOMATIC_SENT: message('Automatic messages'),
  NOTES_WRITTEN: message('Internal notes'),
  WAITS_DROPPED: message('Resolved while waiting'),
  THREADS_ANSWERED: message('Threads replied to'),
  THREADS_WORKED_ON: message('Threads worked on'),
  FIRST_RESPONSE_TIME: message('Time to first reply'),
  NEXT_RESPONSE_TIME: message('Time to later replies'),
  RESPONSE_TIME: message('Time to any reply'),
  FIRST_RESOLUTION_TIME: message('Time to first resolution'),
  RESOLUTION_TIME: message('Time to resolve'),
  OPEN_TIME: message('Time spent open'),
  RESOLVED_ON_FIRST_ANSWER: message('Resolved with one reply'),
  RESOLVED_WITHOUT_ANSWER: message('Resolved without a reply'),
  ANSWERS_TO_RESOLUTION: message('Replies to resolve'),
  REOPEN_RATE: message('Reopened by customers'),
  SLA_FIRST_RESPONSE: message('First reply on time'),
  SLA_NEXT_RESPONSE: message('Later replies on time'),
  SLA_RESOLUTION: message('Resolved on time'),
  BACKLOG: message('Open and pending'),
}
