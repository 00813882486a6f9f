import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useApi } from '../../api/api.ts'
import { Problem } from '../../ui/problem.tsx'
import { FoundText } from '../inbox/found-text.tsx'

const maxHits = 10

/** Published articles that contain the search's words anywhere. The list itself searches only the beginnings of titles. */
export function ArticleSearchResults({ q, onOpen }: { q: string; onOpen: (id: string) => void }) {
  const { skein } = useApi()
  const found = useQuery({
    queryKey: ['kb-search', q],
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
    <section aria-label="Found in published articles" className="mt-6">
      <h2 className="mb-1 font-semibold">Found in published articles</h2>
      {hits.length === 0 && <p className="text-sm text-muted">No published article has these words.</p>}
      <ul className="divide-y divide-line">
        {hits.map(({ articleId, title, locale, visibility, matches }) => {
          const match = matches.find(({ field }) => field === 'body') ?? matches[0]
          return (
            <li key={articleId} className="grid py-2">
              <span className="flex flex-wrap items-baseline gap-x-2">
                <button
                  type="button"
                  className="min-h-6 max-w-full text-start text-sm font-medium text-accent hover:underline"
                  onClick={() => onOpen(articleId)}
                >
                  {title}
                </button>
                <span className="text-xs text-muted">
                  {locale}
                  {visibility === 'INTERNAL' && ' · for colleagues'}
                </span>
              </span>
              {match && (
                <span className="flex min-w-0 text-sm text-muted">
                  <FoundText match={match} />
                </span>
              )}
            </li>
          )
        })}
      </ul>
      {meta.total > hits.length && (
        <p className="mt-1 text-sm text-muted">
          The first {hits.length} of {meta.total.toLocaleString()}. More words find fewer.
        </p>
      )}
    </section>
  )
}
