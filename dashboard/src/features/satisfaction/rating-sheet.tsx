import { useState, type ReactNode } from 'react'
import { useMutation } from '@tanstack/react-query'
import { ApiError, type SatisfactionRequest, type Thread } from '@skein/client'
import { describeFailure, useApi } from '../../api/api.ts'
import { newIdempotencyKey } from '../../api/idempotency-key.ts'
import { useRights } from '../../api/rights.ts'
import { message, plural, t, type Message } from '../../texts/texts.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { CodeBlock } from '../../ui/code-block.tsx'
import { Facts } from '../../ui/facts.tsx'
import { FormSheet } from '../../ui/form-sheet.tsx'
import { Mail, Link, MessageCircle } from '../../ui/icons.ts'
import { Notice } from '../../ui/notice.tsx'
import { formatExact, formatMoment } from '../../ui/time.ts'
import { showToast } from '../../ui/toasts.ts'
import { useCustomer } from '../threads/use-customer.ts'
import { useInboxes, useUsers } from '../threads/use-catalog.ts'
import { EnterRating } from './enter-rating.tsx'
import { cancelReasons, describeRequest } from './ratings.ts'
import { putRequest } from './satisfaction-cache.ts'
import { useThreadSatisfaction } from './use-satisfaction.ts'
import { getCustomerName } from '../../ui/customer-name.ts'

const channels: Readonly<Record<SatisfactionRequest['channel'], Message>> = {
  MAIL: message('By email'),
  LINK: message('With a link'),
  API: message('By another program'),
  CHAT: message('In the chat'),
}

/** All surveys of a thread with the customer's ratings, and the buttons to ask again. */
export function RatingSheet({ thread, onClose }: { thread: Thread; onClose: () => void }) {
  const { data: requests = [] } = useThreadSatisfaction(thread.id)
  const rights = useRights()
  const whyNot = rights.whyNot('createSatisfactionRequest')
  const isWaiting = requests.some(({ state }) => state === 'PLANNED' || state === 'SENT')
  const whyNotAnswer = rights.whyNot('answerSatisfactionRequest')
  return (
    <FormSheet title={t('Rating of this thread')} onClose={onClose}>
      <div className="grid grid-cols-1 gap-4 p-5">
        {requests.map((request) => (
          <Request key={request.id} request={request} mayCancel={whyNot === null} mayAnswer={whyNotAnswer === null} />
        ))}
        {whyNot === null ? (
          <Ask thread={thread} hasRequests={requests.length > 0} isWaiting={isWaiting} />
        ) : (
          <p className="text-text-2">{whyNot}</p>
        )}
      </div>
    </FormSheet>
  )
}

type RequestProps = { request: SatisfactionRequest; mayCancel: boolean; mayAnswer: boolean }

function Request({ request, mayCancel, mayAnswer }: RequestProps) {
  const { skein, queries } = useApi()
  const [idempotencyKey] = useState(newIdempotencyKey)
  const { text, tone, icon } = describeRequest(request)
  const { id, state, answer, channel, personId, sendAt, sentAt, remindedAt, expiresAt, cancelReason } = request
  const users = useUsers(personId !== null).data ?? []
  const cancel = useMutation({
    mutationFn: async () => (await skein.cancelSatisfactionRequest({ path: { id }, idempotencyKey })).data,
    onSuccess(cancelled) {
      putRequest(queries, cancelled)
      showToast({ kind: 'done', text: t('Survey cancelled.') }, 4_000)
    },
  })
  const isOpen = state === 'PLANNED' || state === 'SENT'
  return (
    <section aria-label={text} className="card grid grid-cols-1 gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <Badge tone={tone} icon={icon}>
          {text}
        </Badge>
        {mayCancel && isOpen && (
          <Button size="small" className="ms-auto" disabled={cancel.isPending} onClick={() => cancel.mutate()}>
            {t('Cancel the survey')}
          </Button>
        )}
      </div>
      {answer?.comment != null && (
        <blockquote dir="auto" className="border-s-2 border-line-strong ps-3 text-base whitespace-pre-wrap wrap-anywhere">
          {answer.comment}
        </blockquote>
      )}
      {cancelReason !== null && <p className="text-text-2">{t(cancelReasons[cancelReason])}</p>}
      <Facts
        facts={[
          [t('Reasons'), answer?.reasons.join(', ')],
          [t('Rated'), answer && <Time key="at" at={answer.answeredAt} />],
          [t('Changed'), answer && answer.changes > 0 ? plural(answer.changes, 'Once', '{count} times') : null],
          [t('Counts for'), users.find((user) => user.id === personId)?.name],
          [t('Asked'), sentAt !== null && <Asked key="asked" how={t(channels[channel])} at={sentAt} />],
          [t('We ask'), state === 'PLANNED' && <Asked key="asked" how={t(channels[channel])} at={sendAt} />],
          [t('Reminded'), remindedAt !== null && <Time key="at" at={remindedAt} />],
          [
            state === 'EXPIRED' ? t('Ended') : t('Can be rated until'),
            expiresAt !== null && state !== 'CANCELLED' && <Time key="at" at={expiresAt} />,
          ],
        ]}
      />
      <Failure error={cancel.error} />
      {mayAnswer && state === 'SENT' && <EnterRating request={request} />}
    </section>
  )
}

function Time({ at }: { at: string }) {
  return (
    <time dateTime={at} data-tip={formatExact(at)}>
      {formatMoment(at)}
    </time>
  )
}

function Asked({ how, at }: { how: string; at: string }): ReactNode {
  return (
    <>
      {how} · <Time at={at} />
    </>
  )
}

/** Buttons to send a survey by hand, unless one waits for an answer. The service refuses a second one until the thread is reopened. */
function Ask({ thread, hasRequests, isWaiting }: { thread: Thread; hasRequests: boolean; isWaiting: boolean }) {
  const { skein, queries } = useApi()
  const { data: customer } = useCustomer(thread.customer.id, thread.id)
  const [idempotencyKey, setIdempotencyKey] = useState(newIdempotencyKey)
  const ask = useMutation({
    mutationFn: async (channel: 'MAIL' | 'LINK' | 'CHAT') =>
      (await skein.createSatisfactionRequest({ path: { id: thread.id }, body: { channel }, idempotencyKey })).data,
    onSuccess(asked) {
      const { url: _url, ...request } = asked
      putRequest(queries, request)
      if (request.channel === 'CHAT')
        showToast({ kind: 'done', text: t('We’re asking {name} in the chat.', { name: nameOf(thread) }) }, 4_000)
      if (request.channel === 'MAIL') showToast({ kind: 'done', text: t('We’re asking {name} by email.', { name: nameOf(thread) }) }, 4_000)
    },
    // The next attempt may be a different request, so it needs a new idempotency key.
    onSettled: () => setIdempotencyKey(newIdempotencyKey()),
  })
  const isOptedOut = customer?.satisfactionOptOut === true
  const hasNoEmail = customer?.hasEmail === false
  const whyNoMail = isOptedOut
    ? t('The customer doesn’t want to be asked by email.')
    : hasNoEmail
      ? t('The customer has no email address.')
      : null
  const isChat = useInboxes().data?.some(({ id, capabilities }) => id === thread.inboxId && capabilities.live) === true
  const url = ask.data?.channel === 'LINK' ? ask.data.url : null
  return (
    <section aria-label={t('Ask for a rating')} className="card grid grid-cols-1 gap-3">
      <h3 className="text-md font-semibold">{t('Ask for a rating')}</h3>
      <p className="text-text-2">
        {isWaiting
          ? t('The customer can still rate. After the thread was reopened, cancel this survey to ask again.')
          : hasRequests
            ? t('We ask at most once each time a thread is resolved. After it was reopened, you can ask again.')
            : t('We ask {name} how it went. You can do this whatever the survey’s settings are.', { name: nameOf(thread) })}
      </p>
      {url === null && !isWaiting && (
        <div className="flex flex-wrap gap-2">
          {isChat && (
            <Button
              look="primary"
              icon={MessageCircle}
              data-focus-first
              disabled={ask.isPending || isOptedOut}
              onClick={() => ask.mutate('CHAT')}
            >
              {t('Ask in the chat')}
            </Button>
          )}
          <Button
            look={isChat ? 'quiet' : 'primary'}
            icon={Mail}
            data-focus-first={isChat ? undefined : true}
            disabled={ask.isPending || whyNoMail !== null}
            data-tip={whyNoMail ?? undefined}
            onClick={() => ask.mutate('MAIL')}
          >
            {t('Ask by email')}
          </Button>
          <Button icon={Link} disabled={ask.isPending} onClick={() => ask.mutate('LINK')}>
            {t('Get a link')}
          </Button>
        </div>
      )}
      {url !== null && (
        <>
          <CodeBlock label={t('Link for the customer')} text={url} />
          <p className="text-text-2">{t('Copy it now, because we show it only once. Anyone with the link can answer.')}</p>
        </>
      )}
      {whyNoMail !== null && url === null && !isWaiting && <p className="text-xs text-muted">{whyNoMail}</p>}
      <Failure error={ask.error} />
    </section>
  )
}

const nameOf = ({ customer }: Thread): string => getCustomerName(customer)

function Failure({ error }: { error: Error | null }) {
  if (!error) return null
  if (error instanceof ApiError && error.code === 'SVC-SATISFACTION-ASKED_ALREADY')
    return <Notice>{t('This customer was asked already. After the thread was reopened, you can ask again.')}</Notice>
  const { text, requestId } = describeFailure(error)
  return <Notice requestId={requestId}>{text}</Notice>
}
