import type { IdPrefix } from '#platform/ids.ts'

/** Result of one condition, with the compared values. `prefix` is set when the values are ids. */
export type Evaluation = { field: string; wanted: unknown; found: unknown; holds: boolean; prefix?: IdPrefix }

export const allHold = (evaluations: readonly Evaluation[]): boolean => evaluations.every(({ holds }) => holds)
