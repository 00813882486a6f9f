import { useState } from 'react'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { AuditLog, RequestOf } from '@skein/client'
import { useApi } from '../../api/api.ts'
import { useRights } from '../../api/rights.ts'
import { Button } from '../../ui/button.tsx'
import { CodeName } from '../../ui/code-name.tsx'
import { Skeleton } from '../../ui/delayed.tsx'
import { Problem } from '../../ui/problem.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { CommitInput } from '../../ui/commit-input.tsx'
import { Table, type Column } from '../../ui/table.tsx'
import { formatMoment } from '../../ui/time.ts'
import { Page } from '../catalogue/page.tsx'
import { userSource } from '../catalogue/sources.ts'
import { useAllItems } from '../catalogue/use-catalogue.ts'
import { readAuditSearch, type AuditSearch } from './audit-search.ts'
import { describeTarget, useFindName } from './audit-format.ts'
import { AuditSheet } from './audit-sheet.tsx'

type Filters = NonNullable<RequestOf<'listAuditLogs'>['query']>

/** The audit log, newest first. The filters are in the address, so a filtered list can be shared as a link. */
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
    users.find(({ id }) => id === actor.id)?.name ?? actor.id ?? (actor.type === 'SYSTEM' ? 'The service' : 'Unknown')
  const columns: readonly Column<AuditLog>[] = [
    { header: 'What', cell: renderAction },
    { header: 'Target', cell: (entry) => describeTarget(entry, findName), from: 'md', grows: true },
    { header: 'Who', cell: getActorName },
    { header: 'With', cell: ({ actor }) => (actor.type === 'API_KEY' ? 'A key' : actor.type === 'USER' ? 'Dashboard' : ''), from: 'xl' },
    { header: 'When', cell: ({ createdAt }) => formatMoment(createdAt) },
  ]
  const rows = list.data?.pages.flatMap(({ data }) => data) ?? []
  const total = list.data?.pages.at(-1)?.meta.total ?? 0
  const set = (part: Partial<AuditSearch>): void =>
    void navigate({ to: '.', search: readAuditSearch({ ...search, ...part }), replace: true })
  const box = 'h-8 w-full min-w-0 rounded-md border border-line-strong bg-surface px-2 text-sm'
  const isFiltered = Object.keys(filters).length > 0
  return (
    <Page
      title="Audit log"
      reference="audit-logs"
      lead="Every change, who made it, and what was there before. Nobody can change an entry."
      whyNot={whyNot}
    >
      <div className="mb-4 flex flex-wrap items-end gap-2 max-sm:grid max-sm:grid-cols-2">
        <Filter label="Who">
          <select className={box} value={search.actor ?? ''} onChange={(event) => set({ actor: event.target.value })}>
            <option value="">Anybody</option>
            {users.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </Filter>
        <Filter label="Action">
          <CommitInput
            className={`${box} sm:w-44`}
            placeholder="thread.created"
            value={search.action ?? ''}
            onCommit={(action) => set({ action })}
          />
        </Filter>
        <Filter label="Target id">
          <CommitInput
            className={`${box} sm:w-44`}
            placeholder="thr_…"
            value={search.target ?? ''}
            onCommit={(target) => set({ target })}
          />
        </Filter>
        <Filter label="From">
          <input type="date" className={box} value={search.from ?? ''} onChange={(event) => set({ from: event.target.value })} />
        </Filter>
        <Filter label="To">
          <input type="date" className={box} value={search.to ?? ''} onChange={(event) => set({ to: event.target.value })} />
        </Filter>
        {isFiltered && (
          <Button look="plain" onClick={() => void navigate({ to: '.', search: {}, replace: true })}>
            Clear
          </Button>
        )}
        <Button className="ms-auto" disabled={download.isPending} onClick={() => download.mutate()}>
          {download.isPending ? 'Exporting…' : `Export ${isFiltered ? 'these' : 'all'}`}
        </Button>
      </div>
      {download.error && <Problem error={download.error} onRetry={() => download.mutate()} />}
      {list.isPending && whyNot === null && <Skeleton rows={8} />}
      {list.error && <Problem error={list.error} onRetry={() => void list.refetch()} />}
      {list.data && (
        <p className="mb-2 text-sm text-muted tabular-nums">{`${total.toLocaleString()} ${total === 1 ? 'entry' : 'entries'}`}</p>
      )}
      {list.data && rows.length > 0 && <Table label="Audit log" columns={columns} rows={rows} keyOf={({ id }) => id} onOpen={setOpen} />}
      {list.hasNextPage && (
        <Button className="mt-3" disabled={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          Show more ({rows.length.toLocaleString()} of {total.toLocaleString()})
        </Button>
      )}
      {open && <AuditSheet entry={open} actor={getActorName(open)} onClose={() => setOpen(null)} />}
    </Page>
  )
}

function Filter({ label, children }: { label: string; children: React.ReactElement }) {
  return (
    // oxlint-disable-next-line jsx-a11y/label-has-associated-control -- the control is its child.
    <label className="grid min-w-0 gap-0.5 text-xs text-muted">
      {label}
      {children}
    </label>
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
