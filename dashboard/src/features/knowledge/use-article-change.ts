import { useMutation } from '@tanstack/react-query'
import type { KbArticle } from '@skein/client'
import { useApi } from '../../api/api.ts'
import { t } from '../../texts/texts.ts'
import { formatMoment } from '../../ui/time.ts'
import { showToast } from '../../ui/toasts.ts'
import type { ReadArticle } from './article-draft.ts'

export type ArticleChange = 'publish' | 'unpublish' | 'archive' | 'cancel' | { at: string }

/** Publishes, schedules, unpublishes or archives an article. */
export function useArticleChange(onRead: (read: { data: KbArticle; etag: string | null }) => void) {
  const { skein } = useApi()
  return useMutation({
    mutationFn: async ({ what, read }: { what: ArticleChange; read: ReadArticle }) => {
      // If-Match prevents publishing a colleague's changes that this user has not seen.
      const match = read.etag === null ? {} : { ifMatch: read.etag }
      const options = { path: { id: read.record.id }, idempotencyKey: crypto.randomUUID(), ...match }
      if (what === 'unpublish') return skein.updateKbArticle({ ...options, body: { status: 'DRAFT' } })
      if (what === 'archive') return skein.updateKbArticle({ ...options, body: { status: 'ARCHIVED' } })
      const body = what === 'cancel' ? { publishAt: null } : what === 'publish' ? {} : { publishAt: what.at }
      return skein.publishKbArticle({ ...options, body })
    },
    onSuccess(changed, { what }) {
      onRead(changed)
      showToast({ kind: 'done', text: describeChange(what, changed.data) })
    },
  })
}

/** Toast text for a finished operation. */
function describeChange(what: ArticleChange, { title, publishAt }: KbArticle): string {
  if (what === 'publish') return t('Published {title}.', { title })
  if (what === 'unpublish') return t('Unpublished {title}.', { title })
  if (what === 'archive') return t('Archived {title}.', { title })
  if (what === 'cancel' || publishAt === null) return t('{title} is no longer scheduled.', { title })
  return t('We’ll publish {title} {time}.', { title, time: formatMoment(publishAt) })
}
