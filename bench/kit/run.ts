/** A benchmark claim: its input and its result. */
import type { CpuRow, Row } from './table.ts'
import type { Options } from './options.ts'

export type Bench = {
  options: Options
  /** Prints progress to standard error. */
  note(text: string): void
}

export type BenchResult = { rows: Row[]; cpu: CpuRow[]; conditions: string[] }

/** A measurement that tests one or more performance claims on the same dataset. */
export type Claim = { ids: readonly string[]; measure(bench: Bench): Promise<BenchResult> }
