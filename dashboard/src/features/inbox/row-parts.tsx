/** Small parts of a row of the thread list. */
import type { MouseEvent } from 'react'
import type { Thread } from '@skein/client'
import { Avatar, NoAvatar } from '../../ui/avatar.tsx'
import { formatKeys } from '../../keyboard/shortcuts.ts'
import { IconButton } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { AlarmClock, Check, Eye } from '../../ui/icons.ts'
import { useIsMentioned } from '../threads/mentioned.ts'
import { usePresentAgents } from '../threads/presence.ts'
import { useMeId } from '../threads/use-threads.ts'
import { t } from '../../texts/texts.ts'

/** Marks for a reply that no recipient got, and for an unsent draft. */
export function Marks({ thread, hasDraft }: { thread: Thread; hasDraft: boolean }) {
  return (
    <>
      {thread.notSentMessageId !== null && <span className="shrink-0 text-xs font-medium text-danger">{t('Not sent')}</span>}
      {hasDraft && <span className="shrink-0 text-xs font-medium text-accent">{t('Draft')}</span>}
    </>
  )
}

/** Hover buttons over the row's time, for the pointer only: the same actions have shortcuts and are in the open thread. */
export function HoverActions({
  thread,
  onResolve,
  onSnooze,
}: { thread: Thread } & Record<'onResolve' | 'onSnooze', (thread: Thread) => void>) {
  const isDone = thread.status === 'resolved' || thread.status === 'closed'
  if (isDone) return null
  const act = (run: (thread: Thread) => void) => ({
    tabIndex: -1,
    // Do not move the focus from the row.
    onMouseDown: (event: MouseEvent) => event.preventDefault(),
    onClick: (event: MouseEvent) => {
      event.stopPropagation()
      run(thread)
    },
  })
  return (
    <span aria-hidden className="absolute -end-1.5 hidden group-hover:flex">
      <IconButton icon={AlarmClock} label={t('Snooze')} hint={formatKeys('snooze')} {...act(onSnooze)} />
      <IconButton icon={Check} label={t('Resolve')} hint={formatKeys('resolve')} {...act(onResolve)} />
    </span>
  )
}

/** Avatar of the assignee. A list of unassigned threads keeps only its room. */
export function Assignee({ name, isUnassignedList }: { name: string | null; isUnassignedList: boolean }) {
  if (name === null && isUnassignedList) return <span className="w-5 shrink-0" />
  return (
    <span data-tip={name === null ? t('Nobody is assigned') : t('Assigned to {name}', { name })} className="grid shrink-0">
      {name === null ? <NoAvatar /> : <Avatar name={name} size={20} />}
      <span className="sr-only">{name ?? t('unassigned')}</span>
    </span>
  )
}

export function Mentioned({ threadId }: { threadId: string }) {
  if (!useIsMentioned(threadId, useMeId())) return null
  return (
    <span className="shrink-0 text-xs font-semibold text-accent">
      <span className="sr-only">{t('A note mentions you')}</span>
      <span aria-hidden>{t('@you')}</span>
    </span>
  )
}

/** Avatars of the other agents who have the thread open. */
export function Viewers({ threadId }: { threadId: string }) {
  const meId = useMeId()
  const others = usePresentAgents(threadId).filter(({ id }) => id !== meId)
  if (others.length === 0) return null
  const names = others.map(({ name, isTyping }) => (isTyping ? t('{name} is typing…', { name }) : name)).join(', ')
  return (
    <span data-tip={names} className="flex shrink-0 items-center gap-1 text-accent">
      <Icon of={Eye} size={14} />
      <span className="sr-only">
        {t('Viewed by')} {names}
      </span>
      <span className="flex -space-x-1.5">
        {others.slice(0, maxFaces).map(({ id, name }) => (
          <Avatar key={id} name={name} size={20} className="border-2 border-surface" />
        ))}
      </span>
    </span>
  )
}

const maxFaces = 3
