import { allScopes, type Scope, splitScope } from '#platform/principal.ts'
import { choice, closed, component, exampleId, idInput, idOutput, nullable, time, trimmedText, Type } from '#platform/schema.ts'

/** Default lifetime of a key in days. */
export const keyLifeDaysDefault = 365
/** Default overlap of a rotation, in seconds during which the old key still works. */
export const overlapSecondsDefault = 86_400
const maxOverlapSeconds = 604_800
const maxKeyLifeDays = 3650

const levels = { read: 'Reads', write: 'Reads and changes', admin: 'Reads, changes and administers' }
/** Description of each scope. */
const scopeMeanings = Object.fromEntries(
  allScopes.map((scope) => {
    const [resource, level] = splitScope(scope)
    return [scope, `${levels[level]} ${resource ?? 'everything'}.`]
  }),
  // Safe because each scope of the list is a key.
) as Record<Scope, string>

export const KeyScope = component(
  'KeyScope',
  choice(scopeMeanings, {
    description: '`<resource>:<read|write|admin>`, or a bare level for all resources. admin includes write includes read.',
  }),
)

const shown = {
  id: idOutput('key', 'The key’s id, not the key itself.'),
  name: Type.String({ description: 'The purpose of the key.' }),
  scopes: Type.Array(KeyScope, { description: 'The scopes of the key.' }),
  lastFour: Type.String({ minLength: 4, maxLength: 4, description: 'The key’s last four characters, to tell keys apart.' }),
  userId: idOutput('usr', 'The key’s user.'),
  expiresAt: time('When the key expires.'),
  revokedAt: nullable(time('When it was revoked.'), { description: 'When it was revoked.' }),
  rotatedTo: nullable(idOutput('key', 'The successor.'), { description: 'The key that replaces it; set by rotation.' }),
  lastUsedAt: nullable(time('When it was last used.'), {
    description: 'When it was last used, to within five minutes; null before the first request.',
  }),
  createdAt: time('When it was created.'),
}

const example = {
  id: exampleId('key'),
  name: 'Nightly import',
  scopes: ['threads:write' as const],
  lastFour: 'x7Qe',
  userId: exampleId('usr'),
  expiresAt: '2027-03-04T09:30:00.000Z',
  revokedAt: null,
  rotatedTo: null,
  lastUsedAt: '2026-03-05T02:00:00.000Z',
  createdAt: '2026-03-04T09:30:00.000Z',
}

export const ApiKey = component(
  'ApiKey',
  closed(shown, { description: 'A credential for a program. The key itself is shown once, when it is created.', examples: [example] }),
)

export const ApiKeyWithSecret = component(
  'ApiKeyWithSecret',
  closed(
    {
      ...shown,
      key: Type.String({
        pattern: '^svck_[0-9A-Za-z]{36}$',
        description: 'The key, for `Authorization: Bearer`. Shown only in this response.',
      }),
    },
    {
      description: 'A new API key, with the key itself.',
      examples: [{ ...example, lastUsedAt: null, key: 'svck_9aB3dE5gH7jK9mN1pQ3rS5tU7vW9xYOMx7Qe' }],
    },
  ),
)

export const ApiKeyCreate = component(
  'ApiKeyCreate',
  closed(
    {
      name: trimmedText({ maxLength: 255, description: 'The purpose of the key.', examples: ['Nightly import'] }),
      scopes: Type.Array(KeyScope, {
        minItems: 1,
        maxItems: allScopes.length,
        description: 'The scopes of the key, at most those of the caller.',
        examples: [['threads:write']],
      }),
      userId: Type.Optional(
        nullable(idInput('usr', 'The key’s user.'), {
          description: 'The key’s user: an active user of the kind SERVICE, or yourself. Null or omitted: yourself.',
        }),
      ),
      expiresInDays: Type.Optional(
        Type.Integer({ minimum: 1, maximum: maxKeyLifeDays, default: keyLifeDaysDefault, description: 'Days until the key expires.' }),
      ),
    },
    { examples: [{ name: 'Nightly import', scopes: ['threads:write'] }] },
  ),
)

export const ApiKeyRotate = component(
  'ApiKeyRotate',
  closed(
    {
      overlapSeconds: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: maxOverlapSeconds,
          default: overlapSecondsDefault,
          description: 'Seconds for which the old key keeps working, at most until it expires.',
        }),
      ),
    },
    { examples: [{ overlapSeconds: 3600 }] },
  ),
)
