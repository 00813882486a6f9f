/** Public shapes of batches: the same change of many threads. */
import { closed, component, exampleId, idInput, idOutput, nullable, time, Type } from '../../kit/index.ts'
import { chooseBy } from '../../kit/http/validation.ts'
import { labelWords } from './input-schema.ts'
import { PriorityInput, StatusInput, threadFilterFields } from './schema.ts'

export const BatchChanges = component(
  'BatchChanges',
  closed(
    {
      status: Type.Optional(StatusInput),
      priority: Type.Optional(PriorityInput),
      assigneeId: Type.Optional(nullable(idInput('usr', 'The agent.'), { description: 'The agent, or null for nobody.' })),
      teamId: Type.Optional(nullable(idInput('tea', 'The team.'), { description: 'The team, or null for none.' })),
      addLabels: Type.Optional(labelWords('Labels that the threads shall carry too, by id or by name.')),
      removeLabels: Type.Optional(labelWords('Labels that they shall carry no longer, by id or by name.')),
      snoozedUntil: Type.Optional(
        nullable(time('When they wake.'), {
          description: 'Snoozes them until a time, or wakes those that sleep with null. Not together with another `status` than pending.',
        }),
      ),
    },
    { description: 'What to change; the same for each thread.', minProperties: 1, examples: [{ status: 'resolved' }] },
  ),
)

const BatchByIds = component(
  'ThreadBatchByIds',
  closed(
    {
      threadIds: Type.Array(idInput('thr', 'A thread.'), {
        minItems: 1,
        maxItems: 100,
        description: 'The threads; one named twice is changed once.',
      }),
      changes: BatchChanges,
    },
    {
      description: 'Threads by their ids, changed at once.',
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
        description: 'How many threads match, as the list’s `meta.total` said. When it is another number by now the batch is refused.',
        examples: [1284],
      }),
      changes: BatchChanges,
    },
    {
      description: 'All threads that match a filter now, changed by a job.',
      examples: [{ filter: { status: 'pending', assigneeId: 'none' }, expectedTotal: 1284, changes: { status: 'resolved' } }],
    },
  ),
)

export const ThreadBatch = component(
  'ThreadBatch',
  chooseBy(Type.Union([BatchByIds, BatchByFilter], { description: 'A change of many threads.' }), (body) =>
    'threadIds' in body || !('filter' in body) ? 0 : 1,
  ),
)

const BatchErrorDetail = closed({
  field: Type.String({ description: 'The place of the change that it is about.' }),
  code: Type.String({ description: 'What is wrong there.' }),
  message: Type.String({ description: 'The same in words.' }),
})

export const BatchError = component(
  'BatchError',
  closed(
    {
      code: Type.String({ description: 'The code that a change of this thread alone would be refused with.' }),
      message: Type.String({ description: 'The same in words.' }),
      status: Type.Integer({ description: 'The HTTP status that it would have.' }),
      details: Type.Array(BatchErrorDetail, { description: 'What is wrong, place by place.' }),
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
          ok: Type.Boolean({ description: 'Whether it is as asked now.' }),
          error: nullable(BatchError, { description: 'Why it was not changed; null when it was.' }),
        }),
        { description: 'One for each thread, in the order in which they were first named.' },
      ),
      succeeded: Type.Integer({ minimum: 0, description: 'Threads that are as asked.' }),
      failed: Type.Integer({ minimum: 0, description: 'Threads that were not changed.' }),
    },
    {
      description: 'What came of a batch.',
      examples: [{ results: [{ threadId: exampleId('thr'), ok: true, error: null }], succeeded: 1, failed: 0 }],
    },
  ),
)
