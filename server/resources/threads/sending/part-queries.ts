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

/** Reads what readers see of public articles. */
export const findPartArticles = statement<{ tenantId: Uuid; ids: readonly Uuid[] }, PartArticle>(`
  select a.id, a.slug, a.locale, v.title, v.body, v.body_format as "bodyFormat", p.slug as "tenantSlug"
  from kb_articles a join kb_article_versions v on v.tenant_id = :tenantId::uuid and v.article_id = a.id and v.version = a.published_version
    join tenants p on p.tenant_id = :tenantId::uuid
  where a.tenant_id = :tenantId::uuid and a.id = any(:ids::uuid[]) and a.status = 'PUBLISHED' and a.visibility = 'PUBLIC'
    and not exists (
      select 1 from kb_collections c where c.tenant_id = :tenantId::uuid and c.id = a.collection_id and c.visibility = 'INTERNAL')`)
