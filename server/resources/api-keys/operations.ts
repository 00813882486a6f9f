import { standard } from '#kit/standard.ts'
import { updateResource, lockResource } from '#kit/write.ts'
import { scopeEscalation } from '#platform/errors.ts'
import { toUnchangedOutcome } from '#platform/outbox/effects.ts'
import { apiKey } from './api-key.ts'
import { checkNoEscalation } from './escalation.ts'

export const listApiKeys = standard.list(apiKey, {
  summary: 'List API keys',
  description: 'All keys of the tenant, revoked and expired ones included, newest first, without the key itself.',
})

export const getApiKey = standard.get(apiKey, {
  summary: 'Get an API key',
  description: 'Returns one key, also a revoked or expired one, without the key itself.',
})

export const revokeApiKey = apiKey.write({
  operationId: 'revokeApiKey',
  method: 'DELETE',
  deletion: 'archive',
  summary: 'Revoke an API key',
  description:
    'Revokes a key: it stops working everywhere within a second and stays in the list. A key may revoke itself. Revoking it again ' +
    'changes nothing. A key with scopes that the caller lacks cannot be revoked.',
  result: 'The revoked key',
  errors: [scopeEscalation],
  changesCredentials: true,
  async handle(context) {
    const current = await lockResource(context, apiKey)
    checkNoEscalation(context.principal, current.scopes)
    return current.revokedAt === null
      ? updateResource(context, apiKey, current, { revokedAt: 'now' }, { action: 'revoked' })
      : toUnchangedOutcome(current)
  },
})
