import { choice, closed, component, exampleId, idOutput, nullable, Type } from '#platform/schema.ts'

const count = (description: string) => Type.Integer({ minimum: 0, description })

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
      counts: component(
        'SampleCompanyCounts',
        closed(
          {
            threads: count('Threads.'),
            customers: count('Customers.'),
            users: count('Colleagues.'),
            articles: count('Articles of the knowledge base.'),
          },
          { description: 'The numbers of objects that were made for the sample company.' },
        ),
      ),
    },
    {
      description:
        'A company of bicycle lights with colleagues, customers, articles and thirty days of threads, for trying the product out.',
      examples: [{ state: 'LOADED', jobId: exampleId('job'), counts: { threads: 123, customers: 12, users: 4, articles: 6 } }],
    },
  ),
)
