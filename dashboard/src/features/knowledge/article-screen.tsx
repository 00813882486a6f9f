import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useApi } from '../../api/api.ts'
import { t } from '../../texts/texts.ts'
import { Skeleton } from '../../ui/delayed.tsx'
import { Problem } from '../../ui/problem.tsx'
import { ArticlePage } from './article-page.tsx'
import type { ReadArticle } from './article-draft.ts'
import { readArticleSearch } from './article-search.ts'
import { articleKey } from './article-events.ts'

/** One article, or a new one. After the first save of a new article its URL changes, and its page stays. */
export function ArticleScreen() {
  const { skein } = useApi()
  const { articleId = '' } = useParams({ strict: false })
  const search = readArticleSearch(useSearch({ strict: false }))
  const navigate = useNavigate()
  /** The article that the page for new articles has created, and the number of such pages. */
  const [started, setStarted] = useState<{ id: string | null; count: number }>({ id: null, count: 0 })
  const [shownId, setShownId] = useState(articleId)
  const isNew = articleId === 'new'
  if (shownId !== articleId) {
    setShownId(articleId)
    if (isNew) setStarted(({ count }) => ({ id: null, count: count + 1 }))
  }
  const isStarted = isNew || articleId === started.id
  const opened = useQuery({
    queryKey: articleKey(articleId),
    enabled: !isNew,
    // The page edits the latest version. A new article has just been stored in the cache.
    staleTime: isStarted ? Number.POSITIVE_INFINITY : 0,
    gcTime: 0,
    queryFn: async ({ signal }): Promise<ReadArticle> => {
      const { data, etag } = await skein.getKbArticle({ path: { id: articleId }, signal })
      return { record: data, etag }
    },
  })
  const close = (): void => void navigate({ to: '/knowledge/articles', search })
  if (isStarted || opened.data)
    return (
      <ArticlePage
        key={isStarted ? `new ${started.count}` : articleId}
        opened={isNew ? null : (opened.data ?? null)}
        search={search}
        onCreated={(id) => {
          setStarted(({ count }) => ({ id, count }))
          const { title: _, ...rest } = search
          void navigate({ to: '/knowledge/articles/$articleId', params: { articleId: id }, search: rest, replace: true })
        }}
        onClose={close}
      />
    )
  return (
    <section aria-label={t('Article')} className="min-w-0 flex-1 p-6">
      {opened.error ? <Problem error={opened.error} onRetry={() => void opened.refetch()} /> : <Skeleton />}
    </section>
  )
}
