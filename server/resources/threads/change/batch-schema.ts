/** Public schemas of batches, which make the same change to many threads or apply one canned response to them. */
import { chooseBy } from '#platform/http/validation.ts'
import { closed, component, exampleId, idInput, idOutput, nullable, time, Type } from '#platform/schema.ts'
import { labelWords } from '../record/input-schema.ts'
import { threadFilterFields } from '../record/filter-schema.ts'
import { PriorityInput, StatusInput } from '../record/schema.ts'

/** Fields of a change that applies to any number of threads. */
export const batchChangeFields = {
  status: Type.Optional(StatusInput),
  priority: Type.Optional(PriorityInput),
  assigneeId: Type.Optional(nullable(idInput('usr', 'The agent.'), { description: 'The agent, or null to unassign.' })),
  teamId: Type.Optional(nullable(idInput('tea', 'The team.'), { description: 'The team, or null to remove it.' })),
  addLabels: Type.Optional(labelWords('Labels to add to the threads, by id or by name.')),
  removeLabels: Type.Optional(labelWords('Labels to remove from the threads, by id or by name.')),
  snoozedUntil: Type.Optional(
    nullable(time('When they wake.'), {
      description:
        'Snoozes the threads until a time, or with null wakes snoozed ones. Cannot be combined with a `status` other than pending.',
    }),
  ),
  snoozedUntilReply: Type.Optional(
    Type.Literal(true, {
      description:
        'Snoozes the threads until the customer writes. Cannot be combined with `snoozedUntil`, or with a `status` other than pending.',
    }),
  ),
}

export const BatchChanges = component(
  'BatchChanges',
  closed(batchChangeFields, {
    description: 'The changes, the same for each thread.',
    minProperties: 1,
    examples: [{ status: 'resolved' }],
  }),
)

/** Work of a batch. */
const work = {
  changes: Type.Optional(BatchChanges),
  cannedResponseId: Type.Optional(
    idInput('can', 'A canned response that is applied to each thread, in place of `changes`: its reply is sent and its actions run.'),
  ),
}

const BatchByIds = component(
  'ThreadBatchByIds',
  closed(
    {
      threadIds: Type.Array(idInput('thr', 'A thread.'), {
        minItems: 1,
        maxItems: 100,
        description: 'The threads; duplicates are changed once.',
      }),
      ...work,
    },
    {
      description: 'Threads by their ids, changed immediately.',
      examples: [{ threadIds: [exampleId('thr')], changes: { status: 'resolved' } }],
    },
  ),
)

const BatchFilter = component(
  'ThreadBatchFilter',
  closed(threadFilterFields, { description: 'The filters of `GET /threads`.', examples: [{ status: 'open' }] }),
)

const BatchByFilter = component(
  'ThreadBatchByFilter',
  closed(
    {
      filter: BatchFilter,
      expectedTotal: Type.Integer({
        minimum: 0,
        maximum: 1_000_000_000,
        description: 'The number of matching threads, from the list’s `meta.total`. The batch is refused if it has changed.',
        examples: [1284],
      }),
      ...work,
    },
    {
      description: 'All threads that currently match a filter, changed by a job.',
      examples: [{ filter: { status: 'pending', assigneeId: 'none' }, expectedTotal: 1284, changes: { status: 'resolved' } }],
    },
  ),
)

export const ThreadBatch = component(
  'ThreadBatch',
  chooseBy(Type.Union([BatchByIds, BatchByFilter], { description: 'A change to many threads.' }), (body) =>
    'threadIds' in body || !('filter' in body) ? 0 : 1,
  ),
)

const BatchErrorDetail = closed({
  field: Type.String({ description: 'The invalid field of the change.' }),
  code: Type.String({ description: 'The problem.' }),
  message: Type.String({ description: 'The error message.' }),
})

export const BatchError = component(
  'BatchError',
  closed(
    {
      code: Type.String({ description: 'The error code that changing only this thread would give.' }),
      message: Type.String({ description: 'The error message.' }),
      status: Type.Integer({ description: 'The HTTP status of that error.' }),
      details: Type.Array(BatchErrorDetail, { description: 'The problems, one per field.' }),
    },
    { description: 'The reason why a thread was not changed.' },
  ),
)

export const BatchResult = component(
  'BatchResult',
  closed(
    {
      results: Type.Array(
        closed({
          threadId: idOutput('thr', 'The thread.'),
          ok: Type.Boolean({ description: 'Whether the thread has the requested values now.' }),
          error: nullable(BatchError, { description: 'The reason why it was not changed; null if it was.' }),
        }),
        { description: 'One per thread, in the order sent.' },
      ),
      succeeded: Type.Integer({ minimum: 0, description: 'Threads that have the requested values.' }),
      failed: Type.Integer({ minimum: 0, description: 'Threads that were not changed.' }),
    },
    {
      description: 'The result of a batch.',
      examples: [{ results: [{ threadId: exampleId('thr'), ok: true, error: null }], succeeded: 1, failed: 0 }],
    },
  ),
)
