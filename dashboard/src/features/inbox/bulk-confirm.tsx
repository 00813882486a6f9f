import { useState } from 'react'
import { useMutation } from '@tanstack/react-query'
import { ApiError } from '@skein/client'
import { describeFailure, useApi } from '../../api/api.ts'
import { newIdempotencyKey } from '../../api/idempotency-key.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { BulkChange } from '../threads/bulk-changes.ts'
import { listKey } from '../threads/thread-cache.ts'
import type { ThreadFilters } from '../threads/thread-filters.ts'
import { useBulk } from '../threads/use-bulk.ts'
import { plural, t } from '../../texts/texts.ts'

type BulkConfirmProps = { filters: ThreadFilters; total: number; change: BulkChange; onDone: () => void; onClose: () => void }

/** Confirms a change to all matching threads, because the agent sees only some of them and cannot undo the change. */
export function BulkConfirm({ filters, total, change, onDone, onClose }: BulkConfirmProps) {
  const { queries } = useApi()
  const bulk = useBulk()
  const [key, setKey] = useState(newIdempotencyKey)
  const start = useMutation({
    mutationFn: () => bulk.changeMatching(filters, total, change, key),
    onSuccess: onDone,
    async onError(error) {
      if (!(error instanceof ApiError && error.code === 'SVC-THREAD-TOTAL_CHANGED')) return
      // The total is part of the request, and a different request needs a new idempotency key.
      setKey(newIdempotencyKey())
      await queries.invalidateQueries({ queryKey: listKey(filters) })
    },
  })
  const failure = start.error && describeFailure(start.error)
  const title = plural(total, '{change}: {count} matching thread?', '{change}: all {count} matching threads?', { change: change.label })
  return (
    <Dialog label={title} onClose={onClose} className="w-110 max-w-[calc(100vw-2rem)]">
      <div className="grid gap-3 p-5">
        <h2 className="text-lg font-semibold">{title}</h2>
        <p className="text-text-2">
          {t('We change them in the background, including those you haven’t scrolled to. You can’t undo this in one go.')}
        </p>
        {failure && <Notice requestId={failure.requestId}>{failure.text}</Notice>}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button look="primary" disabled={start.isPending} onClick={() => start.mutate()}>
            {plural(total, 'Change {count} thread', 'Change {count} threads')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
