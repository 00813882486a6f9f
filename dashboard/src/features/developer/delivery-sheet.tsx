import { useMutation } from '@tanstack/react-query'
import type { WebhookAttempt, WebhookDelivery } from '@skein/client'
import { useApi } from '../../api/api.ts'
import { useRights } from '../../api/rights.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { CodeBlock } from '../../ui/code-block.tsx'
import { Facts } from '../../ui/facts.tsx'
import { formatJson } from '../../ui/format-json.ts'
import { Problem } from '../../ui/problem.tsx'
import { FormSheet } from '../../ui/form-sheet.tsx'
import { Table, type Column } from '../../ui/table.tsx'
import { formatMoment } from '../../ui/time.ts'
import { showToast } from '../../ui/toasts.ts'
import { applyItemChange } from '../catalogue/catalogue-cache.ts'
import { deliveryTones, deliveryLabels } from './delivery-labels.ts'

const attemptColumns: readonly Column<WebhookAttempt>[] = [
  { header: 'Attempt', cell: ({ attempt }) => attempt },
  { header: 'When', cell: ({ attemptedAt }) => formatMoment(attemptedAt) },
  { header: 'Answer', cell: ({ responseStatus }) => responseStatus ?? 'none' },
  { header: 'Took', cell: ({ durationMs }) => `${durationMs.toLocaleString()} ms`, align: 'end', from: 'sm' },
  { header: 'Error', cell: ({ error }) => error, grows: true },
]

/** One delivery with its attempts, the sent request and the response, and a button to send it again. */
export function DeliverySheet({ delivery, onClose }: { delivery: WebhookDelivery; onClose: () => void }) {
  const { skein, queries } = useApi()
  const rights = useRights()
  const resend = useMutation({
    mutationFn: () => skein.replayDelivery({ path: { id: delivery.id } }),
    onSuccess({ data }) {
      applyItemChange(queries, 'delivery', data, 'new')
      showToast({ kind: 'done', text: 'Queued again, as a new delivery with the same webhook-id.' })
      onClose()
    },
  })
  const whyNot = rights.whyNot('replayDelivery')
  const { attempts, requestHeaders, requestBody, responseStatus, responseBody } = delivery
  return (
    <FormSheet title={delivery.eventType} wide onClose={onClose}>
      <div className="grid grid-cols-1 gap-5 p-5">
        <div className="flex flex-wrap items-center gap-3">
          <Badge tone={deliveryTones[delivery.state]}>{deliveryLabels[delivery.state]}</Badge>
          <Button disabled={resend.isPending} hidden={whyNot !== null} onClick={() => resend.mutate()}>
            Resend
          </Button>
          {resend.error && <Problem error={resend.error} onRetry={() => resend.mutate()} />}
        </div>
        <Facts
          facts={[
            ['Delivery', delivery.id],
            ['Event', delivery.eventId],
            ['Webhook', delivery.webhookId],
            ['Queued', formatMoment(delivery.createdAt)],
            ['Next attempt', delivery.nextAttemptAt && formatMoment(delivery.nextAttemptAt)],
            ['Latest error', delivery.error],
          ]}
        />
        {attempts.length === 0 && <p className="text-sm text-muted">No attempt was made yet.</p>}
        {attempts.length > 0 && (
          <Table label="Attempts" rows={attempts} keyOf={({ attempt }) => String(attempt)} columns={attemptColumns} />
        )}
        {requestHeaders && (
          <CodeBlock
            label="Headers sent"
            text={Object.entries(requestHeaders)
              .map(([name, value]) => `${name}: ${String(value)}`)
              .join('\n')}
          />
        )}
        {requestBody !== null && <CodeBlock label="Body sent" text={formatJson(requestBody)} copies={requestBody} />}
        {responseStatus !== null && (
          <CodeBlock
            label={`Answer ${responseStatus}${delivery.durationMs === null ? '' : `, after ${delivery.durationMs} ms`}`}
            text={responseBody || '(empty)'}
          />
        )}
      </div>
    </FormSheet>
  )
}
