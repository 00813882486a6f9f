/** Changes of many threads at once: what is sent, what is shown meanwhile, and what takes it back. */
import type { RequestOf, Thread, ThreadPriority, ThreadStatus } from '@skein/client'

export type Person = { id: string; name: string }

export type Changes = RequestOf<'batchThreads'>['body']['changes']

export type BulkChange = {
  /** As it is told when it is done: `Resolved`. */
  label: string
  changes: Changes
  patch(thread: Thread): Partial<Thread>
  /** Builds the changes that restore a thread; null when the change did nothing to it. */
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
    back: (before) => (before.status === status ? null : stateOf(before)),
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
  /** `until`: null until the customer writes. */
  snooze: (until: Date | null): BulkChange => ({
    label: until
      ? `Snoozed until ${until.toLocaleString([], { dateStyle: 'medium', timeStyle: 'short' })}`
      : 'Snoozed until the customer writes',
    changes: until ? { snoozedUntil: until.toISOString() } : { snoozedUntilReply: true },
    patch: () => ({ status: 'pending', snoozed: true, snoozedUntil: until?.toISOString() ?? null }),
    back: stateOf,
  }),
}

/** The changes that give a thread this status and snooze again. A snooze whose time has come would have ended by now. */
function stateOf({ status, snoozed, snoozedUntil }: Thread): Changes {
  if (!snoozed) return { status, snoozedUntil: null }
  if (snoozedUntil === null) return { snoozedUntilReply: true }
  return Date.parse(snoozedUntil) > Date.now() ? { snoozedUntil } : { status: 'open', snoozedUntil: null }
}

function has(labels: Thread['labels'], { id }: Person): boolean {
  return labels.some((label) => label.id === id)
}

/** What the service takes at once. */
const atOnceMax = 100

export function inPortions<Item>(items: readonly Item[]): Item[][] {
  return Array.from({ length: Math.ceil(items.length / atOnceMax) }, (_, i) => items.slice(i * atOnceMax, (i + 1) * atOnceMax))
}

/** The fields of a thread that a change replaces, with the values that they have now. */
export function fieldsBefore(change: BulkChange, thread: Thread): Partial<Thread> {
  const patch = change.patch(thread)
  // Safe because a patch has fields of a thread.
  const fields = Object.keys(patch) as (keyof Thread)[]
  const ofStatus: (keyof Thread)[] = 'status' in patch ? ['sla', 'resolvedAt', 'closedAt', 'waitingSince'] : []
  return Object.fromEntries([...fields, ...ofStatus].map((field) => [field, thread[field]]))
}

type Request = { changes: Changes; threadIds: string[] }

/** The requests that undo a change, in their order: one for all threads that get the same values. */
export function backFrom(change: BulkChange, before: readonly Thread[]): Request[] {
  const groups = new Map<string, Request>()
  // A closed thread can only be reopened.
  if (change.changes.status === 'closed')
    for (const { id } of before.filter(({ status }) => status === 'pending' || status === 'resolved')) {
      const reopening = groups.get('reopen') ?? { changes: { status: 'open' }, threadIds: [] }
      reopening.threadIds.push(id)
      groups.set('reopen', reopening)
    }
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
