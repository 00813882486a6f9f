/** Definition of the floor of a write. */
import type { Statement } from '#platform/db.ts'
import type { DatabaseOptions } from '#platform/postgres/database.ts'
import type { BenchTenant } from './dataset.ts'

export type StatementFloor = {
  statement: Pick<Statement<object, unknown>, 'text' | 'names'>
  /** Returns the parameters of one execution, with fresh ids. */
  params: (tenant: BenchTenant) => Readonly<Record<string, unknown>>
  /**
   * SQL expressions over pgbench's variables, for parameters that change with each execution. Others keep the values of the first
   * `params()`.
   */
  fresh: Readonly<Record<string, string>>
  /** pgbench commands that set the variables of an execution. `tenantNo`, `tenantId` and `ownerId` are already set. */
  variables: readonly string[]
}

export type Connection = Exclude<DatabaseOptions['connection'], string>
