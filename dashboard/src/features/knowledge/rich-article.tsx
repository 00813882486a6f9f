import { useEffect, useState, type ComponentType, type Ref } from 'react'
import { describeFailure, useApi } from '../../api/api.ts'
import { newIdempotencyKey } from '../../api/idempotency-key.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/delayed.tsx'
import { showToast } from '../../ui/toasts.ts'
import type { ArticleField as Field } from '../editor/article-field.tsx'
import type { ArticleText } from './article-draft.ts'
import { findUploadIds, getUploadPath } from './picture-addresses.ts'

type RichArticleProps = {
  handle: Ref<{ focus: () => void } | null>
  text: ArticleText
  loadId: number
  isReadOnly: boolean
  toolbarPlace: HTMLElement | null
  onWrite: (html: string) => void
  onSource: () => void
}
type Parts = { Field: ComponentType<Parameters<typeof Field>[0]>; render: (body: string, bodyFormat: unknown) => string }

/** The editor, loaded with the first article. Markdown and plain text are converted for it, and stored as HTML with the first change. */
export function RichArticle({ handle, text, loadId, isReadOnly, toolbarPlace, onWrite, onSource }: RichArticleProps) {
  const { skein } = useApi()
  const [parts, setParts] = useState<Parts | null>(null)
  const [problem, setProblem] = useState(false)
  useEffect(() => {
    let isCurrent = true
    const load = async (): Promise<void> => {
      const [{ ArticleField }, { renderDraft }] = await Promise.all([
        import('../editor/article-field.tsx'),
        import('../editor/render-draft.ts'),
      ])
      if (isCurrent) setParts({ Field: ArticleField, render: renderDraft })
    }
    load().catch(() => setProblem(true))
    return () => {
      isCurrent = false
    }
  }, [])
  const upload = async (file: File): Promise<string | null> => {
    try {
      const { data } = await skein.createUpload({ body: { file }, idempotencyKey: newIdempotencyKey(), timeoutMs: 600_000 })
      return getUploadPath(data.id)
    } catch (error) {
      showToast({
        kind: 'problem',
        text: t('We couldn’t upload {file}. {reason}', { file: file.name, reason: describeFailure(error).text }),
      })
      return null
    }
  }
  const resolvePicture = async (source: string): Promise<string | null> => {
    const [id] = findUploadIds(source)
    if (id === undefined) return null
    // A deleted picture shows its description.
    return skein.getUpload({ path: { id } }).then(
      ({ data }) => data.url,
      () => null,
    )
  }
  if (problem)
    return (
      <p className="order-2 text-text-2">
        {t('We couldn’t load the editor. Are you online?')}{' '}
        <Button look="plain" className="underline" onClick={onSource}>
          {t('Edit the source')}
        </Button>
      </p>
    )
  return (
    <div className="contents">
      {parts ? (
        <parts.Field
          handle={handle}
          html={text.bodyFormat === 'html' ? text.body : parts.render(text.body, text.bodyFormat)}
          loadId={loadId}
          isReadOnly={isReadOnly}
          toolbarPlace={toolbarPlace}
          onWrite={onWrite}
          onUpload={upload}
          resolvePicture={resolvePicture}
        />
      ) : (
        <div className="order-2">
          <Skeleton />
        </div>
      )}
      {text.bodyFormat === 'markdown' && !isReadOnly && (
        <p className="order-4 mt-6 flex flex-wrap items-center gap-x-2 border-t border-line-soft pt-3 text-xs text-muted">
          {t('This article is written in Markdown. The first change here stores it as HTML.')}
          <Button look="plain" size="small" className="px-0! underline" onClick={onSource}>
            {t('Edit as Markdown')}
          </Button>
        </p>
      )}
    </div>
  )
}
