import { useMutation } from '@tanstack/react-query'
import type { View } from '@skein/client'
import { describeFailure, useApi } from '../../api/api.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { removeSavedView } from '../threads/thread-counts.ts'

/** Asks before deleting a saved view. The sidebar drops the view only after the service has deleted it, because there is no undo. */
export function DeleteViewDialog({ view, onDeleted, onClose }: { view: View; onDeleted: () => void; onClose: () => void }) {
  const { skein, queries } = useApi()
  const remove = useMutation({
    mutationFn: () => skein.deleteView({ path: { id: view.id } }),
    onSuccess() {
      onDeleted()
      removeSavedView(queries, view.id)
    },
  })
  const failure = remove.error && describeFailure(remove.error)
  return (
    <Dialog label={`Delete the view ${view.name}`} onClose={onClose} className="w-100 max-w-[calc(100vw-2rem)]">
      <div className="grid gap-3 p-5">
        <h2 className="text-lg font-semibold">Delete “{view.name}”?</h2>
        <p className="text-sm text-muted">
          {view.shared ? 'Everybody loses it. ' : ''}Its threads stay as they are. This cannot be undone.
        </p>
        {failure && <Notice requestId={failure.requestId}>{failure.text}</Notice>}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button className="border-danger text-danger" disabled={remove.isPending} onClick={() => remove.mutate()}>
            Delete the view
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
