import { useState } from 'react'
import { useMutation } from '@tanstack/react-query'
import { describeFailure, useApi } from '../../api/api.ts'
import { useRights } from '../../api/rights.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { getToday } from '../../ui/dates.ts'
import { DateField } from '../../ui/date-field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { CalendarDays, ChevronDown, Download, ListFilter } from '../../ui/icons.ts'
import { MenuButton } from '../../ui/menu.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { Select } from '../../ui/select.tsx'
import { showToast } from '../../ui/toasts.ts'
import { ReportFilters } from './report-filters.tsx'
import {
  chooseGrain,
  defaultRange,
  findRange,
  getSpan,
  grainNames,
  nameSpan,
  rangeNames,
  shiftDay,
  toDate,
  toSharedQuery,
} from './ranges.ts'
import { isRangeId, rangeIds } from './range-ids.ts'
import type { ReportPage, TableSpec } from './report-pages.ts'
import { filterNames, grains, type Grain, type ReportQuery, type ReportsSearch } from './reports-search.ts'
import { toTableQuery } from './table-query.ts'
import { SaveReportDialog } from './save-report-dialog.tsx'
import { toSavedQuery } from './saved-query.ts'
import { readCsv } from './use-reports.ts'

type ReportToolbarProps = {
  title: string
  page: ReportPage
  search: ReportsSearch
  /** Bucket length of the charts. */
  grain: Grain
  /** The page's tables. */
  tables: readonly TableSpec[]
  /** Parameters of the time series; null on pages that have only tables. */
  overTime: ReportQuery | null
  onSearch: (search: ReportsSearch) => void
}

const own = 'own'

/** Header of a report: title, time range, filters and actions. */
export function ReportToolbar({ title, page, search, grain, tables, overTime, onSearch }: ReportToolbarProps) {
  const maySave = useRights().whyNot('createSavedReport') === null
  const today = getToday()
  const span = getSpan(search, today)
  const range = search.from === undefined ? (search.range ?? defaultRange) : (findRange(span) ?? own)
  const filters = filterNames.filter((name) => search[name] !== undefined).length
  const [isOpen, setOpen] = useState(filters > 0)
  const [isSaving, setSaving] = useState(false)
  const chooseRange = (chosen: string): void => {
    const { range: _, from: __, to: ___, grain: ____, ...rest } = search
    if (isRangeId(chosen)) onSearch({ ...rest, range: chosen })
    else onSearch({ ...rest, from: toDate(span.from, today), to: toDate(span.to, today) })
  }
  return (
    <header className="mb-1">
      <div className="flex min-h-11 flex-wrap items-center gap-2">
        <h1 dir="auto" className="me-auto min-w-0 text-xl font-semibold wrap-anywhere">
          {title}
        </h1>
        <div className="items-center gap-2 scroll-row max-md:w-full print:hidden">
          <Select
            label={t('Period')}
            className="min-w-40"
            options={[
              ...rangeIds.map((id) => ({ value: id, label: t(rangeNames[id]), mark: <Icon of={CalendarDays} className="text-muted" /> })),
              {
                value: own,
                label: range === own ? nameSpan(search, today) : t('Other dates'),
                mark: <Icon of={CalendarDays} className="text-muted" />,
              },
            ]}
            value={range}
            onChange={chooseRange}
          />
          <Button icon={ListFilter} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {filters === 0 ? t('Filter') : t('Filter ({count})', { count: filters })}
          </Button>
          <ExportMenu tables={tables} overTime={overTime} search={search} />
          {maySave && <Button onClick={() => setSaving(true)}>{t('Save')}</Button>}
        </div>
      </div>
      {range === own && (
        <div className="mt-2 flex flex-wrap gap-2 print:hidden">
          <DateField
            label={t('From')}
            value={toDate(span.from, today)}
            max={today}
            onChange={(from) => from !== '' && onSearch({ ...search, from, to: toDate(span.to, today) })}
          />
          <DateField
            label={t('To')}
            value={shiftDay(toDate(span.to, today), -1)}
            min={toDate(span.from, today)}
            onChange={(last) => last !== '' && onSearch({ ...search, from: toDate(span.from, today), to: shiftDay(last, 1) })}
          />
        </div>
      )}
      {isOpen && (
        <ReportFilters search={search} onSearch={onSearch}>
          {overTime && (
            <Select
              label={t('Steps')}
              options={[
                { value: '', label: t('{grain} (automatic)', { grain: t(grainNames[chooseGrain(span, today)]) }) },
                ...grains.map((value) => ({ value, label: t(grainNames[value]) })),
              ]}
              value={search.grain ?? ''}
              onChange={(value) => {
                const { grain: _, ...rest } = search
                const chosen = grains.find((each) => each === value)
                onSearch(chosen ? { ...rest, grain: chosen } : rest)
              }}
            />
          )}
        </ReportFilters>
      )}
      <p className="sr-only" aria-live="polite">
        {`${nameSpan(search, today)}, ${t(grainNames[grain])}`}
      </p>
      {isSaving && <SaveReportDialog query={toSavedQuery(page, search)} onClose={() => setSaving(false)} />}
    </header>
  )
}

type ExportMenuProps = Pick<ReportToolbarProps, 'tables' | 'overTime' | 'search'>

function ExportMenu({ tables, overTime, search }: ExportMenuProps) {
  const { skein } = useApi()
  const download = useMutation({
    async mutationFn({ name, query }: { name: string; query: ReportQuery }) {
      return { name, blob: await readCsv(skein.exportReport({ query })) }
    },
    onSuccess: ({ name, blob }) => saveFile(`${name}-${getToday()}.csv`, blob, 'text/csv'),
    onError: (error) => showToast({ kind: 'problem', text: describeFailure(error).text }),
  })
  return (
    <MenuButton
      label={t('Export')}
      side="bottom-end"
      className="inline-flex min-h-8 items-center gap-1.5 rounded-md bg-[light-dark(#ffffff,#ffffff0d)] px-3 font-medium shadow-[inset_0_0_0_1px_var(--edge),var(--depth-1)] transition-colors hover:bg-[light-dark(#f5f4f2,#ffffff17)] max-md:min-h-11 forced-colors:border"
      items={() => [
        ...(overTime
          ? [{ label: t('Numbers over time (CSV)'), icon: Download, onSelect: () => download.mutate({ name: 'report', query: overTime }) }]
          : []),
        ...tables.map((table) => ({
          label: t('{table} (CSV)', { table: t(table.title) }),
          icon: Download,
          onSelect: () =>
            download.mutate({ name: `report-by-${table.dimension}`, query: toTableQuery(table, toSharedQuery(search, getToday())) }),
        })),
        'separator' as const,
        { label: t('Print or save as PDF'), onSelect: () => setTimeout(() => print()) },
      ]}
    >
      <Icon of={Download} className="-ms-0.5 text-muted" />
      {download.isPending ? t('Exporting…') : t('Export')}
      <Icon of={ChevronDown} size={14} className="text-muted" />
    </MenuButton>
  )
}
