/**
 * Accepts what a provider posts: verifies the request with the secrets of its inbox, and stores each item with its identity before the
 * response, so that an accepted item is processed exactly once, even when the process is killed.
 */
import { createHmac, createSecretKey, type KeyObject } from 'node:crypto'
import type { RawItem, RawRequest } from '../../channels/channel.ts'
import { providers } from '../../channels/hook.ts'
import { databaseNow } from '#platform/database-now.ts'
import type { Database } from '#platform/db.ts'
import { ApiError } from '#platform/errors.ts'
import { newId, parseTypeId, type Uuid } from '#platform/ids.ts'
import type { Secrets } from '#platform/secrets.ts'
import { readHookSecrets } from '../inboxes/index.ts'
import { countItem, findFirstItem, findHookInbox, type HookInbox, insertDuplicate, type NewItem, recordNewItem } from './accept-queries.ts'
import { hookMalformed, hookSignatureInvalid } from './errors.ts'
import { receivedItems } from './measures.ts'

type Services = { readonly db: Database; readonly secrets: Secrets }

/** The items of a verified request. */
export type HookRequest = { readonly inbox: HookInbox; readonly items: readonly RawItem[] }

/** Days for which suspended items are kept, and the bytes of duplicates that differ. */
export const suspendedDays = 30

/** Beginning of the last part of a hook's URL. The id of the inbox follows. */
const keyPrefix = 'chk_'

/**
 * Verifies and reads a request. `key` is the last part of its path. Throws 401 without saying why, and 400 for a body that the provider
 * cannot have sent.
 */
export async function readHookRequest({ db, secrets }: Services, key: string, request: RawRequest): Promise<HookRequest> {
  const inboxId = key.startsWith(keyPrefix) ? parseTypeId('inb', key.slice(keyPrefix.length)) : null
  const inbox = inboxId === null ? null : await db.first(findHookInbox, { inboxId })
  if (!inbox) throw new ApiError(hookSignatureInvalid)
  const { receive } = providers[inbox.hook.provider]
  const now = Math.floor(databaseNow() / 1_000)
  const authentic = receive.authenticate(request, await readHookSecrets(db, secrets, inbox), now)
  if ('refused' in authentic) throw new ApiError(hookSignatureInvalid, { cause: new Error(authentic.refused) })
  const items = receive.split(request.bytes, authentic.requestId)
  if ('malformed' in items) throw new ApiError(hookMalformed, { message: items.malformed })
  return { inbox, items }
}

/** Stores the items. Returns the id of the first one, and whether it was new. */
export async function acceptItems({ db, secrets }: Services, { inbox, items }: HookRequest): Promise<{ id: Uuid | null; isNew: boolean }> {
  const key = getHashKey(secrets)
  const accepted: { id: Uuid; isNew: boolean }[] = []
  // Each on its own: after a kill the provider posts all of them again, and the accepted ones are duplicates.
  for (const { identity, externalId, kind, bytes } of items) {
    const item: NewItem = {
      tenantId: inbox.tenantId,
      id: newId(),
      inboxId: inbox.inboxId,
      provider: inbox.hook.provider,
      kind,
      externalId,
      identity: hash(key, `item ${inbox.inboxId} ${identity}`),
      digest: hash(key, bytes),
      payload: bytes,
    }
    accepted.push(await acceptItem(db, item))
  }
  return accepted[0] ?? { id: null, isNew: false }
}

async function acceptItem(db: Database, item: NewItem): Promise<{ id: Uuid; isNew: boolean }> {
  for (;;) {
    const recorded = await db.first(recordNewItem, { ...item, jobId: newId() })
    if (recorded) return { id: recorded.id, isNew: true }
    const firstId = await recordDuplicate(db, item)
    // The identity was deleted in the meantime, because it is too old.
    if (firstId !== null) return { id: firstId, isNew: false }
  }
}

/** Records a duplicate. Returns the id of the first item; null if its identity is gone. A copy of an erased item brings nothing back. */
function recordDuplicate(db: Database, { identity, digest, payload, ...item }: NewItem): Promise<Uuid | null> {
  const { tenantId } = item
  return db.transaction(async (tx) => {
    const first = await tx.first(findFirstItem, { tenantId, identity, digest })
    if (!first) return null
    const isStored = first.differs && first.isKept
    await tx.rows(insertDuplicate, {
      ...item,
      externalId: first.isKept ? item.externalId : null,
      duplicateOf: first.isKept ? first.id : null,
      differs: first.differs,
      payload: isStored ? payload : null,
      size: payload.length,
      daysKept: isStored ? suspendedDays : null,
    })
    await tx.rows(countItem, { tenantId })
    receivedItems.add('DUPLICATE')
    return first.id
  })
}

// --- Hashes ---------------------------------------------------------------------------------------------------------

const hashKeys = new WeakMap<object, KeyObject>()

function getHashKey(secrets: Pick<Secrets, 'derive'>): KeyObject {
  const key = hashKeys.get(secrets) ?? createSecretKey(secrets.derive('identities of inbound items'))
  hashKeys.set(secrets, key)
  return key
}

function hash(key: KeyObject, text: string | Buffer): Buffer {
  return createHmac('sha256', key).update(text).digest()
}
