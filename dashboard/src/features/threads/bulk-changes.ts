/** Bulk changes to threads: the request, the optimistic update, and the requests that undo it. */
import type { RequestOf, Thread, ThreadPriority, ThreadStatus } from '@skein/client'
import { formatLocale } from '../../texts/language.ts'
import { message, t, type Message } from '../../texts/texts.ts'

/** A user, team or label that a bulk change can set. */
export type NamedRef = { id: string; name: string }

export type Changes = NonNullable<RequestOf<'batchThreads'>['body']['changes']>

export type Restored = { what: 'state' | 'assignee' | 'team' | 'priority' | 'subject' } | { what: 'label' | 'noLabel'; name: string }

/** The visible part of a change: its toast, the changed fields, and the toast of its undo. */
export type ShownFields = {
  /** Text of the toast after the change, such as `Resolved`. */
  label: string
  patch(thread: Thread): Partial<Thread>
  /** The part of the thread that undo restores. */
  restored: Restored
}

export type BulkChange = ShownFields & {
  changes: Changes
  /** Builds the changes that restore a thread; null when the change did not affect it. */
  restore(before: Thread): Changes | null
}

const notSnoozed = { snoozed: false, snoozedUntil: null }
const statusWords: Readonly<Record<ThreadStatus, Message>> = {
  open: message('Opened'),
  pending: message('Set to pending'),
  resolved: message('Resolved'),
  closed: message('Closed'),
}
const priorityWords: Readonly<Record<ThreadPriority, Message>> = {
  urgent: message('Priority: urgent'),
  high: message('Priority: high'),
  normal: message('Priority: normal'),
  low: message('Priority: low'),
}

export const bulkChange = {
  status: (status: ThreadStatus): BulkChange => ({
    label: t(statusWords[status]),
    changes: { status },
    patch: () => ({ status, ...(status === 'pending' ? {} : notSnoozed) }),
    restore: (before) => (before.status === status ? null : restoreState(before)),
    restored: { what: 'state' },
  }),
  assign: (user: NamedRef | null): BulkChange => ({
    label: user ? t('Assigned to {name}', { name: user.name }) : t('Unassigned'),
    changes: { assigneeId: user?.id ?? null },
    patch: () => ({ assignee: user }),
    restore: ({ assignee }) => (assignee?.id === user?.id ? null : { assigneeId: assignee?.id ?? null }),
    restored: { what: 'assignee' },
  }),
  team: (team: NamedRef | null): BulkChange => ({
    label: team ? t('Moved to {team}', { team: team.name }) : t('Removed from the team'),
    changes: { teamId: team?.id ?? null },
    // The team may assign the thread to one of its members, so undo restores the assignee, too.
    patch: ({ assignee }) => ({ teamId: team?.id ?? null, assignee }),
    restore: ({ teamId, assignee }) => (teamId === (team?.id ?? null) ? null : { teamId, assigneeId: assignee?.id ?? null }),
    restored: { what: 'team' },
  }),
  priority: (priority: ThreadPriority): BulkChange => ({
    label: t(priorityWords[priority]),
    changes: { priority },
    patch: () => ({ priority }),
    restore: (before) => (before.priority === priority ? null : { priority: before.priority }),
    restored: { what: 'priority' },
  }),
  addLabel: (label: NamedRef): BulkChange => ({
    label: t('Label {label} added', { label: label.name }),
    changes: { addLabels: [label.id] },
    patch: ({ labels }) => (hasLabel(labels, label) ? {} : { labels: [...labels, label] }),
    restore: ({ labels }) => (hasLabel(labels, label) ? null : { removeLabels: [label.id] }),
    restored: { what: 'noLabel', name: label.name },
  }),
  removeLabel: (label: NamedRef): BulkChange => ({
    label: t('Label {label} removed', { label: label.name }),
    changes: { removeLabels: [label.id] },
    patch: ({ labels }) => (hasLabel(labels, label) ? { labels: labels.filter(({ id }) => id !== label.id) } : {}),
    restore: ({ labels }) => (hasLabel(labels, label) ? { addLabels: [label.id] } : null),
    restored: { what: 'label', name: label.name },
  }),
  wake: (): BulkChange => ({
    label: t('Snooze ended'),
    changes: { status: 'open', snoozedUntil: null },
    patch: () => ({ status: 'open', ...notSnoozed }),
    restore: restoreState,
    restored: { what: 'state' },
  }),
  /** Null snoozes until the customer writes. */
  snooze: (until: Date | null): BulkChange => ({
    label: until
      ? t('Snoozed until {time}', { time: until.toLocaleString(formatLocale, { dateStyle: 'medium', timeStyle: 'short' }) })
      : t('Snoozed until the customer writes'),
    changes: until ? { snoozedUntil: until.toISOString() } : { snoozedUntilReply: true },
    patch: () => ({ status: 'pending', snoozed: true, snoozedUntil: until?.toISOString() ?? null }),
    restore: restoreState,
    restored: { what: 'state' },
  }),
}

/** Builds the changes that restore a thread's status and snooze. An expired snooze becomes `open`. */
function restoreState({ status, snoozed, snoozedUntil }: Thread): Changes {
  if (!snoozed) return { status, snoozedUntil: null }
  if (snoozedUntil === null) return { snoozedUntilReply: true }
  return Date.parse(snoozedUntil) > Date.now() ? { snoozedUntil } : { status: 'open', snoozedUntil: null }
}

function hasLabel(labels: Thread['labels'], { id }: NamedRef): boolean {
  return labels.some((label) => label.id === id)
}

/** Maximum number of threads per batch, enforced by the service. */
const maxBatchSize = 100

export function splitIntoBatches<Item>(items: readonly Item[]): Item[][] {
  return Array.from({ length: Math.ceil(items.length / maxBatchSize) }, (_, i) => items.slice(i * maxBatchSize, (i + 1) * maxBatchSize))
}

/** Returns the current values of the fields that a change replaces, including fields derived from the status. */
export function getReplacedFields(change: ShownFields, thread: Thread): Partial<Thread> {
  const patch = change.patch(thread)
  // Safe because a patch contains fields of a thread.
  const fields = Object.keys(patch) as (keyof Thread)[]
  const statusFields: (keyof Thread)[] = 'status' in patch ? ['sla', 'resolvedAt', 'closedAt', 'waitingSince'] : []
  return Object.fromEntries([...fields, ...statusFields].map((field) => [field, thread[field]]))
}

type Request = { changes: Changes; threadIds: string[] }

/** Builds the undo requests, in order. Threads that get the same values share a request. */
export function buildUndoRequests(change: BulkChange, before: readonly Thread[]): Request[] {
  const groups = new Map<string, Request>()
  // A closed thread can only be reopened, so reopen it before setting another status.
  if (change.changes.status === 'closed')
    for (const { id } of before.filter(({ status }) => status === 'pending' || status === 'resolved')) {
      const reopening = groups.get('reopen') ?? { changes: { status: 'open' }, threadIds: [] }
      reopening.threadIds.push(id)
      groups.set('reopen', reopening)
    }
  for (const thread of before) {
    const changes = change.restore(thread)
    if (!changes) continue
    const key = JSON.stringify(changes)
    const group = groups.get(key) ?? { changes, threadIds: [] }
    group.threadIds.push(thread.id)
    groups.set(key, group)
  }
  return [...groups.values()].flatMap(({ changes, threadIds }) =>
    splitIntoBatches(threadIds).map((batch) => ({ changes, threadIds: batch })),
  )
}
