/**
 * API keys: what machines hold. A key acts for the person who made it, within its scopes, until it expires or is revoked.
 *
 * Only an HMAC of a key is stored. Revocation works on every node within a second. A key never mints a wider key.
 */
import type { Room } from '../../kit/endpoint.ts'

export { openAuthenticate } from './authenticate.ts'
export { keyLifeDaysDefault, makeKey, secondsPerDay } from './make-key.ts'

export const apiKeys: Room = { name: 'api-keys', description: 'Credentials of machines.', endpoints: [] }
