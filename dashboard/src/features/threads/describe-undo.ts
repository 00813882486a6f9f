/** What undoing a change has done, in one sentence. `before` are the threads as they are again. */
import type { Thread } from '@skein/client'
import { plural } from '../../texts/texts.ts'

type Before = readonly Thread[]

export function describeState(before: Before): string {
  const { length: count } = before
  if (before.every(({ snoozed }) => snoozed)) return plural(count, 'Snoozed the thread again', 'Snoozed {count} threads again')
  if (before.every(({ status, snoozed }) => status === 'open' && !snoozed))
    return plural(count, 'Reopened the thread', 'Reopened {count} threads')
  return plural(count, 'Restored the thread’s status', 'Restored the status of {count} threads')
}

export function describeAssigned(before: Before): string {
  const { length: count } = before
  const former = before[0]?.assignee ?? null
  if (before.some(({ assignee }) => assignee?.id !== former?.id))
    return plural(count, 'Restored the thread’s assignee', 'Restored the assignees of {count} threads')
  if (former === null) return plural(count, 'Unassigned the thread', 'Unassigned {count} threads')
  return plural(count, 'Assigned the thread to {name} again', 'Assigned {count} threads to {name} again', { name: former.name })
}

export function describeTeam({ length: count }: Before): string {
  return plural(count, 'Restored the thread’s team', 'Restored the teams of {count} threads')
}

export function describePriority({ length: count }: Before): string {
  return plural(count, 'Restored the thread’s priority', 'Restored the priorities of {count} threads')
}

export function describeLabelRemoved(label: string, count: number): string {
  return plural(count, 'Removed {label} from the thread', 'Removed {label} from {count} threads', { label })
}

export function describeLabelAdded(label: string, count: number): string {
  return plural(count, 'Added {label} to the thread again', 'Added {label} to {count} threads again', { label })
}
