import { type Query, type Term, toNeedle } from '../../text-search/index.ts'
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
  /** Words that a text of a query group must have, for the index. Without a group, one entry without words. */
  texts: string[]
  /** Substrings to search for in an article's words, as typed and as they may occur. `groups` has each one's query group. */
  typed: string[]
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

/** Converts a query to the parameters of `searchTexts`. `loosen` returns a term that also finds other forms of the term; null for none. */
export function toSearchParameters(
  query: Query,
  loosen: (term: Term) => Term | null = () => null,
): Pick<Wanted, 'texts' | 'typed' | 'needles' | 'groups' | 'excluded'> {
  const parts = query.groups.flatMap(({ all, none }, group) => [
    ...all.map((term) => ({ typed: toNeedle(term), needle: toNeedle(loosen(term) ?? term), group, excluded: 0 })),
    ...none.map((term) => ({ typed: toNeedle(term), needle: toNeedle(term), group, excluded: 1 })),
  ])
  const required = Map.groupBy(parts, ({ group, excluded }) => (excluded === 1 ? null : group))
  const texts = query.groups.map((_, group) => (required.get(group) ?? []).map(({ needle }) => needle).join(''))
  return {
    texts: texts.length === 0 ? [''] : texts,
    typed: parts.map(({ typed }) => typed),
    needles: parts.map(({ needle }) => needle),
    groups: parts.map(({ group }) => group),
    excluded: parts.map(({ excluded }) => excluded),
  }
}

/**
 * Finds published articles that contain all needles of a group and none of its excluded ones. Words as typed come before other forms of them,
 * and matches in titles before those in texts. An index finds the texts that have the beginnings of all words (decision 129); then the statement
 * compares each of these with the needles of a group until one decides, because a join with all needles took seconds for twenty words.
 */
export const searchTexts = statement<Wanted, Hit>(`
  with wanted as (select * from unnest(:typed::text[], :needles::text[], :groups::int[], :excluded::int[]) as w(typed, needle, grp, excluded)),
  groups as materialized (select array_agg(w.needle) as needles, array_agg(w.excluded) as excluded from wanted w group by w.grp),
  candidates as materialized (
    select distinct t.article_id from unnest(:texts::text[]) as g(words) cross join lateral (
      select k.article_id from kb_texts k
      where k.tenant_id = :tenantId::uuid and kb_word_starts(k.tenant_id, k.title_words || k.body_words) @> kb_word_starts(:tenantId::uuid, g.words)
      offset 0) t),
  found as materialized (
    select a.id, a.collection_id, a.slug, a.locale, a.visibility, a.published_at, t.title,
      (select sum(case when strpos(t.title_words, w.typed) > 0 then 16 when strpos(t.body_words, w.typed) > 0 then 4 else 0 end
          + case when strpos(t.title_words, w.needle) > 0 then 3 else 1 end) from wanted w
        where w.excluded = 0 and (strpos(t.title_words, w.needle) > 0 or strpos(t.body_words, w.needle) > 0)) as points
    from candidates c join kb_texts t on t.tenant_id = :tenantId::uuid and t.article_id = c.article_id
      join kb_articles a on a.tenant_id = :tenantId::uuid and a.id = t.article_id
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
