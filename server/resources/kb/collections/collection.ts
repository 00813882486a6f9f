import { resource } from '#kit/resource.ts'
import type { Queryable } from '#platform/db.ts'
import { absent, defineError } from '#platform/define-error.ts'
import { ApiError } from '#platform/errors.ts'
import type { Uuid } from '#platform/ids.ts'
import { kbCollectionTable, lockTree, lockTenantForMove } from './queries.ts'
import { KbCollection } from './schema.ts'

export const kbCollection = resource({
  noun: 'kb_collection',
  words: 'collection',
  path: '/kb/collections',
  tag: 'kb',
  plural: 'kb collections',
  prefix: 'col',
  scopes: { read: 'kb:read', write: 'kb:write' },
  notFound: defineError('SVC-KBCOLLECTION-NOT_FOUND', 404, 'There is no such collection.', absent('collection')),
  shape: KbCollection,
  table: kbCollectionTable,
  limit: { of: 'collections in the knowledge base', atMost: 2_000 },
  defaults: { description: null, parentId: null, visibility: 'PUBLIC' as const },
  references: { parentId: { noun: 'kb_collection', table: 'kb_collections' } },
  events: {
    created: 'A collection of the knowledge base was created.',
    updated: 'A collection of the knowledge base was changed.',
    deleted: 'A collection of the knowledge base was deleted.',
  },
})

export const kbCollectionCircle = defineError('SVC-KBCOLLECTION-CIRCLE', 409, 'A collection cannot contain itself.', {
  cause: 'The new parent is the collection itself, or is within it.',
  cure: 'Choose a parent outside the collection, or null for the top.',
})
export const kbCollectionTooDeep = defineError('SVC-KBCOLLECTION-TOO_DEEP', 409, 'Collections are nested too deeply.', {
  cause: 'Collections have at most five levels, and this collection, or one within it, would be deeper.',
  cure: 'Move it to a higher level, or flatten its contents.',
})

const maxDepth = 5

/**
 * Throws if the collection would contain itself or be nested too deeply. `id` is null for a new collection. Locks the tree until the
 * commit.
 */
export async function checkParent(tx: Queryable, tenantId: Uuid, id: Uuid | null, parentId: Uuid): Promise<void> {
  await tx.rows(lockTenantForMove, { tenantId })
  const tree = await tx.rows(lockTree, { tenantId })
  const parents = new Map(tree.map((branch) => [branch.id, branch.parentId]))
  const above = [parentId]
  for (let at = parents.get(parentId); at && above.length <= tree.length; at = parents.get(at)) above.push(at)
  if (id !== null && above.includes(id)) throw new ApiError(kbCollectionCircle)
  if (above.length + getHeight(id, parents) > maxDepth) throw new ApiError(kbCollectionTooDeep)
}

/** Returns the height of a collection's subtree, in levels including the collection. */
function getHeight(id: Uuid | null, parents: ReadonlyMap<Uuid, Uuid | null>): number {
  const children = [...parents].filter(([, parentId]) => id !== null && parentId === id)
  return 1 + Math.max(0, ...children.map(([child]) => getHeight(child, parents)))
}
