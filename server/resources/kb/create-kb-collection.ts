import { item } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import { insertResource, fetchOne } from '#kit/write.ts'
import { catalogDuplicate, unknownReference } from '#platform/errors.ts'
import { newId } from '#platform/ids.ts'
import { claimSlug } from './slugs.ts'
import { checkParent, kbCollection, kbCollectionTooDeep } from './collections/collection.ts'
import { findNextOrder } from './collections/queries.ts'
import { KbCollection, KbCollectionCreate } from './collections/schema.ts'

export const createKbCollection = endpoint.write({
  operationId: 'createKbCollection',
  method: 'POST',
  path: '/kb/collections',
  tag: 'kb',
  scope: kbCollection.scopes.write,
  summary: 'Create a collection',
  description:
    'Creates a collection of the knowledge base, at the top or within another collection, after its siblings unless `order` is given.',
  body: KbCollectionCreate,
  responds: { 201: item(KbCollection, 'The new collection') },
  errors: [unknownReference, catalogDuplicate, kbCollectionTooDeep],
  etag: true,
  creates: kbCollection,
  present: kbCollection.present,
  location: ({ id }) => `/kb/collections/${id}`,
  async handle(context) {
    const {
      tx,
      principal: { tenantId },
      body,
    } = context
    const { slug: wanted, order, ...fields } = { ...kbCollection.defaults, ...body }
    const parentId = fields.parentId ?? null
    if (parentId !== null) await checkParent(tx, tenantId, null, parentId)
    const id = newId()
    const slug = await claimSlug(tx, tenantId, { space: 'collection', id, wanted, name: body.name })
    const place = order ?? (await fetchOne(tx, findNextOrder, { tenantId, parentId })).order
    return insertResource(context, kbCollection, { ...fields, parentId, slug, order: place }, id)
  },
})
