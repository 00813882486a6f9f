import { choice, closed, component, exampleId, idOutput, nullable } from '#platform/schema.ts'

export const SampleCompany = component(
  'SampleCompany',
  closed(
    {
      state: component(
        'SampleCompanyState',
        choice(
          { NONE: 'There is none.', LOADING: 'A job is creating it.', LOADED: 'It is there.', REMOVING: 'A job is removing it.' },
          { description: 'The state of the sample company.' },
        ),
      ),
      jobId: nullable(idOutput('job', 'The job.'), { description: 'The job that loads or removes it, or has loaded it; null for none.' }),
    },
    {
      description: 'A company of bicycle lights with colleagues, customers and thirty days of threads, for trying the product out.',
      examples: [{ state: 'LOADED', jobId: exampleId('job') }],
    },
  ),
)
