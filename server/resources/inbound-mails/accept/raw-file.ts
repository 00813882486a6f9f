/** The names of raw mails in the file store. */
import { type FileKey, toTypeId, type Uuid } from '../../../kit/index.ts'

export function rawMailName(id: Uuid): string {
  return `mails/${toTypeId('eml', id)}.eml`
}

export function rawFileKey(tenantId: Uuid, id: Uuid): FileKey {
  return { tenantId, name: rawMailName(id) }
}
