import { item } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import { checkReferences } from '#kit/references.ts'
import { countRows, fetchOne } from '#kit/write.ts'
import { scopeEscalation, unknownReference } from '#platform/errors.ts'
import { toOutcome } from '#platform/outbox/effects.ts'
import { apiKey, toApiKeyWithSecret } from './api-key.ts'
import { user } from '../users/index.ts'
import { checkNoEscalation, checkNoOwnership, getLifeSeconds } from './escalation.ts'
import { makeKey } from './keys.ts'
import { ApiKeyCreate, ApiKeyWithSecret } from './schema.ts'

export const createApiKey = endpoint.write({
  operationId: 'createApiKey',
  method: 'POST',
  path: '/api-keys',
  tag: 'api-keys',
  scope: 'keys:admin',
  summary: 'Create an API key',
  description:
    'Creates a key for the caller’s user, or with `userId` for a user of the kind SERVICE, in whose name the key then acts. Only this response ' +
    'shows the key itself. The key cannot have scopes that the caller lacks, and the role of its user limits them. It stops working when its ' +
    'user is suspended. Only an owner can create a key that acts for an owner.',
  body: ApiKeyCreate,
  responds: { 201: item(ApiKeyWithSecret, 'The new key, shown only once') },
  errors: [scopeEscalation, unknownReference],
  etag: true,
  secret: true,
  creates: apiKey,
  present: toApiKeyWithSecret,
  async handle({ tx, principal, body, secrets, effects }) {
    const scopes = [...new Set(body.scopes)]
    checkNoEscalation(principal, scopes)
    const { tenantId } = principal
    const userId = body.userId ?? principal.user.id
    if (userId !== principal.user.id) {
      await checkReferences(tx, tenantId, { userId: serviceUser }, { userId })
      checkNoOwnership(principal, (await fetchOne(tx, user.statements.find, { tenantId, id: userId })).role, 'userId')
    }
    const record = await makeKey(tx, secrets, {
      tenantId,
      userId,
      name: body.name,
      scopes,
      lifeSeconds: getLifeSeconds(principal, body.expiresInDays),
    })
    countRows(effects, apiKey, record)
    const { id, name, expiresAt } = record
    const after = { name, scopes, userId, expiresAt }
    return toOutcome(record, effects.audit({ action: 'api_key.created', target: { type: 'api_key', id }, after }), 201)
  },
})

/** A key belongs to a SERVICE user, because programs get users of their own. Only the user creates keys for a person. */
const serviceUser = { ...user, only: `kind = 'SERVICE' and status = 'ACTIVE'`, state: 'active SERVICE' }
