import { Link } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import type { KbArticle, KbMissedSearch } from '@skein/client'
import { useApi } from '../../api/api.ts'
import { useRights } from '../../api/rights.ts'
import { plural, t } from '../../texts/texts.ts'
import { fold } from '../../ui/fold-words.ts'
import { Icon } from '../../ui/icon.tsx'
import { SearchX } from '../../ui/icons.ts'
import { pickCollection } from './knowledge-tree.tsx'
import type { ArticleSearch } from './article-search.ts'

type Props = { search: ArticleSearch; articles: readonly KbArticle[] }

/** Suggests the most frequent search of readers without a result: a draft to finish, or an article to write. */
export function PeopleLookForThis({ search, articles }: Props) {
  const { skein } = useApi()
  const { whyNot } = useRights()
  const isWanted = (search.status === 'DRAFT' || search.collectionId !== undefined) && whyNot('createKbArticle') === null
  const { data: missed = [] } = useQuery({
    queryKey: ['missed-searches', 'suggested'],
    enabled: isWanted,
    staleTime: 300_000,
    queryFn: async ({ signal }) => (await skein.listMissedSearches({ query: { limit: 100 }, signal })).data,
  })
  if (!isWanted) return null
  const suggestion = suggest(missed, articles, search.collectionId !== undefined)
  if (suggestion === null) return null
  const { query, count, draft } = suggestion
  const linkClassName = 'mt-2 inline-flex min-h-6 items-center font-medium text-accent hover:underline'
  return (
    <aside aria-label={t('People look for this')} className="m-4 rounded-lg bg-tint px-3.5 py-3">
      <p className="flex items-center gap-2 font-semibold">
        <Icon of={SearchX} />
        {t('People look for this')}
      </p>
      <p className="mt-1 text-text-2">
        {plural(count, '“{query}” was searched {count} time without a result.', '“{query}” was searched {count} times without a result.', {
          query,
        })}
      </p>
      {draft ? (
        <Link to="/knowledge/articles/$articleId" params={{ articleId: draft.id }} search={search} className={linkClassName}>
          {t('Finish the draft')}
        </Link>
      ) : (
        <Link
          to="/knowledge/articles/$articleId"
          params={{ articleId: 'new' }}
          search={{ ...pickCollection(search), title: toTitle(query) }}
          className={linkClassName}
        >
          {t('Write article')}
        </Link>
      )}
    </aside>
  )
}

type Suggestion = KbMissedSearch & { draft: KbArticle | null }

/**
 * Returns the most frequent search for which the list has a draft, or else the most frequent one. In a collection, a search is suggested
 * only if it has a word of one of its articles: others belong elsewhere.
 */
export function suggest(missed: readonly KbMissedSearch[], articles: readonly KbArticle[], isCollection: boolean): Suggestion | null {
  const sorted = missed.toSorted((one, other) => other.count - one.count)
  const drafts = articles.filter(({ status }) => status === 'DRAFT')
  for (const each of sorted) {
    const draft = drafts.find(({ title }) => countShared(each.query, title) >= Math.min(2, listWords(each.query).length))
    if (draft) return { ...each, draft }
  }
  const first = isCollection ? sorted.find(({ query }) => articles.some(({ title }) => countShared(query, title) > 0)) : sorted[0]
  return first ? { ...first, draft: null } : null
}

const listWords = (text: string): string[] => [...new Set(fold(text).match(/[\p{L}\p{N}]{3,}/gu))]

function countShared(query: string, title: string): number {
  const words = listWords(title)
  return listWords(query).filter((word) => words.some((each) => each.startsWith(word) || word.startsWith(each))).length
}

/** Returns the title of an article about a search. */
export const toTitle = (query: string): string => query.charAt(0).toLocaleUpperCase() + query.slice(1)
