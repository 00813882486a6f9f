/** Applies events of articles to the counts of the tree and to the opened article. */
import type { QueryClient } from '@tanstack/react-query'
import type { KbArticle, SkeinEvent } from '@skein/client'
import { allItemsKey } from '../catalogue/catalogue-cache.ts'

export const articleKey = (id: string) => ['record', 'kb_article', id] as const
export const countsKey = ['kb-counts'] as const

const counted: ReadonlySet<string> = new Set(['status', 'hasUnpublishedChanges', 'collectionId'])

export function applyArticleEvent(queries: QueryClient, event: SkeinEvent): void {
  // Safe because the object of these events is an article, and an update has its previous values.
  const { object, previous = {} } = event.data as { object: Partial<KbArticle> & { id: string }; previous?: object }
  const isCounted = !event.type.endsWith('.updated') || Object.keys(previous).some((name) => counted.has(name))
  if (isCounted) {
    void queries.invalidateQueries({ queryKey: countsKey })
    void queries.invalidateQueries({ queryKey: allItemsKey('kb_collection') })
  }
  const opened = queries.getQueryData<{ record: KbArticle }>(articleKey(object.id))
  if (opened && (object.version ?? 0) > opened.record.version) void queries.invalidateQueries({ queryKey: articleKey(object.id) })
}
