/** Public schemas of notifications. */
import { closed, component, exampleId, idInput, idOutput, nullable, time, Type, withRules } from '#platform/schema.ts'
import { JobState, JobType } from '../jobs/index.ts'
import { NotificationType, notificationTypes } from '../users/index.ts'

const NotificationThread = component(
  'NotificationThread',
  closed(
    {
      id: idOutput('thr', 'The thread.'),
      ticketNumber: Type.String({ description: 'Its ticket number.' }),
      subject: Type.String({ description: 'Its title.' }),
    },
    { description: 'The thread of a notification.' },
  ),
)

const NotificationJob = component(
  'NotificationJob',
  closed(
    {
      id: idOutput('job', 'The job.'),
      type: JobType,
      state: JobState,
      total: Type.Integer({ minimum: 0, description: 'Number of objects to process.' }),
      done: Type.Integer({ minimum: 0, description: 'Objects processed, including those that failed.' }),
      failed: Type.Integer({ minimum: 0, description: 'Objects that could not be changed, or steps that failed.' }),
      inbox: nullable(
        component(
          'NotificationInbox',
          closed(
            { id: idOutput('inb', 'The inbox.'), name: Type.String({ description: 'Its name.' }) },
            { description: 'The inbox of a job.' },
          ),
        ),
        { description: 'The tested inbox; null for other jobs.' },
      ),
      problem: nullable(Type.String(), { description: 'Why the test of an inbox failed; null if it did not.' }),
    },
    { description: 'The job of a notification.' },
  ),
)

const NotificationActor = component(
  'NotificationActor',
  closed(
    {
      type: Type.String({ description: 'The kind of actor, as `actor.type` of events.' }),
      id: nullable(Type.String(), { description: 'The user, customer, rule or webhook; null for the service itself.' }),
      name: nullable(Type.String(), { description: 'The actor’s name; of a webhook its description, or else its host.' }),
    },
    { description: 'Who caused the latest event.' },
  ),
)

export const Notification = component(
  'Notification',
  closed(
    {
      id: idOutput('ntf', 'The notification.'),
      type: NotificationType,
      thread: nullable(NotificationThread, { description: 'The thread; null if it is about none.' }),
      job: nullable(NotificationJob, { description: 'The job; null if it is about none, or 30 days after the job ended.' }),
      actor: nullable(NotificationActor, { description: 'Who caused the latest event.' }),
      excerpt: nullable(Type.String(), {
        description: 'The first 200 characters of the latest message, or what a rule says; null if it is about neither.',
      }),
      count: Type.Integer({ minimum: 1, description: 'The number of events that it stands for.' }),
      eventIds: Type.Array(idOutput('evt', 'An event.'), { description: 'The latest 20 of these events, oldest first.' }),
      firstAt: time('The time of the first event.'),
      lastAt: time('The time of the latest event.'),
      readAt: nullable(time('When it was read.'), { description: 'When you read it; null while it is unread.' }),
      archivedAt: nullable(time('When it was archived.'), { description: 'When you archived it.' }),
      snoozedUntil: nullable(time('When it comes back.'), { description: 'Until when it does not count as unread.' }),
      desktop: Type.Boolean({ description: 'Whether your preferences ask the browser to alert you.' }),
    },
    {
      description: 'Something that a user is told. A user has at most one unread notification of a type for each thread.',
      examples: [
        {
          id: exampleId('ntf'),
          type: 'CUSTOMER_REPLIED',
          thread: { id: exampleId('thr'), ticketNumber: 'ACME-2026-000042', subject: 'The export is empty' },
          job: null,
          actor: { type: 'CUSTOMER', id: exampleId('cst'), name: 'Ada Lovelace' },
          excerpt: 'It works again, thank you!',
          count: 3,
          eventIds: [exampleId('evt')],
          firstAt: '2026-03-04T09:30:00.000Z',
          lastAt: '2026-03-04T09:35:00.000Z',
          readAt: null,
          archivedAt: null,
          snoozedUntil: null,
          desktop: true,
        },
      ],
    },
  ),
)

export const NotificationFilters = closed({
  unread: Type.Optional(Type.Boolean({ description: 'Whether it is unread, and not snoozed.' })),
  archived: Type.Optional(Type.Boolean({ description: 'Whether it is archived.' })),
  type: Type.Optional(NotificationType),
  threadId: Type.Optional(idInput('thr', 'The thread.')),
})

const names = Object.keys(notificationTypes)
const unread = Type.Integer({ minimum: 0, description: 'The number of unread notifications that are not snoozed.' })
export const NotificationCounts = component(
  'NotificationCounts',
  closed(
    {
      unread,
      byType: component(
        'NotificationCountsByType',
        closed(Object.fromEntries(names.map((name) => [name, unread])), { description: 'The same for each type.' }),
      ),
    },
    {
      description: 'The numbers of your unread notifications.',
      examples: [{ unread: 1, byType: { ...Object.fromEntries(names.map((name) => [name, 0])), MENTIONED: 1 } }],
    },
  ),
)

export const NotificationUpdate = component(
  'NotificationUpdate',
  withRules(
    closed(
      {
        read: Type.Optional(Type.Boolean({ description: 'Whether you have read it.' })),
        archived: Type.Optional(Type.Boolean({ description: 'Whether it is archived. Archiving it also reads it.' })),
        snoozedUntil: Type.Optional(
          nullable(time('When it comes back.'), {
            description: 'When it comes back as unread, at most a year from now; null ends the snooze.',
          }),
        ),
      },
      { minProperties: 1, examples: [{ read: true }] },
    ),
    ({ read, archived }) =>
      archived === true && read === false ? [{ field: 'read', code: 'NOT_ALLOWED', message: 'must not be false with `archived`' }] : [],
  ),
)

export const NotificationsRead = component(
  'NotificationsRead',
  withRules(
    closed(
      {
        ids: Type.Optional(
          Type.Array(idInput('ntf', 'A notification.'), {
            minItems: 1,
            maxItems: 100,
            description: 'The notifications to read. Those that do not exist are skipped.',
          }),
        ),
        before: Type.Optional(time('Reads all notifications whose latest event is not later than this.')),
        type: Type.Optional(NotificationType),
      },
      { minProperties: 1, examples: [{ before: '2026-03-04T10:00:00.000Z', type: 'CUSTOMER_REPLIED' }] },
    ),
    ({ ids, before, type }) =>
      (ids === undefined) === (before === undefined)
        ? [{ field: 'before', code: 'NOT_ALLOWED', message: 'must be sent if `ids` is not, and only then' }]
        : ids !== undefined && type !== undefined
          ? [{ field: 'type', code: 'NOT_ALLOWED', message: 'must only be sent with `before`' }]
          : [],
  ),
)
