import { choice, closed, component, exampleId, idInput, idOutput, nullable, time, Type } from '#platform/schema.ts'

const fields = (description: string) => nullable(Type.Record(Type.String(), Type.Unknown()), { description })

export const AuditLog = component(
  'AuditLog',
  closed(
    {
      id: idOutput('aud', 'The entry.'),
      actor: closed(
        {
          type: component(
            'ActorType',
            choice(
              { API_KEY: 'An API key.', USER: 'A signed-in user.', SYSTEM: 'The service itself or its operator.' },
              { description: 'The kind of credential that was used.' },
            ),
          ),
          id: nullable(idOutput('usr', 'The user.'), { description: 'The caller’s user.' }),
          keyId: nullable(idOutput('key', 'The API key.'), { description: 'The API key, when one was used.' }),
          ip: nullable(Type.String(), { description: 'The caller’s network address.' }),
        },
        { description: 'The actor.' },
      ),
      via: nullable(
        component(
          'AuditDoor',
          choice(
            {
              API: 'The REST API, with a key or without credentials.',
              DASHBOARD: 'The REST API, in a session: the dashboard, for example.',
              MCP: 'An assistant.',
              SCIM: 'An identity provider.',
              RULE: 'An automation rule.',
              IMPORT: 'An import.',
              CLI: 'A command of the operator.',
            },
            { description: 'The door.' },
          ),
        ),
        {
          description: 'The door that the change came through; null for the service’s own work and for entries from before it was stored.',
        },
      ),
      action: Type.String({ description: 'The action, such as `thread.created`.' }),
      target: closed(
        {
          type: Type.String({ description: 'The kind of object that was changed, such as `thread`.' }),
          id: Type.String({ description: 'The id of the object, with its prefix.' }),
        },
        { description: 'The changed object.' },
      ),
      before: fields('The changed fields before the change; null if there was no value.'),
      after: fields('The changed fields after the change, or the request.'),
      requestId: Type.String({ description: 'The `X-Request-Id` of the request.' }),
      createdAt: time('When it happened.'),
    },
    {
      description: 'A change and its actor. Entries never change, and are deleted only when they are older than `retention.auditRows`.',
      examples: [
        {
          id: exampleId('aud'),
          actor: { type: 'API_KEY', id: exampleId('usr'), keyId: exampleId('key'), ip: '192.0.2.7' },
          via: 'API',
          action: 'label.updated',
          target: { type: 'label', id: exampleId('lbl') },
          before: { name: 'Billing' },
          after: { name: 'Invoices' },
          requestId: '01995f3a-7c1e-7d8a-b2c4-5e6f70819203',
          createdAt: '2026-03-04T09:30:00.000Z',
        },
      ],
    },
  ),
)

export const AuditLogFilters = closed({
  action: Type.Optional(
    Type.String({ minLength: 1, maxLength: 100, description: 'The action, an exact match.', examples: ['label.updated'] }),
  ),
  targetId: Type.Optional(
    Type.String({
      pattern: '^([a-z]{3}_)?[0-7][0-9a-hjkmnp-tv-z]{25}$',
      description: 'The changed object; an id of any kind.',
      examples: [exampleId('lbl')],
    }),
  ),
  actorId: Type.Optional(idInput('usr', 'The user who made the change.')),
  createdAfter: Type.Optional(time('Later than this.')),
  createdBefore: Type.Optional(time('Earlier than this.')),
})
