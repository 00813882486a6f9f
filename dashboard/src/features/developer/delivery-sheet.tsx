import { useMutation } from '@tanstack/react-query'
import type { WebhookAttempt, WebhookDelivery } from '@skein/client'
import { useApi } from '../../api/api.ts'
import { useRights } from '../../api/rights.ts'
import { t } from '../../texts/texts.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { CodeBlock } from '../../ui/code-block.tsx'
import { Facts } from '../../ui/facts.tsx'
import { formatJson } from '../../ui/format-json.ts'
import { RefreshCw } from '../../ui/icons.ts'
import { Problem } from '../../ui/problem.tsx'
import { FormSheet } from '../../ui/form-sheet.tsx'
import { Table, type Column } from '../../ui/table.tsx'
import { formatMoment } from '../../ui/time.ts'
import { showToast } from '../../ui/toasts.ts'
import { applyItemChange } from '../catalogue/catalogue-cache.ts'
import { deliveryTones, deliveryLabels } from './delivery-labels.ts'
import { formatLocale } from '../../texts/language.ts'

const listAttemptColumns = (): readonly Column<WebhookAttempt>[] => [
  { header: t('Attempt'), cell: ({ attempt }) => attempt },
  { header: t('When'), cell: ({ attemptedAt }) => formatMoment(attemptedAt) },
  { header: t('Response'), cell: ({ responseStatus }) => responseStatus ?? t('none') },
  { header: t('Took'), cell: ({ durationMs }) => `${durationMs.toLocaleString(formatLocale)} ms`, align: 'end', from: 'sm' },
  { header: t('Error'), cell: ({ error }) => error, grows: true },
]

/** One delivery with its attempts, request and response, and a button to redeliver it. */
export function DeliverySheet({ delivery, onClose }: { delivery: WebhookDelivery; onClose: () => void }) {
  const { skein, queries } = useApi()
  const rights = useRights()
  const resend = useMutation({
    mutationFn: () => skein.replayDelivery({ path: { id: delivery.id } }),
    onSuccess({ data }) {
      applyItemChange(queries, 'delivery', data, 'new')
      showToast({ kind: 'done', text: t('Sending again, as a new delivery with the same webhook-id.') })
      onClose()
    },
  })
  const whyNot = rights.whyNot('replayDelivery')
  const { attempts, requestHeaders, requestBody, responseStatus, responseBody } = delivery
  return (
    <FormSheet title={delivery.eventType} wide onClose={onClose}>
      <div className="grid grid-cols-1 gap-5 p-5">
        <div className="flex flex-wrap items-center gap-3">
          <Badge tone={deliveryTones[delivery.state]}>{t(deliveryLabels[delivery.state])}</Badge>
          <Button icon={RefreshCw} disabled={resend.isPending} hidden={whyNot !== null} onClick={() => resend.mutate()}>
            {t('Send again')}
          </Button>
          {resend.error && <Problem error={resend.error} onRetry={() => resend.mutate()} />}
        </div>
        <Facts
          facts={[
            [t('Delivery'), delivery.id],
            [t('Event'), delivery.eventId],
            [t('Webhook'), delivery.webhookId],
            [t('Queued'), formatMoment(delivery.createdAt)],
            [t('Next attempt'), delivery.nextAttemptAt && formatMoment(delivery.nextAttemptAt)],
            [t('Latest error'), delivery.error],
          ]}
        />
        {attempts.length === 0 && <p className="text-muted">{t('No attempts yet.')}</p>}
        {attempts.length > 0 && (
          <Table label={t('Attempts')} rows={attempts} keyOf={({ attempt }) => String(attempt)} columns={listAttemptColumns()} />
        )}
        {requestHeaders && (
          <CodeBlock
            label={t('Headers sent')}
            text={Object.entries(requestHeaders)
              .map(([name, value]) => `${name}: ${String(value)}`)
              .join('\n')}
          />
        )}
        {requestBody !== null && <CodeBlock label={t('Body sent')} text={formatJson(requestBody)} copies={requestBody} />}
        {responseStatus !== null && (
          <CodeBlock
            label={
              delivery.durationMs === null
                ? t('Response {status}', { status: String(responseStatus) })
                : t('Response {status} after {ms} ms', { status: String(responseStatus), ms: delivery.durationMs })
            }
            text={responseBody || t('(empty)')}
          />
        )}
      </div>
    </FormSheet>
  )
}
