/** Public schemas of batches: the same change to many threads. */
import { chooseBy, closed, component, exampleId, idInput, idOutput, nullable, time, Type } from '../../../kit/index.ts'
import { labelWords } from '../input-schema.ts'
import { PriorityInput, StatusInput, threadFilterFields } from '../schema.ts'

/** The changes that any number of threads can get. */
export const batchChangeFields = {
  status: Type.Optional(StatusInput),
  priority: Type.Optional(PriorityInput),
  assigneeId: Type.Optional(nullable(idInput('usr', 'The agent.'), { description: 'The agent, or null for nobody.' })),
  teamId: Type.Optional(nullable(idInput('tea', 'The team.'), { description: 'The team, or null for none.' })),
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
    description: 'What to change; the same for each thread.',
    minProperties: 1,
    examples: [{ status: 'resolved' }],
  }),
)

const BatchByIds = component(
  'ThreadBatchByIds',
  closed(
    {
      threadIds: Type.Array(idInput('thr', 'A thread.'), {
        minItems: 1,
        maxItems: 100,
        description: 'The threads; duplicates are changed once.',
      }),
      changes: BatchChanges,
    },
    {
      description: 'Threads by their ids, changed immediately.',
      examples: [{ threadIds: [exampleId('thr')], changes: { status: 'resolved' } }],
    },
  ),
)

const BatchFilter = component(
  'ThreadBatchFilter',
  closed(threadFilterFields, { description: 'Which threads: the filters of `GET /threads`.', examples: [{ status: 'open' }] }),
)

const BatchByFilter = component(
  'ThreadBatchByFilter',
  closed(
    {
      filter: BatchFilter,
      expectedTotal: Type.Integer({
        minimum: 0,
        maximum: 1_000_000_000,
        description: 'How many threads match, from the list’s `meta.total`. The batch is refused if the number has changed.',
        examples: [1284],
      }),
      changes: BatchChanges,
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
  field: Type.String({ description: 'The field of the change that is wrong.' }),
  code: Type.String({ description: 'What is wrong with it.' }),
  message: Type.String({ description: 'The same as text.' }),
})

export const BatchError = component(
  'BatchError',
  closed(
    {
      code: Type.String({ description: 'The error code that a change of this single thread would get.' }),
      message: Type.String({ description: 'The same as text.' }),
      status: Type.Integer({ description: 'The HTTP status that it would get.' }),
      details: Type.Array(BatchErrorDetail, { description: 'What is wrong, field by field.' }),
    },
    { description: 'Why a thread was not changed.' },
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
          error: nullable(BatchError, { description: 'Why it was not changed; null when it was.' }),
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
