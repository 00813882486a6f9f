import { useState } from 'react'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { ApiError, type SavedReport, type SavedReportQuery } from '@skein/client'
import { describeFailure, useApi } from '../../api/api.ts'
import { newIdempotencyKey } from '../../api/idempotency-key.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { showToast } from '../../ui/toasts.ts'
import { applyItemChange } from '../catalogue/catalogue-cache.ts'
import { isMoving } from './ranges.ts'

type SaveReportDialogProps = {
  /** The saved report to rename or share; without it, the dialog creates one. */
  report?: SavedReport
  query?: SavedReportQuery
  onClose: () => void
}

/** Saves the current report, or changes a saved report's name and visibility. */
export function SaveReportDialog({ report, query, onClose }: SaveReportDialogProps) {
  const { skein, queries } = useApi()
  const navigate = useNavigate()
  const [name, setName] = useState(report?.name ?? '')
  const [shared, setShared] = useState(report?.shared ?? false)
  const [key] = useState(newIdempotencyKey)
  const [isUnnamed, setUnnamed] = useState(false)
  const save = useMutation({
    async mutationFn() {
      if (report) return (await skein.updateSavedReport({ path: { id: report.id }, body: { name, shared } })).data
      if (!query) throw new Error('There is nothing to save.')
      return (await skein.createSavedReport({ body: { name, shared, query }, idempotencyKey: key })).data
    },
    onSuccess(saved) {
      applyItemChange(queries, 'saved_report', saved, report ? 'changed' : 'new')
      showToast({ kind: 'done', text: t('Saved.') })
      onClose()
      if (!report) void navigate({ to: '/reports/saved/$reportId', params: { reportId: saved.id } })
    },
  })
  const failure = save.error && describeFailure(save.error)
  const fragment = save.error instanceof ApiError ? save.error.details.find(({ field }) => field === 'name')?.message : undefined
  const problem =
    isUnnamed && name.trim() === ''
      ? t('Give the report a name.')
      : fragment === undefined
        ? undefined
        : t('The name {problem}.', { problem: fragment })
  const title = report ? t('Change the report') : t('Save this report')
  return (
    <Dialog label={title} onClose={onClose} className="w-100 max-w-[calc(100vw-2rem)]">
      <form
        noValidate
        className="grid gap-4 p-5"
        onSubmit={(event) => {
          event.preventDefault()
          setUnnamed(name.trim() === '')
          if (name.trim() !== '') save.mutate()
        }}
      >
        <h2 className="text-lg font-semibold">{title}</h2>
        <Field
          label={t('Name')}
          placeholder={t('Monday review')}
          value={name}
          maxLength={64}
          onChange={(event) => setName(event.target.value)}
          problem={problem}
        />
        <fieldset>
          <legend className="mb-1 font-medium">{t('Who sees it')}</legend>
          {[false, true].map((everybody) => (
            <label key={String(everybody)} className="flex min-h-7 items-center gap-2">
              <input type="radio" name="shared" checked={shared === everybody} onChange={() => setShared(everybody)} />
              {everybody ? t('Everyone, and everyone can change it') : t('Only me')}
            </label>
          ))}
        </fieldset>
        {query && (
          <p className="text-xs text-muted">{isMoving(query) ? t('Its dates move along with the days.') : t('It keeps these dates.')}</p>
        )}
        {failure && <Notice requestId={failure.requestId}>{failure.text}</Notice>}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" look="primary" disabled={save.isPending}>
            {t('Save')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
