import { useEffect, useState } from 'react'
import { useMutation } from '@tanstack/react-query'
import type { Message } from '@skein/client'
import { describeFailure, useApi } from '../../api/api.ts'
import { newIdempotencyKey } from '../../api/idempotency-key.ts'
import { useRights } from '../../api/rights.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Clock, TriangleAlert } from '../../ui/icons.ts'
import { formatMoment } from '../../ui/time.ts'
import { showToast } from '../../ui/toasts.ts'
import { putScheduled } from '../threads/scheduled-replies.ts'
import { SendLater } from './composer/send-later.tsx'
import { useCancelReply, useSendNow, withdrawOffer } from './sent-messages.ts'

/** Says when a scheduled reply will be sent, or why it could not be, and offers to send it now, change its time or cancel it. `onEdit` is called when its text is a draft again. */
export function ReplyActions({ message, onEdit }: { message: Message; onEdit?: () => void }) {
  const { skein, queries } = useApi()
  const cancelReply = useCancelReply()
  const sendNow = useSendNow()
  const { id, sendAt, delivery } = message
  const [isChoosingTime, setChoosingTime] = useState(false)
  const isForbidden = useRights().whyNot('sendMessageNow') !== null
  const seconds = useSecondsUntil(sendAt)
  const hasFailed = delivery.state === 'FAILED'
  const isSoon = !hasFailed && seconds <= 60
  const work = useMutation({
    mutationFn: (act: () => Promise<void>) => act(),
    onError: (error) => showToast({ kind: 'problem', text: describeFailure(error).text }),
  })
  const reschedule = async (at: Date): Promise<void> => {
    const { data } = await skein.rescheduleMessage({
      path: { id },
      body: { sendAt: at.toISOString() },
      idempotencyKey: newIdempotencyKey(),
    })
    withdrawOffer(id)
    putScheduled(queries, data)
    showToast({ kind: 'done', text: t('Sends {time}.', { time: formatMoment(data.sendAt ?? at.toISOString()) }) }, 4_000)
  }
  const button = (label: string, act: () => Promise<void>) => (
    <Button {...small} disabled={work.isPending} hidden={isForbidden} onClick={() => work.mutate(act)}>
      {label}
    </Button>
  )
  return (
    <div className={`mt-1 flex flex-wrap items-center gap-x-0.5 text-xs ${hasFailed ? 'text-danger' : 'text-muted'}`}>
      <Icon of={hasFailed ? TriangleAlert : Clock} size={14} className="me-1" />
      <span className="me-1.5 min-w-0 wrap-anywhere">
        {hasFailed ? (delivery.lastError ?? t('We couldn’t send this.')) : describeSendTime(sendAt, seconds)}
      </span>
      {button(hasFailed ? t('Try again') : t('Send now'), () => sendNow(message))}
      {!isSoon && (
        <Button {...small} disabled={work.isPending} hidden={isForbidden} onClick={() => setChoosingTime(true)}>
          {t('Change time')}
        </Button>
      )}
      {button(hasFailed ? t('Edit') : isSoon ? t('Undo') : t('Cancel and edit'), async () => {
        await cancelReply(message)
        onEdit?.()
      })}
      {hasFailed && button(t('Discard'), async () => void (await skein.deleteMessage({ path: { id } })))}
      {isChoosingTime && <SendLater onPick={(at) => work.mutate(() => reschedule(at))} onClose={() => setChoosingTime(false)} />}
    </div>
  )
}

const small = { look: 'plain', size: 'small', className: 'px-1.5! text-xs! text-accent!' } as const

function describeSendTime(sendAt: string | null, seconds: number): string {
  if (sendAt === null || seconds <= 0) return t('Sending…')
  return seconds <= 120 ? t('Sends in {seconds} s', { seconds }) : t('Sends {time}', { time: formatMoment(sendAt) })
}

/** Returns the remaining seconds until a time, updated every second. */
function useSecondsUntil(time: string | null): number {
  const getSeconds = (): number => (time === null ? 0 : Math.ceil((Date.parse(time) - Date.now()) / 1000))
  const [seconds, setSeconds] = useState(getSeconds)
  useEffect(() => {
    const timer = setInterval(() => setSeconds(getSeconds()), 1000)
    return () => clearInterval(timer)
  })
  return seconds
}
