/** Changes of many threads at once: what is sent, what is shown meanwhile, and what takes it back. */
import type { RequestOf, Thread, ThreadPriority, ThreadStatus } from '@skein/client'
import type { Person } from './use-thread-actions.ts'

export type Changes = RequestOf<'batchThreads'>['body']['changes']

export type BulkChange = {
  /** As it is told when it is done: `Resolved`. */
  label: string
  changes: Changes
  patch(thread: Thread): Partial<Thread>
  /** What makes a thread what it was; null where it is that already. */
  back(before: Thread): Changes | null
}

const awake = { snoozed: false, snoozedUntil: null }
const statusWords: Readonly<Record<ThreadStatus, string>> = {
  open: 'Opened',
  pending: 'Set to pending',
  resolved: 'Resolved',
  closed: 'Closed',
}

export const bulkChange = {
  status: (status: ThreadStatus): BulkChange => ({
    label: statusWords[status],
    changes: { status },
    patch: () => ({ status, ...(status === 'pending' ? {} : awake) }),
    back: (before) => {
      if (before.snoozed && before.snoozedUntil !== null) return { snoozedUntil: before.snoozedUntil }
      return before.status === status ? null : { status: before.status }
    },
  }),
  assign: (person: Person | null): BulkChange => ({
    label: person ? `Assigned to ${person.name}` : 'Unassigned',
    changes: { assigneeId: person?.id ?? null },
    patch: () => ({ assignee: person }),
    back: ({ assignee }) => (assignee?.id === person?.id ? null : { assigneeId: assignee?.id ?? null }),
  }),
  team: (team: Person | null): BulkChange => ({
    label: team ? `Moved to ${team.name}` : 'Taken out of their team',
    changes: { teamId: team?.id ?? null },
    patch: () => ({ teamId: team?.id ?? null }),
    back: ({ teamId }) => (teamId === (team?.id ?? null) ? null : { teamId }),
  }),
  priority: (priority: ThreadPriority): BulkChange => ({
    label: `Priority: ${priority}`,
    changes: { priority },
    patch: () => ({ priority }),
    back: (before) => (before.priority === priority ? null : { priority: before.priority }),
  }),
  addLabel: (label: Person): BulkChange => ({
    label: `Labelled ${label.name}`,
    changes: { addLabels: [label.id] },
    patch: ({ labels }) => (has(labels, label) ? {} : { labels: [...labels, label] }),
    back: ({ labels }) => (has(labels, label) ? null : { removeLabels: [label.id] }),
  }),
  removeLabel: (label: Person): BulkChange => ({
    label: `Label ${label.name} removed`,
    changes: { removeLabels: [label.id] },
    patch: ({ labels }) => (has(labels, label) ? { labels: labels.filter(({ id }) => id !== label.id) } : {}),
    back: ({ labels }) => (has(labels, label) ? { addLabels: [label.id] } : null),
  }),
  snooze: (until: Date): BulkChange => ({
    label: `Snoozed until ${until.toLocaleString([], { dateStyle: 'medium', timeStyle: 'short' })}`,
    changes: { snoozedUntil: until.toISOString() },
    patch: () => ({ status: 'pending', snoozed: true, snoozedUntil: until.toISOString() }),
    back: (before) => {
      if (before.snoozed && before.snoozedUntil !== null) return { snoozedUntil: before.snoozedUntil }
      return { status: before.status }
    },
  }),
}

function has(labels: Thread['labels'], { id }: Person): boolean {
  return labels.some((label) => label.id === id)
}

/** What the service takes at once. */
const atOnceMax = 100

export function inPortions<Item>(items: readonly Item[]): Item[][] {
  return Array.from({ length: Math.ceil(items.length / atOnceMax) }, (_, i) => items.slice(i * atOnceMax, (i + 1) * atOnceMax))
}

/** The requests that take a change back: one for all threads that get the same. */
export function backFrom(change: BulkChange, before: readonly Thread[]): { changes: Changes; threadIds: string[] }[] {
  const groups = new Map<string, { changes: Changes; threadIds: string[] }>()
  for (const thread of before) {
    const changes = change.back(thread)
    if (!changes) continue
    const key = JSON.stringify(changes)
    const group = groups.get(key) ?? { changes, threadIds: [] }
    group.threadIds.push(thread.id)
    groups.set(key, group)
  }
  return [...groups.values()].flatMap(({ changes, threadIds }) => inPortions(threadIds).map((portion) => ({ changes, threadIds: portion })))
}
