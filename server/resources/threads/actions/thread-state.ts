/** Thread fields that actions change, before and after. */
import { findChanges } from '#kit/changes.ts'
import { toTypeId, type Uuid } from '#platform/ids.ts'
import { closed, component, idOutput, nullable, type Static, time, Type } from '#platform/schema.ts'
import { isoTimeOrNull } from '#platform/time.ts'
import { FollowingUser } from '../record/follower-schema.ts'
import { untilReply, type ThreadRecord } from '../record/queries.ts'
import { ThreadAssignee, ThreadLabel } from '../record/schema.ts'
import { ThreadPriority, ThreadStatus } from '../../thread-words/index.ts'
import { CustomFieldValues } from '../../custom-fields/index.ts'

type Named = { id: Uuid; name: string }

/** State of a thread in the form that is stored, for example with a rule's run. */
export type ThreadState = Pick<ThreadRecord, 'status' | 'priority' | 'teamId' | 'customFields' | 'snoozedUntil'> & {
  assignee: Named | null
  labels: Named[]
  followers: Named[]
}

/** Changed fields. Both objects are empty if nothing changed. */
export type StateChanges = { before: Partial<ThreadState>; after: Partial<ThreadState> }

export function findStateChanges(before: ThreadState, after: ThreadState): StateChanges {
  return findChanges<ThreadState>(before, after) ?? { before: {}, after: {} }
}

export function toThreadState(record: ThreadRecord, followers: readonly Named[] = []): ThreadState {
  const { status, priority, teamId, customFields, snoozedUntil, assigneeId, assigneeName, labels } = record
  return {
    status,
    priority,
    assignee: assigneeId === null ? null : { id: assigneeId, name: assigneeName ?? '' },
    teamId,
    labels: sortByName(labels),
    customFields,
    snoozedUntil,
    followers: sortByName(followers),
  }
}

function sortByName(all: readonly Named[]): Named[] {
  return all.map(({ id, name }) => ({ id, name })).toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

/** Part of a thread's fields; every field is optional. */
export const ThreadFieldsShown = component(
  'ThreadFieldsShown',
  closed(
    {
      status: Type.Optional(ThreadStatus),
      priority: Type.Optional(ThreadPriority),
      assignee: Type.Optional(nullable(ThreadAssignee, { description: 'The assignee.' })),
      teamId: Type.Optional(nullable(idOutput('tea', 'The team.'), { description: 'The team.' })),
      labels: Type.Optional(Type.Array(ThreadLabel, { description: 'The labels.' })),
      customFields: Type.Optional(CustomFieldValues),
      snoozed: Type.Optional(Type.Boolean({ description: 'Whether the thread is snoozed.' })),
      snoozedUntil: Type.Optional(
        nullable(time('When it wakes.'), { description: 'When it wakes; null if it is not snoozed, or until the customer writes.' }),
      ),
      followers: Type.Optional(Type.Array(FollowingUser, { description: 'The followers.' })),
    },
    { description: 'Fields of a thread that change; the others are absent.', examples: [{ status: 'open' as const }] },
  ),
)

export const ThreadFieldChanges = component(
  'ThreadFieldChanges',
  closed(
    { before: ThreadFieldsShown, after: ThreadFieldsShown },
    {
      description: 'The fields of the thread that change, before and after. Both are empty if none does.',
      examples: [{ before: { status: 'open' as const }, after: { status: 'resolved' as const } }],
    },
  ),
)

/** Returns the public form of changes. */
export function presentStateChanges({ before, after }: StateChanges): Static<typeof ThreadFieldChanges> {
  return { before: presentState(before), after: presentState(after) }
}

function presentState({
  assignee,
  teamId,
  labels,
  snoozedUntil,
  followers,
  ...same
}: Partial<ThreadState>): Static<typeof ThreadFieldsShown> {
  return {
    ...same,
    ...(assignee === undefined ? {} : { assignee: assignee && presentNamed('usr', assignee) }),
    ...(teamId === undefined ? {} : { teamId: teamId && toTypeId('tea', teamId) }),
    ...(labels === undefined ? {} : { labels: labels.map((label) => presentNamed('lbl', label)) }),
    ...(snoozedUntil === undefined
      ? {}
      : { snoozed: snoozedUntil !== null, snoozedUntil: snoozedUntil === untilReply ? null : isoTimeOrNull(snoozedUntil) }),
    ...(followers === undefined ? {} : { followers: followers.map((follower) => presentNamed('usr', follower)) }),
  }
}

function presentNamed(prefix: 'usr' | 'lbl', { id, name }: Named): Named {
  return { id: toTypeId(prefix, id), name }
}
