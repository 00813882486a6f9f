import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { useVirtualizer } from '@tanstack/react-virtual'
import type { Thread } from '@skein/client'
import { describeFailure } from '../../api/api.ts'
import { useStore } from '../../api/store.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ChevronRight, FoldVertical } from '../../ui/icons.ts'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'
import { formatDayName, formatExact, formatMoment } from '../../ui/time.ts'
import { plural, t } from '../../texts/texts.ts'
import { useMeId, useMessages, useScheduledReplies } from '../threads/use-threads.ts'
import { MessageArticle } from './message-article.tsx'
import { shownAsSent } from './mail/shown-as-sent.ts'
import { useMessageKeys } from './message/use-message-keys.ts'
import { useMessageToShow } from './message/use-message-to-show.ts'
import { NewMessages } from './new-messages.tsx'
import { PendingReply } from './pending-reply.tsx'
import { sortBySendTime } from '../threads/scheduled-replies.ts'
import { useMarksUnsent } from '../threads/stored-only.ts'
import { useNames } from '../threads/use-names.ts'
import { useThreadHistory } from './thread-history.ts'
import { lastSent } from './sent-messages.ts'
import { buildTimelineRows, type TimelineRow } from './timeline-rows.ts'

const SentMailSheet = lazyDialog(async () => (await import('./mail/sent-mail-sheet.tsx')).SentMailSheet)

/** Distance from the bottom, in pixels, within which the conversation counts as scrolled to its end. */
const endThreshold = 60
/** Rows rendered on each side of the visible ones. */
const overscan = 4

/** Virtualised conversation, scrolled to its end. Scrolling up loads earlier messages without moving the visible ones. */
export function Timeline({ thread }: { thread: Thread }) {
  'use no memo'
  const meId = useMeId()
  const messages = useMessages(thread.id)
  const scheduled = useScheduledReplies(thread.id)
  const newestFirst = useMemo(() => messages.data?.pages.flatMap(({ data }) => data) ?? [], [messages.data])
  useMessageKeys(thread.id, newestFirst)
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = messages
  const since = hasNextPage ? (newestFirst.at(-1)?.createdAt ?? '') : null
  const entries = useThreadHistory(thread.id, thread.version, since)
  const names = useNames(entries)
  const marksUnsent = useMarksUnsent(thread.inboxId)
  const total = messages.data?.pages[0]?.meta.total ?? newestFirst.length
  const isLoaded = messages.data !== undefined
  const rows = isLoaded ? buildTimelineRows({ newestFirst, total, entries, pending: sortBySendTime(scheduled.data ?? []), names }) : []
  const scroller = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => estimateHeight(rows[index]),
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan,
    paddingStart: 16,
    paddingEnd: 16,
    anchorTo: 'end',
    followOnAppend: true,
    scrollEndThreshold: endThreshold,
  })
  useLayoutEffect(() => {
    if (isLoaded) virtual.scrollToEnd()
  }, [isLoaded, virtual])
  useEffect(() => {
    const element = scroller.current
    if (!element) return
    // The virtualizer does not handle a shrinking viewport: the growing composer takes height from the conversation.
    let height = element.clientHeight
    const observer = new ResizeObserver(() => {
      const wasAtEnd = element.scrollHeight - element.scrollTop - height <= endThreshold
      height = element.clientHeight
      if (wasAtEnd) virtual.scrollToEnd()
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [virtual])
  const items = virtual.getVirtualItems()
  const firstShown = items[0]?.index ?? 0
  useEffect(() => {
    if (!hasNextPage || isFetchingNextPage || firstShown >= 8) return
    // Just opened, the rows shown are the first ones, although the conversation is already scrolled to its end. Earlier messages that
    // arrive before the end is reached would keep it from being reached.
    const firstVisible = virtual.getVirtualItemForOffset(scroller.current?.scrollTop ?? 0)?.index ?? 0
    if (firstVisible < 8 + overscan) void fetchNextPage()
  }, [hasNextPage, isFetchingNextPage, fetchNextPage, firstShown, virtual])
  const sentAt = useStore(lastSent).get(thread.id)
  useEffect(() => {
    // Scroll to the message that the agent has just sent, even while reading earlier ones.
    if (sentAt !== undefined) virtual.scrollToEnd()
  }, [sentAt, virtual])
  useMessageToShow({
    threadId: thread.id,
    isLoaded,
    findIndex: (id) => rows.findIndex(({ key }) => key === id),
    hasNextPage,
    isFetchingNextPage,
    fetchNextPage,
    scrollToIndex: useCallback((index) => virtual.scrollToIndex(index, { align: 'center' }), [virtual]),
  })
  const failure = messages.error && !(isLoaded && messages.isRefetchError) ? describeFailure(messages.error) : null
  const asSent = useStore(shownAsSent)
  return (
    <div className="relative flex min-h-24 flex-1 flex-col">
      {asSent?.threadId === thread.id && <SentMailSheet message={asSent} onClose={() => shownAsSent.set(null)} />}
      {failure && (
        <div className="flex flex-wrap items-start gap-2 p-3">
          <Notice requestId={failure.requestId}>{failure.text}</Notice>
          <Button onClick={() => void (isLoaded ? fetchNextPage() : messages.refetch())}>{t('Try again')}</Button>
        </div>
      )}
      {/* The scroll container is focusable, so that the arrow keys can scroll it. */}
      <div
        ref={scroller}
        tabIndex={0}
        role="region"
        aria-label={t('Messages')}
        className="min-h-0 flex-1 overflow-y-auto px-5 -outline-offset-2 max-md:px-3 [overflow-anchor:none]"
      >
        <div
          role="feed"
          aria-label={t('Conversation')}
          aria-busy={messages.isFetching}
          className="relative"
          style={{ height: virtual.getTotalSize() }}
        >
          {items.map(({ index, key, start }) => (
            <div
              key={key}
              ref={virtual.measureElement}
              data-index={index}
              className="absolute inset-x-0 top-0"
              style={{ transform: `translateY(${start}px)` }}
            >
              <Row row={rows[index]} thread={thread} total={total} marksUnsent={marksUnsent} isFirst={index === 0} />
            </div>
          ))}
        </div>
      </div>
      <NewMessages newestFirst={newestFirst} meId={meId} isAtEnd={() => virtual.isAtEnd(80)} onShow={() => virtual.scrollToEnd()} />
    </div>
  )
}

/** Estimates the height of a row in pixels, with the space above it, until it is rendered and measured. */
function estimateHeight(row: TimelineRow | undefined): number {
  if (row?.kind === 'message') return row.isContinued ? 40 : 90
  return row?.kind === 'pending' ? 110 : 30
}

type RowProps = { row: TimelineRow | undefined; thread: Thread; total: number; marksUnsent: boolean; isFirst: boolean }

/** A row with the space above it, which is less within a group of messages. */
function Row({ row, isFirst, ...rest }: RowProps) {
  if (!row) return null
  const isContinued = row.kind === 'message' && row.isContinued
  return (
    <div className={isFirst ? '' : isContinued ? 'pt-1' : 'pt-3'}>
      <RowContent row={row} {...rest} />
    </div>
  )
}

function RowContent({ row, thread, total, marksUnsent }: Omit<RowProps, 'row' | 'isFirst'> & { row: TimelineRow }) {
  if (row.kind === 'message') {
    const { message, position, isContinued, isFollowed } = row
    return (
      <MessageArticle
        message={message}
        thread={thread}
        position={position}
        total={total}
        isContinued={isContinued}
        isFollowed={isFollowed}
        marksUnsent={marksUnsent}
      />
    )
  }
  if (row.kind === 'pending') return <PendingReply message={row.message} thread={thread} position={row.position} total={total} />
  if (row.kind === 'fold') return <FoldedLines row={row} />
  if (row.kind === 'day') return <Day at={row.at} />
  const line = <Line mark={row.mark} at={row.at} sentence={row.sentence} />
  // role=feed may contain links only in articles.
  return row.hasLink ? <article>{line}</article> : line
}

/** Separator with the day of the messages below. */
function Day({ at }: { at: string }) {
  return (
    <p className="flex max-w-190 items-center gap-2.5 text-xs font-medium text-muted before:h-px before:flex-1 before:bg-line-soft after:h-px after:flex-1 after:bg-line-soft">
      <time dateTime={at} data-tip={formatExact(at)}>
        {formatDayName(at)}
      </time>
    </p>
  )
}

function Line({ mark, at, sentence }: { mark: ReactNode; at: string; sentence: ReactNode }) {
  return (
    <p className="grid max-w-190 grid-cols-[1.75rem_minmax(0,1fr)_auto] gap-x-3 text-xs break-words text-muted">
      <span aria-hidden className="grid h-4 place-items-center">
        {mark}
      </span>
      <span className="min-w-0">{sentence}</span>
      <time dateTime={at} data-tip={formatExact(at)} className="tabular-nums">
        {formatMoment(at)}
      </time>
    </p>
  )
}

/** Keys of the change groups that the agent has expanded. A row that is scrolled out of view loses its own state. */
const openFolds = new Set<string>()

function FoldedLines({ row: { key, lines, at } }: { row: Extract<TimelineRow, { kind: 'fold' }> }) {
  const [isOpen, setOpen] = useState(openFolds.has(key))
  const name = plural(lines.length, '{count} change', '{count} changes')
  return (
    // role=feed may contain only articles.
    <article aria-label={name} className="grid gap-2">
      <Line
        mark={<Icon of={FoldVertical} size={14} />}
        at={at}
        sentence={
          <button
            type="button"
            aria-expanded={isOpen}
            className="-my-1 inline-flex min-h-6 items-center gap-1 font-medium text-text-2 hover:underline max-md:-my-2 max-md:min-h-8"
            onClick={() => {
              if (!openFolds.delete(key)) openFolds.add(key)
              setOpen(!isOpen)
            }}
          >
            {name}
            <Icon of={ChevronRight} size={14} className={`transition-transform ${isOpen ? 'rotate-90' : 'rtl:-scale-x-100'}`} />
          </button>
        }
      />
      {isOpen && lines.map((each) => <Line key={each.key} mark={each.mark} at={each.at} sentence={each.sentence} />)}
    </article>
  )
}
