import { useQuery } from '@tanstack/react-query'
import type { KbArticle } from '@skein/client'
import { useApi } from '../../api/api.ts'
import { t } from '../../texts/texts.ts'
import type { Values } from '../../ui/form/fields.ts'
import { Problem } from '../../ui/problem.tsx'
import { ArticleFrame } from './article-frame.tsx'
import { TypedPreview } from './typed-preview.tsx'

type ArticlePreviewProps = {
  values: Values
  /** The saved article, if the text in the form is the same. */
  saved: KbArticle | null
}

/**
 * Preview of an article as readers see it. The service renders a saved article; the browser renders unsaved changes, so that they are not
 * sent.
 */
export function ArticlePreview({ values, saved }: ArticlePreviewProps) {
  const { title } = values
  return (
    <section aria-label={t('Preview')} className="mx-auto w-full max-w-150 px-3 py-1.5">
      <p dir="auto" className="mb-3 text-xl font-semibold wrap-anywhere">
        {typeof title === 'string' ? title : ''}
      </p>
      {saved ? <SavedPreview article={saved} /> : <TypedPreview values={values} />}
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
