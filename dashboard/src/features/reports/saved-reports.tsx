import { useState } from 'react'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { SavedReport } from '@skein/client'
import { describeFailure, useApi } from '../../api/api.ts'
import { useRights } from '../../api/rights.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { getToday } from '../../ui/dates.ts'
import { Skeleton } from '../../ui/delayed.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ChevronLeft, Ellipsis, Pencil, Trash2 } from '../../ui/icons.ts'
import { MenuButton } from '../../ui/menu.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Problem } from '../../ui/problem.tsx'
import { Table, type Column } from '../../ui/table.tsx'
import { formatDay } from '../../ui/time.ts'
import { useTitle } from '../../ui/use-title.ts'
import { applyItemChange } from '../catalogue/catalogue-cache.ts'
import { nameSpan } from './ranges.ts'
import { SaveReportDialog } from './save-report-dialog.tsx'
import { useSavedReports } from './use-reports.ts'

/** Saved reports: open, rename, share and delete them. */
export function SavedReportsScreen() {
  useTitle(t('Saved reports'))
  const saved = useSavedReports()
  const mayChange = useRights().whyNot('updateSavedReport') === null
  const [changing, setChanging] = useState<SavedReport | null>(null)
  const [deleting, setDeleting] = useState<SavedReport | null>(null)
  const columns: readonly Column<SavedReport>[] = [
    { header: t('Name'), grows: true, cell: renderName },
    { header: t('Period'), cell: ({ query: { from, to } }) => nameSpan({ from, to }, getToday()), from: 'sm' },
    { header: t('Who sees it'), cell: ({ shared }) => (shared ? t('Everyone') : t('Only me')), from: 'md' },
    { header: t('Changed'), cell: ({ updatedAt }) => formatDay(updatedAt), from: 'lg' },
    ...(mayChange
      ? [
          {
            header: t('Actions'),
            align: 'end' as const,
            cell: (report: SavedReport) =>
              renderActions(
                report,
                () => setChanging(report),
                () => setDeleting(report),
              ),
          },
        ]
      : []),
  ]
  return (
    <div className="mx-auto w-full max-w-300 px-4 py-4 md:px-6">
      <p className="mb-2 md:hidden">
        <Link to="/reports" className="inline-flex min-h-6 items-center gap-1 font-medium text-accent">
          <Icon of={ChevronLeft} size={14} className="rtl:-scale-x-100" /> {t('Reports')}
        </Link>
      </p>
      <h1 className="mb-4 flex min-h-11 items-center text-xl font-semibold">{t('Saved reports')}</h1>
      {saved.error && <Problem error={saved.error} onRetry={() => void saved.refetch()} />}
      {saved.isPending && <Skeleton rows={4} />}
      {saved.data?.length === 0 && (
        <Empty>{t('No saved reports yet. Open a report, choose a time and filters, and save it for the next time.')}</Empty>
      )}
      {saved.data && saved.data.length > 0 && (
        <Table label={t('Saved reports')} columns={columns} rows={saved.data} keyOf={({ id }) => id} />
      )}
      {changing && <SaveReportDialog report={changing} onClose={() => setChanging(null)} />}
      {deleting && <DeleteReportDialog report={deleting} onClose={() => setDeleting(null)} />}
    </div>
  )
}

function renderName({ id, name }: SavedReport) {
  return (
    <Link to="/reports/saved/$reportId" params={{ reportId: id }} className="inline-block min-h-6 font-medium hover:underline">
      {name}
    </Link>
  )
}

function renderActions({ name }: SavedReport, onChange: () => void, onDelete: () => void) {
  return (
    <MenuButton
      label={t('Actions for {name}', { name })}
      icon={Ellipsis}
      side="bottom-end"
      items={[
        { label: t('Rename or share…'), icon: Pencil, onSelect: onChange },
        'separator',
        { label: t('Delete…'), icon: Trash2, isDangerous: true, onSelect: onDelete },
      ]}
    />
  )
}

function DeleteReportDialog({ report, onClose }: { report: SavedReport; onClose: () => void }) {
  const { skein, queries } = useApi()
  const remove = useMutation({
    mutationFn: () => skein.deleteSavedReport({ path: { id: report.id } }),
    onSuccess() {
      applyItemChange(queries, 'saved_report', report, 'gone')
      onClose()
    },
  })
  const failure = remove.error && describeFailure(remove.error)
  const title = t('Delete “{report}”?', { report: report.name })
  return (
    <Dialog label={title} onClose={onClose} className="w-100 max-w-[calc(100vw-2rem)]">
      <div className="grid gap-3 p-5">
        <h2 className="text-lg font-semibold">{title}</h2>
        <p className="text-text-2">
          {report.shared
            ? t('Everyone in your workspace loses this report. No number changes. You can’t undo this.')
            : t('No number changes. You can’t undo this.')}
        </p>
        {failure && <Notice requestId={failure.requestId}>{failure.text}</Notice>}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button look="danger" disabled={remove.isPending} onClick={() => remove.mutate()}>
            {t('Delete the report')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
