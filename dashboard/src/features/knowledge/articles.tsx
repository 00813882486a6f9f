import { useEffect, useRef, useState } from 'react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, Navigate, Outlet, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import type { KbArticle, KbCollection } from '@skein/client'
import { describeFailure, useApi } from '../../api/api.ts'
import { useRights } from '../../api/rights.ts'
import { formatLocale } from '../../texts/language.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/delayed.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ArrowUpDown, ChevronLeft, FileText, Folder, ListFilter, Lock, Plus } from '../../ui/icons.ts'
import { MenuButton } from '../../ui/menu.tsx'
import { Picker } from '../../ui/picker.tsx'
import { Problem } from '../../ui/problem.tsx'
import { showToast } from '../../ui/toasts.ts'
import { useDebounced } from '../../ui/use-debounced.ts'
import { fromListBesideThread, fromThreePanes, fromTwoPanes, useMedia } from '../../ui/use-media.ts'
import { useTitle } from '../../ui/use-title.ts'
import { applyItemChange } from '../catalogue/catalogue-cache.ts'
import { useAllItems } from '../catalogue/use-catalogue.ts'
import { ArticleRows } from './article-rows.tsx'
import { readArticleSearch, type ArticleSearch } from './article-search.ts'
import { collectionSource } from './collection-source.ts'
import { pickCollection } from './knowledge-tree.tsx'
import { TreeButton } from './knowledge-shell.tsx'
import { PeopleLookForThis } from './people-look-for-this.tsx'
import { computeChanges, findStepTarget, getChildren, type Branch, type Position } from './tree-moves.ts'
import { articleKey } from './article-events.ts'
import { useArticles } from './use-articles.ts'

const maxHits = 10

/** List of articles, with the chosen one beside it. Narrow screens show one of the two. */
export function ArticlesScreen() {
  const search = readArticleSearch(useSearch({ strict: false }))
  const { articleId } = useParams({ strict: false })
  const isBeside = useMedia(fromListBesideThread)
  const whyNot = useRights().whyNot('listKbArticles')
  useTitle(t('Articles'))
  const { open, ...rest } = search
  if (open !== undefined) return <Navigate to="/knowledge/articles/$articleId" params={{ articleId: open }} search={rest} replace />
  if (whyNot !== null) return <p className="m-5 h-fit rounded-lg border border-line bg-surface px-4 py-3 text-text-2">{whyNot}</p>
  return (
    <>
      {(isBeside || articleId === undefined) && <ArticleList search={search} articleId={articleId} />}
      {articleId === undefined ? isBeside && <NothingChosen /> : <Outlet />}
    </>
  )
}

function NothingChosen() {
  return (
    <section aria-label={t('Article')} className="grid min-w-0 flex-1 place-items-center p-8">
      <p className="flex max-w-80 flex-col items-center gap-2 text-center text-balance text-muted">
        <Icon of={FileText} size={20} />
        {t('Choose an article to read or edit it.')}
      </p>
    </section>
  )
}

function ArticleList({ search, articleId }: { search: ArticleSearch; articleId: string | undefined }) {
  const { skein, queries } = useApi()
  const rights = useRights()
  const navigate = useNavigate()
  const isTwo = useMedia(fromTwoPanes)
  const isWide = useMedia(fromThreePanes)
  const { q = '', collectionId, status, unpublished } = search
  const settled = useDebounced(q).trim()
  const { data: collections = [] } = useAllItems(collectionSource)
  const list = useArticles({ ...search, q: settled }, true)
  const found = useQuery({
    queryKey: ['kb-search', settled],
    enabled: settled !== '',
    staleTime: 10_000,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => (await skein.searchKb({ query: { q: settled, limit: maxHits }, signal })).data,
  })
  const [announcement, setAnnouncement] = useState('')
  const [moving, setMoving] = useState<KbArticle | null>(null)
  const lastMove = useRef<Promise<void>>(Promise.resolve())
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = list
  const isSortable = collectionId !== undefined && settled === '' && rights.whyNot('updateKbArticle') === null
  // A collection is shown in the order of readers, for which all of its articles are needed.
  useEffect(() => {
    if (collectionId !== undefined && hasNextPage && !isFetchingNextPage) void fetchNextPage()
  }, [collectionId, hasNextPage, isFetchingNextPage, fetchNextPage])
  const loaded = list.data?.pages.flatMap(({ data }) => data) ?? []
  const rows = collectionId === undefined ? loaded : loaded.toSorted(compareAsReaders)
  const hits = settled === '' ? [] : (found.data ?? []).filter((hit) => !rows.some(({ id }) => id === hit.articleId))
  const total = (list.data?.pages.at(-1)?.meta.total ?? 0) + hits.length
  const name = getListName(search, collections.find(({ id }) => id === collectionId)?.name)
  const move = (article: KbArticle, position: Position | null): void => {
    const branches: Branch[] = rows.map(({ id, title, order }) => ({ id, name: title, parentId: null, order }))
    const changes = position ? computeChanges(branches, article.id, position) : []
    if (changes.length === 0) return
    for (const { id, order } of changes) {
      const known = rows.find((each) => each.id === id)
      if (known) applyItemChange(queries, 'kb_article', { ...known, order }, 'changed')
    }
    const place = position?.before == null ? rows.length : Math.max(1, rows.findIndex(({ id }) => id === position.before) + 1)
    setAnnouncement(t('{name} is now number {place}.', { name: article.title, place }))
    lastMove.current = lastMove.current.then(async () => {
      try {
        for (const { id, order } of changes) {
          const { data, etag } = await skein.updateKbArticle({ path: { id }, body: { order } })
          applyItemChange(queries, 'kb_article', data, 'changed')
          if (queries.getQueryData(articleKey(id))) queries.setQueryData(articleKey(id), { record: data, etag })
        }
      } catch (failure) {
        showToast({
          kind: 'problem',
          text: t('We couldn’t move {name}. {problem}', { name: article.title, problem: describeFailure(failure).text }),
        })
        await queries.invalidateQueries({ queryKey: ['catalogue', 'kb_article'] })
      }
    })
  }
  const branches = (): Branch[] => rows.map(({ id, title, order }) => ({ id, name: title, parentId: null, order }))
  // An article has the page's first heading.
  const Heading = articleId === undefined ? 'h1' : 'h2'
  const filter = (next: ArticleSearch['status']): void =>
    void navigate({ to: '.', search: { ...pickCollection(search), ...(q ? { q } : {}), ...(next ? { status: next } : {}) } })
  return (
    <section
      aria-label={name}
      className="flex min-w-0 flex-col overflow-y-auto border-line max-[56.25rem]:flex-1 min-[56.25rem]:w-83 min-[56.25rem]:shrink-0 min-[56.25rem]:border-e"
    >
      <header className="sticky top-0 z-10 flex min-h-13 shrink-0 items-center gap-2 border-b border-line bg-surface py-2 ps-4 pe-2.5">
        {!isTwo && (
          <Button look="plain" className="-ms-2 px-2!" aria-label={t('Knowledge base')} onClick={() => void navigate({ to: '/knowledge' })}>
            <Icon of={ChevronLeft} className="rtl:-scale-x-100" />
          </Button>
        )}
        {isTwo && !isWide && <TreeButton />}
        <Heading className="min-w-0 truncate text-md font-semibold">{name}</Heading>
        <span className="me-auto text-sm text-muted tabular-nums" aria-live="polite">
          {list.data ? total.toLocaleString(formatLocale) : ''}
        </span>
        {unpublished === undefined && (
          <MenuButton
            label={t('Status')}
            icon={ListFilter}
            side="bottom-end"
            className={status === undefined ? '' : 'bg-press text-text!'}
            items={[
              { label: t('Any status'), isOn: status === undefined, onSelect: () => filter(undefined) },
              { label: t('Draft'), isOn: status === 'DRAFT', onSelect: () => filter('DRAFT') },
              { label: t('Published'), isOn: status === 'PUBLISHED', onSelect: () => filter('PUBLISHED') },
              { label: t('Archived'), isOn: status === 'ARCHIVED', onSelect: () => filter('ARCHIVED') },
            ]}
          />
        )}
        <Button
          size="small"
          icon={Plus}
          hidden={rights.whyNot('createKbArticle') !== null}
          onClick={() =>
            void navigate({ to: '/knowledge/articles/$articleId', params: { articleId: 'new' }, search: pickCollection(search) })
          }
        >
          {t('Article')}
        </Button>
      </header>
      {list.isPending && (
        <div className="p-4">
          <Skeleton rows={6} />
        </div>
      )}
      {list.error && (
        <div className="p-4">
          <Problem error={list.error} onRetry={() => void list.refetch()} />
        </div>
      )}
      {settled === '' && collectionId !== undefined && <InnerCollections collections={getChildren(collections, collectionId)} />}
      {rows.length + hits.length > 0 && (
        <ArticleRows
          rows={rows}
          hits={hits}
          search={search}
          articleId={articleId}
          {...(isSortable
            ? {
                onMove: move,
                onStep: (article: KbArticle, step: 'up' | 'down') => move(article, findStepTarget(branches(), article.id, step)),
                renderMove: (article: KbArticle) => (
                  <button
                    type="button"
                    aria-haspopup="dialog"
                    aria-label={t('Move {name}', { name: article.title })}
                    data-tip={t('Move {name}', { name: article.title })}
                    className="absolute end-2 top-1/2 inline-grid size-7 -translate-y-1/2 place-items-center rounded-md bg-surface text-muted opacity-0 hover:text-text focus-visible:opacity-100 group-hover:opacity-100 group-focus-within:opacity-100 pointer-coarse:opacity-100 max-md:size-11"
                    onClick={() => setMoving(article)}
                  >
                    <Icon of={ArrowUpDown} />
                  </button>
                ),
              }
            : {})}
        />
      )}
      {list.data && rows.length + hits.length === 0 && (
        <p className="px-6 py-10 text-center text-balance text-text-2">
          {settled !== ''
            ? t('No article contains “{text}”.', { text: settled })
            : status === undefined && unpublished === undefined
              ? t('No articles yet. Start with an answer you often give.')
              : t('Nothing matches.')}{' '}
          {(settled !== '' || status !== undefined) && (
            <Button look="plain" className="underline" onClick={() => void navigate({ to: '.', search: pickCollection(search) })}>
              {t('Clear filters')}
            </Button>
          )}
        </p>
      )}
      {hasNextPage && collectionId === undefined && (
        <Button className="m-3" disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('Show more ({shown} of {total})', { shown: rows.length, total })}
        </Button>
      )}
      {list.data && settled === '' && <PeopleLookForThis search={search} articles={rows} />}
      <p role="status" className="sr-only">
        {announcement}
      </p>
      {moving && (
        <Picker
          label={t('Move {name}', { name: moving.title })}
          options={(['up', 'down'] as const)
            .filter((step) => findStepTarget(branches(), moving.id, step) !== null)
            .map((step) => ({ id: step, name: step === 'up' ? t('Up') : t('Down'), detail: step === 'up' ? 'Alt ↑' : 'Alt ↓' }))}
          onPick={(step) => move(moving, findStepTarget(branches(), moving.id, step === 'up' ? 'up' : 'down'))}
          onClose={() => setMoving(null)}
        />
      )}
    </section>
  )
}

/** Links to the collections inside the shown collection. */
function InnerCollections({ collections }: { collections: readonly KbCollection[] }) {
  return (
    <ul className="grid grid-cols-1 empty:hidden">
      {collections.map(({ id, name, visibility, articleCount }) => (
        <li key={id} className="border-b border-line-soft">
          <Link
            to="/knowledge/articles"
            search={{ collectionId: id }}
            className="flex min-h-11 items-center gap-2.5 px-4 font-medium outline-offset-[-2px] hover:bg-hover"
          >
            <Icon of={visibility === 'INTERNAL' ? Lock : Folder} className="-ms-1 text-muted" />
            <span className="min-w-0 truncate">{name}</span>
            <span className="ms-auto text-xs font-normal text-muted tabular-nums">{articleCount.toLocaleString(formatLocale)}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

function compareAsReaders(one: KbArticle, other: KbArticle): number {
  return one.order - other.order || one.title.localeCompare(other.title)
}

function getListName({ q, status, unpublished }: ArticleSearch, collection: string | undefined): string {
  if (collection !== undefined) return collection
  if (q !== undefined) return t('Search results')
  if (unpublished) return t('Unpublished changes')
  if (status === 'DRAFT') return t('Drafts')
  return t('All articles')
}
