import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useApi } from '../../api/api.ts'
import { plural, t } from '../../texts/texts.ts'
import { Icon } from '../../ui/icon.tsx'
import { BookOpen } from '../../ui/icons.ts'
import { Problem } from '../../ui/problem.tsx'
import { FoundText } from './found-text.tsx'

const maxHits = 10

/** Full-text search results among published articles. The list itself matches only prefixes of titles. */
export function ArticleSearchResults({ q, onOpen }: { q: string; onOpen: (id: string) => void }) {
  const { skein } = useApi()
  const found = useQuery({
    queryKey: ['kb-search-with-total', q],
    staleTime: 10_000,
    placeholderData: keepPreviousData,
    async queryFn({ signal }) {
      const { data, meta } = await skein.searchKb({ query: { q, limit: maxHits }, signal })
      return { data, meta }
    },
  })
  if (found.error) return <Problem error={found.error} onRetry={() => void found.refetch()} />
  if (!found.data) return null
  const { data: hits, meta } = found.data
  return (
    <section aria-label={t('Found in published articles')} className="mt-6">
      <h2 className="mb-2 text-md font-semibold">{t('Found in published articles')}</h2>
      {hits.length === 0 && <p className="text-muted">{t('No published article has these words.')}</p>}
      <ul className="divide-y divide-line-soft rounded-lg border border-line bg-surface empty:hidden">
        {hits.map(({ articleId, title, locale, visibility, matches }) => {
          const match = matches.find(({ field }) => field === 'body') ?? matches[0]
          return (
            <li key={articleId} className="grid px-4 py-2.5">
              <span className="flex flex-wrap items-center gap-x-2">
                <Icon of={BookOpen} className="text-muted" />
                <button
                  type="button"
                  className="min-h-6 max-w-full text-start font-medium hover:underline"
                  onClick={() => onOpen(articleId)}
                >
                  {title}
                </button>
                <span className="text-xs text-muted">
                  {locale}
                  {visibility === 'INTERNAL' && ` · ${t('internal')}`}
                </span>
              </span>
              {match && (
                <span className="flex min-w-0 ps-6 text-muted">
                  <FoundText match={match} />
                </span>
              )}
            </li>
          )
        })}
      </ul>
      {meta.total > hits.length && (
        <p className="mt-2 text-muted">
          {plural(
            meta.total,
            'The first {shown} of {count} article. Add words to narrow it down.',
            'The first {shown} of {count} articles. Add words to narrow it down.',
            { shown: hits.length },
          )}
        </p>
      )}
    </section>
  )
}
