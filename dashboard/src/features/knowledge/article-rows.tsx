import { useState, type DragEvent, type ReactNode } from 'react'
import { Link } from '@tanstack/react-router'
import type { KbArticle, KbSearchHit } from '@skein/client'
import { formatLocale } from '../../texts/language.ts'
import { t } from '../../texts/texts.ts'
import { Icon } from '../../ui/icon.tsx'
import { Eye, Globe, Lock, ThumbsUp } from '../../ui/icons.ts'
import { formatMoment } from '../../ui/time.ts'
import { userSource } from '../catalogue/sources.ts'
import { useAllItems } from '../catalogue/use-catalogue.ts'
import { FoundText } from '../inbox/found-text.tsx'
import type { ArticleSearch } from './article-search.ts'
import { describeState } from './article-state.tsx'
import type { Position } from './tree-moves.ts'

type RowsProps = {
  rows: readonly KbArticle[]
  /** Published articles that contain the searched words elsewhere than in their title. */
  hits: readonly KbSearchHit[]
  search: ArticleSearch
  articleId: string | undefined
  /** Absent when users cannot change the order of the list. */
  onMove?: (article: KbArticle, position: Position) => void
  onStep?: (article: KbArticle, step: 'up' | 'down') => void
  renderMove?: (article: KbArticle) => ReactNode
}

/** Rows of the list of articles. In a collection they are moved by drag and drop, with Alt and the arrow keys, or from a menu. */
export function ArticleRows({ rows, hits, search, articleId, onMove, onStep, renderMove }: RowsProps) {
  const [dragged, setDragged] = useState<string | null>(null)
  const [target, setTarget] = useState<{ id: string; isAfter: boolean } | null>(null)
  const { data: people = [] } = useAllItems(userSource)
  const usual = findUsualLocale(rows)
  const getTarget = (event: DragEvent, id: string): typeof target => {
    if (dragged === null) return null
    const { top, height } = event.currentTarget.getBoundingClientRect()
    return { id, isAfter: (event.clientY - top) / height > 0.5 }
  }
  const endDrag = (): void => {
    setDragged(null)
    setTarget(null)
  }
  const drop = ({ id, isAfter }: { id: string; isAfter: boolean }): void => {
    const article = rows.find((each) => each.id === dragged)
    const others = rows.filter((each) => each.id !== dragged)
    const at = others.findIndex((each) => each.id === id)
    if (article && id !== dragged) onMove?.(article, { parentId: null, before: others[isAfter ? at + 1 : at]?.id ?? null })
  }
  return (
    <ul className="grid grid-cols-1">
      {rows.map((article) => (
        // Rows are also moved with the keys of their link, and from a menu.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- see above.
        <li
          key={article.id}
          data-article={article.title}
          draggable={onMove !== undefined}
          className={`group relative border-b border-line-soft ${dragged === article.id ? 'opacity-50' : ''}`}
          onDragStart={(event) => {
            if (!onMove) return
            event.dataTransfer.setData('text/plain', article.title)
            event.dataTransfer.effectAllowed = 'move'
            setDragged(article.id)
          }}
          onDragOver={(event) => {
            const next = getTarget(event, article.id)
            if (next) event.preventDefault()
            if (next?.id !== target?.id || next?.isAfter !== target?.isAfter) setTarget(next)
          }}
          onDrop={(event) => {
            event.preventDefault()
            const last = getTarget(event, article.id)
            endDrag()
            if (last) drop(last)
          }}
          onDragEnd={endDrag}
        >
          {target?.id === article.id && target.id !== dragged && (
            <span aria-hidden className={`absolute inset-x-0 z-1 h-0.5 bg-fill ${target.isAfter ? '-bottom-px' : '-top-px'}`} />
          )}
          <Link
            id={`article-${article.id}`}
            to="/knowledge/articles/$articleId"
            params={{ articleId: article.id }}
            search={search}
            draggable={false}
            aria-current={article.id === articleId ? 'page' : undefined}
            className={`block min-h-15 px-4 py-2.5 outline-offset-[-2px] ${article.id === articleId ? 'bg-tint shadow-[inset_3px_0_0_var(--accent)] rtl:shadow-[inset_-3px_0_0_var(--accent)]' : 'hover:bg-hover'}`}
            onKeyDown={(event) => {
              const step = event.key === 'ArrowUp' ? 'up' : event.key === 'ArrowDown' ? 'down' : null
              if (!event.altKey || step === null || !onStep) return
              event.preventDefault()
              onStep(article, step)
              // The row moves in the list, so restore the focus for the next key press.
              setTimeout(() => document.getElementById(`article-${article.id}`)?.focus())
            }}
          >
            <span className="flex items-center gap-2.5">
              <StateDot article={article} />
              <span dir="auto" className="min-w-0 truncate font-medium">
                {article.title}
              </span>
              {article.visibility === 'INTERNAL' && (
                <>
                  <Icon of={Lock} size={14} className="text-muted" />
                  <span className="sr-only">{t('Internal')}</span>
                </>
              )}
            </span>
            <span className="flex flex-wrap gap-x-3 ps-4.5 pt-0.5 text-xs text-muted tabular-nums">
              <Facts
                article={article}
                locale={article.locale === usual ? null : article.locale}
                author={people.find(({ id }) => id === article.authorId)?.name ?? t('Former user')}
              />
            </span>
          </Link>
          {renderMove?.(article)}
        </li>
      ))}
      {hits.map(({ articleId: id, title, matches }) => {
        const match = matches.find(({ field }) => field === 'body') ?? matches[0]
        return (
          <li key={id} className="border-b border-line-soft">
            <Link
              to="/knowledge/articles/$articleId"
              params={{ articleId: id }}
              search={search}
              aria-current={id === articleId ? 'page' : undefined}
              className={`block min-h-15 px-4 py-2.5 outline-offset-[-2px] ${id === articleId ? 'bg-tint' : 'hover:bg-hover'}`}
            >
              <span className="flex items-center gap-2.5">
                <span aria-hidden className="size-2 shrink-0 rounded-full bg-success" />
                <span className="sr-only">{t('Published')}</span>
                <span dir="auto" className="min-w-0 truncate font-medium">
                  {title}
                </span>
              </span>
              {match && (
                <span className="flex min-w-0 ps-4.5 pt-0.5 text-xs text-muted">
                  <FoundText match={match} />
                </span>
              )}
            </Link>
          </li>
        )
      })}
    </ul>
  )
}

/** Returns the language of most articles, which their rows do not repeat. */
function findUsualLocale(rows: readonly KbArticle[]): string | undefined {
  const counts = Map.groupBy(rows, ({ locale }) => locale)
  return [...counts].toSorted(([, one], [, other]) => other.length - one.length)[0]?.[0]
}

/** Shape and colour of an article's state: filled for readers, half for unpublished changes, hollow for drafts. */
function StateDot({ article }: { article: KbArticle }) {
  const { status, hasUnpublishedChanges, publishAt } = article
  const look =
    status === 'ARCHIVED'
      ? 'rounded-[2px] bg-line-strong'
      : status === 'DRAFT'
        ? 'rounded-full border-[1.5px] border-line-strong'
        : hasUnpublishedChanges || publishAt !== null
          ? 'rounded-full border-[1.5px] border-warning bg-linear-to-r from-warning from-50% to-transparent to-50%'
          : 'rounded-full bg-success'
  return (
    <>
      <span aria-hidden data-tip={describeState(article)} className={`size-2 shrink-0 ${look}`} />
      <span className="sr-only">{describeState(article)}</span>
    </>
  )
}

type FactsProps = { article: KbArticle; author: string /** Null for the usual language. */; locale: string | null }

function Facts({ article, author, locale }: FactsProps) {
  const { status, views, helpful, notHelpful, hasUnpublishedChanges, updatedAt, publishAt } = article
  const language = locale !== null && (
    <span className="inline-flex items-center gap-1">
      <Icon of={Globe} size={12} />
      {locale}
    </span>
  )
  if (status === 'ARCHIVED') return <>{t('Archived')}</>
  if (status === 'DRAFT')
    return (
      <>
        <span>{t('Draft by {name}', { name: author })}</span>
        <span>{publishAt === null ? t('Not visible yet') : describeState(article)}</span>
        {language}
      </>
    )
  const votes = helpful + notHelpful
  return (
    <>
      <span className="inline-flex items-center gap-1" data-tip={t('Page views')}>
        <Icon of={Eye} size={12} />
        <span className="sr-only">{t('Page views')}</span>
        {views.toLocaleString(formatLocale)}
      </span>
      {votes > 0 && (
        <span className="inline-flex items-center gap-1" data-tip={t('{helpful} of {all} found it helpful', { helpful, all: votes })}>
          <Icon of={ThumbsUp} size={12} />
          <span className="sr-only">{t('Helpful')}</span>
          {(helpful / votes).toLocaleString(formatLocale, { style: 'percent' })}
        </span>
      )}
      {hasUnpublishedChanges && <span>{t('Changed {time}', { time: formatMoment(updatedAt) })}</span>}
      {language}
    </>
  )
}
