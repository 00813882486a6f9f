import { useState } from 'react'
import { useMutation } from '@tanstack/react-query'
import { ApiError, type View } from '@skein/client'
import { describeFailure, useApi } from '../../api/api.ts'
import { newIdempotencyKey } from '../../api/idempotency-key.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { columnIds, columns, defaultColumns, parseColumns, type ColumnId } from '../threads/columns.ts'
import { putSavedView } from '../threads/thread-counts.ts'
import type { ThreadFilters } from '../threads/thread-filters.ts'
import { t } from '../../texts/texts.ts'

type ViewDialogProps = {
  /** The view to edit; null creates one. */
  view: View | null
  /** The list's current filters and sort order. */
  filters: ThreadFilters
  onSaved: (view: View) => void
  onClose: () => void
}

/** Saves the list's filters and sort order as a view, or edits a view's name, visibility, columns, filters and sort order. */
export function ViewDialog({
  view,
  filters: { sort = '-createdAt', cursor: _cursor, limit: _limit, ...filters },
  onSaved,
  onClose,
}: ViewDialogProps) {
  const { skein, queries } = useApi()
  const [name, setName] = useState(view?.name ?? '')
  const [shared, setShared] = useState(view?.shared ?? false)
  const [chosen, setChosen] = useState<readonly ColumnId[]>(view ? parseColumns(view.columns) : defaultColumns)
  const [key] = useState(newIdempotencyKey)
  const [isUnnamed, setUnnamed] = useState(false)
  const save = useMutation({
    async mutationFn() {
      const body = { name, shared, columns: [...chosen], filters, sort }
      if (!view) return (await skein.createView({ body, idempotencyKey: key })).data
      return (await skein.updateView({ path: { id: view.id }, body })).data
    },
    onSuccess(saved) {
      putSavedView(queries, saved)
      onSaved(saved)
    },
  })
  const failure = save.error && describeFailure(save.error)
  const fragment = save.error instanceof ApiError ? save.error.details.find(({ field }) => field === 'name')?.message : undefined
  const problem =
    isUnnamed && name.trim() === ''
      ? t('Give the view a name.')
      : fragment === undefined
        ? undefined
        : t('The name {problem}.', { problem: fragment })
  const title = view ? t('Change the view') : t('Save as a view')
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
          placeholder={t('Waiting over an hour')}
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
        <fieldset>
          <legend className="mb-1 font-medium">{t('Show in each row')}</legend>
          <div className="grid grid-cols-2">
            {columnIds.map((id) => (
              <label key={id} className="flex min-h-7 items-center gap-2">
                <input
                  type="checkbox"
                  checked={chosen.includes(id)}
                  onChange={({ target }) => setChosen(columnIds.filter((each) => (each === id ? target.checked : chosen.includes(each))))}
                />
                {t(columns[id].name)}
              </label>
            ))}
          </div>
        </fieldset>
        <p className="text-xs text-muted">{describeContent(filters)}</p>
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

/** Explains what the view stores: a filter relative to now, such as "waiting for an hour", becomes an absolute time. */
function describeContent({ waitingSinceBefore, slaDueBefore }: ThreadFilters): string {
  return waitingSinceBefore === undefined && slaDueBefore === undefined
    ? t('We save the current filters and order.')
    : t('We save the current filters and order. The time filter becomes a fixed time, counted from now.')
}
