import { useEffect } from 'react'
import type { Thread } from '@skein/client'
import { describeFailure, useApi } from '../../api/api.ts'
import { ariaKeys, shownKeys, type ShortcutId } from '../../keyboard/shortcuts.ts'
import { Button, Key } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { momentOf } from '../../ui/time.ts'
import { useThreadActions } from '../threads/use-thread-actions.ts'
import { useThread } from '../threads/use-threads.ts'
import { Composer } from './composer.tsx'
import { PriorityMark } from './priority-mark.tsx'
import type { PickerKind } from './thread-pickers.tsx'
import { Timeline } from './timeline.tsx'

type ThreadPaneProps = {
  id: string
  /** The last wish to write, from the keys R and N. */
  composer: { kind: 'reply' | 'note'; at: number } | null
  onPick: (kind: PickerKind) => void
  onResolve: (thread: Thread) => void
  onBack: () => void
}

export function ThreadPane({ id, composer, onPick, onResolve, onBack }: ThreadPaneProps) {
  const { skein } = useApi()
  const { data: thread, error } = useThread(id)
  const actions = useThreadActions()
  const lastMessageId = thread?.lastMessageId
  useEffect(() => {
    // Read through what is shown; a failure costs a bold line.
    if (lastMessageId !== undefined) skein.markThreadRead({ path: { id }, body: { messageId: lastMessageId } }).catch(() => undefined)
  }, [skein, id, lastMessageId])
  const failure = error && describeFailure(error)
  return (
    <section aria-label="Thread" className="flex min-w-0 flex-1 flex-col bg-surface">
      {failure && (
        <div className="p-4">
          <Notice requestId={failure.requestId}>{failure.text}</Notice>
        </div>
      )}
      {thread && (
        <>
          <header className="border-b border-line px-4 py-2.5">
            <div className="flex items-start gap-2">
              <Button look="plain" className="-ms-2 md:hidden" aria-label="Back to the list" onClick={onBack}>
                ‹
              </Button>
              <div className="min-w-0 flex-1">
                <h2 className="truncate text-lg font-semibold">{thread.subject}</h2>
                <p className="flex flex-wrap items-center gap-x-2 text-xs text-muted">
                  <span>{thread.ticketNumber}</span>
                  <PriorityMark priority={thread.priority} />
                  <span>· {statusOf(thread)}</span>
                  <span>· {thread.assignee ? thread.assignee.name : 'unassigned'}</span>
                  {thread.labels.map((label) => (
                    <span key={label.id} className="rounded border border-line px-1 leading-4">
                      {label.name}
                    </span>
                  ))}
                </p>
              </div>
              {thread.status === 'open' || thread.status === 'pending' ? (
                <Button aria-keyshortcuts={ariaKeys('resolve')} onClick={() => onResolve(thread)}>
                  Resolve <Key>{shownKeys('resolve')}</Key>
                </Button>
              ) : (
                <Button aria-keyshortcuts={ariaKeys('reopen')} onClick={() => actions.setStatus(thread, 'open')}>
                  Reopen <Key>{shownKeys('reopen')}</Key>
                </Button>
              )}
            </div>
            <div role="toolbar" aria-label="Change the thread" className="-ms-2.5 mt-1 flex flex-wrap">
              {tools.map(({ kind, name, shortcut }) => (
                <Button key={kind} look="plain" aria-keyshortcuts={ariaKeys(shortcut)} onClick={() => onPick(kind)}>
                  {name} <Key>{shownKeys(shortcut)}</Key>
                </Button>
              ))}
            </div>
          </header>
          <Timeline threadId={id} />
          <Composer thread={thread} wish={composer} onResolve={onResolve} />
        </>
      )}
    </section>
  )
}

const tools: readonly { kind: PickerKind; name: string; shortcut: ShortcutId }[] = [
  { kind: 'assignee', name: 'Assign', shortcut: 'assign' },
  { kind: 'label', name: 'Label', shortcut: 'label' },
  { kind: 'priority', name: 'Priority', shortcut: 'priority' },
  { kind: 'snooze', name: 'Snooze', shortcut: 'snooze' },
]

function statusOf({ status, snoozed, snoozedUntil }: Thread): string {
  if (!snoozed) return status
  return snoozedUntil === null ? 'snoozed until the customer writes' : `snoozed until ${momentOf(snoozedUntil)}`
}
