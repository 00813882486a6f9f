/** Statements shared by collections and articles. */
import { statement } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'

type SlugKey = { tenantId: Uuid; space: string; slug: string; id: Uuid }

/** Claims a slug for an object. No row if another object currently has the slug. */
export const insertSlug = statement<SlugKey, { slug: string }>(`
  insert into kb_slugs as s (tenant_id, space, slug, object_id, is_current) values (:tenantId::uuid, :space::text, :slug::text, :id::uuid, true)
  on conflict (tenant_id, space, slug) do update set object_id = excluded.object_id, is_current = true
  where s.object_id = excluded.object_id or not s.is_current returning s.slug`)

/** Marks the object's other slugs as former ones, which still resolve. */
export const retireSlugs = statement<SlugKey, object>(`
  update kb_slugs set is_current = false
  where tenant_id = :tenantId::uuid and object_id = :id::uuid and is_current and (space, slug) <> (:space::text, :slug::text)`)

export const deleteSlugs = statement<{ tenantId: Uuid; id: Uuid }, object>(
  'delete from kb_slugs where tenant_id = :tenantId::uuid and object_id = :id::uuid',
)

export const findSlug = statement<{ tenantId: Uuid; space: string; slug: string }, { objectId: Uuid; isCurrent: boolean }>(`
  select object_id as "objectId", is_current as "isCurrent" from kb_slugs
  where tenant_id = :tenantId::uuid and space = :space::text and slug = :slug::text`)
