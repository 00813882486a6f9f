/**
 * Declares procedures: PL/pgSQL functions that do a write or a read in one round trip, with ordinary statements. A procedure is declared in
 * the code, and `ensureProcedures` creates it in the database. Its name ends with a hash of its definition, so that processes of two
 * versions each call their own while one replaces the other.
 */
import { createHash } from 'node:crypto'
import { statement, type Queryable, type Statement } from '../db.ts'

/** A declared procedure. When used as a statement, it calls the procedure. */
export type Procedure<Params extends object, Result> = Statement<Params, { result: Result }> & {
  /** The name of the function in the database. */
  readonly name: string
  /** The statement that creates the function. */
  readonly definition: string
}

/** Any procedure, for lists. */
export type AnyProcedure = Pick<Procedure<never, unknown>, 'text' | 'name' | 'definition'>

/**
 * Declares a procedure. `parameters` has the PostgreSQL type of each parameter; the first parameter is `tenantId`, by which Citus finds the
 * tenant's node. `body` is a block of PL/pgSQL that names parameters as statements do (`:tenantId`) and returns json.
 * docs/development/statements.md has the rules for its statements. All statements of a procedure that is `isReadOnly` see what was
 * committed before the call.
 */
export function procedure<Params extends { tenantId: string }, Result>(
  name: string,
  parameters: Readonly<Record<string, string> & { tenantId: 'uuid' }>,
  body: string,
  { isReadOnly = false }: { isReadOnly?: boolean } = {},
): Procedure<Params, Result> {
  const declared = Object.keys(parameters)
  if (declared[0] !== 'tenantId') throw new Error(`The first parameter of the procedure ${name} must be tenantId`)
  const used = statement<Params, never>(body).names
  const missing = used.find((each) => !declared.includes(each))
  if (missing !== undefined) throw new Error(`The procedure ${name} does not declare its parameter ${missing}`)
  const unused = declared.find((each) => !used.includes(each))
  if (unused !== undefined) throw new Error(`The procedure ${name} declares the parameter ${unused} and does not use it`)
  // A function's parameters have no names here, because PL/pgSQL would confuse them with columns. So the body uses their numbers.
  const numbered = body.replace(/(?<![:\w]):([a-z]\w*)/gi, (_, each: string) => `$${declared.indexOf(each) + 1}`)
  const signature = `(${Object.values(parameters).join(', ')}) returns json language plpgsql${isReadOnly ? ' stable' : ''} as $procedure$\n${numbered.trim()}\n$procedure$`
  const hash = createHash('sha256').update(signature).digest('hex').slice(0, 12)
  const fullName = `${name}_${hash}`
  const args = declared.map((each, i) => `:${each}::${Object.values(parameters)[i]}`).join(', ')
  return {
    ...statement<Params, { result: Result }>(`select ${fullName}(${args}) as result`),
    name: fullName,
    definition: `create function ${fullName} ${signature}`,
  }
}

/** Calls a procedure and returns its result. */
export async function callProcedure<Params extends object, Result>(
  db: Queryable,
  declared: Procedure<Params, Result>,
  params: Params,
): Promise<Result> {
  const row = await db.first(declared, params)
  if (!row) throw new Error('A select without a table returned no row')
  return row.result
}
