/**
 * Changes the identities of a locked customer: rows of customer_identities, their denormalised copy in the customer's row, and the search
 * words.
 */
import { findChanges } from '#kit/changes.ts'
import { joinWords } from '../../text-search/index.ts'
import { fetchOne } from '#kit/write.ts'
import type { Queryable } from '#platform/db.ts'
import { newId, type Uuid } from '#platform/ids.ts'
import type { Audited, Effects } from '#platform/outbox/effects.ts'
import { customer } from '../customer.ts'
import { customerIdentified } from '../events.ts'
import { deleteIdentity, type Identity, insertAlias, insertIdentity, readIdentities, setLastSeen } from './identity-queries.ts'
import { addFormerEmail, type CustomerRow, setEmail, updateAliasWords } from '../queries.ts'
import { toUnknownAddress } from '../unknown-address.ts'

type Context = { readonly tx: Queryable; readonly effects: Effects; readonly principal: { readonly tenantId: Uuid } }
type Key = { tenantId: Uuid; id: Uuid }
type AddedIdentity = Pick<Identity, 'type' | 'value' | 'verified'> & Partial<Pick<Identity, 'inboxId' | 'lastSeenAt'>>

/** Adds an identity. Throws the conflict of a unique index when another customer has it. */
export async function addIdentity(
  context: Context,
  current: CustomerRow,
  { type, value, verified, inboxId = null, lastSeenAt = null }: AddedIdentity,
): Promise<{ identity: Identity; audited: Audited }> {
  const { tx, principal } = context
  const id = newId()
  const key = { tenantId: principal.tenantId, customerId: current.id }
  await tx.rows(insertIdentity, { ...key, id, type, value, verified, inboxId, lastSeenAt })
  if (type === 'EMAIL' && verified) await tx.rows(insertAlias, { ...key, id, email: value, words: joinWords(value) })
  const audited = await saveIdentities(context, current, { action: 'identity_added', about: { type, value } })
  return { audited, identity: { id, type, value, verified, inboxId, lastSeenAt } }
}

/** Records when the customer last wrote from an identity. */
export async function noteSeen(context: Context, current: CustomerRow, { id, at }: { id: Uuid; at: string }): Promise<Audited> {
  await context.tx.rows(setLastSeen, { tenantId: context.principal.tenantId, customerId: current.id, id, at })
  return saveIdentities(context, current, { action: 'identity_seen', about: { id } })
}

/** Removes an identity. Mail from a removed address no longer finds this customer. */
export async function removeIdentity(context: Context, current: CustomerRow, { id, type, value, verified }: Identity): Promise<Audited> {
  const { tx, principal } = context
  const { tenantId } = principal
  await tx.rows(deleteIdentity, { tenantId, customerId: current.id, id })
  if (type === 'EMAIL' && verified) {
    // Keep the identity's row in customers: if it is a merged customer, threads may still refer to it.
    await tx.rows(setEmail, { tenantId, id, email: toUnknownAddress(id), words: '' })
    await tx.rows(addFormerEmail, { tenantId, id: current.id, email: value })
  }
  return saveIdentities(context, current, { action: 'identity_removed', about: { type, value } })
}

/** Copies the identities from their table to the customer's row, and updates the search words. */
export async function refreshIdentities(tx: Queryable, { tenantId, id }: Key): Promise<Identity[]> {
  const { identities } = await fetchOne(tx, readIdentities, { tenantId, customerId: id })
  await tx.rows(updateAliasWords, { tenantId, id, words: toIdentityWords(identities) })
  return identities
}

/** Returns the search words of identities. Verified addresses have their own search words in their rows in customers. */
function toIdentityWords(identities: readonly Identity[]): string {
  return joinWords(...identities.filter(({ type, verified }) => type !== 'EMAIL' || !verified).map(({ value }) => value))
}

async function saveIdentities(
  { tx, effects, principal }: Context,
  current: CustomerRow,
  { action, about }: { action: string; about: object },
): Promise<Audited> {
  const key = { tenantId: principal.tenantId, id: current.id }
  const identities = await refreshIdentities(tx, key)
  const { change, parameters } = customer.statements
  const row = await fetchOne(tx, change, parameters(key, { ...current, identities }))
  effects.emit(customerIdentified, current.id, row, findChanges<CustomerRow>(current, { identities })?.before ?? {})
  return effects.audit({ action: `customer.${action}`, target: { type: customer.noun, id: current.id }, after: about })
}
