import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { KbArticle, KbArticleStatus } from '@skein/client'
import { useApi } from '../../api/api.ts'
import { hasWord } from '../../ui/fold-words.ts'
import { catalogueKey } from '../catalogue/catalogue-cache.ts'
import type { ArticleSearch } from './article-search.ts'
import { countsKey } from './article-events.ts'

const noun = 'kb_article'
const pageSize = 50
/** Page size in a collection, which is loaded as a whole, because it can be sorted by hand. */
const wholePageSize = 100

/** Loads the list of articles. Events patch it, like the lists of the catalogue. */
export function useArticles({ q = '', status, collectionId, unpublished }: ArticleSearch, isAllowed: boolean) {
  const { skein } = useApi()
  const wanted = q.trim().toLowerCase()
  const filters = {
    ...(status ? { status } : {}),
    ...(collectionId ? { collectionId } : {}),
    ...(unpublished ? { hasUnpublishedChanges: true } : {}),
  }
  return useInfiniteQuery({
    queryKey: [...catalogueKey(noun, wanted), ...Object.entries(filters).flat()],
    enabled: isAllowed,
    initialPageParam: '',
    queryFn: async ({ pageParam, signal }) => {
      const limit = collectionId ? wholePageSize : pageSize
      const prefix = wanted ? { namePrefix: wanted } : {}
      const { data, meta } = await skein.listKbArticles({
        query: { limit, ...filters, ...prefix, ...(pageParam ? { cursor: pageParam } : {}) },
        signal,
      })
      return { data: [...data], meta }
    },
    getNextPageParam: ({ meta }) => (meta.hasMore ? meta.cursor : undefined),
    meta: {
      matches: (item: KbArticle) =>
        // Safe because any property of an object may be read.
        Object.entries(filters).every(([name, value]) => (item as Record<string, unknown>)[name] === value) &&
        (wanted === '' || hasWord(item.title, wanted)),
    },
  })
}

/** Counts what the tree shows. Each count is a page of one row with its total. */
export function useArticleCounts(isAllowed: boolean) {
  const { skein } = useApi()
  const count = async (query: { status?: KbArticleStatus; hasUnpublishedChanges?: boolean }, signal: AbortSignal): Promise<number> =>
    (await skein.listKbArticles({ query: { ...query, limit: 1 }, signal })).meta.total
  return useQuery({
    queryKey: countsKey,
    enabled: isAllowed,
    staleTime: 60_000,
    queryFn: async ({ signal }) => {
      const [all, drafts, unpublished, missed] = await Promise.all([
        count({}, signal),
        count({ status: 'DRAFT' }, signal),
        count({ hasUnpublishedChanges: true }, signal),
        skein.listMissedSearches({ query: { limit: 1 }, signal }).then(({ meta }) => meta.total),
      ])
      return { all, drafts, unpublished, missed }
    },
  })
}
