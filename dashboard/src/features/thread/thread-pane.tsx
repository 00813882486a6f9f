import { memo, useEffect } from 'react'
import { ApiError, type Thread } from '@skein/client'
import { describeFailure, useApi } from '../../api/api.ts'
import { formatAriaKeys, formatKeys } from '../../keyboard/shortcuts.ts'
import { t } from '../../texts/texts.ts'
import { Button, IconButton, Key } from '../../ui/button.tsx'
import { AlarmClock, Check, ChevronLeft, Eye, PanelRight, RotateCcw } from '../../ui/icons.ts'
import { Icon } from '../../ui/icon.tsx'
import { Notice } from '../../ui/notice.tsx'
import { fromListBesideThread, fromTwoPanes, useMedia } from '../../ui/use-media.ts'
import { useRights } from '../../api/rights.ts'
import { useThreadActions } from '../threads/use-thread-actions.ts'
import { isKeptUnread, noteRead, releaseUnread } from '../threads/unread.ts'
import { useShownThread } from '../threads/shown-threads.ts'
import { useThread } from '../threads/use-threads.ts'
import { customerSheet } from './customer-sheet.ts'
import { Composer } from './composer/composer.tsx'
import { FollowersButton } from './followers-button.tsx'
import { useIsStaying, useOwnPresence } from './own-presence.ts'
import { MergedNotice } from './actions/merged-notice.tsx'
import { MoreActions } from './actions/more-actions.tsx'
import { ThreadMeetings } from '../meetings/thread-meetings.tsx'
import { SubjectTitle } from './subject-title.tsx'
import { ThreadChips, type OnPick } from './thread-chips.tsx'
import { Timeline } from './timeline.tsx'

type ThreadPaneProps = {
  id: string
  /** The latest press of R or N, which opens the composer. */
  composer: { kind: 'reply' | 'note'; at: number; toEverybody: boolean } | null
  onPick: OnPick
  onResolve: (thread: Thread) => void
  /** Moves on from a thread that the agent is done with. Returns a function that goes back to it, for undo. */
  onLeave: (thread: Thread) => () => void
  /** Returns to the list. */
  onClose: () => void
}

/** A thread: header, timeline and composer. */
export const ThreadPane = memo(function ThreadPane({ id, composer, onPick, onResolve, onLeave, onClose }: ThreadPaneProps) {
  const { skein } = useApi()
  const { data: thread, error, refetch } = useThread(id)
  // The list next to the thread has the page's h1. Narrow screens show no list, so the thread has the h1.
  const isBesideList = useMedia(fromListBesideThread)
  const Heading = isBesideList ? 'h2' : 'h1'
  const isTwo = useMedia(fromTwoPanes)
  const actions = useThreadActions()
  const whyNot = useRights().whyNot('replyToThread')
  const isStaying = useIsStaying(id)
  useShownThread(id)
  // Viewers cannot write, so the service refuses their presence reports and read marks.
  const isReporting = isStaying && whyNot === null
  const noteTyping = useOwnPresence(id, isReporting)
  const lastMessageId = thread?.lastMessageId
  useEffect(() => {
    if (!isStaying || lastMessageId === undefined || isKeptUnread(id)) return
    noteRead(id)
    if (!isReporting) return
    // If this request fails, the thread stays bold in the list, which needs no error message.
    skein.markThreadRead({ path: { id }, body: { messageId: lastMessageId } }).catch(() => undefined)
  }, [skein, id, isStaying, isReporting, lastMessageId])
  useEffect(() => () => releaseUnread(id), [id])
  // Keep the loaded thread while the service is unreachable, but not after the thread was deleted.
  const isGone = error instanceof ApiError && error.status === 404
  const failure = error && (!thread || isGone) ? describeFailure(error) : null
  return (
    <section aria-label={t('Thread')} className="flex min-w-0 flex-1 flex-col overflow-y-auto bg-surface">
      {isGone && (
        <div className="grid flex-1 content-center justify-items-center gap-2 p-6 text-center">
          <Heading className="text-xl font-semibold">{t('We can’t find this thread')}</Heading>
          <p className="text-base text-text-2">{t('It may have been deleted, or the link is mistyped.')}</p>
          <Button className="mt-3" onClick={onClose}>
            {t('Back to the list')}
          </Button>
        </div>
      )}
      {failure && !isGone && (
        <div className="grid justify-items-start gap-3 p-4">
          <Heading className="text-lg font-semibold">{t('We can’t show this thread')}</Heading>
          <Notice requestId={failure.requestId}>{failure.text}</Notice>
          <div className="flex gap-2">
            <Button onClick={() => void refetch()}>{t('Try again')}</Button>
            <Button onClick={onClose}>{t('Back to the list')}</Button>
          </div>
        </div>
      )}
      {thread && !failure && (
        <>
          <header className="@container border-b border-line ps-5 pe-3 pt-2.5 pb-2.5 max-md:ps-3 max-md:py-1.5">
            {/* An agent may make the list so wide that subject and buttons do not fit in one line. */}
            <div className="flex min-h-8 items-center gap-1 md:@max-[24rem]:flex-wrap md:@max-[24rem]:justify-end">
              {!isBesideList && (
                <IconButton icon={ChevronLeft} label={t('Back to the list')} className="-ms-2 rtl:-scale-x-100" onClick={onClose} />
              )}
              <div className="min-w-0 flex-1 md:@max-[24rem]:basis-full">
                <SubjectTitle
                  key={thread.id}
                  thread={thread}
                  level={Heading}
                  className={`text-lg [unicode-bidi:plaintext] font-semibold max-md:line-clamp-2 max-md:text-md md:truncate`}
                />
              </div>
              {isTwo && <FollowersButton thread={thread} />}
              <IconButton
                icon={AlarmClock}
                label={t('Snooze')}
                hint={formatKeys('snooze')}
                className="max-md:hidden"
                hidden={whyNot !== null}
                aria-keyshortcuts={formatAriaKeys('snooze')}
                onClick={({ currentTarget }) => onPick('snooze', currentTarget)}
              />
              <IconButton
                icon={PanelRight}
                label={t('Customer')}
                hint={formatKeys('toggleCustomer')}
                className="max-md:hidden wide:hidden"
                aria-keyshortcuts={formatAriaKeys('toggleCustomer')}
                onClick={() => customerSheet.set(true)}
              />
              <MoreActions thread={thread} onLeave={onLeave} />
              {thread.status === 'open' || thread.status === 'pending' ? (
                <Button
                  icon={Check}
                  className="ms-1 flat-on-phones"
                  aria-keyshortcuts={formatAriaKeys('resolve')}
                  hidden={whyNot !== null}
                  onClick={() => onResolve(thread)}
                >
                  <span className="max-md:sr-only">{t('Resolve')}</span> <Key>{formatKeys('resolve')}</Key>
                </Button>
              ) : (
                <Button
                  icon={RotateCcw}
                  className="ms-1 flat-on-phones"
                  aria-keyshortcuts={formatAriaKeys('reopen')}
                  hidden={whyNot !== null}
                  onClick={() => actions.setStatus(thread, 'open')}
                >
                  <span className="max-md:sr-only">{t('Reopen')}</span> <Key>{formatKeys('reopen')}</Key>
                </Button>
              )}
            </div>
            <ThreadChips thread={thread} isReadOnly={whyNot !== null} onPick={onPick} end={!isTwo && <FollowersButton thread={thread} />} />
          </header>
          {thread.mergedInto !== null && <MergedNotice thread={thread} into={thread.mergedInto} />}
          <ThreadMeetings key={`meetings ${thread.id}`} thread={thread} />
          <Timeline key={thread.id} thread={thread} />
          {whyNot === null ? (
            <Composer thread={thread} composeRequest={composer} onResolve={onResolve} onLeave={onLeave} onTyping={noteTyping} />
          ) : (
            <p className="flex items-center gap-2 border-t border-line px-5 py-3 text-muted">
              <Icon of={Eye} />
              <span>
                {t('You can read this thread, but not reply to it or change it.')} {whyNot}
              </span>
            </p>
          )}
        </>
      )}
    </section>
  )
})
