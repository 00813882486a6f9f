import { closed, component, emailOutput, exampleId, idOutput, nullable, time, Type } from '#platform/schema.ts'
import { KeyScope } from '../api-keys/index.ts'
import { UserRole } from '../users/index.ts'

export const Me = component(
  'Me',
  closed(
    {
      tenant: closed(
        {
          id: idOutput('ten', 'The tenant.'),
          slug: Type.String({ description: 'The tenant’s host label.' }),
          name: Type.String({ description: 'The tenant’s name.' }),
          hasLanguageModel: Type.Boolean({
            description: 'Whether AI operations use a language model. Without one, they quote and count existing texts.',
          }),
        },
        { description: 'The tenant of the credential.' },
      ),
      user: closed(
        {
          id: idOutput('usr', 'The user.'),
          name: Type.String({ description: 'The user’s name.' }),
          email: emailOutput('The user’s e-mail address.'),
          role: UserRole,
        },
        { description: 'The caller’s user.' },
      ),
      secondFactor: nullable(Type.Boolean(), {
        description: 'Whether this user signs in with an authenticator; null if the credential is an API key.',
      }),
      key: nullable(
        closed({
          id: idOutput('key', 'The API key.'),
          name: Type.String({ description: 'The key’s name.' }),
          scopes: Type.Array(KeyScope, { description: 'The scopes of the key.' }),
          expiresAt: time('When the key expires.'),
        }),
        { description: 'The API key; null if the credential is a session.' },
      ),
    },
    {
      description: 'The caller.',
      examples: [
        {
          tenant: { id: exampleId('ten'), slug: 'acme', name: 'Acme', hasLanguageModel: false },
          user: { id: exampleId('usr'), name: 'Grace Hopper', email: 'grace@example.com', role: 'OWNER' },
          secondFactor: null,
          key: { id: exampleId('key'), name: 'Nightly import', scopes: ['threads:write'], expiresAt: '2027-03-04T09:30:00.000Z' },
        },
      ],
    },
  ),
)
