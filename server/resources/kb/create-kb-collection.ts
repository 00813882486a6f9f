import { item } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import { catalogDuplicate, unknownReference } from '#platform/errors.ts'
import { kbCollection, kbCollectionTooDeep } from './collections/collection.ts'
import { KbCollection, KbCollectionCreate } from './collections/schema.ts'
import { insertCollection } from './collections/write-collection.ts'

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
  handle: (context) => insertCollection(context, context.body),
})
