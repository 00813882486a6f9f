import type { MouseEvent, ReactNode } from 'react'
import type { Thread } from '@skein/client'
import { formatAriaKeys, formatKeys, type ShortcutId } from '../../keyboard/shortcuts.ts'
import { Avatar, NoAvatar } from '../../ui/avatar.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Plus, Users } from '../../ui/icons.ts'
import { Icon } from '../../ui/icon.tsx'
import { t } from '../../texts/texts.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { PriorityMark } from '../threads/priority-mark.tsx'
import { LabelName } from '../threads/label-name.tsx'
import { SlaChip } from '../threads/sla-chip.tsx'
import { useInboxes, useTeams } from '../threads/use-catalog.ts'
import { PresentAgents } from './present-agents.tsx'
import { describeState, StatusChip } from './status-chip.tsx'
import type { PickerKind } from './thread-pickers.tsx'

const VisitorLine = lazyPart(async () => (await import('./channel/visitor-line.tsx')).VisitorLine)
const ThreadRating = lazyPart(async () => (await import('../satisfaction/thread-rating.tsx')).ThreadRating)

/** Opens a picker, at a chip if there is one. */
export type OnPick = (kind: PickerKind, anchor?: HTMLElement) => void

type ThreadChipsProps = {
  thread: Thread
  isReadOnly: boolean
  onPick: OnPick
  /** Content at the end. */
  end?: ReactNode
}

/** Chips for the status, assignee, team, priority and labels of a thread. Each opens its picker. On phones they are one row that scrolls. */
export function ThreadChips({ thread, isReadOnly, onPick, end }: ThreadChipsProps) {
  const { assignee, priority, labels, ticketNumber } = thread
  const state = describeState(thread)
  const team = useTeamName(thread)
  const isLive = useInboxes().data?.some(({ id, capabilities }) => id === thread.inboxId && capabilities.live)
  const pickAt =
    (kind: PickerKind) =>
    ({ currentTarget }: MouseEvent<HTMLElement>): void =>
      onPick(kind, currentTarget)
  const chip = (kind: PickerKind, shortcut: ShortcutId, name: string, prefix: string, children: ReactNode): ReactNode =>
    isReadOnly ? (
      <span className="inline-flex min-h-6 items-center gap-1.5 text-xs font-medium text-text-2">{children}</span>
    ) : (
      <button
        type="button"
        aria-haspopup="dialog"
        aria-keyshortcuts={formatAriaKeys(shortcut)}
        data-tip={[name, formatKeys(shortcut)].filter((part) => part !== '').join(' · ')}
        className="inline-flex min-h-6 max-w-96 min-w-0 items-center gap-1.5 rounded-md px-2 text-xs font-medium text-text-2 shadow-[inset_0_0_0_1px_var(--line)] transition-colors hover:bg-hover low-chip forced-colors:border"
        onClick={pickAt(kind)}
      >
        {prefix !== '' && <span className="sr-only">{prefix} </span>}
        {children}
      </button>
    )
  return (
    <div
      role="toolbar"
      aria-label={t('Change the thread')}
      className="mt-1.5 items-center gap-1.5 scroll-row max-md:-mx-3 max-md:-my-2 max-md:px-3 max-md:py-2"
    >
      {isReadOnly ? (
        <Badge tone={state.tone} icon={state.icon}>
          {state.text}
        </Badge>
      ) : (
        <StatusChip thread={thread} onPick={pickAt('status')} />
      )}
      {chip(
        'assignee',
        'assign',
        t('Assign'),
        assignee === null ? t('Assign:') : t('Assigned to'),
        <>
          <span className="-ms-0.75 grid">{assignee === null ? <NoAvatar size={18} /> : <Avatar name={assignee.name} size={18} />}</span>
          <span className="truncate">{assignee === null ? t('Unassigned') : assignee.name}</span>
        </>,
      )}
      {team !== null &&
        !(isReadOnly && team === undefined) &&
        chip(
          'team',
          'team',
          t('Team'),
          team === undefined ? '' : t('Team:'),
          <>
            <Icon of={team === undefined ? Plus : Users} size={14} className="text-muted" />
            <span className="truncate">{team ?? t('Team')}</span>
          </>,
        )}
      {chip('priority', 'priority', t('Priority'), t('Priority:'), <PriorityMark priority={priority} withName />)}
      {labels.length === 0
        ? !isReadOnly &&
          chip(
            'label',
            'label',
            t('Label'),
            '',
            <>
              <Icon of={Plus} size={14} className="text-muted" /> {t('Label')}
            </>,
          )
        : chip(
            'label',
            'label',
            labels.map(({ name }) => name).join(', '),
            t('Labels:'),
            <span className="flex min-w-0 items-center gap-2.5">
              {labels.slice(0, maxLabels).map((label) => (
                <LabelName key={label.id} label={label} />
              ))}
              {labels.length > maxLabels && <span>+{labels.length - maxLabels}</span>}
            </span>,
          )}
      <SlaChip thread={thread} long />
      <ThreadRating thread={thread} />
      {isLive && <VisitorLine threadId={thread.id} />}
      <PresentAgents threadId={thread.id} />
      {end}
      {/* Narrow panes have the number in the subject's tooltip and in the menu, because it would take a line of its own. */}
      <span className="ms-auto hidden text-xs text-muted tabular-nums @min-[40rem]:inline">{ticketNumber}</span>
    </div>
  )
}

/** Returns the name of a thread's team; undefined when it has none, and null when the workspace has no teams to choose from. */
function useTeamName({ teamId }: Thread): string | undefined | null {
  const teams = useTeams().data
  if (teamId !== null) return teams?.find(({ id }) => id === teamId)?.name ?? '…'
  return teams === undefined || teams.length === 0 ? null : undefined
}

/** Maximum number of labels in the chip. Its tooltip lists all of them. */
const maxLabels = 3
