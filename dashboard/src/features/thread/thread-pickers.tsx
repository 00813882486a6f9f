import { useState } from 'react'
import type { Thread, ThreadPriority, ThreadStatus } from '@skein/client'
import { Picker, type Option } from '../../ui/picker.tsx'
import { Avatar, NoAvatar } from '../../ui/avatar.tsx'
import { Icon } from '../../ui/icon.tsx'
import { AlarmClock, Users } from '../../ui/icons.ts'
import { PriorityMark } from '../threads/priority-mark.tsx'
import { useThreadActions } from '../threads/use-thread-actions.ts'
import { useTeams, useUsers } from '../threads/use-catalog.ts'
import { priorityNames, statusNames } from '../threads/names.ts'
import { statusIcons } from '../threads/status-icons.ts'
import { LabelPicker, type ThreadPickerProps } from './label-picker.tsx'
import { SnoozePicker } from './snooze-picker.tsx'
import { t } from '../../texts/texts.ts'

export type PickerKind = 'status' | 'assignee' | 'team' | 'label' | 'priority' | 'snooze'

/** `anchor` is the chip that opened the picker with the pointer. */
export type PickerRequest = { kind: PickerKind; anchor: HTMLElement | null }

type PickersProps = ThreadPickerProps & {
  kind: PickerKind
  onStatus: (thread: Thread, status: ThreadStatus) => void
  onSnooze: (thread: Thread, until: Date | null) => void
}

/** The pickers that the chips of a thread and the keys A, L, P and H open. */
export function ThreadPickers({ kind, onStatus, onSnooze, ...parts }: PickersProps) {
  const actions = useThreadActions()
  const { thread, anchor, onClose } = parts
  const [isSnoozing, setSnoozing] = useState(kind === 'snooze')
  if (isSnoozing)
    return (
      <SnoozePicker
        key="snooze"
        anchor={anchor}
        onWake={thread.snoozed ? () => actions.wake(thread) : undefined}
        onPick={(until) => onSnooze(thread, until)}
        onClose={onClose}
      />
    )
  if (kind === 'status') return <StatusPicker {...parts} onStatus={onStatus} onSnooze={() => setSnoozing(true)} />
  if (kind === 'assignee') return <AssigneePicker {...parts} />
  if (kind === 'team') return <TeamPicker {...parts} />
  return kind === 'label' ? <LabelPicker {...parts} /> : <PriorityPicker {...parts} />
}

type StatusPickerProps = ThreadPickerProps & { onStatus: (thread: Thread, status: ThreadStatus) => void; onSnooze: () => void }

function StatusPicker({ thread, onStatus, onSnooze, ...parts }: StatusPickerProps) {
  const { status, snoozed } = thread
  const toOption = (id: ThreadStatus): Option => ({
    id,
    name: t(statusNames[id]),
    isOn: id === status && !snoozed,
    mark: <Icon of={statusIcons[id]} className="text-muted" />,
  })
  const snooze: Option = {
    id: 'snooze',
    name: t('Snooze…'),
    isOn: snoozed,
    opensList: true,
    mark: <Icon of={AlarmClock} className="text-muted" />,
  }
  // The service only reopens a closed thread, and a snoozed one is pending already.
  const options =
    status === 'closed'
      ? [toOption('open'), toOption('closed')]
      : [toOption('open'), ...(snoozed ? [] : [toOption('pending')]), snooze, toOption('resolved')]
  const pick = (id: string): void => {
    const next = statuses.find((each) => each === id)
    if (next) onStatus(thread, next)
    else onSnooze()
  }
  return <Picker {...parts} label={t('Set the status')} options={options} onPick={pick} />
}

const statuses: readonly ThreadStatus[] = ['open', 'pending', 'resolved', 'closed']

function AssigneePicker({ thread, ...parts }: ThreadPickerProps) {
  const actions = useThreadActions()
  const users = useUsers().data ?? []
  const assignable = users.filter(({ status, role }) => status === 'ACTIVE' && role !== 'VIEWER')
  const options = [
    { id: '', name: t('Nobody'), isOn: thread.assignee === null, mark: <NoAvatar /> },
    ...assignable.map(({ id, name, email }) => ({
      id,
      name,
      detail: email,
      isOn: thread.assignee?.id === id,
      mark: <Avatar name={name} size={20} />,
    })),
  ]
  return (
    <Picker
      {...parts}
      label={t('Assign to')}
      options={options}
      onPick={(id) => actions.assign(thread, assignable.find((user) => user.id === id) ?? null)}
    />
  )
}

function TeamPicker({ thread, ...parts }: ThreadPickerProps) {
  const actions = useThreadActions()
  const teams = useTeams().data ?? []
  const mark = <Icon of={Users} className="text-muted" />
  const options = [
    { id: '', name: t('No team'), isOn: thread.teamId === null, mark },
    ...teams.map(({ id, name }) => ({ id, name, isOn: thread.teamId === id, mark })),
  ]
  return (
    <Picker
      {...parts}
      label={t('Move to a team')}
      options={options}
      onPick={(id) => actions.moveToTeam(thread, teams.find((team) => team.id === id) ?? null)}
    />
  )
}

const priorities: readonly ThreadPriority[] = ['urgent', 'high', 'normal', 'low']

function PriorityPicker({ thread, ...parts }: ThreadPickerProps) {
  const actions = useThreadActions()
  const options = priorities.map((id) => ({
    id,
    name: t(priorityNames[id]),
    isOn: thread.priority === id,
    mark: <PriorityMark priority={id} isDecorative />,
  }))
  const pick = (id: string): void => {
    const priority = priorities.find((each) => each === id)
    if (priority) actions.setPriority(thread, priority)
  }
  return <Picker {...parts} label={t('Priority')} options={options} onPick={pick} />
}
