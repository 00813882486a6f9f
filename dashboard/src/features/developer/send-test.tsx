import { useState } from 'react'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { Webhook, WebhookDelivery } from '@skein/client'
import { useApi } from '../../api/api.ts'
import { useRights } from '../../api/rights.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Send } from '../../ui/icons.ts'
import { Notice } from '../../ui/notice.tsx'
import { Problem } from '../../ui/problem.tsx'
import { applyItemChange } from '../catalogue/catalogue-cache.ts'

const pollMs = 1_000
const maxPolls = 20

/** Sends a test event and shows the result. Deliveries have no events, so the delivery is polled for some seconds. */
export function SendTest({ webhook }: { webhook: Webhook }) {
  const { skein, queries } = useApi()
  const rights = useRights()
  const [sentId, setSentId] = useState<string | null>(null)
  const test = useMutation({
    mutationFn: () => skein.testWebhook({ path: { id: webhook.id } }),
    onSuccess({ data }) {
      applyItemChange(queries, 'delivery', data, 'new')
      setSentId(data.id)
    },
  })
  const result = useQuery({
    queryKey: ['test-delivery', sentId],
    enabled: sentId !== null,
    gcTime: 0,
    async queryFn({ signal }): Promise<WebhookDelivery | null> {
      const { data } = await skein.listWebhookDeliveries({
        path: { id: webhook.id },
        query: { eventType: 'webhook.test', limit: 10 },
        signal,
      })
      const found = data.find(({ id }) => id === sentId) ?? null
      if (found) applyItemChange(queries, 'delivery', found, 'changed')
      return found
    },
    refetchInterval: ({ state }) => (hasResult(state.data) || state.dataUpdateCount >= maxPolls ? false : pollMs),
  })
  const whyNot = rights.whyNot('testWebhook')
  const delivery = result.data
  return (
    <section aria-label={t('Test')} className="grid justify-items-start gap-2">
      <Button icon={Send} disabled={test.isPending} hidden={whyNot !== null} onClick={() => test.mutate()}>
        {t('Send a test')}
      </Button>
      {test.error && <Problem error={test.error} onRetry={() => test.mutate()} />}
      {sentId !== null && !hasResult(delivery) && (
        <p role="status" className="text-muted">
          {t('Sending your test…')}
        </p>
      )}
      {delivery?.state === 'SUCCEEDED' && (
        <Notice kind="done">
          {t('Your test arrived. The receiver responded with {status} after {ms} ms.', {
            status: String(delivery.responseStatus),
            ms: delivery.durationMs ?? 0,
          })}
        </Notice>
      )}
      {hasResult(delivery) && delivery?.state !== 'SUCCEEDED' && (
        <Notice>
          {t('Your test didn’t arrive ({problem}). Start the receiver and send another.', {
            problem: delivery?.error ?? t('Response {status}', { status: String(delivery?.responseStatus) }),
          })}
        </Notice>
      )}
    </section>
  )
}

/** Returns true after the first attempt. A failed delivery is retried only later, too late to wait for. */
function hasResult(delivery: WebhookDelivery | null | undefined): boolean {
  return delivery !== null && delivery !== undefined && (delivery.state !== 'PENDING' || delivery.attempts.length > 0)
}
