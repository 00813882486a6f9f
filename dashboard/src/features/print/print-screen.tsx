import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { Message, Thread } from '@skein/client'
import { useApi } from '../../api/api.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { getCustomerName } from '../../ui/customer-name.ts'
import { Skeleton } from '../../ui/delayed.tsx'
import { formatFileSize } from '../../ui/file-size.ts'
import { Problem } from '../../ui/problem.tsx'
import { formatExact } from '../../ui/time.ts'
import { useTitle } from '../../ui/use-title.ts'
import { isSystemEvent } from '../threads/system-event.ts'

/** A thread as a page for the browser's print dialog: all its messages, black on white, without the dashboard around them. */
export function PrintScreen() {
  const { threadId = '' } = useParams({ strict: false })
  const { skein } = useApi()
  const [withNotes, setWithNotes] = useState(false)
  const { data, error, refetch } = useQuery({
    queryKey: ['print', threadId],
    queryFn: async ({ signal }) => {
      const path = { id: threadId }
      const [thread, messages] = await Promise.all([
        skein.getThread({ path, signal }),
        skein.listMessages({ path, query: { sort: 'createdAt', limit: 100 }, signal }).toArray(),
      ])
      return { thread: thread.data, messages }
    },
  })
  useTitle(data ? `${data.thread.ticketNumber} ${data.thread.subject}` : t('Print'))
  const messages = data?.messages.filter((message) => (withNotes || !message.internal) && message.deletedAt === null) ?? []
  return (
    // Always dark on white, because browsers print no backgrounds.
    <main className="min-h-dvh bg-[#ffffff] text-[#1c1a17]">
      <div className="mx-auto grid max-w-180 gap-6 p-6 print:max-w-none print:p-0">
        {error && <Problem error={error} onRetry={() => void refetch()} />}
        {!data && !error && <Skeleton />}
        {data && (
          <>
            <div className="flex flex-wrap items-center gap-4 border-b border-[#e7e6e3] pb-4 print:hidden">
              <label className="me-auto flex min-h-6 items-center gap-2">
                <input type="checkbox" className="size-4" checked={withNotes} onChange={({ target }) => setWithNotes(target.checked)} />
                {t('Include internal notes')}
              </label>
              <Button look="primary" onClick={() => window.print()}>
                {t('Print')}
              </Button>
            </div>
            <PrintHead thread={data.thread} />
            {messages.map((message) => (
              <PrintedMessage key={message.id} message={message} />
            ))}
          </>
        )}
      </div>
    </main>
  )
}

function PrintHead({ thread }: { thread: Thread }) {
  const { subject, ticketNumber, customer } = thread
  const name = getCustomerName(customer)
  return (
    <header>
      <h1 dir="auto" className="text-xl font-semibold">
        {subject}
      </h1>
      <p className="mt-1 text-sm text-[#4f4d49]">
        {[ticketNumber, name, customer.email === name ? '' : customer.email]
          .filter((part) => part !== undefined && part !== '')
          .join(' · ')}
      </p>
    </header>
  )
}

function PrintedMessage({ message }: { message: Message }) {
  const { author, authorType, bodyText, createdAt, internal, attachments } = message
  const name = author?.name ?? (authorType === 'CUSTOMER' ? t('Customer') : authorType === 'BOT' ? t('Bot') : t('System'))
  if (isSystemEvent(message))
    return (
      <p className="text-xs text-[#4f4d49]">
        {bodyText} · {formatExact(createdAt)}
      </p>
    )
  return (
    <article className="border-t border-[#e7e6e3] pt-3">
      <header className="mb-1 flex flex-wrap gap-x-2 text-sm break-after-avoid">
        <bdi className="font-semibold">{name}</bdi>
        {internal && <span className="font-medium">{t('Internal note')}</span>}
        <time dateTime={createdAt} className="ms-auto text-[#4f4d49]">
          {formatExact(createdAt)}
        </time>
      </header>
      <p dir="auto" className="text-base wrap-anywhere whitespace-pre-wrap [unicode-bidi:plaintext]">
        {bodyText}
      </p>
      {attachments.length > 0 && (
        <p className="mt-1 text-xs text-[#4f4d49]">
          {attachments.map(({ filename, size }) => `${filename} (${formatFileSize(size)})`).join(', ')}
        </p>
      )}
    </article>
  )
}
