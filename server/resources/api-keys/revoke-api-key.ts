import { changed, endpoint, item, locked, unchanged } from '../../kit/index.ts'
import { apiKey } from './api-key.ts'
import { ApiKey } from './schema.ts'

export const revokeApiKey = endpoint({
  operationId: 'revokeApiKey',
  method: 'DELETE',
  deletion: 'archive',
  path: `${apiKey.path}/{id}`,
  tag: apiKey.tag,
  scope: apiKey.scopes.write,
  summary: 'Revoke an API key',
  description:
    'Within a second the key works nowhere any more. It stays in the list. A key may revoke itself. Revoking twice changes nothing.',
  params: { id: apiKey.id },
  responds: { 200: item(ApiKey, 'The revoked key') },
  etag: true,
  writes: 'transaction',
  present: apiKey.present,
  async handle(context) {
    const current = await locked(context, apiKey)
    return current.revokedAt === null ? changed(context, apiKey, current, { revokedAt: 'now' }, { action: 'revoked' }) : unchanged(current)
  },
})
