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

type BulkConfirmProps = { filters: ThreadFilters; total: number; change: BulkChange; onDone: () => void; onClose: () => void }

/** Asks before changing all matching threads, because the agent sees only some of them and cannot undo the change. */
export function BulkConfirm({ filters, total, change, onDone, onClose }: BulkConfirmProps) {
  const { queries } = useApi()
  const bulk = useBulk()
  const [key, setKey] = useState(newIdempotencyKey)
  const start = useMutation({
    mutationFn: () => bulk.changeMatching(filters, total, change, key),
    onSuccess: onDone,
    async onError(error) {
      if (!(error instanceof ApiError && error.code === 'SVC-THREAD-TOTAL_CHANGED')) return
      // The total is part of the request, and a changed request needs another idempotency key.
      setKey(newIdempotencyKey())
      await queries.invalidateQueries({ queryKey: listKey(filters) })
    },
  })
  const failure = start.error && describeFailure(start.error)
  const shown = total.toLocaleString()
  return (
    <Dialog label={`Change all ${shown} threads`} onClose={onClose} className="w-110 max-w-[calc(100vw-2rem)]">
      <div className="grid gap-3 p-5">
        <h2 className="text-lg font-semibold">
          {change.label}: all {shown} threads that match?
        </h2>
        <p className="text-sm text-muted">
          Each is changed in the background, also those that are not loaded. This cannot be undone all at once.
        </p>
        {failure && <Notice requestId={failure.requestId}>{failure.text}</Notice>}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" disabled={start.isPending} onClick={() => start.mutate()}>
            Change {shown} threads
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
