/** Declares customers' data in inbound items. */
import { addressHash, type EraseBatch, type EraseContext, type ExportContext, type Personal } from '#kit/privacy/holding.ts'
import { createThreadsStep, insertSubjects, toRequestKey } from '#kit/privacy/subjects.ts'
import { fetchOne } from '#kit/write.ts'
import type { Uuid } from '#platform/ids.ts'
import { toInboxAddress } from '../customers/index.ts'
import {
  deleteItems,
  deleteItemsOfSender,
  deleteItemsOfThreads,
  itemsOfCustomers,
  nextItemSenders,
  nextItemsWithoutThread,
  noteThreadsOfSender,
} from './personal-queries.ts'
import { findInboundItem, toInboundItem } from './queries.ts'
import { readItem } from './settle-item.ts'

const chunk = 200
/** Batch size of a dry run, which must count all rows at once, because it would find the same rows again. */
const countAll = 1_000_000_000

export const personal: Personal = {
  tables: ['inbound_items'],
  fields: { reason: null, payload: null },
  steps: [
    { name: 'threads-of-addresses', phase: 'gather', place: null, erase: noteThreadsOfAddresses },
    createThreadsStep({ name: 'items-of-threads', phase: 'contents', place: 'inboundItems' }, { size: 20 }, eraseOfThreads),
    { name: 'items-of-addresses', phase: 'contents', place: 'inboundItems', erase: eraseOfAddresses },
    { name: 'items-from-customer', phase: 'contents', place: 'inboundItems', erase: eraseBySender },
  ],
  exports: [{ name: 'items', title: 'Messages that came in through programs', read: exportItems }],
}

/** Deletes the items of the customers' threads, including those from other senders. */
async function eraseOfThreads(context: EraseContext, threadIds: Uuid[]): Promise<number> {
  const { erasure } = context
  const { dryRun } = erasure
  for (let found = 0; ; ) {
    const gone = await context.db.rows(deleteItemsOfThreads, {
      ...toRequestKey(erasure),
      threadIds,
      dryRun,
      limit: dryRun ? countAll : chunk,
    })
    await record(context, gone)
    found += gone.length
    if (dryRun || gone.length < chunk) return found
  }
}

/** Records the conversations of other customers in which the customer has written, before their items are deleted. */
function noteThreadsOfAddresses(context: EraseContext, position: string | null): Promise<EraseBatch> {
  const { db, erasure } = context
  const { customerIds } = erasure
  return handleSenders(context, position, async (sender) => {
    await db.rows(noteThreadsOfSender, { ...toRequestKey(erasure), customerIds, ...sender })
    return 0
  })
}

/** Deletes the customer's items from their addresses, including those in other customers' threads and those without bytes. */
function eraseOfAddresses(context: EraseContext, position: string | null): Promise<EraseBatch> {
  const { db, erasure } = context
  const { dryRun } = erasure
  const limit = dryRun ? countAll : chunk
  return handleSenders(context, position, async (sender) => {
    for (let found = 0; ; ) {
      const gone = await db.rows(deleteItemsOfSender, { ...toRequestKey(erasure), ...sender, dryRun, limit })
      await record(context, gone)
      found += gone.length
      if (dryRun || gone.length < chunk) return found
    }
  })
}

type ItemSender = { readonly inboxId: Uuid; readonly sender: string }

/** Calls `work` for the next addresses of the customer, of which the request has only hashes. It returns the number of items. */
async function handleSenders(
  { db, erasure, secrets }: EraseContext,
  position: string | null,
  work: (sender: ItemSender) => Promise<number>,
): Promise<EraseBatch> {
  const hashes = new Set(erasure.addressHashes)
  if (hashes.size === 0) return { found: 0, next: null }
  // A position is the inbox's id, a space and the address.
  const after = { afterInboxId: position?.split(' ', 1)[0] ?? null, afterSender: position?.slice(position.indexOf(' ') + 1) ?? '' }
  const senders = await db.rows(nextItemSenders, { tenantId: erasure.tenantId, ...after, limit: chunk })
  let found = 0
  for (const each of senders) {
    const { inboxId, sender } = each
    const isTheirs = [toInboxAddress(inboxId, sender), sender].some((name) => hashes.has(addressHash(secrets, name)))
    if (isTheirs) found += await work(each)
  }
  const last = senders.at(-1)
  return { found, next: last && senders.length === chunk ? `${last.inboxId} ${last.sender}` : null }
}

/** Deletes the customer's items that no thread has, such as suspended ones, by the e-mail address in their bytes. */
async function eraseBySender(context: EraseContext, after: string | null): Promise<EraseBatch> {
  const { db, erasure, secrets } = context
  const { tenantId, dryRun, addressHashes } = erasure
  if (addressHashes.length === 0) return { found: 0, next: null }
  const items = await db.rows(nextItemsWithoutThread, { tenantId, after, limit: chunk })
  const hashes = new Set(addressHashes)
  const ids = items.flatMap(({ id, inboxId, ...item }) => {
    const event = readItem(item)
    if (event.kind !== 'MESSAGE') return []
    const { address, email } = event.from
    const names = [toInboxAddress(inboxId, address), address, ...(email === null ? [] : [email])]
    return names.some((name) => hashes.has(addressHash(secrets, name))) ? [id] : []
  })
  const gone = ids.length === 0 ? [] : await db.rows(deleteItems, { ...toRequestKey(erasure), ids, dryRun, limit: ids.length })
  await record(context, gone)
  return { found: gone.length, next: items.length === chunk ? (items.at(-1)?.id ?? null) : null }
}

/** Records deleted items for the request, because audit rows name them. */
async function record({ db, effects, erasure }: EraseContext, gone: readonly { id: Uuid }[]): Promise<void> {
  if (gone.length === 0) return
  await db.rows(insertSubjects, { ...toRequestKey(erasure), kind: 'MAIL', ids: gone.map(({ id }) => id) })
  if (!erasure.dryRun) effects.count('inbound_items', -gone.length)
}

async function* exportItems({ db, tenantId, customerIds }: ExportContext): AsyncGenerator<object> {
  for (let after: Uuid | null = null; ; ) {
    const found: { id: Uuid; payload: Buffer | null }[] = await db.rows(itemsOfCustomers, { tenantId, customerIds, after, limit: chunk })
    for (const { id, payload } of found)
      yield { ...toInboundItem(await fetchOne(db, findInboundItem, { tenantId, id })), payload: payload?.toString('utf8') ?? null }
    if (found.length < chunk) return
    after = found.at(-1)?.id ?? null
  }
}
