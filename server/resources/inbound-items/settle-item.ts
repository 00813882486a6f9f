/** Reads a stored item, and records what became of it. */
import type { ChannelEvent, Provider } from '../../channels/channel.ts'
import { providers } from '../../channels/hook.ts'
import type { Queryable } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import type { Audited, Effects } from '#platform/outbox/effects.ts'
import { suspendedDays } from './accept-items.ts'
import { inboundItem } from './item.ts'
import { receivedItems } from './measures.ts'
import { type ItemOutcome, type ItemRow, settleItem } from './queries.ts'

type Context = { readonly tx: Queryable; readonly effects: Effects; readonly tenantId: Uuid }

/** What became of an item. */
export type Settled = Pick<ItemOutcome, 'outcome'> &
  Partial<Pick<ItemOutcome, 'cause' | 'reason' | 'sender' | 'threadId' | 'resultId' | 'error'>>

/** Reads the event of an item whose bytes are still stored. */
export function readItem({ provider, payload }: Pick<ItemRow, 'provider' | 'payload'>): ChannelEvent {
  if (payload === null) throw new Error('The bytes of the item are gone')
  return getProvider(provider).receive.read(payload)
}

/** Returns the provider of an item. */
export function getProvider(name: string): Provider {
  // Safe because the names of providers are stored when an item is accepted.
  const found = (providers as Readonly<Record<string, Provider>>)[name]
  if (!found) throw new Error(`There is no provider ${name}`)
  return found
}

/** `action` is the last part of the audit action. */
export async function settle(
  { tx, effects, tenantId }: Context,
  { id }: Pick<ItemRow, 'id'>,
  settled: Settled,
  action = 'processed',
): Promise<Audited> {
  const { outcome } = settled
  const nothing = { cause: null, reason: null, sender: null, threadId: null, resultId: null, error: null }
  await tx.rows(settleItem, { tenantId, id, ...nothing, ...settled, daysKept: outcome === 'SUSPENDED' ? suspendedDays : null })
  receivedItems.add(outcome)
  const after = {
    outcome,
    ...(settled.cause ? { cause: settled.cause } : {}),
    ...(settled.resultId ? { messageId: settled.resultId } : {}),
  }
  return effects.audit({ action: `${inboundItem.noun}.${action}`, target: { type: inboundItem.noun, id }, after })
}
