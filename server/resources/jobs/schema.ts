/** Public shape of jobs. */
import { choice, closed, component, exampleId, idOutput, nullable, time, Type } from '#platform/schema.ts'

export const JobType = component(
  'JobType',
  choice(
    {
      THREAD_BATCH: 'A change to many threads.',
      MAIL_ROUND_TRIP: 'A test of an inbox by mails to itself.',
      AUTOMATION_RULE: 'An automation rule that is applied to many threads.',
      REPORT_REBUILD: 'A rebuild of the data of reports.',
      SAMPLE_COMPANY: 'Loads the sample company.',
      SAMPLE_COMPANY_REMOVAL: 'Removes the sample company.',
    },
    { description: 'The kind of job.' },
  ),
)

export const JobState = component(
  'JobState',
  choice(
    {
      QUEUED: 'It has not started.',
      RUNNING: 'It is in progress.',
      DONE: 'Every object was processed; `failed` counts those that could not be changed. The mail of a round trip came back.',
      FAILED: 'It was aborted; changes already made stay. The mail of a round trip could not be sent, or did not come back.',
    },
    { description: 'The progress of a job.' },
  ),
)

export const Job = component(
  'Job',
  closed(
    {
      id: idOutput('job', 'The job.'),
      type: JobType,
      state: JobState,
      total: Type.Integer({
        minimum: 0,
        description: 'Number of objects to process. A round trip has three steps; a rebuild of facts processes events.',
      }),
      done: Type.Integer({ minimum: 0, description: 'Objects processed so far, including those that failed.' }),
      failed: Type.Integer({ minimum: 0, description: 'Objects that could not be changed, or steps that failed.' }),
      result: nullable(Type.Record(Type.String(), Type.Unknown()), {
        description:
          'The result, once there is one. For a batch: `failures`, the first hundred with `threadId` and `error`. For a rule: `outcomes`, the number ' +
          'of threads by outcome of their run and those without a run (`NOT_RUN`), and `failures`, the first hundred with `threadId`, `runId` and ' +
          '`error`. For a round trip: `steps` so ' +
          'far, each with `step` (`send`, `receive`, `plus`), `ok`, `detail` and `durationMs`, and `ok`, which is null until it ends. For a rebuild of ' +
          'reports: `compared`, `different` and `kept`.',
      }),
      createdAt: time('When it was requested.'),
    },
    {
      description: 'Background work that takes longer than a request.',
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
