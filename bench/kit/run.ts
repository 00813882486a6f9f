/** What every claim is given, and what it hands back. */
import type { CpuRow, Row } from './table.ts'
import type { Options } from './options.ts'

export type Bench = {
  options: Options
  /** Says on standard error what is going on. */
  note(text: string): void
}

export type Outcome = { rows: Row[]; cpu: CpuRow[]; conditions: string[] }

/** A script that shows one claim or several on the same data. */
export type Claim = { ids: readonly string[]; measure(bench: Bench): Promise<Outcome> }
