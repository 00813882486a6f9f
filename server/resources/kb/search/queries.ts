import { toNeedle, type Query } from '../../text-search/index.ts'
import { statement } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'

export type Hit = {
  articleId: Uuid
  collectionId: Uuid | null
  title: string
  body: string
  slug: string
  locale: string
  visibility: 'PUBLIC' | 'INTERNAL'
  publishedAt: string
  points: number
  total: number
}

export type Wanted = {
  tenantId: Uuid
  /** Substrings to search for in an article's words. `groups` has each one's query group. */
  needles: string[]
  groups: number[]
  /** 1 for an excluded needle, 0 for a required one. */
  excluded: number[]
  locale: string | null
  visibility: string | null
  collectionIds: Uuid[] | null
  /** Collections whose articles are excluded. */
  hiddenIds: Uuid[] | null
  limit: number
  afterPoints: number | null
  afterId: Uuid | null
}

/** Converts a query to the parameters of `searchTexts`. */
export function toSearchParameters(query: Query): Pick<Wanted, 'needles' | 'groups' | 'excluded'> {
  const parts = query.groups.flatMap(({ all, none }, group) => [
    ...all.map((term) => ({ needle: toNeedle(term), group, excluded: 0 })),
    ...none.map((term) => ({ needle: toNeedle(term), group, excluded: 1 })),
  ])
  return {
    needles: parts.map(({ needle }) => needle),
    groups: parts.map(({ group }) => group),
    excluded: parts.map(({ excluded }) => excluded),
  }
}

/**
 * Finds published articles that contain all needles of a group and none of its excluded ones; matches in titles come first. The statement
 * scans all texts, because a knowledge base has thousands of articles, not millions (decision 48 has the measurements). It compares a
 * text with the needles of a group only until one decides; a join with all needles took seconds for twenty words.
 */
export const searchTexts = statement<Wanted, Hit>(`
  with wanted as (select * from unnest(:needles::text[], :groups::int[], :excluded::int[]) as w(needle, grp, excluded)),
  groups as materialized (select array_agg(w.needle) as needles, array_agg(w.excluded) as excluded from wanted w group by w.grp),
  found as materialized (
    select a.id, a.collection_id, a.slug, a.locale, a.visibility, a.published_at, t.title,
      (select sum(case when strpos(t.title_words, w.needle) > 0 then 4 else 1 end) from wanted w
        where w.excluded = 0 and (strpos(t.title_words, w.needle) > 0 or strpos(t.body_words, w.needle) > 0)) as points
    from kb_texts t join kb_articles a on a.tenant_id = :tenantId::uuid and a.id = t.article_id
    where t.tenant_id = :tenantId::uuid and a.tenant_id = :tenantId::uuid
      and (:locale::text is null or a.locale = :locale::text)
      and (:visibility::text is null or a.visibility = :visibility::text)
      and (:collectionIds::uuid[] is null or a.collection_id = any(:collectionIds::uuid[]))
      and (:hiddenIds::uuid[] is null or a.collection_id is null or a.collection_id <> all(:hiddenIds::uuid[]))
      and (cardinality(:needles::text[]) = 0 or exists (select 1 from groups g where not exists (
        select 1 from unnest(g.needles, g.excluded) as n(needle, excluded)
        where (strpos(t.title_words, n.needle) > 0 or strpos(t.body_words, n.needle) > 0) = (n.excluded = 1))))),
  page as materialized (
    select f.* from found f
    where :afterId::uuid is null or (coalesce(f.points, 0), f.id) < (:afterPoints::bigint, :afterId::uuid)
    order by coalesce(f.points, 0) desc, f.id desc limit :limit::int)
  select p.id as "articleId", p.collection_id as "collectionId", p.title, t.body, p.slug, p.locale, p.visibility,
    p.published_at as "publishedAt", coalesce(p.points, 0)::bigint as points, n.total
  from (select count(*) as total from found) as n
    left join (page p join kb_texts t on t.tenant_id = :tenantId::uuid and t.article_id = p.id) on true
  order by coalesce(p.points, 0) desc, p.id desc`)

/** Finds the ids of a collection and its descendants. */
export const findBelow = statement<{ tenantId: Uuid; id: Uuid }, { id: Uuid }>(`
  with recursive below as (
    select k.id from kb_collections k where k.tenant_id = :tenantId::uuid and k.id = :id::uuid
    union select c.id from below b join kb_collections c on c.tenant_id = :tenantId::uuid and c.parent_id = b.id)
  select id from below`)

/** Finds the ids of internal collections and their descendants. */
export const findHidden = statement<{ tenantId: Uuid }, { id: Uuid }>(`
  with recursive hidden as (
    select k.id from kb_collections k where k.tenant_id = :tenantId::uuid and k.visibility = 'INTERNAL'
    union select c.id from hidden h join kb_collections c on c.tenant_id = :tenantId::uuid and c.parent_id = h.id)
  select id from hidden`)
