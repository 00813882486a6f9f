/** Exports and erases the personal data in the customers' own rows. */
import { addressHash, type EraseContext, erasedEmail, type Personal, type EraseBatch } from '#kit/privacy/holding.ts'
import { inheritSubjects, updateAddressHashes, insertSubjects, toRequestKey } from '#kit/privacy/subjects.ts'
import { OutdatedRead } from '#platform/db.ts'
import { customer } from './customer.ts'
import { customerErasedEvent } from './events.ts'
import { listAddresses, blankCustomers, deleteCustomers, deleteIdentities, lockWithMerged, readCustomers } from './personal-queries.ts'
import { findCurrentId } from './queries.ts'

export const personal: Personal = {
  tables: ['customers', 'customer_identities'],
  fields: {
    // The field `email` of a message is an object.
    email: (value: unknown) => (typeof value === 'string' ? erasedEmail : null),
    hasEmail: false,
    emailFailedAt: null,
    identities: [],
    optedOut: [],
    name: null,
    externalId: null,
    customFields: {},
  },
  steps: [
    { name: 'customers', phase: 'person', place: 'customers', erase: eraseCustomers },
    { name: 'customers-end', phase: 'end', place: null, erase: endCustomers },
  ],
  exports: [
    {
      name: 'customers',
      title: 'The person',
      async *read({ db, tenantId, customerIds: ids }) {
        for (const row of await db.rows(readCustomers, { tenantId, ids }))
          yield { ...customer.present(row), formerEmails: row.formerEmails }
      },
    },
  ],
}

/**
 * Blanks the rows of the customer and of the customers merged into them, before all other steps. After the commit, no request finds the
 * customer or creates a thread for them, so the other steps find all data. The second pass finds what concurrent requests were writing.
 */
async function eraseCustomers({ db, erasure, secrets }: EraseContext): Promise<EraseBatch> {
  const { tenantId, requestId, customerId, dryRun } = erasure
  const current = customerId && (await db.first(findCurrentId, { tenantId, id: customerId }))
  if (!current) return { found: 0, next: null }
  const rows = await db.rows(lockWithMerged, { tenantId, id: current.id })
  if (rows.some(({ id, mergedInto }) => id === current.id && mergedInto !== null))
    throw new OutdatedRead('The customer was merged in the meantime')
  const ids = rows.map(({ id }) => id)
  const fresh = rows.filter(({ erasedAt }) => erasedAt === null)
  await db.rows(insertSubjects, { ...toRequestKey(erasure), kind: 'CUSTOMER', ids })
  const earlier = (await db.rows(inheritSubjects, { ...toRequestKey(erasure), customerIds: ids })).map(({ hash }) => hash)
  const addresses = await db.rows(listAddresses, { tenantId, ids: fresh.map(({ id }) => id) })
  const hashes = new Set([...erasure.addressHashes, ...earlier, ...addresses.map(({ email }) => addressHash(secrets, email))])
  await db.rows(updateAddressHashes, { tenantId, requestId, hashes: [...hashes] })
  if (fresh.length > 0 && !dryRun) {
    await db.rows(blankCustomers, { tenantId, ids })
    await db.rows(deleteIdentities, { tenantId, ids })
  }
  return { found: fresh.length, next: null }
}

/** Deletes the rows if the request's mode is DELETE, and emits the events for consumers with copies. Runs after all other steps. */
async function endCustomers({ db, effects, erasure }: EraseContext): Promise<EraseBatch> {
  const { tenantId, requestId, mode, dryRun, isLate, customerIds } = erasure
  if (dryRun || customerIds.length === 0) return { found: 0, next: null }
  if (mode === 'DELETE') {
    const deleted = await db.rows(deleteCustomers, { tenantId, ids: customerIds })
    effects.count('customers', -deleted.filter(({ mergedInto }) => mergedInto === null).length)
  }
  for (const id of isLate ? [] : customerIds) {
    effects.emit(customerErasedEvent, id, { id, mode, requestId })
    effects.audit({ action: 'customer.erased', target: { type: customer.noun, id }, after: { mode, requestId } })
  }
  return { found: 0, next: null }
}
