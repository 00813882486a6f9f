import { useEffect, useState } from 'react'
import { t } from '../../texts/texts.ts'
import type { ArticleText } from './article-draft.ts'
import { ArticleFrame } from './article-frame.tsx'

/** Preview of the unsaved text. */
export function TypedPreview({ text: { body, bodyFormat } }: { text: ArticleText }) {
  const [html, setHtml] = useState<string | null>(null)
  useEffect(() => {
    let isCurrent = true
    const show = async (): Promise<void> => {
      const { renderDraft } = await import('../editor/render-draft.ts')
      if (isCurrent) setHtml(renderDraft(body, bodyFormat))
    }
    // If the renderer fails to load, hide the preview; the text stays in the form.
    show().catch(() => undefined)
    return () => {
      isCurrent = false
    }
  }, [body, bodyFormat])
  if (body.trim() === '') return <p className="text-muted">{t('Start writing to see the preview.')}</p>
  return html !== null && <ArticleFrame id="typed-article" html={html} title={t('Your text as readers see it')} text={body} />
}
