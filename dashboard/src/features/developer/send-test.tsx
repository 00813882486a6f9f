import { useMutation } from '@tanstack/react-query'
import type { Webhook } from '@skein/client'
import { useApi } from '../../api/api.ts'
import { useRights } from '../../api/rights.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Send } from '../../ui/icons.ts'
import { Notice } from '../../ui/notice.tsx'
import { Problem } from '../../ui/problem.tsx'
import { applyItemChange } from '../catalogue/catalogue-cache.ts'

/** Sends a test event and shows the result. */
export function SendTest({ webhook }: { webhook: Webhook }) {
  const { skein, queries } = useApi()
  const rights = useRights()
  const test = useMutation({
    mutationFn: () => skein.testWebhook({ path: { id: webhook.id } }),
    onSuccess: ({ data }) => applyItemChange(queries, 'delivery', data, 'new'),
  })
  const whyNot = rights.whyNot('testWebhook')
  const delivery = test.data?.data
  return (
    <section aria-label={t('Test')} className="grid justify-items-start gap-2">
      <Button icon={Send} disabled={test.isPending} hidden={whyNot !== null} onClick={() => test.mutate()}>
        {t('Send a test')}
      </Button>
      {test.error && <Problem error={test.error} onRetry={() => test.mutate()} />}
      {(test.isPending || delivery?.state === 'PENDING') && (
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
      {(delivery?.state === 'FAILED' || delivery?.state === 'DEAD') && (
        <Notice>
          {t('Your test didn’t arrive ({problem}). Start the receiver and send another.', {
            problem: delivery.error ?? t('Response {status}', { status: String(delivery.responseStatus) }),
          })}
        </Notice>
      )}
    </section>
  )
}
