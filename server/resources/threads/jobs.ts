/** The background work on threads. */
import { job, type Uuid } from '../../kit/index.ts'
import * as names from './job-names.ts'
import { closeResolved, closingPeriodSeconds } from './close-resolved.ts'
import { handOut } from './assignment/hand-out.ts'
import { giveToTarget } from './merged-customers.ts'
import { markFileDeleted, markScheduledFileDeleted } from './messages/message-queries.ts'
import { giveUpBatch, runBatch } from './batches/run-batch.ts'
import { forgetSentMessages, giveUpSending, sendScheduled } from './scheduling/send-scheduled.ts'
import { chooseAgain } from './sla/choose-again.ts'
import { announceAll, findDue } from './sla/watch.ts'
import { indexTexts, reindexThread } from '../thread-search/index.ts'
import { wakeAll, wakingPortion } from './scheduling/wake.ts'

export const wakeThread = job({
  ...names.wakeThread,
  description: 'Reopens a snoozed thread at its time.',
  leaseSeconds: 20,
  // A second transaction would wait for the tenant's counters, and take the processor from requests.
  atOnce: 1,
  together: { atMost: wakingPortion, run: wakeAll },
})

export const handOutThreads = job({
  ...names.handOutThreads,
  description: 'Assigns threads that wait in the queues of teams, when somebody can take one.',
  leaseSeconds: 20,
  retrySeconds: [0.2, 0.5, 1, 2, 5, 30, 60, 300, 900, 3_600],
  run: handOut,
})

export const giveThreadsToTarget = job({
  ...names.giveThreadsToTarget,
  description: 'Gives the threads of a merged customer to the one that it was merged into.',
  leaseSeconds: 20,
  atOnce: 1,
  run: giveToTarget,
})

export const closeResolvedThreads = job({
  ...names.closeResolvedThreads,
  description: 'Closes threads that have been resolved for as many days as the tenant says.',
  every: { seconds: closingPeriodSeconds, for: 'tenant' },
  atOnce: 1,
  run: closeResolved,
})

/** What a killed worker was announcing has to wait for no longer. A portion takes milliseconds. */
const announcingLease = 5

export const findDueClocks = job({
  name: 'find-due-sla',
  description: 'Looks every second for SLA targets that are about to be missed, or were.',
  every: { seconds: 1, for: 'service' },
  leaseSeconds: announcingLease,
  outside: findDue,
})

export const announceClocksDue = job({
  ...names.announceDue,
  description: 'Announces SLA targets that are about to be missed, or were.',
  retrySeconds: [0.2, 0.5, 1, 2, 5, 30, 60, 300, 900, 3_600],
  leaseSeconds: announcingLease,
  atOnce: 1,
  run: announceAll,
})

export const choosePoliciesAgain = job({
  ...names.chooseSlaAgain,
  description: 'Chooses the SLA policies of a customer’s threads again after the customer’s fields have changed.',
  leaseSeconds: 20,
  atOnce: 1,
  run: chooseAgain,
})

export const sendScheduledMessage = job({
  ...names.sendScheduledMessage,
  description: 'Sends a scheduled reply at its time.',
  leaseSeconds: 20,
  run: sendScheduled,
  onDead: giveUpSending,
})

export const forgetSent = job({
  name: 'forget-sent-messages',
  description: 'Deletes the records of sent scheduled replies after a month.',
  every: { seconds: 3_600, for: 'tenant' },
  run: forgetSentMessages,
})

export const indexThreads = job({
  name: 'index-threads',
  description: 'Writes the search index of threads. Searches also read what is not indexed yet, which makes them slower.',
  every: { seconds: 5, for: 'service' },
  leaseSeconds: 600,
  outside: ({ db, signal }) => indexTexts(db, { pace: true, signal }),
})

export const runThreadBatch = job({
  ...names.runThreadBatch,
  description: 'Changes the threads of a batch by filter, in portions.',
  leaseSeconds: 20,
  atOnce: 2,
  run: runBatch,
  onDead: giveUpBatch,
})

export const markDeletedFile = job<{ messageId: Uuid }>({
  ...names.markDeletedFile,
  description: 'Shows in its message that a file was deleted.',
  async run({ tx, tenantId, key: uploadId, input: { messageId } }) {
    const message = await tx.first(markFileDeleted, { tenantId, messageId, uploadId })
    // The search finds threads by the names of their files.
    if (message) await reindexThread(tx, tenantId, message.threadId)
    await tx.rows(markScheduledFileDeleted, { tenantId, messageId, uploadId })
  },
})
