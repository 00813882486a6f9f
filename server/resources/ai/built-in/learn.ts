/**
 * Learns from examples which values fit a text (naive Bayes). Calibrates scores by leave-one-out cross-validation: how often a score was
 * right when all other examples classified an example. A confidence is therefore a frequency that was counted on the tenant's own threads,
 * not a score.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'

export type Example = { words: ReadonlySet<string>; values: readonly string[] }
export type Guess = { value: string; confidence: number }
/** Returns the guesses for a text, best first. */
export type Judge = (words: ReadonlySet<string>) => Guess[]

/** Additive smoothing of word counts, so that a word that occurred once does not decide. */
const smoothing = 0.2
/** Maximum number of examples to cross-validate, and the number after which other requests get a turn. */
const maxJudged = 150
const judgedPerTurn = 10

/** `single`: each text has one value, so only best guesses calibrate the confidence. */
export async function learn(examples: readonly Example[], { single }: { single: boolean }): Promise<Judge> {
  const counts = new Counts(examples)
  if (counts.values.length === 0) return () => []
  const points: Point[] = []
  const step = Math.max(1, examples.length / maxJudged)
  for (let at = 0, judged = 0; at < examples.length; at += step, judged++) {
    const example = examples[Math.floor(at)]
    if (!example) break
    const scores = counts.scores(example.words, example)
    const shown = single ? scores.slice(0, 1) : scores
    for (const { value, score } of shown) points.push({ score, right: example.values.includes(value) })
    if (judged % judgedPerTurn === judgedPerTurn - 1) await nextTurn()
  }
  const confidenceOf = fitCalibration(points)
  return (words) => {
    const scores = counts.scores(words, null)
    return (single ? scores.slice(0, 1) : scores).map(({ value, score }) => ({ value, confidence: confidenceOf(score) }))
  }
}

type Score = { value: string; score: number }

class Counts {
  readonly values: readonly string[]
  readonly #size: number
  readonly #all = new Map<string, number>()
  readonly #by = new Map<string, { size: number; words: Map<string, number> }>()

  constructor(examples: readonly Example[]) {
    this.#size = examples.length
    for (const { words, values } of examples) {
      for (const word of words) this.#all.set(word, (this.#all.get(word) ?? 0) + 1)
      for (const value of new Set(values)) {
        const of = this.#by.get(value) ?? { size: 0, words: new Map<string, number>() }
        this.#by.set(value, of)
        of.size++
        for (const word of words) of.words.set(word, (of.words.get(word) ?? 0) + 1)
      }
    }
    // A value that all examples have, or only one example has, cannot be learned.
    this.values = [...this.#by].filter(([, { size }]) => size > 1 && size < this.#size).map(([value]) => value)
  }

  /** Returns a score for each value, best first. `without` is an example to leave out of the counts. */
  scores(words: ReadonlySet<string>, without: Example | null): Score[] {
    const left = without ? 1 : 0
    return this.values
      .map((value) => ({ value, score: this.#score(words, value, left, without?.values.includes(value) ? 1 : 0) }))
      .toSorted((a, b) => b.score - a.score)
  }

  #score(words: ReadonlySet<string>, value: string, left: number, leftOfValue: number): number {
    const own = this.#by.get(value)
    if (!own) return 0
    const size = own.size - leftOfValue
    const rest = this.#size - left - size
    let sum = Math.log((size + 0.5) / (rest + 0.5))
    let known = 1
    for (const word of words) {
      const all = (this.#all.get(word) ?? 0) - left
      if (all < 1) continue
      const having = (own.words.get(word) ?? 0) - leftOfValue
      sum += Math.log((having + smoothing) / (size + 2 * smoothing)) - Math.log((all - having + smoothing) / (rest + 2 * smoothing))
      known++
    }
    // The words of a text are not independent, so a long text must not get a higher confidence for its length alone.
    return sum / Math.sqrt(known)
  }
}

type Point = { score: number; right: boolean }

/**
 * Fits the probability that a score is right, by Newton's method (Platt scaling, 1999, with his targets, which keep few points from
 * certainty).
 */
export function fitCalibration(points: readonly Point[]): (score: number) => number {
  const right = points.filter((point) => point.right).length
  const [high, low] = [(right + 1) / (right + 2), 1 / (points.length - right + 2)]
  let [slope, offset] = [1, 0]
  for (let round = 0; round < 30; round++) {
    let [g0, g1, h00, h01, h11] = [0, 0, 1e-3, 0, 1e-3]
    for (const { score, right: isRight } of points) {
      const p = logistic(slope * score + offset)
      const error = p - (isRight ? high : low)
      const weight = p * (1 - p)
      g0 += error * score
      g1 += error
      h00 += weight * score * score
      h01 += weight * score
      h11 += weight
    }
    const determinant = h00 * h11 - h01 * h01
    const [stepSlope, stepOffset] = [(h11 * g0 - h01 * g1) / determinant, (h00 * g1 - h01 * g0) / determinant]
    if (!Number.isFinite(stepSlope) || !Number.isFinite(stepOffset)) break
    slope -= Math.max(-2, Math.min(2, stepSlope))
    offset -= Math.max(-2, Math.min(2, stepOffset))
    if (Math.abs(stepSlope) + Math.abs(stepOffset) < 1e-4) break
  }
  // More words for a value must not make the value less likely, even if a few examples suggest so.
  if (slope < 0) [slope, offset] = [0, Math.log((right + 0.5) / (points.length - right + 0.5))]
  return (score) => Math.round(logistic(slope * score + offset) * 1_000) / 1_000
}

function logistic(x: number): number {
  return 1 / (1 + Math.exp(-x))
}
