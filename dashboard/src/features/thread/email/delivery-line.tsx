import { useState } from 'react'
import type { Message } from '@skein/client'
import { describeFailure, useApi } from '../../../api/api.ts'
import { newIdempotencyKey } from '../../../api/idempotency-key.ts'
import { useRights } from '../../../api/rights.ts'
import { formatAriaKeys, formatKeys } from '../../../keyboard/shortcuts.ts'
import { t } from '../../../texts/texts.ts'
import { Button, Key } from '../../../ui/button.tsx'
import { formatExact, formatMoment } from '../../../ui/time.ts'
import { showToast } from '../../../ui/toasts.ts'
import { Disclosure } from '../../../ui/disclosure.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Check, Clock, RotateCcw, TriangleAlert } from '../../../ui/icons.ts'
import { patchDelivery } from '../../threads/thread-cache.ts'
import { describeDelivery, describeReason, describeRecipient, type DeliveryNote } from './describe-delivery.ts'

const looks: Readonly<Record<DeliveryNote['look'], string>> = { muted: 'text-muted', warning: 'text-warning', danger: 'text-danger' }
const kinds = { TO: '', CC: 'Cc', BCC: 'Bcc' } as const

type DeliveryLineProps = {
  message: Message
  /** Whether the next message belongs to this one and shows its own status below. */
  isFollowed?: boolean
}

/** Delivery status of a reply, with a button to resend it to recipients that it did not reach. */
export function DeliveryLine({ message, isFollowed = false }: DeliveryLineProps) {
  const [isBusy, setBusy] = useState(false)
  const retry = useRetryDelivery()
  const whyNot = useRights().whyNot('sendMessageNow')
  const note = describeDelivery(message.delivery)
  // Within a group of messages, only problems are shown: the last message says that it was delivered or seen.
  if (!note || (isFollowed && note.look === 'muted')) return null
  const { recipients } = message.delivery
  const text = (
    <>
      <Icon of={message.delivery.state === 'QUEUED' ? Clock : note.look === 'muted' ? Check : TriangleAlert} size={14} />
      <span className="min-w-0 wrap-anywhere">{note.text}</span>
    </>
  )
  return (
    <div className={`mt-1 flex flex-wrap items-start gap-x-1 text-xs ${looks[note.look]}`}>
      {recipients.length === 0 ? (
        <p className="flex min-h-6 min-w-0 items-center gap-1.5">{text}</p>
      ) : (
        <Disclosure className="min-w-0" summary={text}>
          <ul aria-label={t('Recipients')} className="mt-0.5 mb-1 grid gap-y-1 ps-5 text-text-2">
            {recipients.map((recipient) => {
              const { address, kind, state } = recipient
              const { text: stateText, at } = describeRecipient(recipient, message.delivery)
              const reason = describeReason(recipient)
              return (
                <li key={`${kind} ${address}`} className="wrap-anywhere">
                  {[kinds[kind], address].filter((part) => part !== '').join(' ')} ·{' '}
                  <span className={state === 'BOUNCED' || state === 'FAILED' ? 'font-medium text-danger' : ''}>{stateText}</span>{' '}
                  <time dateTime={at} data-tip={formatExact(at)}>
                    {formatMoment(at)}
                  </time>
                  {reason !== null && <span className="text-muted"> · {reason}</span>}
                </li>
              )
            })}
          </ul>
        </Disclosure>
      )}
      {note.canRetry && (
        <Button
          look="plain"
          size="small"
          icon={RotateCcw}
          className="-my-0.5 px-2! text-xs! text-accent!"
          hidden={whyNot !== null}
          disabled={isBusy}
          aria-keyshortcuts={formatAriaKeys('retryDelivery')}
          onClick={() => {
            setBusy(true)
            void retry(message).finally(() => setBusy(false))
          }}
        >
          {message.delivery.state === 'KEPT' ? t('Send again') : t('Try again')} <Key>{formatKeys('retryDelivery')}</Key>
        </Button>
      )}
    </div>
  )
}

/** Returns a function that resends a reply to the recipients that it did not reach. */
export function useRetryDelivery(): (message: Message) => Promise<void> {
  const { skein, queries } = useApi()
  return async ({ id }) => {
    try {
      const { data } = await skein.sendMessageNow({ path: { id }, idempotencyKey: newIdempotencyKey() })
      patchDelivery(queries, data)
    } catch (error) {
      showToast({ kind: 'problem', text: describeFailure(error).text })
    }
  }
}
