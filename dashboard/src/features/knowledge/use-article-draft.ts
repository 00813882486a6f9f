import { useEffect, useState, useSyncExternalStore } from 'react'
import { useApi } from '../../api/api.ts'
import { useIsReachable } from '../../api/reachability.ts'
import { applyItemChange } from '../catalogue/catalogue-cache.ts'
import { useMeId } from '../threads/use-threads.ts'
import { createArticleDraft, type ArticleDraft, type DraftState, type ReadArticle } from './article-draft.ts'
import type { ArticleSearch } from './article-search.ts'
import { articleKey } from './article-events.ts'

/**
 * The text that the page edits. `opened` is the article as it was last read, which also changes when another user saves; null for a new
 * article.
 */
export function useArticleDraft(
  opened: ReadArticle | null,
  { collectionId, title }: ArticleSearch,
  onCreated: (id: string) => void,
): { draft: ArticleDraft; state: DraftState; onRead: (read: ReadArticle) => void } {
  const { skein, queries } = useApi()
  const userId = useMeId()
  const isReachable = useIsReachable()
  const putInCache = (read: ReadArticle, isNew: boolean): void => {
    queries.setQueryData(articleKey(read.record.id), read)
    applyItemChange(queries, 'kb_article', read.record, isNew ? 'new' : 'changed')
  }
  const [draft] = useState(() => {
    const initial = { ...(collectionId === undefined ? {} : { collectionId }), ...(title === undefined ? {} : { title }) }
    return createArticleDraft({
      skein,
      storage: localStorage,
      userId,
      read: opened,
      initial,
      onSaved(read, isNew) {
        putInCache(read, isNew)
        if (isNew) onCreated(read.record.id)
      },
    })
  })
  const state = useSyncExternalStore(draft.subscribe, draft.get)
  useEffect(() => {
    if (opened) draft.adopt(opened)
  }, [draft, opened])
  useEffect(() => {
    if (isReachable && draft.get().save === 'failed') void draft.flush()
  }, [draft, isReachable])
  useEffect(() => {
    const saveNow = (): void => void (document.visibilityState === 'hidden' && draft.flush())
    document.addEventListener('visibilitychange', saveNow)
    return () => {
      document.removeEventListener('visibilitychange', saveNow)
      draft.close()
    }
  }, [draft])
  return {
    draft,
    state,
    onRead(read) {
      putInCache(read, false)
      draft.adopt(read)
    },
  }
}
