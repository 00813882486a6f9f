import { nameKey, statement, table, type Uuid } from '../../../kit/index.ts'
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
  beginnings: ['nameKey'],
  filters: { parentId: 'k.parent_id = :parentId::uuid', visibility: 'k.visibility = :visibility::text' },
})

export type Branch = { id: Uuid; parentId: Uuid | null; visibility: 'PUBLIC' | 'INTERNAL' }

/**
 * Who gives a collection its place waits for others who do. Locks of the collections do not suffice: one that another has just created
 * within them is not among them, and neither moves nor creations would see how deep it becomes.
 */
export const queueForPlace = statement<{ tenantId: Uuid }, object>(
  'select from tenants where tenant_id = :tenantId::uuid for no key update',
)

/** All collections, locked in one order: two that are moved below each other at the same time would make a circle. */
export const lockTree = statement<{ tenantId: Uuid }, Branch>(
  'select id, parent_id as "parentId", visibility from kb_collections where tenant_id = :tenantId::uuid order by id for update',
)

export const findNextOrder = statement<{ tenantId: Uuid; parentId: Uuid | null }, { order: number }>(`
  select coalesce(max("order") + 1, 0) as "order" from kb_collections
  where tenant_id = :tenantId::uuid and parent_id is not distinct from :parentId::uuid`)
