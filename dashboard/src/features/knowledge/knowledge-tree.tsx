import type { ReactNode } from 'react'
import { Link, useNavigate, useSearch, useRouterState } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import type { KbCollection } from '@skein/client'
import { useApi } from '../../api/api.ts'
import { useRights } from '../../api/rights.ts'
import { t } from '../../texts/texts.ts'
import { formatLocale } from '../../texts/language.ts'
import { IconButton } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import {
  ExternalLink,
  FilePen,
  FileText,
  Folder,
  FolderTree,
  Lock,
  Plus,
  SearchX,
  Settings,
  Sparkles,
  SquarePen,
  type IconType,
} from '../../ui/icons.ts'
import { SearchInput } from '../../ui/search-input.tsx'
import { useAllItems } from '../catalogue/use-catalogue.ts'
import { readArticleSearch, type ArticleSearch } from './article-search.ts'
import { collectionSource } from './collection-source.ts'
import { getChildren } from './tree-moves.ts'
import { useArticleCounts } from './use-articles.ts'

/** Contents of the knowledge base: lists of articles with their counts, the tree of collections, and what helps to improve it. */
export function KnowledgeTree({ isHome = false }: { isHome?: boolean }) {
  const { skein, settings } = useApi()
  const { whyNot } = useRights()
  const navigate = useNavigate()
  const search = readArticleSearch(useSearch({ strict: false }))
  const isInArticles = useRouterState({ select: ({ location }) => location.pathname.startsWith('/knowledge/articles') })
  const { data: counts } = useArticleCounts(whyNot('listKbArticles') === null)
  const { data: collections = [] } = useAllItems(collectionSource, whyNot('listKbCollections') === null)
  const me = useQuery({ queryKey: ['me'], queryFn: async ({ signal }) => (await skein.getMe({ signal })).data })
  const renderList = (name: string, icon: IconType, to: ArticleSearch, count: number | undefined) => (
    <li>
      <Link to="/knowledge/articles" search={to} className={linkClassName} {...markCurrent(isInArticles && isSameList(search, to))}>
        <Entry icon={icon} name={name} count={count} />
      </Link>
    </li>
  )
  const renderCollections = (parentId: string | null, depth: number): ReactNode =>
    getChildren(collections, parentId).map((each) => (
      <li key={each.id}>
        <Link
          to="/knowledge/articles"
          search={{ collectionId: each.id }}
          className={linkClassName}
          style={{ paddingInlineStart: `${depth === 0 ? 8 : 18 + depth * 16}px` }}
          {...markCurrent(isInArticles && isSameList(search, { collectionId: each.id }))}
        >
          <Entry
            icon={getIcon(each, depth)}
            name={each.name}
            count={each.articleCount === 0 && collections.some(({ parentId: outer }) => outer === each.id) ? undefined : each.articleCount}
            hint={isInternal(each) ? t('Internal') : undefined}
          />
        </Link>
        {collections.some((child) => child.parentId === each.id) && (
          <ul className="grid gap-px">{renderCollections(each.id, depth + 1)}</ul>
        )}
      </li>
    ))
  const helpUrl = me.data && toHelpUrl(settings.apiUrl, me.data.tenant.slug)
  return (
    <div className="flex min-h-full flex-col px-2.5 pt-3 pb-3.5">
      <div className="flex items-center justify-between ps-2 pb-2">
        {isHome ? (
          <h1 className="text-xl font-semibold">{t('Knowledge base')}</h1>
        ) : (
          <p className="text-md font-semibold">{t('Knowledge base')}</p>
        )}
        {whyNot('createKbArticle') === null && (
          <IconButton
            icon={Plus}
            label={t('New article')}
            onClick={() =>
              void navigate({ to: '/knowledge/articles/$articleId', params: { articleId: 'new' }, search: pickCollection(search) })
            }
          />
        )}
      </div>
      {whyNot('listKbArticles') === null && (
        <SearchInput
          label={t('Search articles')}
          placeholder={t('Search articles')}
          className="mb-2"
          value={isInArticles ? (search.q ?? '') : ''}
          onChange={(q) =>
            void navigate({
              to: isInArticles ? '.' : '/knowledge/articles',
              search: q === '' ? {} : { q },
              replace: (search.q ?? '') !== '',
            })
          }
        />
      )}
      <ul className="grid gap-px">
        {renderList(t('All articles'), FileText, {}, counts?.all)}
        {renderList(t('Drafts'), SquarePen, { status: 'DRAFT' }, counts?.drafts)}
        {renderList(t('Unpublished changes'), FilePen, { unpublished: true }, counts?.unpublished)}
      </ul>
      <div className="flex items-center justify-between ps-2 pt-2">
        <p className="text-xs font-medium text-muted">{t('Collections')}</p>
        <Link
          to="/knowledge/collections"
          aria-label={t('Edit collections')}
          data-tip={t('Edit collections')}
          className="inline-grid size-7 place-items-center rounded-md text-muted hover:bg-hover max-md:size-11"
          activeProps={{ className: 'bg-press text-text', 'aria-current': 'page' }}
        >
          <Icon of={FolderTree} />
        </Link>
      </div>
      <ul className="grid gap-px" aria-label={t('Collections')}>
        {renderCollections(null, 0)}
      </ul>
      <p className="ps-2 pt-4 pb-0.75 text-xs font-medium text-muted">{t('Improve')}</p>
      <ul className="grid gap-px">
        {whyNot('listMissedSearches') === null && (
          <li>
            <Link to="/knowledge/missed-searches" className={linkClassName} activeProps={currentProps}>
              <Entry icon={SearchX} name={t('Missed searches')} count={counts?.missed} />
            </Link>
          </li>
        )}
        {whyNot('answerQuestion') === null && (
          <li>
            <Link to="/knowledge/ask" className={linkClassName} activeProps={currentProps}>
              <Entry icon={Sparkles} name={t('Ask your articles')} />
            </Link>
          </li>
        )}
      </ul>
      <ul className="mt-auto grid gap-px pt-4">
        {helpUrl && (
          <li>
            <a href={helpUrl} target="_blank" rel="noreferrer" className={linkClassName}>
              <Entry icon={ExternalLink} name={t('Visit help centre')} />
            </a>
          </li>
        )}
        {whyNot('updateTenantSettings') === null && (
          <li>
            <Link to="/settings/workspace" className={linkClassName}>
              <Entry icon={Settings} name={t('Help centre settings')} />
            </Link>
          </li>
        )}
      </ul>
    </div>
  )
}

const linkClassName =
  'flex min-h-7 items-center gap-2.5 rounded-md px-2 font-medium text-text-2 transition-colors hover:bg-hover max-md:min-h-11'
const currentProps = { className: 'bg-press text-text [&>svg]:text-accent', 'aria-current': 'page' } as const

function markCurrent(isCurrent: boolean) {
  return isCurrent
    ? { className: `${linkClassName} ${currentProps.className}`, 'aria-current': 'page' as const }
    : { 'aria-current': undefined }
}

type EntryProps = { icon: IconType | null; name: string; count?: number | undefined; hint?: string | undefined }

function Entry({ icon, name, count, hint }: EntryProps) {
  return (
    <>
      {icon && <Icon of={icon} className="text-muted" />}
      <span className="min-w-0 truncate">{name}</span>
      {hint !== undefined && <span className="sr-only">{hint}</span>}
      {count !== undefined && (
        <span className="ms-auto text-xs font-normal text-muted tabular-nums">{count.toLocaleString(formatLocale)}</span>
      )}
    </>
  )
}

const isInternal = ({ visibility }: KbCollection): boolean => visibility === 'INTERNAL'

/** Nested collections need no icon of their own, except the lock of internal ones. */
function getIcon(each: KbCollection, depth: number): IconType | null {
  return isInternal(each) ? Lock : depth === 0 ? Folder : null
}

/** Returns the address of the help centre, which is on the tenant's own host. */
function toHelpUrl(apiUrl: string, slug: string): string {
  const url = new URL('/help', apiUrl)
  url.hostname = `${slug}.${url.hostname}`
  return url.href
}

function isSameList(one: ArticleSearch, other: ArticleSearch): boolean {
  return (
    (one.q ?? '') === '' &&
    one.status === other.status &&
    one.collectionId === other.collectionId &&
    (one.unpublished ?? false) === (other.unpublished ?? false)
  )
}

/** A new article starts in the collection that is shown. */
export function pickCollection({ collectionId }: ArticleSearch): ArticleSearch {
  return collectionId === undefined ? {} : { collectionId }
}
