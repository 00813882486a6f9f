import { useState } from 'react'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { AuditLog, RequestOf } from '@skein/client'
import { useApi } from '../../api/api.ts'
import { useRights } from '../../api/rights.ts'
import { plural, t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { CodeName } from '../../ui/code-name.tsx'
import { DateField } from '../../ui/date-field.tsx'
import { Skeleton } from '../../ui/delayed.tsx'
import { Problem } from '../../ui/problem.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { CommitInput } from '../../ui/commit-input.tsx'
import { Table, type Column } from '../../ui/table.tsx'
import { formatMoment } from '../../ui/time.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Select } from '../../ui/select.tsx'
import { Page } from '../catalogue/page.tsx'
import { userSource } from '../catalogue/sources.ts'
import { useAllItems } from '../catalogue/use-catalogue.ts'
import { readAuditSearch, type AuditSearch } from './audit-search.ts'
import { describeTarget, useFindName } from './audit-format.ts'
import { AuditSheet } from './audit-sheet.tsx'

type Filters = NonNullable<RequestOf<'listAuditLogs'>['query']>

/** Audit log, newest first. The filters are in the URL, so a filtered list can be shared as a link. */
export function AuditLogScreen() {
  const { skein } = useApi()
  const rights = useRights()
  const navigate = useNavigate()
  const search = readAuditSearch(useSearch({ strict: false }))
  const [open, setOpen] = useState<AuditLog | null>(null)
  const { data: users = [] } = useAllItems(userSource)
  const whyNot = rights.whyNot('listAuditLogs')
  const filters = toQuery(search)
  const list = useInfiniteQuery({
    queryKey: ['audit-logs', filters],
    enabled: whyNot === null,
    staleTime: 0,
    initialPageParam: '',
    async queryFn({ pageParam, signal }) {
      const { data, meta } = await skein.listAuditLogs({
        query: { ...filters, limit: 50, ...(pageParam ? { cursor: pageParam } : {}) },
        signal,
      })
      return { data, meta }
    },
    getNextPageParam: ({ meta }) => (meta.hasMore ? meta.cursor : undefined),
  })
  const download = useMutation({
    async mutationFn() {
      const lines: string[] = []
      for await (const row of skein.exportAuditLogs({ query: filters })) lines.push(`${JSON.stringify(row)}\n`)
      return new Blob(lines, { type: 'application/x-ndjson' })
    },
    onSuccess: (blob) => saveFile(`audit-log-${new Date().toISOString().slice(0, 10)}.ndjson`, blob, 'application/x-ndjson'),
  })
  const findName = useFindName()
  const getActorName = ({ actor }: AuditLog): string =>
    users.find(({ id }) => id === actor.id)?.name ?? actor.id ?? (actor.type === 'SYSTEM' ? t('Skein') : t('Unknown'))
  const columns: readonly Column<AuditLog>[] = [
    { header: t('What'), cell: renderAction },
    { header: t('Changed'), cell: (entry) => describeTarget(entry, findName), from: 'md', grows: true },
    { header: t('Who'), cell: (entry) => renderActor(getActorName(entry)) },
    {
      header: t('Via'),
      cell: ({ actor }) => (actor.type === 'API_KEY' ? t('API key') : actor.type === 'USER' ? t('Dashboard') : ''),
      from: 'xl',
    },
    { header: t('When'), cell: ({ createdAt }) => formatMoment(createdAt) },
  ]
  const rows = list.data?.pages.flatMap(({ data }) => data) ?? []
  const total = list.data?.pages.at(-1)?.meta.total ?? 0
  const set = (part: Partial<AuditSearch>): void =>
    void navigate({ to: '.', search: readAuditSearch({ ...search, ...part }), replace: true })
  const box = 'field w-full min-w-0'
  const isFiltered = Object.keys(filters).length > 0
  return (
    <Page
      title={t('Audit log')}
      reference="audit-logs"
      guide="for-admins/audit-log"
      lead={t('Who changed what, and what was there before. No one can change an entry.')}
      whyNot={whyNot}
    >
      <div className="mb-4 flex flex-wrap items-end gap-2 max-sm:grid max-sm:grid-cols-2">
        <Filter label={t('Who')}>
          <Select
            label={t('Who')}
            className="w-full min-w-36"
            options={[
              { value: '', label: t('Anyone') },
              ...users.map(({ id, name }) => ({ value: id, label: name, mark: <Avatar name={name} size={20} /> })),
            ]}
            value={search.actor ?? ''}
            onChange={(actor) => set({ actor })}
          />
        </Filter>
        <Filter label={t('Action')}>
          <CommitInput
            className={`${box} sm:w-44`}
            placeholder={'thread.created'}
            value={search.action ?? ''}
            onCommit={(action) => set({ action })}
          />
        </Filter>
        <Filter label={t('Object ID')}>
          <CommitInput
            className={`${box} sm:w-44`}
            placeholder={'thr_…'}
            value={search.target ?? ''}
            onCommit={(target) => set({ target })}
          />
        </Filter>
        <Filter label={t('Since')}>
          <DateField label={t('Since')} className="w-full sm:w-36" value={search.from ?? ''} onChange={(from) => set({ from })} />
        </Filter>
        <Filter label={t('Until')}>
          <DateField label={t('Until')} className="w-full sm:w-36" value={search.to ?? ''} onChange={(to) => set({ to })} />
        </Filter>
        {isFiltered && (
          <Button look="plain" onClick={() => void navigate({ to: '.', search: {}, replace: true })}>
            {t('Clear filters')}
          </Button>
        )}
        <Button className="ms-auto" disabled={download.isPending} onClick={() => download.mutate()}>
          {download.isPending ? t('Exporting…') : isFiltered ? t('Export these') : t('Export all')}
        </Button>
      </div>
      {download.error && <Problem error={download.error} onRetry={() => download.mutate()} />}
      {list.isPending && whyNot === null && <Skeleton rows={8} />}
      {list.error && <Problem error={list.error} onRetry={() => void list.refetch()} />}
      {list.data && <p className="mb-2 text-muted tabular-nums">{plural(total, '{count} entry', '{count} entries')}</p>}
      {list.data && rows.length > 0 && (
        <Table label={t('Audit log')} columns={columns} rows={rows} keyOf={({ id }) => id} onOpen={setOpen} />
      )}
      {list.hasNextPage && (
        <Button className="mt-3" disabled={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {t('Show more ({shown} of {total})', { shown: rows.length, total })}
        </Button>
      )}
      {open && <AuditSheet entry={open} actor={getActorName(open)} onClose={() => setOpen(null)} />}
    </Page>
  )
}

function Filter({ label, children }: { label: string; children: React.ReactElement }) {
  return (
    // oxlint-disable-next-line jsx-a11y/label-has-associated-control -- the control is its child.
    <label className="grid min-w-0 gap-1 text-xs text-muted">
      {label}
      {children}
    </label>
  )
}

function renderActor(name: string) {
  return (
    <span className="inline-flex items-baseline gap-2">
      <Avatar name={name} size={20} className="self-center @max-[28rem]:hidden" /> {name}
    </span>
  )
}

const renderAction = ({ action }: AuditLog) => <CodeName>{action}</CodeName>

/** Converts the filters to query parameters. Dates are days in the browser's time zone. */
function toQuery({ action, actor, target, from, to }: AuditSearch): Filters {
  const getStartOfDay = (day: string, later = 0): string => {
    const at = new Date(`${day}T00:00`)
    at.setDate(at.getDate() + later)
    return at.toISOString()
  }
  return {
    ...(action ? { action } : {}),
    ...(actor ? { actorId: actor } : {}),
    ...(target ? { targetId: target } : {}),
    ...(from ? { createdAfter: getStartOfDay(from) } : {}),
    ...(to ? { createdBefore: getStartOfDay(to, 1) } : {}),
  }
}
