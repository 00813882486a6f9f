import { useEffect, useState } from 'preact/hooks'
import type { WidgetArticleText } from '../../../client/visitor.ts'
import { go } from '../actions.ts'
import { Html } from '../html.tsx'
import { Icon } from '../icons.tsx'
import { describeError } from '../problems.ts'
import { client, key, mayWrite } from '../session.ts'
import type { Route } from '../state.ts'
import { t, visitorLocale } from '../texts.ts'
import { CloseButton } from './parts.tsx'

/** An article, and the way to a person for whom it is no answer. */
export function Article({ slug, back }: { slug: string; back: Route }) {
  const [shown, setShown] = useState<WidgetArticleText | string | null>(null)
  useEffect(() => {
    const stop = new AbortController()
    client
      .call<WidgetArticleText>('GET', `/articles/${encodeURIComponent(slug)}?key=${key}&locale=${visitorLocale}`, undefined, stop.signal)
      .then(setShown, (error: unknown) => stop.signal.aborted || setShown(describeError(error)))
    return () => stop.abort()
  }, [slug])
  return (
    <>
      <header class="top">
        <button type="button" class="round" aria-label={t('Back')} onClick={() => go(back)}>
          <Icon of="back" />
        </button>
        <h1>{t('Help')}</h1>
        {shown !== null && typeof shown === 'object' && shown.url !== null && (
          <a class="round" href={shown.url} target="_blank" rel="noopener" aria-label={t('Open in a new tab')}>
            <Icon of="external" size={18} />
          </a>
        )}
        <CloseButton />
      </header>
      <article class="article" aria-busy={shown === null}>
        {typeof shown === 'string' && <p role="alert">{shown}</p>}
        {shown !== null && typeof shown === 'object' && (
          <>
            <h2 dir="auto">{shown.title}</h2>
            <div dir="auto">
              <Html text={shown.html} />
            </div>
            {back.name !== 'conversation' && mayWrite() && (
              <button type="button" class="primary" onClick={() => go({ name: 'conversation', threadId: null })}>
                {t('Still need help? Write to us')}
              </button>
            )}
          </>
        )}
      </article>
    </>
  )
}
