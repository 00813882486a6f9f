/**
 * Encrypts stored responses that contain a secret. The encryption key depends on the caller's Idempotency-Key, which the service does not
 * store.
 */
import type { Endpoint } from './declared-endpoint.ts'
import type { Secrets } from '../secrets.ts'

export type Sealing = { close(record: unknown): unknown; open(record: unknown): unknown }

/**
 * Returns the encryption for an operation. Null when the operation returns no secret, or when the request has no Idempotency-Key, so that
 * its response is not stored.
 */
export function sealing(endpoint: Endpoint, secrets: Secrets, key: string | null): Sealing | null {
  if (!endpoint.secret || key === null) return null
  return {
    close: (record) => ({ sealed: secrets.encrypt('kept answer', JSON.stringify(record), key) }),
    // Safe because only close() writes records of such endpoints.
    open: (record) => JSON.parse(secrets.decrypt('kept answer', (record as { sealed: string }).sealed, key)),
  }
}

/** Returns the handler's record. A replay from the database is encrypted; one from this process is not. */
export function unsealRecord({ record, replayed }: { record: unknown; replayed: boolean }, seal: Sealing | null): unknown {
  const sealed = seal !== null && replayed && typeof record === 'object' && record !== null && 'sealed' in record
  return sealed ? seal.open(record) : record
}
