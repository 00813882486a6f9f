import { item } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import { checkIfMatch } from '#kit/if-match.ts'
import { countRows, fetchOne } from '#kit/write.ts'
import { ApiError, scopeEscalation } from '#platform/errors.ts'
import { toOutcome } from '#platform/outbox/effects.ts'
import { apiKey, toApiKeyWithSecret } from './api-key.ts'
import { checkNoEscalation, checkNoOwnership } from './escalation.ts'
import { makeKey } from './keys.ts'
import { lockKey, retireKeyRow } from './queries.ts'
import { ApiKeyRotate, ApiKeyWithSecret, overlapSecondsDefault } from './schema.ts'

export const rotateApiKey = endpoint.write({
  operationId: 'rotateApiKey',
  method: 'POST',
  path: '/api-keys/{id}/rotate',
  tag: 'api-keys',
  scope: 'keys:admin',
  summary: 'Rotate an API key',
  description:
    'Creates a successor with the same name, scopes, user and lifetime, counted from now, and shows it only in this response. The ' +
    'old key keeps working for the overlap, at most until it expires, and names its successor in `rotatedTo`. A rotated key can ' +
    'be rotated again while it works; a revoked or expired key is not found. A key with scopes that the caller lacks cannot be ' +
    'rotated; only an owner can rotate a key of an owner.',
  params: { id: apiKey.id },
  body: ApiKeyRotate,
  responds: { 201: item(ApiKeyWithSecret, 'The new key, shown only once') },
  errors: [scopeEscalation],
  etag: true,
  secret: true,
  changesCredentials: true,
  creates: apiKey,
  present: toApiKeyWithSecret,
  async handle({ tx, principal, params, body, ifMatch, secrets, effects }) {
    const { tenantId } = principal
    const old = await tx.first(lockKey, { tenantId, id: params.id })
    if (!old) throw new ApiError(apiKey.notFound)
    if (!old.live) throw new ApiError(apiKey.notFound, { message: 'This API key is revoked or expired; create a new one.' })
    checkNoEscalation(principal, old.scopes)
    checkNoOwnership(principal, old.userRole)
    checkIfMatch(ifMatch, old.version)
    const { name, scopes, userId, lifeSeconds } = old
    const record = await makeKey(tx, secrets, { tenantId, userId, name, scopes, lifeSeconds })
    // The old key counts until its overlap ends: without overlap, the number of keys stays the same.
    countRows(effects, apiKey, record)
    const retired = await fetchOne(tx, retireKeyRow, {
      tenantId,
      id: old.id,
      rotatedTo: record.id,
      overlapSeconds: body.overlapSeconds ?? overlapSecondsDefault,
    })
    effects.audit({
      action: 'api_key.created',
      target: { type: 'api_key', id: record.id },
      after: { name, scopes, userId, expiresAt: record.expiresAt },
    })
    const audited = effects.audit({
      action: 'api_key.rotated',
      target: { type: 'api_key', id: old.id },
      before: { rotatedTo: old.rotatedTo, expiresAt: old.expiresAt },
      after: { rotatedTo: record.id, expiresAt: retired.expiresAt },
    })
    return toOutcome(record, audited, 201)
  },
})
