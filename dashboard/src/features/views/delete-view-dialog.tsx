import { useMutation } from '@tanstack/react-query'
import type { View } from '@skein/client'
import { describeFailure, useApi } from '../../api/api.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { removeSavedView } from '../threads/thread-counts.ts'
import { t } from '../../texts/texts.ts'

/** Confirms deleting a saved view. Not optimistic: deletion has no undo, so the sidebar drops the view only after the response. */
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
    <Dialog label={t('Delete “{view}”?', { view: view.name })} onClose={onClose} className="w-100 max-w-[calc(100vw-2rem)]">
      <div className="grid gap-3 p-5">
        <h2 className="text-lg font-semibold">{t('Delete “{view}”?', { view: view.name })}</h2>
        <p className="text-text-2">
          {view.shared
            ? t('Everyone in your workspace loses this view. The threads in it stay as they are. You can’t undo this.')
            : t('The threads in this view stay as they are. You can’t undo this.')}
        </p>
        {failure && <Notice requestId={failure.requestId}>{failure.text}</Notice>}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button look="danger" disabled={remove.isPending} onClick={() => remove.mutate()}>
            {t('Delete the view')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
