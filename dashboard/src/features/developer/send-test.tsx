import { useState } from 'react'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { Webhook, WebhookDelivery } from '@skein/client'
import { useApi } from '../../api/api.ts'
import { useRights } from '../../api/rights.ts'
import { Button } from '../../ui/button.tsx'
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
    <section aria-label="Test" className="grid justify-items-start gap-2">
      <Button disabled={test.isPending} hidden={whyNot !== null} onClick={() => test.mutate()}>
        Send test
      </Button>
      {test.error && <Problem error={test.error} onRetry={() => test.mutate()} />}
      {sentId !== null && !hasResult(delivery) && (
        <p role="status" className="text-sm text-muted">
          The test is on its way…
        </p>
      )}
      {delivery?.state === 'SUCCEEDED' && (
        <Notice kind="done">
          The test has arrived: the receiver answered {delivery.responseStatus} after {delivery.durationMs} ms.
        </Notice>
      )}
      {hasResult(delivery) && delivery?.state !== 'SUCCEEDED' && (
        <Notice>
          The test has not arrived: {delivery?.error ?? `the receiver answered ${delivery?.responseStatus}`}. Start the receiver and send
          another.
        </Notice>
      )}
    </section>
  )
}

/** Returns true after the first attempt. A failed delivery is retried only later, too late to wait for. */
function hasResult(delivery: WebhookDelivery | null | undefined): boolean {
  return delivery !== null && delivery !== undefined && (delivery.state !== 'PENDING' || delivery.attempts.length > 0)
}
