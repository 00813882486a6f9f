import { updateResource, lockResource } from '#kit/write.ts'
import { catalogDuplicate, unknownReference } from '#platform/errors.ts'
import { claimSlug } from './slugs.ts'
import { checkParent, kbCollection, kbCollectionCircle, kbCollectionTooDeep } from './collections/collection.ts'
import { KbCollectionUpdate } from './collections/schema.ts'

export const updateKbCollection = kbCollection.write({
  operationId: 'updateKbCollection',
  method: 'PATCH',
  summary: 'Change a collection',
  description: 'Changes the fields sent. `parentId` moves it with all its contents. Former slugs still find it.',
  body: KbCollectionUpdate,
  result: 'The collection as it is now',
  errors: [unknownReference, catalogDuplicate, kbCollectionCircle, kbCollectionTooDeep],
  async handle(context) {
    const {
      tx,
      principal: { tenantId },
      params: { id },
      body,
    } = context
    const { parentId } = body
    // Lock the tree before the collection. All requests that move a collection use this order, to avoid deadlocks.
    if (parentId) await checkParent(tx, tenantId, id, parentId)
    const current = await lockResource(context, kbCollection)
    const slug =
      body.slug === undefined
        ? undefined
        : await claimSlug(tx, tenantId, { space: 'collection', id, wanted: body.slug, name: current.name })
    return updateResource(context, kbCollection, current, { ...body, slug })
  },
})
