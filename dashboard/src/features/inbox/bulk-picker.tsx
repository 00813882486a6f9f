import { useMemo, useState } from 'react'
import type { ThreadPriority, ThreadStatus } from '@skein/client'
import { Picker, type Option } from '../../ui/picker.tsx'
import { bulkChange, type BulkChange } from '../threads/bulk-changes.ts'
import { useLabels, useTeams, useUsers } from '../threads/use-catalog.ts'
import { parseSnooze, snoozeHint, snoozePresets } from '../thread/snooze-times.ts'

export type BulkKind = 'status' | 'assignee' | 'addLabel' | 'removeLabel' | 'priority' | 'team' | 'snooze'

export const bulkKinds: readonly { kind: BulkKind; name: string }[] = [
  { kind: 'assignee', name: 'Assign' },
  { kind: 'addLabel', name: 'Label' },
  { kind: 'removeLabel', name: 'Remove label' },
  { kind: 'priority', name: 'Priority' },
  { kind: 'snooze', name: 'Snooze' },
  { kind: 'team', name: 'Team' },
  { kind: 'status', name: 'Status' },
]

type BulkPickerProps = { kind: BulkKind; onChange: (change: BulkChange) => void; onClose: () => void }

const toOption = (id: string): Option => ({ id, name: id[0]?.toUpperCase() + id.slice(1) })
const statuses: readonly ThreadStatus[] = ['open', 'pending', 'resolved', 'closed']
const priorities: readonly ThreadPriority[] = ['urgent', 'high', 'normal', 'low']
const nobody = { id: '', name: 'Nobody' }
const noTeam = { id: '', name: 'No team' }

/** Lets the agent choose the value of a change, such as the assignee, for the selected threads. */
export function BulkPicker({ kind, onChange, onClose }: BulkPickerProps) {
  const users = useUsers(kind === 'assignee').data ?? []
  const labels = useLabels(kind === 'addLabel' || kind === 'removeLabel').data ?? []
  const teams = useTeams(kind === 'team').data ?? []
  if (kind === 'snooze') return <SnoozePicker onChange={onChange} onClose={onClose} />
  const assignable = users.filter(({ status, role }) => status === 'ACTIVE' && role !== 'VIEWER')
  const usable = labels.filter(({ archivedAt }) => archivedAt === null || kind === 'removeLabel')
  const choices: Readonly<
    Record<Exclude<BulkKind, 'snooze'>, { label: string; options: readonly Option[]; change(id: string): BulkChange | undefined }>
  > = {
    status: {
      label: 'Set the status',
      options: statuses.map(toOption),
      change: (id) => pick(statuses, (each) => each === id, bulkChange.status),
    },
    assignee: {
      label: 'Assign to',
      options: [nobody, ...assignable.map(({ id, name, email }) => ({ id, name, detail: email }))],
      change: (id) => (id === '' ? bulkChange.assign(null) : pick(assignable, (each) => each.id === id, bulkChange.assign)),
    },
    addLabel: { label: 'Add a label', options: usable, change: (id) => pick(usable, (each) => each.id === id, bulkChange.addLabel) },
    removeLabel: {
      label: 'Remove a label',
      options: usable,
      change: (id) => pick(usable, (each) => each.id === id, bulkChange.removeLabel),
    },
    priority: {
      label: 'Set the priority',
      options: priorities.map(toOption),
      change: (id) => pick(priorities, (each) => each === id, bulkChange.priority),
    },
    team: {
      label: 'Move to a team',
      options: [noTeam, ...teams],
      change: (id) => (id === '' ? bulkChange.team(null) : pick(teams, (each) => each.id === id, bulkChange.team)),
    },
  }
  const { label, options, change } = choices[kind]
  const choose = (id: string): void => {
    const chosen = change(id)
    if (chosen) onChange(chosen)
  }
  return <Picker label={label} options={options} onPick={choose} onClose={onClose} />
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
      ? { detail: at.toLocaleString([], { weekday: 'short', day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' }) }
      : {}),
  }))
  const choose = (id: string): void => {
    const choice = choices[Number(id)]
    if (choice) onChange(bulkChange.snooze(choice.at))
  }
  return <Picker label="Snooze until" hint={snoozeHint} options={options} onType={setText} onPick={choose} onClose={onClose} />
}
