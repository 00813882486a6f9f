/** Rounds in which the floor and the service alternate, so that other load on the machine affects both. */

export type Sample = {
  perSecond: number
  p99Ms: number | null
  /** CPU time of one request, in microseconds. */
  nodeMicros: number | null
  postgresMicros: number | null
}

export type Sides<Result> = { floor: Result[]; ours: Result[] }

/** Runs both sides `rounds` times. The side that goes first alternates, so that drift favours neither. */
export async function alternate<Result>(rounds: number, floor: () => Promise<Result>, ours: () => Promise<Result>): Promise<Sides<Result>> {
  const results: Sides<Result> = { floor: [], ours: [] }
  for (let round = 0; round < rounds; round++) {
    if (round % 2 === 0) results.floor.push(await floor())
    results.ours.push(await ours())
    if (round % 2 === 1) results.floor.push(await floor())
  }
  return results
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2
}

/** Returns the median of one figure over all samples; null when any sample lacks it. */
export function findMedian(samples: readonly Sample[], figure: keyof Sample): number | null {
  const values = samples.map((sample) => sample[figure])
  return values.includes(null) ? null : median(values.filter((value) => value !== null))
}
