import { useEffect, useState } from 'react'
import type { Message, Thread } from '@skein/client'
import { describeFailure, useApi } from '../../api/api.ts'
import { useRights } from '../../api/rights.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Clock, TriangleAlert } from '../../ui/icons.ts'
import { formatMoment } from '../../ui/time.ts'
import { showToast } from '../../ui/toasts.ts'
import { MessageArticle } from './message-article.tsx'
import { useCancelReply, useSendNow } from './sent-messages.ts'

type PendingReplyProps = { message: Message; thread: Thread; position: number; total: number }

/** A reply that is scheduled or could not be sent, at its future position in the timeline. */
export function PendingReply({ message, thread, position, total }: PendingReplyProps) {
  const { skein } = useApi()
  const cancelReply = useCancelReply()
  const sendNow = useSendNow()
  const { id, sendAt, delivery } = message
  const [isBusy, setBusy] = useState(false)
  const whyNot = useRights().whyNot('sendMessageNow')
  const isForbidden = whyNot !== null
  const seconds = useSecondsUntil(sendAt)
  const hasFailed = delivery.state === 'FAILED'
  const act = (work: () => Promise<void>) => async (): Promise<void> => {
    setBusy(true)
    try {
      await work()
    } catch (error) {
      showToast({ kind: 'problem', text: describeFailure(error).text })
    } finally {
      setBusy(false)
    }
  }
  const send = act(() => sendNow(message))
  const edit = act(() => cancelReply(message))
  const discard = act(async () => void (await skein.deleteMessage({ path: { id } })))
  return (
    <MessageArticle message={message} thread={thread} position={position} total={total}>
      <p className={`mt-1 flex flex-wrap items-center gap-x-0.5 text-xs ${hasFailed ? 'text-danger' : 'text-muted'}`}>
        <Icon of={hasFailed ? TriangleAlert : Clock} size={14} className="me-1" />
        <span className="me-1.5 min-w-0 wrap-anywhere">
          {hasFailed ? (delivery.lastError ?? t('We couldn’t send this.')) : describeSendTime(sendAt, seconds)}
        </span>
        {hasFailed && (
          <Button {...small} disabled={isBusy} hidden={isForbidden} onClick={() => void send()}>
            {t('Try again')}
          </Button>
        )}
        <Button {...small} disabled={isBusy} hidden={isForbidden} onClick={() => void edit()}>
          {hasFailed ? t('Edit') : seconds <= 60 ? t('Undo') : t('Cancel and edit')}
        </Button>
        {!hasFailed && (
          <Button {...small} disabled={isBusy} hidden={isForbidden} onClick={() => void send()}>
            {t('Send now')}
          </Button>
        )}
        {hasFailed && (
          <Button {...small} disabled={isBusy} hidden={isForbidden} onClick={() => void discard()}>
            {t('Discard')}
          </Button>
        )}
      </p>
    </MessageArticle>
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
