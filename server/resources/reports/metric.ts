/**
 * Declares the vocabulary of metrics: figures, dimensions, and how a number is computed from facts. Conditions are SQL over a row `f` of
 * `facts`.
 */
import type { FactKind, SumMetric } from './measures/fact.ts'

export const figures = {
  COUNT: 'A number of facts, or of threads.',
  DURATION: 'The number of durations, their sum, average, median, 90th percentile and maximum.',
  RATE: 'A part of a whole.',
  AVERAGE: 'A sum, divided by a count.',
  STOCK: 'A number at the end of the bucket.',
} as const
export type FigureKind = keyof typeof figures

export const dimensions = {
  person: 'The agent who is credited: the author of a message, or whoever resolved the thread (its assignee, if a program did).',
  assignee: 'The thread’s assignee at that moment.',
  team: 'The thread’s team at that moment.',
  inbox: 'The thread’s inbox at that moment.',
  priority: 'The thread’s priority at that moment.',
  channel: 'The channel in which the thread started.',
  policy: 'The SLA policy that applied to the thread at that moment.',
  cause: 'Why it happened.',
  rule: 'The automation rule that ran.',
  hourOfDay: 'The hour of the local day, 0 to 23.',
  weekday: 'The local day of the week.',
  label: 'The labels that the thread has now. A thread with several labels counts for each of them.',
  customer: 'The customer whom the thread has now.',
  field: 'The value that the thread’s custom field `fieldKey` has now.',
} as const
export type Dimension = keyof typeof dimensions
// Safe because the keys of the declaration are the names.
export const dimensionNames = Object.keys(dimensions) as Dimension[]

/** Columns of facts with an agent: the credited one, or the one who acted. */
export type Person = 'person_id' | 'actor_id'

/** Facts of some kinds. */
export type FactSet = { readonly kinds: readonly FactKind[]; readonly when?: string }

type DurationColumns = { readonly calendar: string; readonly working: string }

export type Calculation =
  /** Number of facts. `sums` are the daily sums that count them. */
  | { type: 'count'; of: FactSet; sums: readonly SumMetric[] }
  /** Number of distinct threads. `person` is the column with the credited user. */
  | { type: 'threads'; of: FactSet; person: Person }
  /** A statistic of durations. `steps` finds single values by index: the column with the step, and the index's condition. */
  | {
      type: 'duration'
      of: FactSet
      columns: DurationColumns
      sums: readonly SumMetric[]
      steps: readonly { step: string; when: string }[]
    }
  /** Share of facts that satisfy `part`. */
  | { type: 'rate'; of: FactSet; part: string; sums: { part: readonly SumMetric[]; whole: readonly SumMetric[] } }
  | { type: 'average'; of: FactSet; column: string; sums: readonly SumMetric[] }
  | { type: 'stock'; of: FactSet; sums: readonly SumMetric[] }

export type Metric = {
  readonly name: string
  readonly figure: FigureKind
  readonly definition: string
  readonly counts: readonly string[]
  readonly doesNotCount: readonly string[]
  readonly dimensions: readonly Dimension[]
  /** Whether the figures of buckets and groups add up to the total. */
  readonly additive: boolean
  readonly how: Calculation
}

/** Dimensions with a thread's current values. All others have the values at the time of the fact. */
export const dimensionsOfNow: readonly Dimension[] = ['label', 'customer', 'field']

/** Returns the column of the agent whom a metric counts. */
export function getPerson({ how }: Metric): Person {
  return how.type === 'threads' ? how.person : 'person_id'
}
