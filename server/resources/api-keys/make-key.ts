import { newId, type Queryable, type Scope, type Secrets, type Uuid } from '../../kit/index.ts'
import { newApiKey } from './format.ts'
import { insertKey, insertKeyHash, type ApiKeyRecord } from './queries.ts'

export const secondsPerDay = 86_400

export type KeyRequest = { tenantId: Uuid; userId: Uuid; name: string; scopes: Scope[]; lifeSeconds: number }

/** Creates and stores a key; the returned `key` is not stored and cannot be read again. */
export async function makeKey(tx: Queryable, secrets: Secrets, request: KeyRequest): Promise<ApiKeyRecord & { key: string }> {
  const key = newApiKey()
  const id = newId()
  const keyHash = secrets.hashCredential(key)
  await tx.rows(insertKeyHash, { keyHash, tenantId: request.tenantId, id })
  const record = await tx.first(insertKey, { ...request, id, keyHash, lastFour: key.slice(-4) })
  if (!record) throw new Error('The insert returned no row')
  return { ...record, key }
}
