import { useEffect, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import type { Values } from '../../ui/form/fields.ts'
import { ArticleFrame } from './article-frame.tsx'

/** Of typing: a page is not drawn anew for each letter. */
const pauseMs = 250

/** What is typed, as readers would see it, while it is typed. */
export function TypedPreview({ values }: { values: Values }) {
  const [isShown, setShown] = useState(false)
  const [html, setHtml] = useState<string | null>(null)
  const { bodyFormat } = values
  const body = typeof values['body'] === 'string' ? values['body'] : ''
  useEffect(() => {
    if (!isShown) return
    let isCurrent = true
    const show = async (): Promise<void> => {
      const { draftHtml } = await import('./draft-html.ts')
      if (isCurrent) setHtml(draftHtml(body, bodyFormat))
    }
    // Where it cannot be loaded, what is typed stands above all the same.
    const timer = setTimeout(() => void show().catch(() => undefined), pauseMs)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [isShown, body, bodyFormat])
  return (
    <section aria-label="What is typed">
      <Button aria-expanded={isShown} onClick={() => setShown(!isShown)}>
        {isShown ? 'Hide what is typed' : 'Show what is typed'}
      </Button>
      {isShown && html !== null && (
        <div className="mt-2 rounded-md border border-line px-3 py-2">
          {body.trim() === '' ? (
            <p className="text-sm text-muted">Nothing is typed yet.</p>
          ) : (
            <ArticleFrame id="typed-article" html={html} title="What is typed, as readers see it" text={body} />
          )}
        </div>
      )}
    </section>
  )
}
