/** The public shape of jobs. */
import { choice, closed, component, exampleId, idOutput, nullable, time, Type } from '../../kit/index.ts'

export const Job = component(
  'Job',
  closed(
    {
      id: idOutput('job', 'The job.'),
      type: component('JobType', choice({ THREAD_BATCH: 'A change to many threads.' }, { description: 'The kind of job.' })),
      state: component(
        'JobState',
        choice(
          {
            QUEUED: 'It has not started.',
            RUNNING: 'It is in progress.',
            DONE: 'Every object was processed; `failed` counts those that could not be changed.',
            FAILED: 'It was aborted; changes already made stay.',
          },
          { description: 'The progress of a job.' },
        ),
      ),
      total: Type.Integer({ minimum: 0, description: 'Number of objects to process.' }),
      done: Type.Integer({ minimum: 0, description: 'Objects processed so far, including those that failed.' }),
      failed: Type.Integer({ minimum: 0, description: 'Objects that could not be changed.' }),
      result: nullable(Type.Record(Type.String(), Type.Unknown()), {
        description: 'The result, once there is one. For a batch: `failures`, the first hundred with `threadId` and `error`.',
      }),
      createdAt: time('When it was requested.'),
    },
    {
      description: 'Background work on many objects.',
      examples: [
        {
          id: exampleId('job'),
          type: 'THREAD_BATCH',
          state: 'RUNNING',
          total: 1284,
          done: 400,
          failed: 0,
          result: null,
          createdAt: '2026-03-04T09:30:00.000Z',
        },
      ],
    },
  ),
)
