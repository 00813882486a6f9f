/**
 * API keys: what machines hold. A key acts for the person who made it, within its scopes and that person's role, until it expires, is
 * revoked, or the person is suspended.
 *
 * Only an HMAC of a key is stored. Revocation works on every node within a second. A key never mints a wider key, and never
 * rotates one into its hands. A rotation's successor lives as long as its predecessor was meant to.
 */
import { room } from '../../kit/index.ts'
import { apiKey } from './api-key.ts'
import { createApiKey } from './create-api-key.ts'
import { listApiKeys } from './list-api-keys.ts'
import { revokeApiKey } from './revoke-api-key.ts'
import { rotateApiKey } from './rotate-api-key.ts'

export { readKeys } from './read-key.ts'
export { lookAtKey, type SeenKey } from './look-at-key.ts'
export { makeKey, secondsPerDay } from './make-key.ts'
export { revokeKey } from './revoke-key.ts'
export { keyLifeDaysDefault, KeyScope } from './schema.ts'

export const apiKeys = room({
  name: 'api-keys',
  description: 'Credentials of machines.',
  resources: [apiKey],
  endpoints: [listApiKeys, createApiKey, rotateApiKey, revokeApiKey],
})
