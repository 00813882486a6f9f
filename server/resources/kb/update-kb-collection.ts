import { item } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import { updateResource, lockResource } from '#kit/write.ts'
import { catalogDuplicate, unknownReference } from '#platform/errors.ts'
import { claimSlug } from './slugs.ts'
import { checkParent, kbCollection, kbCollectionCircle, kbCollectionTooDeep } from './collections/collection.ts'
import { KbCollection, KbCollectionUpdate } from './collections/schema.ts'

export const updateKbCollection = endpoint({
  operationId: 'updateKbCollection',
  method: 'PATCH',
  path: '/kb/collections/{id}',
  tag: 'kb',
  scope: kbCollection.scopes.write,
  summary: 'Change a collection',
  description: 'Changes the fields sent. `parentId` moves it with all its contents. Former slugs still find it.',
  params: { id: kbCollection.id },
  body: KbCollectionUpdate,
  responds: { 200: item(KbCollection, 'The collection as it is now') },
  errors: [unknownReference, catalogDuplicate, kbCollectionCircle, kbCollectionTooDeep],
  etag: true,
  writes: 'transaction',
  present: kbCollection.present,
  async handle(context) {
    const {
      tx,
      principal: { tenantId },
      params: { id },
      body,
    } = context
    const { parentId } = body
    // Lock the tree before the collection. All requests that move a collection lock in this order, which avoids deadlocks.
    if (parentId) await checkParent(tx, tenantId, id, parentId)
    const current = await lockResource(context, kbCollection)
    const slug =
      body.slug === undefined
        ? undefined
        : await claimSlug(tx, tenantId, { space: 'collection', id, wanted: body.slug, name: current.name })
    return updateResource(context, kbCollection, current, { ...body, slug })
  },
})
