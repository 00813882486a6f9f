import { useState } from 'react'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { Webhook, WebhookWithSecret } from '@skein/client'
import { useApi } from '../../api/api.ts'
import { useRights } from '../../api/rights.ts'
import { plural, t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { RefreshCw } from '../../ui/icons.ts'
import { Problem } from '../../ui/problem.tsx'
import { showToast } from '../../ui/toasts.ts'
import { formatMoment } from '../../ui/time.ts'
import type { MoreProps } from '../catalogue/catalogue.ts'
import { Deliveries } from './deliveries.tsx'
import { NewWebhookSecret } from './new-webhook-secret.tsx'
import { SendTest } from './send-test.tsx'

/** Sections of a webhook's panel: enabling, testing, rotating the secret, and deliveries. */
export function WebhookMore({ item, onRead, onClose }: MoreProps<Webhook>) {
  const { skein } = useApi()
  const rights = useRights()
  const [rotated, setRotated] = useState<WebhookWithSecret | null>(null)
  const path = { id: item.id }
  const rotation = useMutation({
    mutationFn: () => skein.rotateWebhookSecret({ path, body: {} }),
    onSuccess({ data, etag }) {
      const { secret: _, ...shown } = data
      onRead({ data: shown, etag })
      setRotated(data)
    },
  })
  const whyNot = rights.whyNot('rotateWebhookSecret')
  if (rotated) return <NewWebhookSecret webhook={rotated} onClose={onClose} />
  return (
    <div className="grid grid-cols-1 gap-5">
      {item.status !== 'ACTIVE' && <EnableWebhook item={item} onRead={onRead} />}
      <section aria-label={t('Tools')} className="grid gap-3 border-t border-line pt-4">
        <div className="flex flex-wrap items-start gap-2">
          <SendTest webhook={item} />
          <Button icon={RefreshCw} disabled={rotation.isPending} hidden={whyNot !== null} onClick={() => rotation.mutate()}>
            {t('Rotate the secret')}
          </Button>
        </div>
        <p className="text-muted" hidden={whyNot !== null}>
          {t('After you rotate it, we sign deliveries with both secrets for a day.')}
        </p>
        {rotation.error && <Problem error={rotation.error} />}
      </section>
      <section aria-label={t('Deliveries')} className="border-t border-line pt-4">
        <h3 className="mb-2 text-md font-semibold">{t('Deliveries')}</h3>
        <Deliveries webhookId={item.id} />
      </section>
    </div>
  )
}

function EnableWebhook({ item, onRead }: Pick<MoreProps<Webhook>, 'item' | 'onRead'>) {
  const { skein } = useApi()
  const rights = useRights()
  const waiting = useQuery({
    queryKey: ['missed', item.id],
    staleTime: 0,
    async queryFn({ signal }) {
      const path = { id: item.id }
      const count = async (state: 'PENDING' | 'FAILED'): Promise<number> =>
        (await skein.listWebhookDeliveries({ path, query: { state, limit: 1 }, signal })).meta.total
      return (await count('PENDING')) + (await count('FAILED'))
    },
  })
  const enable = useMutation({
    mutationFn: (replayMissed: boolean) => skein.enableWebhook({ path: { id: item.id }, body: { replayMissed } }),
    onSuccess(response, replayMissed) {
      onRead(response)
      showToast({
        kind: 'done',
        text: replayMissed ? t('Enabled. We’re sending what was missed, oldest first.') : t('Enabled. We discarded what was missed.'),
      })
    },
  })
  const whyNot = rights.whyNot('enableWebhook')
  return (
    <section aria-label={t('Enable')} className="rounded-lg border border-warning-line bg-warning-tint px-4 py-3">
      <p>
        {item.status === 'DISABLED'
          ? t('We disabled this webhook: {reason}. Fix the receiver first. We keep new events for seven days.', {
              reason: (item.disabledReason ?? t('it failed too often')).replace(/\.+$/, ''),
            })
          : t('This webhook is paused. We keep new events for seven days.')}
        {item.status === 'DISABLED' && item.disabledAt !== null && (
          <span className="block text-text-2">{t('Disabled since {time}', { time: formatMoment(item.disabledAt) })}</span>
        )}
      </p>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button look="primary" disabled={enable.isPending} hidden={whyNot !== null} onClick={() => enable.mutate(true)}>
          {waiting.data === undefined
            ? t('Enable and send what was missed')
            : plural(waiting.data, 'Enable and send {count} missed event', 'Enable and send {count} missed events')}
        </Button>
        <Button className="bg-surface" disabled={enable.isPending} hidden={whyNot !== null} onClick={() => enable.mutate(false)}>
          {t('Enable and discard what was missed')}
        </Button>
      </div>
      {enable.error && <Problem error={enable.error} />}
    </section>
  )
}
