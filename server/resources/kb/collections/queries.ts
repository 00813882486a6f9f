import { nameKey } from '#kit/name-key.ts'
import { table } from '#kit/table.ts'
import { statement } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import { KbCollection } from './schema.ts'

export const kbCollectionTable = table({
  from: 'kb_collections k',
  shape: KbCollection,
  computed: {
    articleCount: {
      sql: '(select count(*) from kb_articles n where n.tenant_id = :tenantId::uuid and n.collection_id = k.id)',
      initially: '0',
    },
  },
  derived: { nameKey: ({ name }) => nameKey(name) },
  isFoundByName: true,
  filters: { parentId: 'k.parent_id = :parentId::uuid', visibility: 'k.visibility = :visibility::text' },
})

export type Branch = { id: Uuid; parentId: Uuid | null; visibility: 'PUBLIC' | 'INTERNAL' }

/**
 * Locks the tenant's row, so that only one request at a time creates or moves a collection. Locks on the collections are not enough: they
 * do not cover a collection that a concurrent request is creating, so neither request would notice that the tree becomes too deep.
 */
export const lockTenantForMove = statement<{ tenantId: Uuid }, object>(
  'select from tenants where tenant_id = :tenantId::uuid for no key update',
)

/** Locks all collections in id order. Without the lock, two collections moved into each other at the same time would form a cycle. */
export const lockTree = statement<{ tenantId: Uuid }, Branch>(
  'select id, parent_id as "parentId", visibility from kb_collections where tenant_id = :tenantId::uuid order by id for update',
)

export const findNextOrder = statement<{ tenantId: Uuid; parentId: Uuid | null }, { order: number }>(`
  select coalesce(max("order") + 1, 0) as "order" from kb_collections
  where tenant_id = :tenantId::uuid and parent_id is not distinct from :parentId::uuid`)
