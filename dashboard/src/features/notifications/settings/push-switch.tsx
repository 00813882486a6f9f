import { useMutation, useQuery } from '@tanstack/react-query'
import { useApi } from '../../../api/api.ts'
import { getSessionUser } from '../../../api/session.ts'
import { useStore } from '../../../api/store.ts'
import { t } from '../../../texts/texts.ts'
import { Button } from '../../../ui/button.tsx'
import { Problem } from '../../../ui/problem.tsx'
import { formatMoment } from '../../../ui/time.ts'
import { findOwnEndpoint, isPushPossible, turnOffPush, turnOnPush } from '../push-device.ts'

/** Turns pushes to this browser on and off, and lists the user's other devices. */
export function PushSwitch() {
  const { skein, session } = useApi()
  const userId = getSessionUser(useStore(session.store))?.id ?? ''
  const subscriptions = useQuery({
    queryKey: ['push-subscriptions'],
    queryFn: async ({ signal }) => {
      const { data } = await skein.listPushSubscriptions({ query: { limit: 50 }, signal })
      return { all: data, endpoint: await findOwnEndpoint() }
    },
  })
  const all = subscriptions.data?.all ?? []
  const own = all.find(({ endpoint }) => endpoint === subscriptions.data?.endpoint) ?? null
  const others = all.filter(({ id }) => id !== own?.id)
  const isPossible = isPushPossible()
  const onSettled = (): Promise<unknown> => subscriptions.refetch()
  const toggle = useMutation({
    mutationFn: async () => (own ? (await turnOffPush(skein, own), true) : turnOnPush(skein, userId)),
    onSettled,
  })
  const remove = useMutation({ mutationFn: (id: string) => skein.deletePushSubscription({ path: { id } }), onSettled })
  const isBlocked = isPossible && Notification.permission === 'denied'
  const text = !isPossible
    ? t('This browser can’t receive notifications here. They need HTTPS, and on an iPhone Skein on the home screen.')
    : isBlocked
      ? t('Your browser blocks alerts of this site. Allow them in the browser’s settings for this page.')
      : own
        ? t('On for this device, also while Skein is closed.')
        : t('Off on this device.')
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p role="status" className="min-w-0 flex-1 basis-60 text-text-2">
          {text}
        </p>
        {isPossible && !isBlocked && (
          <Button
            disabled={!subscriptions.data || toggle.isPending}
            aria-label={own ? t('Turn off on this device') : t('Turn on on this device')}
            onClick={() => toggle.mutate()}
          >
            {own ? t('Turn off') : t('Turn on')}
          </Button>
        )}
      </div>
      {(toggle.error ?? subscriptions.error ?? remove.error) && (
        <div className="mt-3">
          <Problem error={toggle.error ?? subscriptions.error ?? remove.error} onRetry={() => void subscriptions.refetch()} />
        </div>
      )}
      {others.length > 0 && (
        <ul aria-label={t('Other devices')} className="mt-3 divide-y divide-line-soft border-t border-line-soft">
          {others.map(({ id, device, createdAt }) => (
            <li key={id} className="flex items-center gap-3 py-1.5">
              <span className="min-w-0 flex-1 truncate">
                {device ?? t('Another device')} <span className="text-muted">{t('since {time}', { time: formatMoment(createdAt) })}</span>
              </span>
              <Button look="plain" size="small" disabled={remove.isPending} onClick={() => remove.mutate(id)}>
                {t('Remove')}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
