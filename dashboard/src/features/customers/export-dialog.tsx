import { useState } from 'react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Customer } from '@skein/client'
import { describeFailure, useApi } from '../../api/api.ts'
import { newIdempotencyKey } from '../../api/idempotency-key.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Foot } from '../../ui/form/foot.tsx'
import { Notice } from '../../ui/notice.tsx'
import { formatMoment } from '../../ui/time.ts'
import { usePrivacyRequest } from './privacy.ts'
import { getCustomerName } from '../../ui/customer-name.ts'

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
  const title = t('Export everything about {name}', { name: getCustomerName(customer) })
  return (
    <Dialog label={title} onClose={onClose} className="w-110 max-w-[calc(100vw-2rem)]">
      <div className="grid gap-3 p-5">
        <h2 className="text-lg font-semibold">{title}</h2>
        <p className="text-text-2">
          {t(
            'You get a ZIP file with the profile, threads, messages, attachments and merged customers, as a page to read and as JSON. You can download it for seven days, and we’ll email you the link too.',
          )}
        </p>
        {failure && <Notice requestId={failure.requestId}>{failure.text}</Notice>}
        {request.data?.state === 'FAILED' && <Notice>{t('The export failed: {error}', { error: request.data.error ?? '' })}</Notice>}
        {start.data && !failure && (request.data?.state ?? 'QUEUED') !== 'DONE' && request.data?.state !== 'FAILED' && (
          <p role="status">{t('Preparing your file… You can close this; we’ll email you the link.')}</p>
        )}
        {download && (
          <p role="status">
            <a href={download.url} className="font-medium text-accent underline" rel="noreferrer">
              {t('Download the file')}
            </a>{' '}
            <span className="text-muted">{t('until {time}', { time: formatMoment(download.expiresAt) })}</span>
          </p>
        )}
        <Foot cancel={start.data ? t('Close') : t('Cancel')} onCancel={onClose}>
          {!start.data && (
            <Button look="primary" disabled={start.isPending} onClick={() => start.mutate()}>
              {t('Export')}
            </Button>
          )}
        </Foot>
      </div>
    </Dialog>
  )
}
