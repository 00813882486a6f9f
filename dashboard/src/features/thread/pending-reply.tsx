import { useEffect, useState } from 'react'
import type { Message } from '@skein/client'
import { describeFailure, useApi } from '../../api/api.ts'
import { useRights } from '../../api/rights.ts'
import { Button } from '../../ui/button.tsx'
import { formatMoment } from '../../ui/time.ts'
import { showToast } from '../../ui/toasts.ts'
import { MessageArticle } from './message-article.tsx'
import { useCancelReply, useSendNow } from './sent-messages.ts'

/** Shows a reply that is scheduled or could not be sent, at its future position in the timeline. */
export function PendingReply({ message, position, total }: { message: Message; position: number; total: number }) {
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
    <MessageArticle message={message} position={position} total={total}>
      <p className={`mt-1 flex flex-wrap items-center gap-1 text-sm ${hasFailed ? 'text-danger' : 'text-muted'}`}>
        <span>{hasFailed ? (delivery.lastError ?? 'It could not be sent.') : describeSendTime(sendAt, seconds)}</span>
        {hasFailed && (
          <Button look="plain" disabled={isBusy} hidden={isForbidden} onClick={() => void send()}>
            Retry
          </Button>
        )}
        <Button look="plain" disabled={isBusy} hidden={isForbidden} onClick={() => void edit()}>
          {hasFailed ? 'Edit' : seconds <= 60 ? 'Undo' : 'Cancel and edit'}
        </Button>
        {!hasFailed && (
          <Button look="plain" disabled={isBusy} hidden={isForbidden} onClick={() => void send()}>
            Send now
          </Button>
        )}
        {hasFailed && (
          <Button look="plain" disabled={isBusy} hidden={isForbidden} onClick={() => void discard()}>
            Discard
          </Button>
        )}
      </p>
    </MessageArticle>
  )
}

function describeSendTime(sendAt: string | null, seconds: number): string {
  if (sendAt === null || seconds <= 0) return 'Sending…'
  return seconds <= 120 ? `Sends in ${seconds} s` : `Sends ${formatMoment(sendAt)}`
}

/** Returns the seconds until a time, updated every second. */
function useSecondsUntil(time: string | null): number {
  const getSeconds = (): number => (time === null ? 0 : Math.ceil((Date.parse(time) - Date.now()) / 1000))
  const [seconds, setSeconds] = useState(getSeconds)
  useEffect(() => {
    const timer = setInterval(() => setSeconds(getSeconds()), 1000)
    return () => clearInterval(timer)
  })
  return seconds
}
