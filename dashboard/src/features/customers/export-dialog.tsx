import { useState } from 'react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Customer } from '@skein/client'
import { describeFailure, useApi } from '../../api/api.ts'
import { newIdempotencyKey } from '../../api/idempotency-key.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { formatMoment } from '../../ui/time.ts'
import { usePrivacyRequest } from './privacy.ts'

/** Exports all data about a customer as one file. */
export function ExportDialog({ customer, onClose }: { customer: Customer; onClose: () => void }) {
  const { skein } = useApi()
  const queries = useQueryClient()
  const [key] = useState(newIdempotencyKey)
  const start = useMutation({
    mutationFn: async () => (await skein.exportCustomer({ body: { customerId: customer.id }, idempotencyKey: key })).data,
    onSuccess: () => queries.invalidateQueries({ queryKey: ['privacy-requests'] }),
  })
  const request = usePrivacyRequest(start.data?.id ?? null)
  const error = start.error ?? request.error
  const failure = error && describeFailure(error)
  const download = request.data?.download
  return (
    <Dialog label="Export everything" onClose={onClose} className="w-110 max-w-[calc(100vw-2rem)]">
      <div className="grid gap-3 p-5">
        <h2 className="text-lg font-semibold">Export everything of {customer.name ?? customer.email}</h2>
        <p className="text-sm text-muted">
          A ZIP file with a page to read, the same as JSON, and attachments: profile, threads, messages and what was merged. It can be
          downloaded for seven days; you are mailed the link as well.
        </p>
        {failure && <Notice requestId={failure.requestId}>{failure.text}</Notice>}
        {request.data?.state === 'FAILED' && <Notice>It failed: {request.data.error}</Notice>}
        {start.data && !failure && (request.data?.state ?? 'QUEUED') !== 'DONE' && request.data?.state !== 'FAILED' && (
          <p role="status">Being put together… You can close this: it goes on.</p>
        )}
        {download && (
          <p role="status">
            <a href={download.url} className="font-medium text-accent underline" rel="noreferrer">
              Download the file
            </a>{' '}
            <span className="text-sm text-muted">until {formatMoment(download.expiresAt)}</span>
          </p>
        )}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Close</Button>
          {!start.data && (
            <Button look="primary" disabled={start.isPending} onClick={() => start.mutate()}>
              Export
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  )
}
