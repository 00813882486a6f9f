import { createHash } from 'node:crypto'
import type { Uuid } from '#platform/ids.ts'

/** Returns the hash by which `message_references` finds a provider's id of a message. Two programs may use the same id. */
export function toProviderReferenceHash(inboxId: Uuid, externalId: string): Buffer {
  return createHash('sha256').update(`${inboxId} ${externalId}`).digest()
}
