import { countRows, endpoint, item, scopeEscalation, toOutcome } from '../../kit/index.ts'
import { apiKey, toApiKeyWithSecret } from './api-key.ts'
import { checkNoEscalation, lifeSecondsOf } from './escalation.ts'
import { makeKey } from './keys.ts'
import { ApiKeyCreate, ApiKeyWithSecret } from './schema.ts'

export const createApiKey = endpoint({
  operationId: 'createApiKey',
  method: 'POST',
  path: '/api-keys',
  tag: 'api-keys',
  scope: 'keys:admin',
  summary: 'Create an API key',
  description:
    'Creates a key for the caller’s user. Only this response shows the key itself. The key cannot have scopes that the caller lacks.',
  body: ApiKeyCreate,
  responds: { 201: item(ApiKeyWithSecret, 'The new key, shown only once') },
  errors: [scopeEscalation],
  etag: true,
  secret: true,
  creates: apiKey,
  writes: 'transaction',
  present: toApiKeyWithSecret,
  async handle({ tx, principal, body, secrets, effects }) {
    const scopes = [...new Set(body.scopes)]
    checkNoEscalation(principal, scopes)
    const { tenantId, user } = principal
    const record = await makeKey(tx, secrets, {
      tenantId,
      userId: user.id,
      name: body.name,
      scopes,
      lifeSeconds: lifeSecondsOf(principal, body.expiresInDays),
    })
    countRows(effects, apiKey, record)
    const { id, name, expiresAt } = record
    const after = { name, scopes, userId: user.id, expiresAt }
    return toOutcome(record, effects.audit({ action: 'api_key.created', target: { type: 'api_key', id }, after }), 201)
  },
})
