import { useMemo, useState } from 'react'
import type { Label, ThreadPriority, ThreadStatus } from '@skein/client'
import { Avatar, NoAvatar } from '../../ui/avatar.tsx'
import { LabelDot } from '../../ui/label-dot.tsx'
import { Picker, type Option } from '../../ui/picker.tsx'
import { bulkChange, type BulkChange } from '../threads/bulk-changes.ts'
import { priorityNames, statusNames } from '../threads/names.ts'
import { useLabels, useTeams, useUsers } from '../threads/use-catalog.ts'
import { useCreateLabel } from '../thread/label-picker.tsx'
import { parseSnooze, snoozeHint, snoozePresets } from '../thread/snooze-times.ts'
import { t } from '../../texts/texts.ts'
import { PriorityMark } from '../threads/priority-mark.tsx'
import { formatLocale } from '../../texts/language.ts'

export type BulkKind = 'status' | 'assignee' | 'addLabel' | 'removeLabel' | 'priority' | 'team' | 'snooze'

type BulkPickerProps = { kind: BulkKind; onChange: (change: BulkChange) => void; onClose: () => void }

const statuses: readonly ThreadStatus[] = ['open', 'pending', 'resolved', 'closed']
const priorities: readonly ThreadPriority[] = ['urgent', 'high', 'normal', 'low']
const toLabelOption = ({ id, name, color }: Label): Option => ({ id, name, mark: <LabelDot color={color} /> })

/** Picker for the value of a bulk change, such as the assignee. */
export function BulkPicker({ kind, onChange, onClose }: BulkPickerProps) {
  const users = useUsers(kind === 'assignee').data ?? []
  const { data: labels = [], isSuccess } = useLabels(kind === 'addLabel' || kind === 'removeLabel')
  const teams = useTeams(kind === 'team').data ?? []
  const createLabel = useCreateLabel()
  if (kind === 'snooze') return <SnoozePicker onChange={onChange} onClose={onClose} />
  const assignable = users.filter(({ status, role }) => status === 'ACTIVE' && role !== 'VIEWER')
  const usable = labels.filter(({ archivedAt }) => archivedAt === null || kind === 'removeLabel')
  const choices: Readonly<
    Record<Exclude<BulkKind, 'snooze'>, { label: string; options: readonly Option[]; change(id: string): BulkChange | undefined }>
  > = {
    status: {
      label: t('Set the status'),
      options: statuses.map((id) => ({ id, name: t(statusNames[id]) })),
      change: (id) => pick(statuses, (each) => each === id, bulkChange.status),
    },
    assignee: {
      label: t('Assign to'),
      options: [
        { id: '', name: t('Nobody'), mark: <NoAvatar /> },
        ...assignable.map(({ id, name, email }) => ({ id, name, detail: email, mark: <Avatar name={name} size={20} /> })),
      ],
      change: (id) => (id === '' ? bulkChange.assign(null) : pick(assignable, (each) => each.id === id, bulkChange.assign)),
    },
    addLabel: {
      label: t('Add a label'),
      options: usable.map(toLabelOption),
      change: (id) => pick(usable, (each) => each.id === id, bulkChange.addLabel),
    },
    removeLabel: {
      label: t('Remove a label'),
      options: usable.map(toLabelOption),
      change: (id) => pick(usable, (each) => each.id === id, bulkChange.removeLabel),
    },
    priority: {
      label: t('Set the priority'),
      options: priorities.map((id) => ({ id, name: t(priorityNames[id]), mark: <PriorityMark priority={id} isDecorative /> })),
      change: (id) => pick(priorities, (each) => each === id, bulkChange.priority),
    },
    team: {
      label: t('Move to a team'),
      options: [{ id: '', name: t('No team') }, ...teams],
      change: (id) => (id === '' ? bulkChange.team(null) : pick(teams, (each) => each.id === id, bulkChange.team)),
    },
  }
  const { label, options, change } = choices[kind]
  const choose = (id: string): void => {
    const chosen = change(id)
    if (chosen) onChange(chosen)
  }
  // Until the labels are loaded, each name looks new.
  const create = kind === 'addLabel' && isSuccess ? createLabel((created) => onChange(bulkChange.addLabel(created))) : undefined
  return <Picker label={label} options={options} onPick={choose} onClose={onClose} create={create} />
}

function pick<Item>(
  items: readonly Item[],
  isPicked: (item: Item) => boolean,
  toChange: (item: Item) => BulkChange,
): BulkChange | undefined {
  const item = items.find(isPicked)
  return item === undefined ? undefined : toChange(item)
}

function SnoozePicker({ onChange, onClose }: Omit<BulkPickerProps, 'kind'>) {
  const [text, setText] = useState('')
  const choices = useMemo(() => (text.trim() === '' ? snoozePresets() : parseSnooze(text)), [text])
  const options = choices.map(({ name, at }, i) => ({
    id: String(i),
    name,
    ...(at
      ? {
          detail: at.toLocaleString(formatLocale, { weekday: 'short', day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' }),
        }
      : {}),
  }))
  const choose = (id: string): void => {
    const choice = choices[Number(id)]
    if (choice) onChange(bulkChange.snooze(choice.at))
  }
  return <Picker label={t('Snooze until')} hint={t(snoozeHint)} options={options} onType={setText} onPick={choose} onClose={onClose} />
}
