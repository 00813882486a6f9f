/** What merging means for the status and the labels of the target: pure rules (decision 28). */
import { isoTime, type Uuid } from '../../kit/index.ts'
import type { ThreadFields } from './change-thread.ts'
import type { ThreadRecord } from './queries.ts'

type Label = ThreadRecord['labels'][number]

/**
 * What a target becomes. It has to show the most urgent of what was merged, as if the source's customer had written to it: it opens when a
 * source is open, or pending without sleeping while its customer waits. A pending source makes a resolved target pending. A closed one can
 * only be opened, so it opens. A target that sleeps, or begins to, wakes at the earliest of the times.
 */
export function targetAfterMerge(
  target: ThreadRecord,
  sources: readonly ThreadRecord[],
): Partial<Pick<ThreadFields, 'status' | 'snoozedUntil' | 'labels'>> {
  return { ...statusAfterMerge(target, sources), labels: united(target, sources) }
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

/** Times as the database writes them; `infinity` comes after all others, as letters come after digits. */
function earliestFirst(...times: [string, string]): number {
  const [a, b] = times.map((time) => (time === 'infinity' ? time : isoTime(time)))
  return a === b ? 0 : String(a) < String(b) ? -1 : 1
}

/** The target's labels, then those of each source. */
function united(target: ThreadRecord, sources: readonly ThreadRecord[]): Label[] {
  return distinct([...target.labels, ...sources.flatMap(({ labels }) => labels)])
}

/** The labels that the target gets from each source: of several sources with a label the first one brings it. */
export function broughtLabels(target: ThreadRecord, sources: readonly ThreadRecord[]): { sourceId: Uuid; labelIds: Uuid[] }[] {
  const there = new Set(target.labels.map(({ id }) => id))
  return sources.map(({ id: sourceId, labels }) => {
    const labelIds = labels.map(({ id }) => id).filter((id) => !there.has(id))
    for (const id of labelIds) there.add(id)
    return { sourceId, labelIds }
  })
}

function distinct(labels: readonly Label[]): Label[] {
  return [...new Map(labels.map((label) => [label.id, label])).values()]
}
