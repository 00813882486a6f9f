import { signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { WidgetArticle } from '../../../client/visitor.ts'
import { go } from '../actions.ts'
import { Icon } from '../icons.tsx'
import { describeError } from '../problems.ts'
import { client, key } from '../session.ts'
import type { Route } from '../state.ts'
import { t, visitorLocale } from '../texts.ts'
import { CloseButton } from './parts.tsx'

const query = signal('')
const results = signal<{ query: string; articles: WidgetArticle[] } | { query: string; error: string } | null>(null)
const typingMs = 250

/** Searches articles; without a query shows the first ones. Home and the help tab share what was searched. */
export function ArticleSearch({ limit, back }: { limit: number; back: Route }) {
  const { value } = query
  useEffect(() => {
    if (results.value?.query === value) return
    const stop = new AbortController()
    const timer = setTimeout(
      async () => {
        try {
          const articles = await client.call<WidgetArticle[]>('GET', getPath(value), undefined, stop.signal)
          results.value = { query: value, articles }
        } catch (error) {
          if (!stop.signal.aborted) results.value = { query: value, error: describeError(error) }
        }
      },
      value === '' ? 0 : typingMs,
    )
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [value])
  const found = results.value
  const articles = found && 'articles' in found ? found.articles.slice(0, limit) : []
  return (
    <>
      <label class="search">
        <Icon of="search" size={18} />
        <input
          type="search"
          value={query}
          maxLength={200}
          dir="auto"
          placeholder={t('Search for help')}
          aria-label={t('Search for help')}
          onInput={({ currentTarget }) => (query.value = currentTarget.value)}
        />
      </label>
      <div role="status" class="results">
        {found && 'error' in found && <p class="row">{found.error}</p>}
        {found && 'articles' in found && articles.length === 0 && value !== '' && <p class="row">{t('Nothing found. Try fewer words.')}</p>}
      </div>
      {articles.map((article) => (
        <button type="button" class="row" key={article.id} onClick={() => go({ name: 'article', slug: article.slug, back })}>
          <span class="grow" dir="auto">
            {article.title}
          </span>
          <Icon of="forward" size={18} />
        </button>
      ))}
    </>
  )
}

function getPath(text: string): string {
  return `/articles?key=${key}&locale=${visitorLocale}${text.trim() === '' ? '' : `&q=${encodeURIComponent(text.trim())}`}`
}

export function Help() {
  return (
    <>
      <header class="top">
        <h1>{t('Help')}</h1>
        <CloseButton />
      </header>
      <div class="list">
        <ArticleSearch limit={20} back={{ name: 'help' }} />
      </div>
    </>
  )
}
