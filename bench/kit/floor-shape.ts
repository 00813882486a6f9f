/** What a write's floor is made of. */
import type { Statement } from '../../server/kit/db.ts'
import type { DatabaseOptions } from '../../server/kit/postgres/database.ts'
import type { BenchTenant } from './dataset.ts'

export type StatementFloor = {
  statement: Pick<Statement<object, unknown>, 'text' | 'names'>
  /** Parameters of one run, with fresh ids. */
  params: (tenant: BenchTenant) => Readonly<Record<string, unknown>>
  /** How pgbench makes those parameters that differ from run to run: SQL over its variables. The others stay as in a first call of `params`. */
  fresh: Readonly<Record<string, string>>
  /** Commands of pgbench that set the variables of a run. `tenantNo` and `tenantId` are set already. */
  variables: readonly string[]
}

export type Connection = Exclude<DatabaseOptions['connection'], string>
