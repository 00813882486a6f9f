import { useEffect, useLayoutEffect, useRef } from 'react'
import type { Message } from '@skein/client'
import { describeFailure } from '../../api/api.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { momentOf } from '../../ui/time.ts'
import { useMessages } from '../threads/use-threads.ts'

/** The messages, oldest first, seen from their end. Earlier ones are fetched as they are scrolled to, and move nothing. */
export function Timeline({ threadId }: { threadId: string }) {
  const messages = useMessages(threadId)
  const scroller = useRef<HTMLDivElement>(null)
  const newestFirst = messages.data?.pages.flatMap(({ data }) => data) ?? []
  const shown = newestFirst.toReversed()
  const newest = newestFirst[0]?.id
  const oldest = shown[0]?.id
  const heightBefore = useRef(0)
  useEffect(() => {
    scroller.current?.scrollTo({ top: scroller.current.scrollHeight })
  }, [newest])
  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return
    // Earlier messages came in above: what was in sight stays where it was.
    if (heightBefore.current > 0 && element.scrollTop < 200) element.scrollTop += element.scrollHeight - heightBefore.current
    heightBefore.current = element.scrollHeight
  }, [oldest])
  const failure = messages.error && describeFailure(messages.error)
  const total = messages.data?.pages[0]?.meta.total ?? shown.length
  return (
    // A region that scrolls can be reached, so that arrow keys scroll it.
    <div
      ref={scroller}
      tabIndex={0}
      role="region"
      aria-label="Messages"
      className="min-h-0 flex-1 overflow-y-auto px-4 py-3 -outline-offset-2"
    >
      {messages.hasNextPage && (
        <div className="pb-3 text-center">
          <Button disabled={messages.isFetchingNextPage} onClick={() => void messages.fetchNextPage()}>
            Earlier messages
          </Button>
        </div>
      )}
      {failure && <Notice requestId={failure.requestId}>{failure.text}</Notice>}
      <div role="feed" aria-label="Conversation" aria-busy={messages.isFetching} className="grid gap-3">
        {shown.map((message, i) => (
          <MessageArticle key={message.id} message={message} position={total - shown.length + i + 1} total={total} />
        ))}
      </div>
    </div>
  )
}

function MessageArticle({ message, position, total }: { message: Message; position: number; total: number }) {
  const { author, authorType, internal, bodyText, attachments, createdAt, delivery } = message
  const name = author?.name ?? (authorType === 'CUSTOMER' ? 'Customer' : authorType === 'BOT' ? 'Bot' : 'System')
  const look = internal ? 'bg-note border-note-line' : authorType === 'CUSTOMER' ? 'bg-canvas border-line' : 'bg-surface border-line'
  return (
    <article
      aria-posinset={position}
      aria-setsize={total}
      aria-label={`${internal ? 'Internal note' : 'Message'} of ${name}`}
      className={`max-w-180 rounded-lg border px-3 py-2 [content-visibility:auto] ${authorType === 'CUSTOMER' ? '' : 'ms-auto w-full'} ${look}`}
    >
      <header className="flex items-baseline gap-2 text-xs text-muted">
        <span className="text-sm font-medium text-text">{name}</span>
        {internal && <span className="font-medium text-warning">Internal note</span>}
        {delivery.state === 'FAILED' && <span className="font-medium text-danger">Not delivered</span>}
        <time dateTime={createdAt} className="ms-auto">
          {momentOf(createdAt)}
        </time>
      </header>
      {/* As text: the formatting of HTML mails is not shown. Whoever wrote it may write from the right to the left. */}
      <p dir="auto" className="mt-1 break-words whitespace-pre-wrap">
        {bodyText}
      </p>
      {attachments.length > 0 && (
        <ul className="mt-2 flex flex-wrap gap-2 text-sm">
          {attachments.map(({ id, filename, size, url }) => (
            <li key={id} className="rounded-md border border-line px-2 py-1">
              {url === null ? (
                filename
              ) : (
                <a href={url} className="text-accent underline" rel="noreferrer">
                  {filename}
                </a>
              )}{' '}
              <span className="text-muted">{Math.ceil(size / 1024).toLocaleString()} KB</span>
            </li>
          ))}
        </ul>
      )}
    </article>
  )
}
