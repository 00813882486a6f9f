/** Pure rules for the effect of a merge on the target's status and labels (decision 28). */
import type { Uuid } from '#platform/ids.ts'
import { isoTime } from '#platform/time.ts'
import type { NewMerge } from './merge-queries.ts'
import type { ThreadRecord, ThreadFields } from '../record/queries.ts'

type Label = ThreadRecord['labels'][number]

/**
 * Returns the new labels and status of the target, as if the source's customer had written to it:
 * - It opens when a source is open, or is pending and not snoozed while its customer waits.
 * - A pending source makes a resolved target pending, and opens a closed one, because a closed thread can only be opened.
 * - A target that is or becomes snoozed wakes at the earliest of all times.
 */
export function targetAfterMerge(
  target: ThreadRecord,
  sources: readonly ThreadRecord[],
): Partial<Pick<ThreadFields, 'status' | 'snoozedUntil' | 'labels'>> {
  return { ...statusAfterMerge(target, sources), labels: uniteLabels(target, sources) }
}

/** Returns the target's state before and after the merge, for undoing it; null when the merge does not change the target. */
export function targetStates(target: ThreadRecord, sources: readonly ThreadRecord[]): NewMerge['target'] {
  const before = { status: target.status, snoozedUntil: target.snoozedUntil }
  const { status = before.status, snoozedUntil = status === before.status ? before.snoozedUntil : null } = statusAfterMerge(target, sources)
  const given = { status, snoozedUntil }
  return status === before.status && snoozedUntil === before.snoozedUntil ? null : { before, given }
}

function statusAfterMerge(target: ThreadRecord, sources: readonly ThreadRecord[]): Partial<Pick<ThreadFields, 'status' | 'snoozedUntil'>> {
  if (target.status === 'open') return {}
  const pending = sources.filter(({ status }) => status === 'pending')
  if (sources.some(isWaitingForAgent) || (target.status === 'closed' && pending.length > 0)) return { status: 'open' }
  if (pending.length === 0) return {}
  const asleep = [...pending, ...(target.status === 'pending' ? [target] : [])].flatMap(({ snoozedUntil }) => snoozedUntil ?? [])
  return { status: 'pending', snoozedUntil: asleep.toSorted(earliestFirst)[0] ?? null }
}

function isWaitingForAgent({ status, waitingSince, snoozedUntil }: ThreadRecord): boolean {
  return status === 'open' || (status === 'pending' && waitingSince !== null && snoozedUntil === null)
}

/** Compares times in PostgreSQL's format. `infinity` sorts last, because letters sort after digits. */
function earliestFirst(...times: [string, string]): number {
  const [a, b] = times.map((time) => (time === 'infinity' ? time : isoTime(time)))
  return a === b ? 0 : String(a) < String(b) ? -1 : 1
}

/** Returns the target's labels, then each source's labels, without duplicates. */
function uniteLabels(target: ThreadRecord, sources: readonly ThreadRecord[]): Label[] {
  return dropDuplicates([...target.labels, ...sources.flatMap(({ labels }) => labels)])
}

/** Returns the labels that each source contributes. A label of several sources belongs to the first. */
export function findBroughtLabels(target: ThreadRecord, sources: readonly ThreadRecord[]): { sourceId: Uuid; labelIds: Uuid[] }[] {
  const there = new Set(target.labels.map(({ id }) => id))
  return sources.map(({ id: sourceId, labels }) => {
    const labelIds = labels.map(({ id }) => id).filter((id) => !there.has(id))
    for (const id of labelIds) there.add(id)
    return { sourceId, labelIds }
  })
}

function dropDuplicates(labels: readonly Label[]): Label[] {
  return [...new Map(labels.map((label) => [label.id, label])).values()]
}
