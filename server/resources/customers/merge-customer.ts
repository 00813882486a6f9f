import { findChanges } from '#kit/changes.ts'
import type { TransactionContext } from '#kit/handler.ts'
import { checkIfMatch } from '#kit/if-match.ts'
import { fetchOne } from '#kit/write.ts'
import { ApiError, type ErrorDetail, unknownReference } from '#platform/errors.ts'
import { toTypeId, type Uuid } from '#platform/ids.ts'
import { toOutcome } from '#platform/outbox/effects.ts'
import type { Static } from '#platform/schema.ts'
import { mergeCustomFields } from '../custom-fields/index.ts'
import { refreshIdentities } from './identities/change-identities.ts'
import { customer } from './customer.ts'
import { customerMergeConflict } from './errors.ts'
import { customerMerged } from './events.ts'
import { uniteIdentities } from './identities/identity-queries.ts'
import { findCustomers, lockCustomers, repointMerged, lockTenantForMerge, type CustomerRow } from './queries.ts'
import { CustomerMerge } from './schema.ts'

type Context = TransactionContext<{ readonly id: Uuid }, undefined, Static<typeof CustomerMerge>>

export const mergeCustomer = customer.write({
  operationId: 'mergeCustomer',
  method: 'POST',
  path: `${customer.path}/{id}/merge`,
  summary: 'Merge customers into this one',
  description:
    'Merges up to 20 customers, who are the same person, into this one. This customer gets their threads, and a missing name, ' +
    'external id or custom field from the first source that has one; its own values stay. It also gets all identities of the sources, ' +
    'their addresses among them. From then on the sources’ addresses and ' +
    'external ids find this customer in new threads, upserts and filters. The sources can still be read by id, with `mergedInto`, ' +
    'but are not listed or counted. A merge cannot be undone.',
  body: CustomerMerge,
  result: 'The target customer',
  errors: [customerMergeConflict, unknownReference],
  async handle(context) {
    const { tx, effects, principal } = context
    const { tenantId } = principal
    const { target, sources } = await lockForMerge(context)
    const sourceIds = sources.map(({ id }) => id)
    const addresses = sources.filter(({ hasEmail }) => hasEmail).map(({ id, email }) => ({ id, value: email }))
    await tx.rows(uniteIdentities, { tenantId, targetId: target.id, sourceIds, addresses })
    // A job moves the sources' threads and messages to the target (threads/merged-customers.ts). Until then, queries follow this pointer.
    await tx.rows(repointMerged, { tenantId, sourceIds, targetId: target.id })
    const filledFields = fillMissingFields(target, sources)
    const { change, touch, parameters } = customer.statements
    for (const source of sources) {
      // External ids are unique, so a source loses its external id when the target takes it.
      const externalId = source.externalId === filledFields.externalId ? null : source.externalId
      const changes = findChanges<CustomerRow>(source, { mergedInto: target.id, externalId, identities: [] })
      const { before, after } = changes ?? { before: {}, after: {} }
      const record = await fetchOne(tx, change, parameters({ tenantId, id: source.id }, { ...source, ...after }))
      effects.emit(customerMerged, source.id, record, before)
      effects.audit({ action: 'customer.merged_into', target: { type: customer.noun, id: source.id }, before, after })
    }
    effects.count('customers', -sources.length)
    const own = { tenantId, id: target.id }
    const united = { ...filledFields, identities: await refreshIdentities(tx, own) }
    const changes = findChanges<CustomerRow>(target, united)
    const record = changes ? await fetchOne(tx, change, parameters(own, { ...target, ...united })) : await fetchOne(tx, touch, own)
    if (changes && customer.events) effects.emit(customer.events.updated, target.id, record, changes.before)
    const { before, after } = changes ?? { before: {}, after: {} }
    const about = { target: { type: customer.noun, id: target.id }, before, after: { ...after, sourceIds } }
    return toOutcome(record, effects.audit({ action: 'customer.merged', ...about }))
  },
})

/** Locks the customers in id order. Returns the target and the distinct sources in the order sent. Throws if they cannot be merged. */
async function lockForMerge({ tx, principal: { tenantId }, params: { id }, body, ifMatch }: Context) {
  const sourceIds = [...new Set(body.sourceIds)]
  const ids = [...new Set([id, ...sourceIds])]
  await tx.rows(lockTenantForMerge, { tenantId })
  await tx.rows(lockCustomers, { tenantId, ids })
  const found = new Map((await tx.rows(findCustomers, { tenantId, ids })).map((row) => [row.id, row]))
  const target = found.get(id)
  if (!target) throw new ApiError(customer.notFound)
  checkIfMatch(ifMatch, target.version)
  const getField = (sourceId: Uuid): string => `sourceIds[${body.sourceIds.indexOf(sourceId)}]`
  const unknown = sourceIds.filter((sourceId) => !found.has(sourceId))
  if (unknown.length > 0) {
    const message = 'does not exist in this tenant'
    throw new ApiError(unknownReference, { details: unknown.map((each) => ({ field: getField(each), code: 'UNKNOWN', message })) })
  }
  const sources = sourceIds.flatMap((sourceId) => found.get(sourceId) ?? [])
  const details = [...findMergeProblems('id', target), ...sources.flatMap((source) => findConflicts(getField(source.id), source, id))]
  if (details.length > 0) throw new ApiError(customerMergeConflict, { details })
  return { target, sources }
}

function findConflicts(field: string, source: CustomerRow, targetId: Uuid): ErrorDetail[] {
  return source.id === targetId
    ? [{ field, code: 'SAME_CUSTOMER', message: 'is the customer to merge into' }]
    : findMergeProblems(field, source)
}

function findMergeProblems(field: string, { mergedInto, erasedAt }: CustomerRow): ErrorDetail[] {
  if (erasedAt !== null) return [{ field, code: 'ERASED', message: 'was erased' }]
  return mergedInto === null ? [] : [{ field, code: 'MERGED', message: `was merged into ${toTypeId('cst', mergedInto)}` }]
}

/**
 * Returns the target's values, where the first source that has a missing value provides it. Custom field values were checked when they were
 * set.
 */
function fillMissingFields(
  target: CustomerRow,
  sources: readonly CustomerRow[],
): Pick<CustomerRow, 'name' | 'externalId' | 'customFields' | 'optedOut' | 'satisfactionOptOut'> {
  const inOrder = [target, ...sources]
  return {
    name: inOrder.find(({ name }) => name !== null)?.name ?? null,
    externalId: inOrder.find(({ externalId }) => externalId !== null)?.externalId ?? null,
    satisfactionOptOut: inOrder.some(({ satisfactionOptOut }) => satisfactionOptOut),
    optedOut: [...new Set(inOrder.flatMap(({ optedOut }) => optedOut))],
    customFields: inOrder
      .toReversed()
      .reduce<CustomerRow['customFields']>((all, { customFields }) => mergeCustomFields(all, customFields), {}),
  }
}
