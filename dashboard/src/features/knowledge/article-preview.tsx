import { useQuery } from '@tanstack/react-query'
import type { KbArticle } from '@skein/client'
import { useApi } from '../../api/api.ts'
import { t } from '../../texts/texts.ts'
import { Problem } from '../../ui/problem.tsx'
import type { ArticleText } from './article-draft.ts'
import { ArticleFrame } from './article-frame.tsx'
import { TypedPreview } from './typed-preview.tsx'

type ArticlePreviewProps = {
  text: ArticleText
  /** The saved article, if the text on the screen is the same. */
  saved: KbArticle | null
}

/**
 * Preview of an article as readers see it. The service renders a saved article; the browser renders unsaved changes, so that they are not
 * sent.
 */
export function ArticlePreview({ text, saved }: ArticlePreviewProps) {
  return (
    <section aria-label={t('Preview')} className="order-1 w-full pt-2">
      <p dir="auto" className="mb-3 text-[1.75rem]/8.5 font-semibold tracking-[-0.022em] wrap-anywhere">
        {text.title}
      </p>
      {saved ? <SavedPreview article={saved} /> : <TypedPreview text={text} />}
    </section>
  )
}

function SavedPreview({ article: { id, version, body } }: { article: KbArticle }) {
  const { skein } = useApi()
  const preview = useQuery({
    queryKey: ['kb-preview', id, version],
    queryFn: async ({ signal }) => (await skein.previewKbArticle({ path: { id }, signal })).data,
  })
  if (preview.error) return <Problem error={preview.error} onRetry={() => void preview.refetch()} />
  if (!preview.data) return null
  return <ArticleFrame id={`preview-${id}-${version}`} html={preview.data.html} title={t('Preview of the article')} text={body} />
}
