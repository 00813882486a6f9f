/** Secrets in stored answers: an answer that shows a secret is stored only encrypted, under a key that the service itself does not hold. */
import type { Endpoint } from './declared-endpoint.ts'
import type { Secrets } from '../secrets.ts'

export type Sealing = { close(record: unknown): unknown; open(record: unknown): unknown }

/** Null for operations without secrets, and for requests without an Idempotency-Key, whose answers are not stored. */
export function sealing(endpoint: Endpoint, secrets: Secrets, key: string | null): Sealing | null {
  if (!endpoint.secret || key === null) return null
  return {
    close: (record) => ({ sealed: secrets.encrypt('kept answer', JSON.stringify(record), key) }),
    // Safe because only close() writes records of such endpoints.
    open: (record) => JSON.parse(secrets.decrypt('kept answer', (record as { sealed: string }).sealed, key)),
  }
}

/** Recovers the handler's record: a replay from the database is encrypted, one from this process is not. */
export function unsealKept({ record, replayed }: { record: unknown; replayed: boolean }, seal: Sealing | null): unknown {
  const sealed = seal !== null && replayed && typeof record === 'object' && record !== null && 'sealed' in record
  return sealed ? seal.open(record) : record
}
