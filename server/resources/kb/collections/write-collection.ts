/** Inserts and deletes collections, with their slugs. */
import type { RowOf } from '#kit/table.ts'
import type { Writing } from '#kit/touch.ts'
import { deleteResource, fetchOne, insertResource } from '#kit/write.ts'
import { newId } from '#platform/ids.ts'
import type { Outcome } from '#platform/outbox/effects.ts'
import type { Static } from '#platform/schema.ts'
import { deleteSlugs } from '../queries.ts'
import { claimSlug } from '../slugs.ts'
import { checkParent, kbCollection } from './collection.ts'
import { findNextOrder } from './queries.ts'
import type { KbCollection, KbCollectionCreate } from './schema.ts'

type CollectionRow = RowOf<typeof KbCollection>

/** Inserts the collection after its siblings, unless `order` is given. */
export async function insertCollection(context: Writing, body: Static<typeof KbCollectionCreate>): Promise<Outcome<CollectionRow>> {
  const {
    tx,
    principal: { tenantId },
  } = context
  const { slug: wanted, order, ...fields } = { ...kbCollection.defaults, ...body }
  const parentId = fields.parentId ?? null
  if (parentId !== null) await checkParent(tx, tenantId, null, parentId)
  const id = newId()
  const slug = await claimSlug(tx, tenantId, { space: 'collection', id, wanted, name: body.name })
  const place = order ?? (await fetchOne(tx, findNextOrder, { tenantId, parentId })).order
  return insertResource(context, kbCollection, { ...fields, parentId, slug, order: place }, id)
}

/** Deletes a locked collection and its slugs. Throws SVC-CATALOG-IN_USE if it is not empty. */
export async function removeCollection(context: Writing, current: CollectionRow): Promise<Outcome<CollectionRow>> {
  const outcome = await deleteResource(context, kbCollection, current)
  await context.tx.rows(deleteSlugs, { tenantId: context.principal.tenantId, id: current.id })
  return outcome
}
