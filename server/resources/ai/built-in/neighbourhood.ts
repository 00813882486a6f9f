/** Finds the threads to learn from: similar threads, and the latest of each label. */
import type { Queryable } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import { findDecisions, findLatestLabelled, type ThreadDecisions } from '../../threads/index.ts'
import { AlikeThreads } from '../../thread-search/index.ts'

/** Maximum numbers of threads: to examine, to learn from, and to learn from because of their label. */
const maxLookedAt = 600
const maxAlike = 250
const maxLatest = 240
const maxLabels = 60

export type Known = ThreadDecisions & { words: ReadonlySet<string> }
export type Neighbourhood = {
  words: ReadonlySet<string>
  /** Similar threads, most similar first. */
  alike: Known[]
  /** Threads with labels: those of `alike`, and the latest of each label. */
  labelled: Known[]
}

export async function getNeighbourhood(db: Queryable, tenantId: Uuid, number: number): Promise<Neighbourhood> {
  const threads = await AlikeThreads.open(db, tenantId)
  const words = (await threads.readWords([number])).get(number) ?? new Set()
  const { neighbours } = await threads.findNearest(words, maxLookedAt, number)
  const rank = new Map(neighbours.map((neighbour, i) => [neighbour.number, i]))
  const [found, latest] = await Promise.all([
    db.rows(findDecisions, { tenantId, numbers: [...rank.keys()] }),
    db.rows(findLatestLabelled, { tenantId, total: maxLatest, labels: maxLabels }),
  ])
  const inOrder = found.toSorted((a, b) => (rank.get(a.number) ?? 0) - (rank.get(b.number) ?? 0))
  const alike = inOrder.slice(0, maxAlike)
  const withLabels = [...inOrder.filter(({ labelIds }) => labelIds.length > 0).slice(0, maxAlike), ...latest]
  const all = new Map([...alike, ...withLabels].filter((thread) => thread.number !== number).map((thread) => [thread.number, thread]))
  const texts = await threads.readWords([...all.keys()])
  const known = (thread: ThreadDecisions): Known => ({ ...thread, words: texts.get(thread.number) ?? new Set() })
  const labelled = new Map(withLabels.map((thread) => [thread.number, thread]))
  labelled.delete(number)
  return { words, alike: alike.filter((thread) => thread.number !== number).map(known), labelled: [...labelled.values()].map(known) }
}
