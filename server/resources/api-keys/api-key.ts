import { resource } from '#kit/resource.ts'
import { absent, defineError } from '#platform/define-error.ts'
import type { Static } from '#platform/schema.ts'
import { user } from '../users/index.ts'
import { apiKeyTable, type ApiKeyRecord } from './queries.ts'
import { ApiKey, type ApiKeyWithSecret } from './schema.ts'

export const apiKey = resource({
  noun: 'api_key',
  path: '/api-keys',
  prefix: 'key',
  scopes: { read: 'keys:admin', write: 'keys:admin' },
  notFound: defineError('SVC-KEY-NOT_FOUND', 404, 'There is no such API key.', absent('API key')),
  shape: ApiKey,
  table: apiKeyTable,
  limit: { of: 'API keys that work', atMost: 1_000, only: 'revoked_at is null and expires_at > now()' },
  events: null,
  references: { userId: user },
})

/** Presents a key with its secret, for the responses of creating and rotating a key only. */
export function toApiKeyWithSecret(record: ApiKeyRecord & { key: string }): Static<typeof ApiKeyWithSecret> {
  return { ...apiKey.present(record), key: record.key }
}
