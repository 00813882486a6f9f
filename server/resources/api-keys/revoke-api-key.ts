import { endpoint, item } from '../../kit/endpoint.ts'
import { ApiError } from '../../kit/errors.ts'
import { checkIfMatch } from '../../kit/if-match.ts'
import { keyNotFound } from './errors.ts'
import { lockKey, revokeKeyRow, toApiKey } from './queries.ts'
import { ApiKey } from './schema.ts'

export const keyId = { prefix: 'key', description: 'The key’s id, with or without `key_`.', notFound: keyNotFound } as const

export const revokeApiKey = endpoint({
  operationId: 'revokeApiKey',
  method: 'DELETE',
  deletion: 'archive',
  path: '/api-keys/{id}',
  tag: 'api-keys',
  scope: 'keys:admin',
  summary: 'Revoke an API key',
  description:
    'Within a second the key works nowhere any more. It stays in the list. A key may revoke itself. Revoking twice changes nothing.',
  params: { id: keyId },
  responds: { 200: item(ApiKey, 'The revoked key') },
  etag: true,
  writes: 'transaction',
  present: toApiKey,
  async handle({ tx, principal, params, ifMatch, effects }) {
    const key = { tenantId: principal.tenantId, id: params.id }
    const current = await tx.first(lockKey, key)
    if (!current) throw new ApiError(keyNotFound)
    checkIfMatch(ifMatch, current.version)
    if (current.revokedAt !== null) return { status: 200, record: current }
    const record = await tx.first(revokeKeyRow, key)
    if (!record) throw new ApiError(keyNotFound)
    effects.audit({
      action: 'api_key.revoked',
      target: { type: 'api_key', id: params.id },
      before: { revokedAt: null },
      after: { revokedAt: record.revokedAt },
    })
    return { status: 200, record }
  },
})
