/**
 * API keys: credentials of programs. A key acts for the user who created it, within its scopes and the user's role, until it expires, is
 * revoked, or the user is suspended.
 *
 * Only an HMAC of a key is stored. Revocation takes effect on every node within a second. A key cannot create a key with more rights than
 * its own, nor obtain one by rotation. A rotated key's successor has the same lifetime.
 */
import { module } from '#kit/module.ts'
import { apiKey } from './api-key.ts'
import { createApiKey } from './create-api-key.ts'
import { getApiKey, listApiKeys, revokeApiKey } from './operations.ts'
import { rotateApiKey } from './rotate-api-key.ts'

export { readKeys } from './keys.ts'
export { lookAtKey, type SeenKey } from './keys.ts'
export { makeKey, secondsPerDay } from './keys.ts'
export { revokeKey } from './keys.ts'
export { keyLifeDaysDefault, KeyScope } from './schema.ts'

export const apiKeys = module({
  name: 'api-keys',
  description: 'Credentials for programs.',
  resources: [apiKey],
  endpoints: [listApiKeys, createApiKey, getApiKey, rotateApiKey, revokeApiKey],
  personal: { excused: { api_keys: 'of colleagues' } },
})
