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

type ViewDialogProps = {
  /** Null to create a view. */
  view: View | null
  /** The list's current filters and order. */
  filters: ThreadFilters
  onSaved: (view: View) => void
  onClose: () => void
}

/** Saves the list's filters and order as a view, or changes a view's name, visibility, columns, filters and order. */
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
  const problem = save.error instanceof ApiError ? save.error.details.find(({ field }) => field === 'name')?.message : undefined
  const title = view ? 'Change the view' : 'Save as a view'
  return (
    <Dialog label={title} onClose={onClose} className="w-100 max-w-[calc(100vw-2rem)]">
      <form
        className="grid gap-4 p-5"
        onSubmit={(event) => {
          event.preventDefault()
          save.mutate()
        }}
      >
        <h2 className="text-lg font-semibold">{title}</h2>
        <Field label="Name" value={name} maxLength={64} required onChange={(event) => setName(event.target.value)} problem={problem} />
        <fieldset>
          <legend className="mb-1 text-sm font-medium">Who sees it</legend>
          {[false, true].map((everybody) => (
            <label key={String(everybody)} className="flex min-h-7 items-center gap-2">
              <input type="radio" name="shared" checked={shared === everybody} onChange={() => setShared(everybody)} />
              {everybody ? 'Everybody, who may change it, too' : 'Only me'}
            </label>
          ))}
        </fieldset>
        <fieldset>
          <legend className="mb-1 text-sm font-medium">What its rows tell</legend>
          <div className="grid grid-cols-2">
            {columnIds.map((id) => (
              <label key={id} className="flex min-h-7 items-center gap-2">
                <input
                  type="checkbox"
                  checked={chosen.includes(id)}
                  onChange={({ target }) => setChosen(columnIds.filter((each) => (each === id ? target.checked : chosen.includes(each))))}
                />
                {columns[id].name}
              </label>
            ))}
          </div>
        </fieldset>
        <p className="text-sm text-muted">
          It keeps the filters and the order that the list has now
          {describeFixedTime(filters)}
        </p>
        {failure && <Notice requestId={failure.requestId}>{failure.text}</Notice>}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" disabled={save.isPending || name.trim() === ''}>
            Save
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** Warns that a filter relative to now, such as "waiting for an hour", becomes a fixed time in a view. */
function describeFixedTime({ waitingSinceBefore, slaDueBefore }: ThreadFilters): string {
  if (waitingSinceBefore !== undefined) return ': who waits since before this moment’s time, which does not move on.'
  return slaDueBefore === undefined ? '.' : ': what is due before a time, which does not move on.'
}
