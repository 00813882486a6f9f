/** Statements for the public help centre, which shows published public articles. `help.ts` decides which collections are public. */
import { statement } from '#platform/db.ts'
import type { Brand } from '#kit/brand.ts'
import type { Uuid } from '#platform/ids.ts'

export type HelpHead = {
  name: string
  brand: Brand
  locale: string
  timezone: string
  suspended: boolean
  /** The oldest website chat that offers help and takes messages of anybody. */
  contactInboxId: Uuid | null
  /** The oldest website chat that offers help. It takes the new requests of signed-in customers. */
  portalInboxId: Uuid | null
  /** Changes whenever the public content changes, and every hour, so that the popular articles are not those of last month. */
  revision: string
}

const isOpen = `a.status = 'PUBLISHED' and a.visibility = 'PUBLIC'`

const chatSql = (condition: string) => `(select i.id from inboxes i where i.tenant_id = :tenantId::uuid and i.active
  and (i.widget ->> 'helpCenter')::boolean and ${condition} order by i.created_at, i.id limit 1)`
const contactSql = chatSql(`not (i.widget ->> 'requireIdentity')::boolean`)
const portalSql = chatSql('true')

/**
 * Reads the help centre's revision. A change increments a row's version. XOR combines the versions without sorting, and without a counter
 * row that every writer would have to lock.
 */
export const findHelpHead = statement<{ tenantId: Uuid }, HelpHead>(`
  select t.name, t.brand, t.locale, t.timezone, t.status = 'SUSPENDED' as suspended, ${contactSql} as "contactInboxId", ${portalSql} as "portalInboxId",
    concat_ws(' ',
    (select concat(count(*), '.', bit_xor(hashtextextended(a.id::text, a.version::bigint))) from kb_articles a
      where a.tenant_id = :tenantId::uuid and ${isOpen}),
    (select concat(count(*), '.', bit_xor(hashtextextended(k.id::text, k.version::bigint))) from kb_collections k where k.tenant_id = :tenantId::uuid),
    t.locale, t.timezone, t.name, t.brand::text, t.status, ${contactSql}, ${portalSql}, floor(extract(epoch from now()) / 3600)) as revision
  from tenants t where t.tenant_id = :tenantId::uuid`)

export type ShelfRow = {
  id: Uuid
  name: string
  slug: string
  description: string | null
  parentId: Uuid | null
  order: number
  visibility: 'PUBLIC' | 'INTERNAL'
}

export const listShelves = statement<{ tenantId: Uuid }, ShelfRow>(`
  select k.id, k.name, k.slug, k.description, k.parent_id as "parentId", k."order", k.visibility from kb_collections k
  where k.tenant_id = :tenantId::uuid order by k."order", k.name_key, k.id`)

export type LeafRow = {
  id: Uuid
  collectionId: Uuid | null
  slug: string
  title: string
  locale: string
  /** The original article, shared by all translations. */
  original: Uuid
  publishedAt: string
  /** Number of times that readers opened the article. */
  views: number
}

export const listLeaves = statement<{ tenantId: Uuid }, LeafRow>(`
  select a.id, a.collection_id as "collectionId", a.slug, p.title, a.locale, coalesce(a.translation_of, a.id) as original, a.published_at as "publishedAt",
    coalesce(c.views, 0) as views
  from kb_articles a
    join kb_article_versions p on p.tenant_id = :tenantId::uuid and p.article_id = a.id and p.version = a.published_version
    left join kb_article_counts c on c.tenant_id = :tenantId::uuid and c.article_id = a.id
  where a.tenant_id = :tenantId::uuid and ${isOpen} order by a."order", a.title_key, a.id`)

export type OpenBody = { title: string; body: string; bodyFormat: 'markdown' | 'html' | 'text' }

/** Reads the published text of an article. No row if the article is no longer public. */
export const findOpenBody = statement<{ tenantId: Uuid; id: Uuid }, OpenBody>(`
  select p.title, p.body, p.body_format as "bodyFormat" from kb_articles a
    join kb_article_versions p on p.tenant_id = :tenantId::uuid and p.article_id = a.id and p.version = a.published_version
  where a.tenant_id = :tenantId::uuid and a.id = :id::uuid and ${isOpen}`)

export const findOpenLocales = statement<{ tenantId: Uuid }, { locale: string }>(`
  select a.locale from kb_articles a where a.tenant_id = :tenantId::uuid and ${isOpen} group by a.locale order by count(*) desc, a.locale`)

export type OpenArticleRow = OpenBody & {
  id: Uuid
  slug: string
  locale: string
  collectionId: Uuid | null
  /** Name of the collection. */
  collection: string | null
  publishedAt: string
}

/** Reads a published public article with its text. */
export const findOpenArticle = statement<{ tenantId: Uuid; id: Uuid }, OpenArticleRow>(`
  select a.id, a.slug, a.locale, a.collection_id as "collectionId", k.name as collection, a.published_at as "publishedAt", p.title, p.body,
    p.body_format as "bodyFormat"
  from kb_articles a
    join kb_article_versions p on p.tenant_id = :tenantId::uuid and p.article_id = a.id and p.version = a.published_version
    left join kb_collections k on k.tenant_id = :tenantId::uuid and k.id = a.collection_id
  where a.tenant_id = :tenantId::uuid and a.id = :id::uuid and ${isOpen}`)

export const listCollectionNames = statement<{ tenantId: Uuid; ids: Uuid[] }, { id: Uuid; name: string }>(
  'select k.id, k.name from kb_collections k where k.tenant_id = :tenantId::uuid and k.id = any(:ids::uuid[])',
)
