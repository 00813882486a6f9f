import { standard } from '../../kit/index.ts'
import { kbCollection } from './collections/collection.ts'
import { KbCollectionFilters } from './collections/schema.ts'

export const listKbCollections = standard.list(kbCollection, {
  summary: 'List collections',
  description: 'All collections of the knowledge base, newest first. `parentId` and `order` make the tree of them.',
  query: KbCollectionFilters,
})
