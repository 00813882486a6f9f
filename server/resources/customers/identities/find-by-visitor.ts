/** Finds or creates the customer of a website's visitor. */
import { insertResource, fetchOne } from '#kit/write.ts'
import { OutdatedRead, type Queryable } from '#platform/db.ts'
import { newId, type Uuid } from '#platform/ids.ts'
import type { Effects } from '#platform/outbox/effects.ts'
import { customer } from '../customer.ts'
import { changeCustomer } from '../merged.ts'
import { type CustomerRow, findCurrentIdByEmail, findCurrentIdByExternalId, lockCustomer } from '../queries.ts'
import { toUnknownAddress } from '../unknown-address.ts'
import { addIdentity } from './change-identities.ts'
import { findIdentityHolder } from './identity-queries.ts'

type Context = { readonly tx: Queryable; readonly effects: Effects; readonly principal: { readonly tenantId: Uuid } }

/** A visitor. `identity` is null for an anonymous one. Its `sub` is the website's id of the person; null if only the address is proved. */
type Visitor = {
  readonly inboxId: Uuid
  /** Id of the visitor, `vst_…`. */
  readonly address: string
  readonly identity: { readonly sub: string | null; readonly email: string | null; readonly name: string | null } | null
  /** Time of the message, by the database's clock. */
  readonly seenAt: string
}

/** Maximum number of identities of a customer, the same as for `POST /customers/{id}/identities`. */
const maxIdentities = 50

/**
 * Returns the customer of a visitor who writes for the first time. If the website has signed who they are, this is the customer with that
 * external id, or else the one with that address, unless they have another external id: one person of the website never becomes another. If
 * the visitor has proved an address, it is the customer with that address. Otherwise it is a new customer.
 */
export async function findOrCreateOfVisitor(context: Context, { inboxId, address, identity, seenAt }: Visitor): Promise<{ id: Uuid }> {
  const known = identity && (await findSigned(context, identity))
  const id = known?.id ?? (await create(context, identity))
  const row = await fetchLocked(context, id)
  // Another customer has it if agents have given the website's id of the person to this one.
  const isTaken = await context.tx.first(findIdentityHolder, { tenantId: context.principal.tenantId, type: 'WIDGET', value: address })
  if (!isTaken && row.identities.length < maxIdentities)
    await addIdentity(context, row, { type: 'WIDGET', value: address, verified: true, inboxId, lastSeenAt: seenAt })
  return { id }
}

/**
 * Notes what a visitor has typed about themselves: a name where the customer has none, and an address that proves nothing and leads to
 * nobody.
 */
export async function noteTypedByVisitor(
  context: Context,
  id: Uuid,
  { name, email }: { readonly name: string | null; readonly email: string | null },
): Promise<void> {
  let row = await fetchLocked(context, id)
  if (row.name === null && name !== null) {
    await changeCustomer(context, row, { name })
    row = await fetchLocked(context, id)
  }
  const isKnown = row.email === email || row.identities.some(({ type, value }) => type === 'EMAIL' && value === email)
  if (email !== null && !isKnown && row.identities.length < maxIdentities)
    await addIdentity(context, row, { type: 'EMAIL', value: email, verified: false })
}

type Signed = NonNullable<Visitor['identity']>

/** Finds the customer whom the website has signed, and fills in what the customer lacks. */
async function findSigned(context: Context, { sub: externalId, email, name }: Signed): Promise<CustomerRow | null> {
  const { tx, principal } = context
  const { tenantId } = principal
  const byId = externalId === null ? null : await tx.first(findCurrentIdByExternalId, { tenantId, externalId })
  const found = byId ?? (email === null ? null : await tx.first(findCurrentIdByEmail, { tenantId, email }))
  if (!found) return null
  const row = await fetchLocked(context, found.id)
  if (!byId && externalId !== null && row.externalId !== null) return null
  const isFree = !row.hasEmail && email !== null && !(await tx.first(findIdentityHolder, { tenantId, type: 'EMAIL', value: email }))
  await changeCustomer(context, row, {
    ...(byId || externalId === null ? {} : { externalId }),
    ...(row.name === null && name !== null ? { name } : {}),
    ...(isFree ? { email } : {}),
  })
  return row
}

async function create(context: Context, identity: Signed | null): Promise<Uuid> {
  const { tx, principal } = context
  const { tenantId } = principal
  const id = newId()
  const email = identity?.email ?? null
  const isFree = email !== null && !(await tx.first(findIdentityHolder, { tenantId, type: 'EMAIL', value: email }))
  const fields = {
    ...customer.defaults,
    externalId: identity?.sub ?? null,
    email: isFree ? email : toUnknownAddress(id),
    name: identity?.name ?? null,
    customFields: {},
  }
  await insertResource(context, customer, fields, id)
  return id
}

/** Locks the customer, following merges. */
async function fetchLocked({ tx, principal: { tenantId } }: Context, id: Uuid): Promise<CustomerRow> {
  const row = await fetchOne(tx, lockCustomer, { tenantId, id })
  if (row.erasedAt !== null || row.mergedInto !== null) throw new OutdatedRead('The customer was erased or merged in the meantime')
  return row
}
