/**
 * Inbound items: everything that programs of tenants and messengers have posted, or that was fetched from them, with what became of it.
 *
 * These rules always hold:
 * - An item is stored before the response. Each accepted item ends in exactly one outcome, and can be listed.
 * - The identity of an item is kept for 400 days, also after the item or its customer was erased, so that no message comes back.
 * - A tenant's items are processed in the order of their acceptance.
 */
import { module } from '#kit/module.ts'
import { fetchMedia } from './fetch-media.ts'
import { inboundItem } from './item.ts'
import { pruneInboundItems, pruneItemsWhenRetentionChanges } from './jobs.ts'
import { getInboundItem, listInboundItems } from './operations.ts'
import { personal } from './personal.ts'
import { processItem } from './process-item.ts'
import { receiveItems } from './receive-items.ts'
import { releaseInboundItem } from './release-inbound-item.ts'

export { acceptItems, readHookRequest } from './accept-items.ts'
export { hookTooLarge } from './errors.ts'

export const inboundItems = module({
  name: 'inbound-items',
  description: 'What your own programs have posted, and what became of it.',
  endpoints: [listInboundItems, getInboundItem, releaseInboundItem],
  counters: ['inbound_items'],
  services: [receiveItems],
  jobs: [processItem, fetchMedia, pruneInboundItems],
  eventJobs: [pruneItemsWhenRetentionChanges],
  targets: { [inboundItem.noun]: inboundItem.id.prefix },
  personal,
})
