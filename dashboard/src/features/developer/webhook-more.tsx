import { useState } from 'react'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { Webhook, WebhookWithSecret } from '@skein/client'
import { useApi } from '../../api/api.ts'
import { useRights } from '../../api/rights.ts'
import { Button } from '../../ui/button.tsx'
import { Problem } from '../../ui/problem.tsx'
import { showToast } from '../../ui/toasts.ts'
import { formatMoment } from '../../ui/time.ts'
import type { MoreProps } from '../catalogue/catalogue.ts'
import { Deliveries } from './deliveries.tsx'
import { NewWebhookSecret } from './new-webhook-secret.tsx'
import { SendTest } from './send-test.tsx'

/** Further sections of a webhook's panel: enabling, testing, rotating the secret, and deliveries. */
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
      <section aria-label="Tools" className="grid gap-3 border-t border-line pt-4">
        <div className="flex flex-wrap items-start gap-2">
          <SendTest webhook={item} />
          <Button disabled={rotation.isPending} hidden={whyNot !== null} onClick={() => rotation.mutate()}>
            Rotate the secret
          </Button>
        </div>
        <p className="text-sm text-muted" hidden={whyNot !== null}>
          After a rotation deliveries are signed with both secrets for a day.
        </p>
        {rotation.error && <Problem error={rotation.error} />}
      </section>
      <section aria-label="Deliveries" className="border-t border-line pt-4">
        <h3 className="mb-2 font-medium">Deliveries</h3>
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
        text: replayMissed ? 'Enabled. What was missed is sent now, oldest first.' : 'Enabled. What was missed is discarded.',
      })
    },
  })
  const whyNot = rights.whyNot('enableWebhook')
  const missed = waiting.data === undefined ? 'what was missed' : `${waiting.data.toLocaleString()} missed`
  return (
    <section aria-label="Enable" className="rounded-md border border-warning px-3 py-2.5 text-sm">
      <p>
        {item.status === 'DISABLED'
          ? `Disabled${item.disabledAt ? ` since ${formatMoment(item.disabledAt)}` : ''}: ${(item.disabledReason ?? 'it failed too often').replace(/\.+$/, '')}. Mend the receiver first. What happens meanwhile is kept for seven days.`
          : 'Paused: what happens meanwhile is kept for seven days.'}
      </p>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button look="primary" disabled={enable.isPending} hidden={whyNot !== null} onClick={() => enable.mutate(true)}>
          Enable and replay {missed}
        </Button>
        <Button disabled={enable.isPending} hidden={whyNot !== null} onClick={() => enable.mutate(false)}>
          Enable, discard {missed}
        </Button>
      </div>
      {enable.error && <Problem error={enable.error} />}
    </section>
  )
}
