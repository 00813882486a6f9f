/** Statements on help-centre votes, views and searches without results. */
import { keysetList } from '#kit/list.ts'
import { statement } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'

type Limits = { tenantId: Uuid; days: number; limit: number }

export const deleteOldVotes = statement<Limits, { articleId: Uuid }>(`
  delete from kb_votes where tenant_id = :tenantId::uuid and (article_id, visitor) in (
    select v.article_id, v.visitor from kb_votes v where v.tenant_id = :tenantId::uuid and v.created_at < now() - make_interval(days => :days::int)
    limit :limit::int) returning article_id as "articleId"`)

export const deleteOldMissedSearches = statement<Limits, { id: Uuid }>(`
  delete from kb_missed_searches where tenant_id = :tenantId::uuid and id in (
    select m.id from kb_missed_searches m where m.tenant_id = :tenantId::uuid and m.last_at < now() - make_interval(days => :days::int)
    limit :limit::int) returning id`)

/** Adds views to the counts of several articles. */
export const addViews = statement<{ tenantId: Uuid; articleIds: Uuid[]; counts: number[] }, object>(`
  insert into kb_article_counts as c (tenant_id, article_id, views)
  select :tenantId::uuid, seen.id, seen.views from unnest(:articleIds::uuid[], :counts::int[]) as seen(id, views) order by seen.id
  on conflict (tenant_id, article_id) do update set views = c.views + excluded.views`)

type Vote = { tenantId: Uuid; articleId: Uuid; visitor: Buffer; helpful: boolean }

/** Locks the visitor's earlier vote until the commit. */
export const findVote = statement<Omit<Vote, 'helpful'>, { helpful: boolean }>(`
  select helpful from kb_votes where tenant_id = :tenantId::uuid and article_id = :articleId::uuid and visitor = :visitor::bytea for update`)

/** Inserts a vote. No row if the visitor has already voted. */
export const insertVote = statement<Vote, { helpful: boolean }>(`
  insert into kb_votes (tenant_id, article_id, visitor, helpful) values (:tenantId::uuid, :articleId::uuid, :visitor::bytea, :helpful::boolean)
  on conflict (tenant_id, article_id, visitor) do nothing returning helpful`)

export const updateVote = statement<Vote, object>(`
  update kb_votes set helpful = :helpful::boolean
  where tenant_id = :tenantId::uuid and article_id = :articleId::uuid and visitor = :visitor::bytea`)

export const addVoteCounts = statement<{ tenantId: Uuid; articleId: Uuid; helpful: number; notHelpful: number }, object>(`
  insert into kb_article_counts as c (tenant_id, article_id, helpful, not_helpful)
  values (:tenantId::uuid, :articleId::uuid, greatest(:helpful::bigint, 0), greatest(:notHelpful::bigint, 0))
  on conflict (tenant_id, article_id) do update set helpful = c.helpful + :helpful::bigint, not_helpful = c.not_helpful + :notHelpful::bigint`)

export type MissedSearch = { id: Uuid; query: string; locale: string; count: number; lastAt: string; createdAt: string }

type Missed = { tenantId: Uuid; id: Uuid; words: string; query: string; locale: string; max: number }

/**
 * Records a search without results, or increments the count of its row. A tenant has at most `max` rows; returns no row if that limit
 * prevents a new one.
 */
export const recordMissedSearch = statement<Missed, { id: Uuid }>(`
  insert into kb_missed_searches as m (tenant_id, id, words, query, locale)
  select :tenantId::uuid, :id::uuid, :words::text, :query::text, :locale::text
  where exists (select 1 from kb_missed_searches k where k.tenant_id = :tenantId::uuid and k.words = :words::text and k.locale = :locale::text)
    or (select count(*) from kb_missed_searches k where k.tenant_id = :tenantId::uuid) < :max::int
  on conflict (tenant_id, words, locale) do update set count = m.count + 1, last_at = excluded.last_at returning m.id`)

/** Deletes the least recently searched row, preferring rows with a single search. */
export const deleteOldestMissedSearch = statement<{ tenantId: Uuid }, object>(`
  delete from kb_missed_searches where tenant_id = :tenantId::uuid and id = (
    select m.id from kb_missed_searches m where m.tenant_id = :tenantId::uuid order by m.count > 1, m.last_at, m.id limit 1)`)

export const missedList = keysetList<MissedSearch>({
  from: 'kb_missed_searches m',
  alias: 'm',
  columns: 'm.id, m.query, m.locale, m.count, m.last_at as "lastAt", m.created_at as "createdAt"',
})
