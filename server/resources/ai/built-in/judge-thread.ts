/** Proposes labels, priority, inbox and team for a thread, learned from the tenant's similar threads. */
import type { Queryable } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import type { ThreadRecord } from '../../threads/index.ts'
import type { Citation, RunOutput } from '../run.ts'
import { namesOfLabels } from './queries.ts'
import { learn, type Guess } from './learn.ts'
import { getNeighbourhood, type Known, type Neighbourhood } from './neighbourhood.ts'

/** Minimum confidence of a guess. */
const leastConfidence = 0.1
const maxLabels = 5
const maxCited = 5

type Label = RunOutput['labels'][number]
type Classification = NonNullable<RunOutput['classification']>

/** Returns labels that fit the thread and are not on it yet. */
export async function labelsFor(
  db: Queryable,
  tenantId: Uuid,
  thread: ThreadRecord,
): Promise<{ labels: Label[]; citations: Citation[]; threadIds: Uuid[] }> {
  const around = await getNeighbourhood(db, tenantId, thread.publicNumber)
  const judge = await learn(
    getExamples(around.labelled, ({ labelIds }) => labelIds),
    { single: false },
  )
  const own = new Set(thread.labels.map(({ id }) => id))
  const likely = judge(around.words).filter(({ value, confidence }) => confidence >= leastConfidence && !own.has(value))
  const labels = (await named(db, tenantId, likely)).slice(0, maxLabels)
  const shown = new Set(labels.map(({ id }) => id))
  const theirs = around.labelled.filter(({ labelIds }) => labelIds.some((id) => shown.has(id)))
  return { labels, ...cited(around, theirs) }
}

/** Classifies the thread. Each part is null when all examples have the same value, or none has a value. */
export async function classify(
  db: Queryable,
  tenantId: Uuid,
  thread: ThreadRecord,
): Promise<{ classification: Classification | null; citations: Citation[]; threadIds: Uuid[] }> {
  const around = await getNeighbourhood(db, tenantId, thread.publicNumber)
  const best = async (from: readonly Known[], valuesOf: (known: Known) => readonly string[]): Promise<Guess | null> => {
    const judge = await learn(getExamples(from, valuesOf), { single: true })
    return judge(around.words)[0] ?? null
  }
  const label = await best(around.labelled, ({ labelIds }) => labelIds)
  const priority = await best(around.alike, (known) => [known.priority])
  const inboxId = await best(around.alike, (known) => [known.inboxId])
  const teamId = await best(
    around.alike.filter((known) => known.teamId !== null),
    (known) => [known.teamId ?? ''],
  )
  if (!label && !priority && !inboxId && !teamId) return { classification: null, citations: [], threadIds: [] }
  const classification: Classification = {
    label: label ? ((await named(db, tenantId, [label]))[0] ?? null) : null,
    // Safe because the examples are priorities of threads.
    priority: priority as Classification['priority'],
    inboxId,
    teamId,
  }
  return {
    classification,
    ...cited(around, label ? around.labelled.filter(({ labelIds }) => labelIds.includes(label.value)) : around.alike),
  }
}

function getExamples(known: readonly Known[], valuesOf: (known: Known) => readonly string[]) {
  return known.map((each) => ({ words: each.words, values: valuesOf(each) }))
}

/** Adds label names to guesses, and drops archived labels. */
async function named(db: Queryable, tenantId: Uuid, guesses: readonly Guess[]): Promise<Label[]> {
  const rows = await db.rows(namesOfLabels, { tenantId, ids: guesses.map(({ value }) => value) })
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  return guesses.flatMap(({ value, confidence }) => {
    const name = names.get(value)
    return name === undefined ? [] : [{ id: value, name, confidence }]
  })
}

/** Cites the threads that support the result, most similar first. */
function cited({ words }: Neighbourhood, threads: readonly Known[]): { citations: Citation[]; threadIds: Uuid[] } {
  const inCommon = (known: Known): number => [...known.words].filter((word) => words.has(word)).length / Math.sqrt(known.words.size + 1)
  const shown = threads.toSorted((a, b) => inCommon(b) - inCommon(a)).slice(0, maxCited)
  return {
    threadIds: shown.map(({ id }) => id),
    citations: shown.map(({ id, subject }) => ({
      articleId: null,
      cannedResponseId: null,
      threadId: id,
      messageId: null,
      title: subject,
      quote: null,
    })),
  }
}
