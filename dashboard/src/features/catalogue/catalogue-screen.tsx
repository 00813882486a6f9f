import { useNavigate, useSearch } from '@tanstack/react-router'
import { useApi } from '../../api/api.ts'
import { useRights } from '../../api/rights.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Skeleton } from '../../ui/delayed.tsx'
import { Plus } from '../../ui/icons.ts'
import { Problem } from '../../ui/problem.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import { Table } from '../../ui/table.tsx'
import { useDebounced } from '../../ui/use-debounced.ts'
import type { Catalogue } from './catalogue.ts'
import { applyItemChange } from './catalogue-cache.ts'
import { readCatalogueSearch, readFilters, type CatalogueSearch } from './catalogue-search.ts'
import { CatalogueSheet } from './catalogue-sheet.tsx'
import { Page } from './page.tsx'
import { useCatalogue } from './use-catalogue.ts'
import { t } from '../../texts/texts.ts'

const noFilters = [] as const

/** List of a noun's items, and a panel to create, edit or remove one. */
export function CatalogueScreen<Item extends { id: string }>({ catalogue }: { catalogue: Catalogue<Item> }) {
  const { queries } = useApi()
  const search = readCatalogueSearch(useSearch({ strict: false }))
  const { q = '', open } = search
  const navigate = useNavigate()
  const rights = useRights()
  const {
    noun,
    title,
    texts,
    lead,
    operations,
    columns,
    compareRows,
    searchIn,
    searchHint,
    filters = noFilters,
    Overview: Whole,
    pageOf,
    Sheet = CatalogueSheet,
  } = catalogue
  const settled = useDebounced(q)
  const chosen = filters.length > 0 ? readFilters(search) : {}
  const isFiltered = Object.keys(chosen).length > 0
  const whyNoList = rights.whyNot(operations.list)
  const { calls, list } = useCatalogue(catalogue, settled, chosen, whyNoList === null)
  const loaded = list.data?.pages.flatMap(({ data }) => data) ?? []
  const rows = compareRows ? loaded.toSorted(compareRows) : loaded
  const total = list.data?.pages.at(-1)?.meta.total ?? 0
  const whyNoCreate = operations.create && rights.whyNot(operations.create)
  const isWhole = Whole !== undefined && q === ''
  const go = (to: CatalogueSearch): void => void navigate({ to: '.', search: to, replace: (to.q ?? '') !== q })
  const show = (next: string | undefined): void => go({ ...chosen, ...(q ? { q } : {}), ...(next ? { open: next } : {}) })
  const openItem = (item: Item): void => {
    const page = pageOf?.(item) ?? null
    if (page === null) show(item.id)
    else void navigate({ to: page })
  }
  return (
    <Page title={title} lead={lead} whyNot={whyNoList} reference={catalogue.reference} guide={catalogue.guide}>
      <div className="mb-4 flex flex-wrap items-center gap-2 lg:flex-nowrap">
        {searchIn && (
          <SearchInput
            label={texts.search ?? t('Search')}
            placeholder={searchHint ?? t('Search by name')}
            value={q}
            onChange={(text) => go(text === '' ? chosen : { ...chosen, q: text })}
          />
        )}
        {filters.length > 0 && (
          <div className="w-full items-center gap-2 scroll-row md:contents">
            {filters.map(({ name, Input }) => (
              <Input key={name} value={chosen[name] ?? ''} onChange={(value) => go(readCatalogueSearch({ ...chosen, q, [name]: value }))} />
            ))}
          </div>
        )}
        <span className="whitespace-nowrap text-muted tabular-nums" aria-live="polite">
          {list.data ? texts.count(total) : ''}
        </span>
        {operations.create && (
          <Button look="primary" icon={Plus} className="ms-auto" hidden={whyNoCreate !== null} onClick={() => show('new')}>
            {texts.add}
          </Button>
        )}
      </div>
      {whyNoCreate && <p className="mb-4 text-muted">{whyNoCreate}</p>}
      {list.isPending && <Skeleton rows={6} />}
      {list.error && <Problem error={list.error} onRetry={() => void list.refetch()} />}
      {list.data &&
        rows.length > 0 &&
        (isWhole ? (
          <Whole onOpen={openItem} />
        ) : (
          <Table label={title} columns={columns} rows={rows} keyOf={(item) => item.id} onOpen={openItem} />
        ))}
      {list.data && rows.length === 0 && isFiltered && (
        <Empty>
          {t('Nothing matches.')}{' '}
          <Button look="plain" className="underline" onClick={() => go({})}>
            {t('Clear filters')}
          </Button>
        </Empty>
      )}
      {list.data && rows.length === 0 && !isFiltered && (
        <Empty>
          {q === '' ? texts.empty : t('Nothing here begins with “{text}”.', { text: q })}{' '}
          {q !== '' && (
            <Button look="plain" className="underline" onClick={() => go({})}>
              {t('Clear search')}
            </Button>
          )}
        </Empty>
      )}
      {list.hasNextPage && !isWhole && (
        <Button className="mt-3" disabled={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {t('Show more ({shown} of {total})', { shown: rows.length, total })}
        </Button>
      )}
      {open !== undefined && whyNoList === null && (
        <Sheet
          key={open}
          catalogue={catalogue}
          calls={calls}
          id={open === 'new' ? null : open}
          known={rows.find((item) => item.id === open) ?? null}
          onClose={() => show(undefined)}
          onOpen={show}
          onChanged={(item, what) => applyItemChange(queries, noun, item, what)}
          onCreated={(item) => (pageOf?.(item) == null ? show(undefined) : openItem(item))}
        />
      )}
    </Page>
  )
}
