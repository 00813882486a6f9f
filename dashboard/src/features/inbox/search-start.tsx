import { useMemo, useState, type ReactNode } from 'react'
import { useNavigate } from '@tanstack/react-router'
import { useStore } from '../../api/store.ts'
import { formatLocale } from '../../texts/language.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Search } from '../../ui/icons.ts'
import { Problem } from '../../ui/problem.tsx'
import { CustomerList } from '../customers/customer-list.tsx'
import { useCustomers } from '../customers/use-customers.ts'
import { operatorNames, operators } from '../search/operators.ts'
import { recentSearches } from '../search/recent-searches.ts'
import type { ListSearch } from '../threads/list-search.ts'
import { ArticleSearchResults } from './article-search-results.tsx'
import { SearchBox, type InsertedText } from './search-box.tsx'
import type { SearchScope } from './search-scope.ts'

type SearchStartProps = { scope: SearchScope; search: ListSearch; onSearch: (search: ListSearch, scope: SearchScope) => void }

/** The search page where it lists no threads: recent searches and operators, or the customers or articles that a search finds. */
export function SearchStart({ scope, search, onSearch }: SearchStartProps) {
  const words = typeof search.q === 'string' ? search.q : ''
  const [inserted, setInserted] = useState<InsertedText | null>(null)
  const insert = (text: string, runs = false): void => setInserted({ text, runs })
  return (
    <section aria-label={t('Search')} className="flex min-h-0 w-full min-w-0 flex-1 flex-col bg-surface">
      <header className="border-b border-line px-4 max-md:px-3">
        <div className="mx-auto max-w-180">
          <h1 className="flex min-h-13 items-center text-md font-semibold">{t('Search')}</h1>
          <SearchBox key={`${scope} ${words}`} scope={scope} search={search} inserted={inserted} onSearch={onSearch} />
        </div>
      </header>
      {scope === 'customers' && <FoundCustomers q={words} />}
      {scope !== 'customers' && (
        <div className="min-h-0 flex-1 overflow-y-auto px-4 pb-8 max-md:px-3">
          <div className="mx-auto max-w-180">
            {scope === 'articles' && words !== '' && <FoundArticles q={words} />}
            {words === '' && <RecentSearches onPick={(text) => insert(text, true)} />}
            {scope === 'threads' && <Operators onPick={(name) => insert(`${name}:`)} />}
          </div>
        </div>
      )}
    </section>
  )
}

function Section({ title, action, children }: { title: string; action?: ReactNode; children: ReactNode }) {
  return (
    <section aria-label={title} className="pt-5">
      <div className="flex min-h-7 items-center">
        <h2 className="text-xs font-medium text-muted">{title}</h2>
        {action}
      </div>
      <ul>{children}</ul>
    </section>
  )
}

const rowLook = 'flex min-h-8.5 w-full items-center gap-2.5 rounded-md px-2 text-start hover:bg-hover max-md:min-h-11'

function RecentSearches({ onPick }: { onPick: (text: string) => void }) {
  const recent = useStore(recentSearches)
  if (recent.length === 0) return null
  const clear = (
    <Button look="plain" size="small" className="ms-auto" onClick={() => recentSearches.set([])}>
      {t('Clear')}
    </Button>
  )
  return (
    <Section title={t('Recent searches')} action={clear}>
      {recent.map((each) => (
        <li key={each}>
          <button type="button" dir="auto" className={rowLook} onClick={() => onPick(each)}>
            <Icon of={Search} size={14} className="text-muted" />
            <span className="truncate">{each}</span>
          </button>
        </li>
      ))}
    </Section>
  )
}

function Operators({ onPick }: { onPick: (name: string) => void }) {
  return (
    <Section title={t('Narrow a search')}>
      {operatorNames.map((name) => (
        <li key={name}>
          <button type="button" className={rowLook} onClick={() => onPick(name)}>
            <code className="w-22 shrink-0 font-mono text-xs text-accent">{name}:</code>
            <span className="min-w-0 text-text-2">{t(operators[name].hint)}</span>
          </button>
        </li>
      ))}
    </Section>
  )
}

function FoundCustomers({ q }: { q: string }) {
  const list = useCustomers(q)
  const rows = useMemo(() => list.data?.pages.flatMap(({ data }) => data) ?? [], [list.data])
  const total = list.data?.pages[0]?.meta.total ?? 0
  if (list.error) return <Problem error={list.error} onRetry={() => void list.refetch()} />
  if (list.data && rows.length === 0)
    return (
      <div className="p-4">
        <Empty>
          {q === '' ? t('No customers yet') : t('No customers match “{query}”', { query: q })}
          <span className="block text-muted">{t('Try fewer words, or the start of a name, an email or an ID.')}</span>
        </Empty>
      </div>
    )
  return (
    <>
      <p role="status" className="sr-only">
        {list.data ? `${t('Customers')}: ${total.toLocaleString(formatLocale)}` : ''}
      </p>
      <CustomerList list={list} rows={rows} total={total} />
    </>
  )
}

function FoundArticles({ q }: { q: string }) {
  const navigate = useNavigate()
  return <ArticleSearchResults q={q} onOpen={(open) => void navigate({ to: '/knowledge/articles', search: { open } })} />
}
