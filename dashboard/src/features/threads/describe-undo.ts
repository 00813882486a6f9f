/** Says what undoing a change has restored, such as `Reopened 3 threads`. */
import type { Thread } from '@skein/client'
import { plural, t } from '../../texts/texts.ts'
import type { Restored } from './bulk-changes.ts'

/** `before` are the threads as they are again. */
export function describeUndo(restored: Restored, before: readonly Thread[]): string {
  const { length: count } = before
  switch (restored.what) {
    case 'state':
      return describeState(before)
    case 'assignee':
      return describeAssignee(before)
    case 'team':
      return plural(count, 'Restored the thread’s team', 'Restored the teams of {count} threads')
    case 'priority':
      return plural(count, 'Restored the thread’s priority', 'Restored the priorities of {count} threads')
    case 'subject':
      return t('The former subject is back')
    case 'label':
      return plural(count, 'Added {label} to the thread again', 'Added {label} to {count} threads again', { label: restored.name })
    case 'noLabel':
      return plural(count, 'Removed {label} from the thread', 'Removed {label} from {count} threads', { label: restored.name })
  }
}

function describeState(before: readonly Thread[]): string {
  const { length: count } = before
  if (before.every(({ snoozed }) => snoozed)) return plural(count, 'Snoozed the thread again', 'Snoozed {count} threads again')
  if (before.every(({ status, snoozed }) => status === 'open' && !snoozed))
    return plural(count, 'Reopened the thread', 'Reopened {count} threads')
  return plural(count, 'Restored the thread’s status', 'Restored the status of {count} threads')
}

function describeAssignee(before: readonly Thread[]): string {
  const { length: count } = before
  const former = before[0]?.assignee ?? null
  if (before.some(({ assignee }) => assignee?.id !== former?.id))
    return plural(count, 'Restored the thread’s assignee', 'Restored the assignees of {count} threads')
  if (former === null) return plural(count, 'Unassigned the thread', 'Unassigned {count} threads')
  return plural(count, 'Assigned the thread to {name} again', 'Assigned {count} threads to {name} again', { name: former.name })
}
