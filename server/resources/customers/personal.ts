/** What is held of customers in their own rows, and how it is erased. */
import {
  addressHash,
  type EraseContext,
  erasedEmail,
  inheritSubjects,
  noteAddressHashes,
  noteSubjects,
  ofRequest,
  OutdatedRead,
  type Personal,
  type Portion,
} from '../../kit/index.ts'
import { customer } from './customer.ts'
import { customerErasedEvent } from './events.ts'
import { addressesOf, blankCustomers, deleteCustomers, lockPerson, readCustomers } from './personal-queries.ts'
import { findHolder } from './queries.ts'

export const personal: Personal = {
  tables: ['customers'],
  fields: { email: erasedEmail, name: null, externalId: null, customFields: {} },
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
 * First of all, the rows of the person: from the commit on the address leads nowhere, and no new thread can be made of the customer, so that
 * what the other steps find is all there is (but for what is being written at this moment, which the second round finds).
 */
async function eraseCustomers({ db, erasure, secrets }: EraseContext): Promise<Portion> {
  const { tenantId, requestId, customerId, dryRun } = erasure
  const holder = customerId && (await db.first(findHolder, { tenantId, id: customerId }))
  if (!holder) return { found: 0, next: null }
  const person = await db.rows(lockPerson, { tenantId, id: holder.id })
  if (person.some(({ id, mergedInto }) => id === holder.id && mergedInto !== null))
    throw new OutdatedRead('The customer was merged in the meantime')
  const ids = person.map(({ id }) => id)
  const fresh = person.filter(({ erasedAt }) => erasedAt === null)
  await db.rows(noteSubjects, { ...ofRequest(erasure), kind: 'CUSTOMER', ids })
  const earlier = (await db.rows(inheritSubjects, { ...ofRequest(erasure), customerIds: ids })).map(({ hash }) => hash)
  const addresses = await db.rows(addressesOf, { tenantId, ids: fresh.map(({ id }) => id) })
  const hashes = new Set([...erasure.addressHashes, ...earlier, ...addresses.map(({ email }) => addressHash(secrets, email))])
  await db.rows(noteAddressHashes, { tenantId, requestId, hashes: [...hashes] })
  if (fresh.length > 0 && !dryRun) await db.rows(blankCustomers, { tenantId, ids })
  return { found: fresh.length, next: null }
}

/** Last of all: the rows themselves, where the request says so, and the word to all who keep copies. */
async function endCustomers({ db, effects, erasure }: EraseContext): Promise<Portion> {
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
