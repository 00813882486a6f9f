/** Names the files of raw mails in the file store. */
import type { FileKey } from '#platform/files/store-driver.ts'
import { toTypeId, type Uuid } from '#platform/ids.ts'

export function rawMailName(id: Uuid): string {
  return `mails/${toTypeId('eml', id)}.eml`
}

export function rawFileKey(tenantId: Uuid, id: Uuid): FileKey {
  return { tenantId, name: rawMailName(id) }
}
