import { inboundItemNotFound } from './errors.ts'

/** Declares the inbound item as a path id. */
export const inboundItem = {
  noun: 'inbound_item',
  table: 'inbound_items',
  id: { prefix: 'itm', description: 'The inbound item, with or without `itm_`.', notFound: inboundItemNotFound, versioned: false },
} as const
