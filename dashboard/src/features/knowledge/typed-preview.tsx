import { useEffect, useState } from 'react'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Eye } from '../../ui/icons.ts'
import type { Values } from '../../ui/form/fields.ts'
import { ArticleFrame } from './article-frame.tsx'

/** The preview is rendered when typing pauses. */
const typingPauseMs = 250

/** A live preview of the unsaved text. */
export function TypedPreview({ values }: { values: Values }) {
  const [isShown, setShown] = useState(false)
  const [html, setHtml] = useState<string | null>(null)
  const { bodyFormat } = values
  const body = typeof values['body'] === 'string' ? values['body'] : ''
  useEffect(() => {
    if (!isShown) return
    let isCurrent = true
    const show = async (): Promise<void> => {
      const { renderDraft: draftHtml } = await import('./render-draft.ts')
      if (isCurrent) setHtml(draftHtml(body, bodyFormat))
    }
    // If the renderer fails to load, the text stays in the form and the preview is not shown.
    const timer = setTimeout(() => void show().catch(() => undefined), typingPauseMs)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [isShown, body, bodyFormat])
  return (
    <section aria-label={t('Preview of your text')}>
      <Button icon={Eye} aria-expanded={isShown} onClick={() => setShown(!isShown)}>
        {isShown ? t('Hide preview') : t('Preview as you type')}
      </Button>
      {isShown && html !== null && (
        <div className="mt-2 rounded-lg border border-line bg-surface px-4 py-3">
          {body.trim() === '' ? (
            <p className="text-muted">{t('Start writing to see the preview.')}</p>
          ) : (
            <ArticleFrame id="typed-article" html={html} title={t('Your text as readers see it')} text={body} />
          )}
        </div>
      )}
    </section>
  )
}
