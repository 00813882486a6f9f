import { choice, closed, component, nullable, time, Type } from '#platform/schema.ts'

export const SystemHealth = component(
  'SystemHealth',
  closed(
    {
      component: component(
        'SystemComponent',
        choice(
          {
            database: 'The database responds.',
            migrations: 'The database has the migrations of this version.',
            jobs: 'Background work.',
            webhooks: 'Deliveries of events.',
            mail: 'Mails of the service itself, such as invitations.',
            channels: 'Mails from and to customers, and the connections of inboxes.',
            storage: 'The store of files.',
            limits: 'The shared store of request limits. Only if one is configured (`REDIS_URL`).',
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
      latencyMs: nullable(Type.Number({ minimum: 0 }), {
        description: 'The duration of the check in milliseconds; null if it got no response.',
      }),
      detail: nullable(Type.String(), {
        description:
          'A sentence: the problem, the waiting work of `jobs` and `mail`, or the used quota of `storage`; null if there is none.',
      }),
      checkedAt: time('When it was checked.'),
    },
    {
      description: 'The state of one part of the service.',
      examples: [{ component: 'database', status: 'OK', latencyMs: 0.8, detail: null, checkedAt: '2026-03-04T09:30:00.000Z' }],
    },
  ),
)
