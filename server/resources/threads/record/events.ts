import { createPresenter } from '#kit/present.ts'
import { toTypeId, type Uuid } from '#platform/ids.ts'
import { defineEvent } from '#platform/outbox/events.ts'
import { closed, component, exampleId, idOutput, Type } from '#platform/schema.ts'
import { toMessage, type MessageRecord } from './message-queries.ts'
import { toThread, type ThreadRecord } from './queries.ts'
import type { Delivery } from './message-email-schema.ts'
import { ThreadFollowers } from './follower-schema.ts'
import { ThreadParticipants } from './participant-schema.ts'
import { Message } from './message-schema.ts'
import { Thread, ThreadErasure, threadExample } from './schema.ts'

const thread = { scope: 'threads:read', object: Thread, present: toThread } as const
const message = { scope: 'threads:read', object: Message, present: (record: MessageRecord) => toMessage(record) } as const

/** Delivery of a waiting message, for the example of a change. */
const queued: Delivery = {
  state: 'QUEUED',
  channel: 'email',
  attempts: 0,
  lastError: null,
  nextAttemptAt: null,
  uncertain: false,
  providerId: null,
  recipients: [],
}

export const threadCreated = defineEvent({ type: 'thread.created', description: 'A thread was created.', ...thread })
export const threadUpdated = defineEvent({
  type: 'thread.updated',
  previous: { subject: 'Export' },
  description:
    'A thread’s subject, inbox or custom fields changed, messages were moved to or from it by a merge or a split, or a reply turned out to have reached nobody.',
  ...thread,
})
export const threadStatusChanged = defineEvent({
  type: 'thread.status_changed',
  previous: { status: 'pending' },
  description: 'A thread’s status changed: by an agent, because the customer wrote, or because a time was reached.',
  ...thread,
})
export const threadSnoozed = defineEvent({
  type: 'thread.snoozed',
  previous: { snoozed: false, snoozedUntil: null },
  description:
    'A thread was snoozed, or its snooze time was changed. If its status changed too, `thread.status_changed` comes first, as for every change of status.',
  ...thread,
})
export const threadUnsnoozed = defineEvent({
  type: 'thread.unsnoozed',
  previous: { snoozed: true, snoozedUntil: '2026-03-05T08:00:00.000Z' },
  description:
    'A thread is no longer snoozed: its time was reached, the customer wrote, or an agent ended the snooze or changed the status. ' +
    '`thread.status_changed` comes first.',
  ...thread,
})
export const threadPriorityChanged = defineEvent({
  type: 'thread.priority_changed',
  previous: { priority: 'low' },
  description: 'A thread’s priority changed.',
  ...thread,
})
export const threadAssigned = defineEvent({
  type: 'thread.assigned',
  description: 'A thread’s assignee or team changed.',
  previous: { assignee: { id: exampleId('usr'), name: 'Grace Hopper' } },
  ...thread,
})
export const threadLabelsChanged = defineEvent({
  type: 'thread.labels_changed',
  description: 'Labels were added to a thread or removed from it.',
  previous: { labels: [] },
  ...thread,
})
export const threadMerged = defineEvent({
  type: 'thread.merged',
  description:
    'A thread was merged into another, `mergedInto`, which now has its messages and those of all threads merged into it before. ' +
    'One event per source; changes of the target emit `thread.updated`.',
  previous: { mergedInto: null },
  ...thread,
})
export const threadUnmerged = defineEvent({
  type: 'thread.unmerged',
  description: 'A merge was undone: the thread has its messages again. Changes of the target emit `thread.updated`.',
  previous: { mergedInto: exampleId('thr') },
  ...thread,
})
export const messageCreated = defineEvent({
  type: 'message.created',
  description: 'A message was added to a thread, including its first message and internal notes.',
  ...message,
})
export const messageUpdated = defineEvent({
  type: 'message.updated',
  previous: { editedAt: null },
  description:
    'The customer changed or deleted a message in their own program, or a file of it was fetched. `data.previous` does not repeat the former text.',
  ...message,
})
export const messageScheduled = defineEvent({
  type: 'message.scheduled',
  description:
    'A reply was scheduled to be sent later, or its time was changed. When it is sent, `message.created` follows with the same id.',
  ...message,
})
export const messageDeleted = defineEvent({
  type: 'message.deleted',
  description: 'A scheduled reply was cancelled and will not be sent.',
  ...message,
})
export const messageDeliveryChanged = defineEvent({
  type: 'message.delivery_changed',
  previous: { delivery: queued },
  description: 'The delivery of a message changed: it was sent, returned, or could not be sent; `delivery.lastError` has the reason.',
  ...message,
})
export const participantsChanged = defineEvent({
  type: 'thread.participants_changed',
  scope: 'threads:read',
  description:
    'Somebody joined a thread by mail or was added to it, was verified, or was removed. Shows everybody who takes part now, and no former values.',
  object: ThreadParticipants,
  present: createPresenter(ThreadParticipants),
})
const CannedResponseApplied = component(
  'CannedResponseApplied',
  closed(
    {
      cannedResponse: component(
        'AppliedCannedResponse',
        closed(
          {
            id: idOutput('can', 'The canned response.'),
            title: Type.String({ description: 'Its title at that time.' }),
            shortcut: Type.String({ description: 'Its shortcut at that time.' }),
          },
          { description: 'A canned response that was applied.' },
        ),
      ),
      thread: Thread,
      webhookId: idOutput('whk', 'The webhook to which the event is sent.'),
    },
    {
      description: 'A canned response with a SEND_WEBHOOK action that was applied to a thread.',
      examples: [
        {
          cannedResponse: { id: exampleId('can'), title: 'Refund is on its way', shortcut: 'refund' },
          thread: threadExample,
          webhookId: exampleId('whk'),
        },
      ],
    },
  ),
)
type Applied = { cannedResponse: { id: Uuid; title: string; shortcut: string }; thread: ThreadRecord; webhookId: Uuid }
export const cannedResponseApplied = defineEvent({
  type: 'canned_response.applied',
  scope: 'threads:read',
  addressed: true,
  description:
    'A canned response with the action SEND_WEBHOOK was applied. Sent to the webhook that the action names, whichever events it ' +
    'subscribes to, and to no other.',
  object: CannedResponseApplied,
  present: ({ cannedResponse: { id, title, shortcut }, thread: record, webhookId }: Applied) => ({
    cannedResponse: { id: toTypeId('can', id), title, shortcut },
    thread: toThread(record),
    webhookId: toTypeId('whk', webhookId),
  }),
})
export const followersChanged = defineEvent({
  type: 'thread.followers_changed',
  scope: 'threads:read',
  description:
    'Users began or ended to follow a thread: by a request, because they wrote in it or were mentioned, or by a merge. Shows who follows it now, ' +
    'and no former values. Deleting a user ends what they follow without this event.',
  object: ThreadFollowers,
  present: createPresenter(ThreadFollowers),
})
export const threadErased = defineEvent({
  type: 'thread.erased',
  scope: 'threads:read',
  description:
    'The content of a thread was erased, because its customer was erased or because the thread had been closed for longer than ' +
    '`retention.closedThreads`. With `deleted` the thread no longer exists. Earlier events no longer show the content.',
  object: ThreadErasure,
  present: createPresenter(ThreadErasure),
})
