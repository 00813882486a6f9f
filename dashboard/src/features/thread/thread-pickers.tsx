import { useQuery } from '@tanstack/react-query'
import type { Thread, ThreadPriority } from '@skein/client'
import { useApi } from '../../api/api.ts'
import { Picker } from '../../ui/picker.tsx'
import { Avatar, NoAvatar } from '../../ui/avatar.tsx'
import { LabelDot } from '../../ui/label-dot.tsx'
import { PriorityMark } from '../threads/priority-mark.tsx'
import { useThreadActions } from '../threads/use-thread-actions.ts'
import { priorityNames } from '../threads/names.ts'
import { SnoozePicker } from './snooze-picker.tsx'
import { t } from '../../texts/texts.ts'

export type PickerKind = 'assignee' | 'label' | 'priority' | 'snooze'

type PickersProps = Parts & { kind: PickerKind; onSnooze: (thread: Thread, until: Date | null) => void }

/** The pickers that the keys A, L, P and H open. */
export function ThreadPickers({ kind, thread, onSnooze, onClose }: PickersProps) {
  const parts = { thread, onClose }
  if (kind === 'assignee') return <AssigneePicker {...parts} />
  if (kind === 'label') return <LabelPicker {...parts} />
  return kind === 'priority' ? (
    <PriorityPicker {...parts} />
  ) : (
    <SnoozePicker onPick={(until) => onSnooze(thread, until)} onClose={onClose} />
  )
}

type Parts = { thread: Thread; onClose: () => void }

function AssigneePicker({ thread, onClose }: Parts) {
  const { skein } = useApi()
  const actions = useThreadActions()
  const { data: users = [] } = useQuery({ queryKey: ['users'], queryFn: () => skein.listUsers({ query: { limit: 100 } }).toArray() })
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
      label={t('Assign to')}
      options={options}
      onClose={onClose}
      onPick={(id) => actions.assign(thread, assignable.find((user) => user.id === id) ?? null)}
    />
  )
}

function LabelPicker({ thread, onClose }: Parts) {
  const { skein } = useApi()
  const actions = useThreadActions()
  const { data: labels = [] } = useQuery({ queryKey: ['labels'], queryFn: () => skein.listLabels({ query: { limit: 100 } }).toArray() })
  const hasLabel = (id: string): boolean => thread.labels.some((label) => label.id === id)
  const pick = (id: string): void => {
    const label = labels.find((each) => each.id === id)
    if (label) actions.setLabel(thread, { id, name: label.name }, !hasLabel(id))
  }
  return (
    <Picker
      label={t('Label')}
      options={labels.map(({ id, name, color }) => ({ id, name, isOn: hasLabel(id), mark: <LabelDot color={color} /> }))}
      onClose={onClose}
      onPick={pick}
    />
  )
}

const priorities: readonly ThreadPriority[] = ['urgent', 'high', 'normal', 'low']

function PriorityPicker({ thread, onClose }: Parts) {
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
  return <Picker label={t('Priority')} options={options} onClose={onClose} onPick={pick} />
}
