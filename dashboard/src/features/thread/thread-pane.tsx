import { memo, useEffect } from 'react'
import { ApiError, type Thread } from '@skein/client'
import { describeFailure, useApi } from '../../api/api.ts'
import { formatAriaKeys, formatKeys, type ShortcutId } from '../../keyboard/shortcuts.ts'
import { Button, Key } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { fromTwoPanes, useMedia } from '../../ui/use-media.ts'
import { formatMoment } from '../../ui/time.ts'
import { useRights } from '../../api/rights.ts'
import { useThreadActions } from '../threads/use-thread-actions.ts'
import { SlaChip } from '../threads/sla-chip.tsx'
import { noteRead } from '../threads/unread.ts'
import { useThread } from '../threads/use-threads.ts'
import { customerSheet } from '../inbox/customer-sheet.ts'
import { PriorityMark } from '../inbox/priority-mark.tsx'
import { Composer } from './composer/composer.tsx'
import { useIsStaying, useOwnPresence } from './own-presence.ts'
import { PresentAgents } from './present-agents.tsx'
import type { PickerKind } from './thread-pickers.tsx'
import { UnbrokenCodes } from './linked-text.tsx'
import { MergedNotice } from './actions/merged-notice.tsx'
import { MoreActions } from './actions/more-actions.tsx'
import { ThreadMeetings } from '../meetings/thread-meetings.tsx'
import { Timeline } from './timeline.tsx'

type ThreadPaneProps = {
  id: string
  /** The latest press of R or N, which opens the composer. */
  composer: { kind: 'reply' | 'note'; at: number; toEverybody: boolean } | null
  onPick: (kind: PickerKind) => void
  onResolve: (thread: Thread) => void
  onBack: () => void
}

/** Shows a thread: its header, timeline and composer. */
export const ThreadPane = memo(function ThreadPane({ id, composer, onPick, onResolve, onBack }: ThreadPaneProps) {
  const { skein } = useApi()
  const { data: thread, error, refetch } = useThread(id)
  // The list beside the thread has the page's h1. On narrow screens there is no list, so the thread has it.
  const Heading = useMedia(fromTwoPanes) ? 'h2' : 'h1'
  const actions = useThreadActions()
  const whyNot = useRights().whyNot('replyToThread')
  const isStaying = useIsStaying(id)
  // The service refuses presence and read marks of viewers, who may not write.
  const isReporting = isStaying && whyNot === null
  const noteTyping = useOwnPresence(id, isReporting)
  const lastMessageId = thread?.lastMessageId
  useEffect(() => {
    if (!isStaying || lastMessageId === undefined) return
    noteRead(id)
    if (!isReporting) return
    // If this request fails, the thread stays bold in the list, which is not worth an error message.
    skein.markThreadRead({ path: { id }, body: { messageId: lastMessageId } }).catch(() => undefined)
  }, [skein, id, isStaying, isReporting, lastMessageId])
  // Keep the loaded thread while the service is unreachable, but not after it was deleted.
  const isGone = error instanceof ApiError && error.status === 404
  const failure = error && (!thread || isGone) ? describeFailure(error) : null
  return (
    <section aria-label="Thread" className="flex min-w-0 flex-1 flex-col overflow-y-auto bg-surface">
      {failure && (
        <div className="grid justify-items-start gap-3 p-4">
          <Heading className="text-lg font-semibold">This thread cannot be shown</Heading>
          <Notice requestId={failure.requestId}>{failure.text}</Notice>
          <div className="flex gap-2">
            <Button onClick={() => void refetch()}>Try again</Button>
            <Button onClick={onBack}>Back to the list</Button>
          </div>
        </div>
      )}
      {thread && !failure && (
        <>
          <header className="@container border-b border-line px-4 py-2.5">
            <div className="flex items-start gap-2">
              <Button look="plain" className="-ms-2 text-lg! md:hidden" aria-label="Back to the list" onClick={onBack}>
                ‹
              </Button>
              <div className="min-w-0 flex-1">
                <Heading
                  dir="auto"
                  title={thread.subject}
                  className="text-lg [unicode-bidi:plaintext] font-semibold max-md:line-clamp-2 md:truncate"
                >
                  <UnbrokenCodes text={thread.subject} />
                </Heading>
              </div>
              {thread.status === 'open' || thread.status === 'pending' ? (
                <Button aria-keyshortcuts={formatAriaKeys('resolve')} hidden={whyNot !== null} onClick={() => onResolve(thread)}>
                  Resolve <Key>{formatKeys('resolve')}</Key>
                </Button>
              ) : (
                <Button
                  aria-keyshortcuts={formatAriaKeys('reopen')}
                  hidden={whyNot !== null}
                  onClick={() => actions.setStatus(thread, 'open')}
                >
                  Reopen <Key>{formatKeys('reopen')}</Key>
                </Button>
              )}
            </div>
            <div
              role="toolbar"
              aria-label="Change the thread"
              className="-ms-2.5 mt-1 flex flex-wrap max-md:-mx-2 max-md:[&>button]:px-1.5"
            >
              {tools.map(({ kind, name, shortcut }) => (
                <Button
                  key={kind}
                  look="plain"
                  hidden={whyNot !== null}
                  aria-keyshortcuts={formatAriaKeys(shortcut)}
                  onClick={() => onPick(kind)}
                >
                  {name} <Key>{formatKeys(shortcut)}</Key>
                </Button>
              ))}
              <MoreActions thread={thread} />
              <Button
                look="plain"
                className="wide:hidden"
                aria-keyshortcuts={formatAriaKeys('toggleCustomer')}
                onClick={() => customerSheet.set(true)}
              >
                Customer <Key>{formatKeys('toggleCustomer')}</Key>
              </Button>
            </div>
            {/* Below the toolbar, so that the number of labels does not move it. */}
            <p className="mt-1 flex min-h-4.5 flex-wrap items-center gap-x-2 gap-y-0.5 text-xs text-muted">
              <span className="wrap-anywhere">
                {[thread.ticketNumber, formatStatus(thread), thread.assignee ? thread.assignee.name : 'unassigned'].join('\u00a0· ')}
              </span>
              <PriorityMark priority={thread.priority} />
              <SlaChip thread={thread} long />
              {thread.labels.map((label) => (
                <span key={label.id} title={label.name} className="max-w-40 truncate rounded border border-line px-1 leading-4">
                  {label.name}
                </span>
              ))}
              <PresentAgents threadId={id} />
            </p>
          </header>
          {thread.mergedInto !== null && <MergedNotice thread={thread} into={thread.mergedInto} />}
          <ThreadMeetings key={`meetings ${thread.id}`} thread={thread} />
          <Timeline key={thread.id} thread={thread} />
          {whyNot === null ? (
            <Composer thread={thread} composeRequest={composer} onResolve={onResolve} onTyping={noteTyping} />
          ) : (
            <p className="border-t border-line px-4 py-3 text-sm text-muted">
              You can read this thread, but not answer it or change it. {whyNot}
            </p>
          )}
        </>
      )}
    </section>
  )
})

const tools: readonly { kind: PickerKind; name: string; shortcut: ShortcutId }[] = [
  { kind: 'assignee', name: 'Assign', shortcut: 'assign' },
  { kind: 'label', name: 'Label', shortcut: 'label' },
  { kind: 'priority', name: 'Priority', shortcut: 'priority' },
  { kind: 'snooze', name: 'Snooze', shortcut: 'snooze' },
]

function formatStatus({ status, snoozed, snoozedUntil }: Thread): string {
  if (!snoozed) return status
  return snoozedUntil === null ? 'snoozed until the customer writes' : `snoozed until ${formatMoment(snoozedUntil)}`
}
