import { choice, closed, component, nullable, time, Type } from '../../kit/index.ts'

export const SystemHealth = component(
  'SystemHealth',
  closed(
    {
      component: component(
        'SystemComponent',
        choice(
          {
            database: 'PostgreSQL answers.',
            migrations: 'The database has the migrations of this version.',
            jobs: 'Background work.',
            webhooks: 'Deliveries of events.',
            mail: 'Mails to people, such as invitations.',
            storage: 'The store of files.',
            limits: 'The store in which several processes count requests. Only where one is configured (`REDIS_URL`).',
          },
          { description: 'A part of the service.' },
        ),
      ),
      status: component(
        'HealthStatus',
        choice(
          { OK: 'It works.', DEGRADED: 'It works, but slowly or not correctly.', DOWN: 'It does not work.' },
          { description: 'The state of the part.' },
        ),
      ),
      latencyMs: nullable(Type.Number({ minimum: 0 }), { description: 'Milliseconds the check took; null when it got no answer.' }),
      detail: nullable(Type.String(), {
        description:
          'How it does in a sentence: what is wrong, for `jobs` and `mail` how much waits, for `storage` how much of your quota is used; null when there is nothing to say.',
      }),
      checkedAt: time('When it was checked.'),
    },
    {
      description: 'The state of one part of the service.',
      examples: [{ component: 'database', status: 'OK', latencyMs: 0.8, detail: null, checkedAt: '2026-03-04T09:30:00.000Z' }],
    },
  ),
)
