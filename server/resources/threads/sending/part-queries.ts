import { statement } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'

export type PartArticle = {
  id: Uuid
  slug: string
  locale: string
  title: string
  body: string
  bodyFormat: 'markdown' | 'html' | 'text'
  tenantSlug: string
}

/** Reads what readers see of public articles. A collection below an internal one is internal, too. */
export const findPartArticles = statement<{ tenantId: Uuid; ids: readonly Uuid[] }, PartArticle>(`
  select a.id, a.slug, a.locale, v.title, v.body, v.body_format as "bodyFormat", p.slug as "tenantSlug"
  from kb_articles a join kb_article_versions v on v.tenant_id = :tenantId::uuid and v.article_id = a.id and v.version = a.published_version
    join tenants p on p.tenant_id = :tenantId::uuid
  where a.tenant_id = :tenantId::uuid and a.id = any(:ids::uuid[]) and a.status = 'PUBLISHED' and a.visibility = 'PUBLIC'
    and not exists (with recursive up as (
        select c.id, c.parent_id, c.visibility from kb_collections c where c.tenant_id = :tenantId::uuid and c.id = a.collection_id
        union select c.id, c.parent_id, c.visibility from up join kb_collections c on c.tenant_id = :tenantId::uuid and c.id = up.parent_id)
      select 1 from up where up.visibility = 'INTERNAL')`)
