/** Finds or creates the customer who wrote through a provider, such as the tenant's own program. */
import { fetchOne, insertResource } from '#kit/write.ts'
import { OutdatedRead, type Queryable } from '#platform/db.ts'
import { readEmail } from '#platform/email.ts'
import { newId, type Uuid } from '#platform/ids.ts'
import type { Effects } from '#platform/outbox/effects.ts'
import { customer } from '../customer.ts'
import { changeCustomer } from '../merged.ts'
import { findCurrentIdByEmail, lockCustomer, type CustomerRow } from '../queries.ts'
import { toUnknownAddress } from '../unknown-address.ts'
import { addIdentity, noteSeen } from './change-identities.ts'
import { findIdentityHolder, findPhoneHolder, findSenderIdentity } from './identity-queries.ts'
import { readPhone } from './read-phone.ts'

type Context = { readonly tx: Queryable; readonly effects: Effects; readonly principal: { readonly tenantId: Uuid } }

/** A person as a provider names them. `address` is unique within the inbox. */
export type CustomerOfSender = {
  /** Type of the address's identity. A person has the same TELEGRAM address in all inboxes. */
  readonly type: 'EXTERNAL' | 'TELEGRAM'
  readonly inboxId: Uuid
  readonly address: string
  readonly name: string | null
  readonly email: string | null
  readonly phone: string | null
  /** Time of their message, by the database's clock. */
  readonly seenAt: string
}

/** Maximum number of identities of a customer, the same as for `POST /customers/{id}/identities`. */
const maxIdentities = 50
/** `lastSeenAt` changes at most once in this time, because each change is an event. */
const seenIntervalMs = 3_600_000

/** Names an address at a provider for the hashes of an erasure, because two inboxes may use the same one for different people. */
export function toInboxAddress(inboxId: Uuid, address: string): string {
  return `${inboxId} ${address}`
}

/**
 * Finds the customer of an address at a provider, or else of the e-mail address or the telephone number that the provider names; creates the
 * customer otherwise. The provider is trusted like a caller of the API, because the tenant's secret has signed its request. Records the
 * address as an identity of the inbox, and a name, an address and a number that the customer lacked.
 */
export async function findOrCreateBySender(context: Context, sender: CustomerOfSender): Promise<{ id: Uuid; name: string | null }> {
  const { tx, principal } = context
  const { tenantId } = principal
  const { type, inboxId, address, seenAt } = sender
  const [email, phone] = [sender.email === null ? null : readEmail(sender.email), sender.phone === null ? null : readPhone(sender.phone)]
  const known = await tx.first(findSenderIdentity, { tenantId, type, inboxId, value: address })
  const holderId =
    known?.customerId ??
    (email === null ? null : (await tx.first(findCurrentIdByEmail, { tenantId, email }))?.id) ??
    (phone === null ? null : (await tx.first(findPhoneHolder, { tenantId, value: phone }))?.customerId) ??
    (await createCustomer(context, sender, email))
  let row = await fetchLocked(context, holderId)
  if (row.erasedAt !== null || row.mergedInto !== null) throw new OutdatedRead('The customer was erased or merged in the meantime')
  row = await fillIn(context, row, { name: sender.name, email })
  if (known?.inboxId === inboxId) {
    if (isOld(known.lastSeenAt, seenAt)) {
      await noteSeen(context, row, { id: known.id, at: seenAt })
      row = await fetchLocked(context, row.id)
    }
  } else if (row.identities.length < maxIdentities) {
    await addIdentity(context, row, { type, value: address, verified: true, inboxId, lastSeenAt: seenAt })
    row = await fetchLocked(context, row.id)
  }
  const isNewPhone = phone !== null && row.identities.length < maxIdentities && !row.identities.some(({ value }) => value === phone)
  if (isNewPhone && !(await tx.first(findIdentityHolder, { tenantId, type: 'PHONE', value: phone })))
    await addIdentity(context, row, { type: 'PHONE', value: phone, verified: true })
  return { id: row.id, name: row.name }
}

function isOld(last: string | null, now: string): boolean {
  return last === null || Date.parse(now) - Date.parse(last) >= seenIntervalMs
}

/** Locks the customer, following merges. */
function fetchLocked({ tx, principal: { tenantId } }: Context, id: Uuid): Promise<CustomerRow> {
  return fetchOne(tx, lockCustomer, { tenantId, id })
}

async function createCustomer(context: Context, { name }: CustomerOfSender, email: string | null): Promise<Uuid> {
  const id = newId()
  const fields = { externalId: null, ...customer.defaults, email: email ?? toUnknownAddress(id), name, customFields: {} }
  await insertResource(context, customer, fields, id)
  return id
}

/** Sets the customer's name and e-mail address where they have none. */
async function fillIn(context: Context, row: CustomerRow, found: { name: string | null; email: string | null }): Promise<CustomerRow> {
  const { tx, principal } = context
  const { tenantId } = principal
  const name = row.name === null && found.name !== null ? { name: found.name } : {}
  const isFree =
    !row.hasEmail && found.email !== null && !(await tx.first(findIdentityHolder, { tenantId, type: 'EMAIL', value: found.email }))
  const sent = { ...name, ...(isFree && found.email !== null ? { email: found.email } : {}) }
  if (Object.keys(sent).length === 0) return row
  await changeCustomer(context, row, sent)
  return fetchLocked(context, row.id)
}
