/** The public shape of jobs. */
import { choice, closed, component, exampleId, idOutput, nullable, time, Type } from '../../kit/index.ts'

export const Job = component(
  'Job',
  closed(
    {
      id: idOutput('job', 'The job.'),
      type: component('JobType', choice({ THREAD_BATCH: 'A change of many threads.' }, { description: 'What a job does.' })),
      state: component(
        'JobState',
        choice(
          {
            QUEUED: 'It has not begun.',
            RUNNING: 'Some of it is done.',
            DONE: 'All of it was dealt with; `failed` says how much of it in vain.',
            FAILED: 'It was given up; what was done stays done.',
          },
          { description: 'How far a job is.' },
        ),
      ),
      total: Type.Integer({ minimum: 0, description: 'Things that it is about.' }),
      done: Type.Integer({ minimum: 0, description: 'Things dealt with so far, those that failed included.' }),
      failed: Type.Integer({ minimum: 0, description: 'Things that could not be changed.' }),
      result: nullable(Type.Record(Type.String(), Type.Unknown()), {
        description:
          'What came of it, once there is something to tell. Of a batch: `failures`, the first hundred with `threadId` and `error`.',
      }),
      createdAt: time('When it was asked for.'),
    },
    {
      description: 'Work on many things, done in the background.',
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
