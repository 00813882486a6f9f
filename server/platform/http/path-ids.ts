/** Parses ids in paths. */
import type { Endpoint } from './declared-endpoint.ts'
import type { Queryable } from '../db.ts'
import { ApiError } from '../errors.ts'
import { idPrefixes, parseTypeId, type IdPrefix } from '../ids.ts'
import type { Principal } from '../principal.ts'

/** Stands for an undecodable id in a path, so that the response is the same 404, after the same checks, as for an unknown id. */
const noSuchId = '00000000-0000-0000-0000-000000000000'

/** Returns the ids as UUIDs, and a hint for the 404 when an id has another prefix, else null. */
export function readPathIds(
  { params: declared }: Pick<Endpoint, 'params'>,
  given: Readonly<Record<string, string>>,
): { params: Record<string, string>; pathHint: string | null } {
  const params: Record<string, string> = {}
  let pathHint: string | null = null
  for (const [name, { prefix }] of Object.entries(declared)) {
    const text = given[name] ?? ''
    const uuid = parseTypeId(prefix, text)
    params[name] = uuid ?? noSuchId
    if (uuid === null) pathHint ??= findHint(text, prefix)
  }
  return { params, pathHint }
}

/**
 * Resolves names in the path of a read to ids, such as a ticket number in place of a thread's id. Returns the given context when the path
 * has none.
 */
export async function resolveNames<
  Context extends { principal: Principal | null; params: Record<string, string>; pathHint: string | null },
>(
  { params: declared }: Pick<Endpoint, 'params'>,
  db: Queryable,
  given: Readonly<Record<string, string>>,
  context: Context,
): Promise<Context> {
  const { principal } = context
  const named = Object.entries(declared).flatMap(([name, { alias }]) => {
    const text = given[name] ?? ''
    return alias && new RegExp(alias.pattern).test(text) ? [{ name, text, alias }] : []
  })
  if (!principal || named.length === 0) return context
  const params = { ...context.params }
  for (const { name, text, alias } of named) params[name] = (await alias.find(db, principal.tenantId, text)) ?? noSuchId
  return { ...context, params }
}

function findHint(given: string, prefix: IdPrefix): string | null {
  const other = idPrefixes.find((each) => given.startsWith(`${each}_`) && parseTypeId(each, given) !== null)
  return other === undefined ? null : `The path has an id that begins with ${other}_, where one that begins with ${prefix}_ belongs.`
}

/** Adds the hint to a 404, for example when the path of a thread contains a customer's id. */
export function withPathHint<Declared extends Endpoint>(endpoint: Declared): Declared {
  if (Object.keys(endpoint.params).length === 0) return endpoint
  const hinted = async (context: unknown, pathHint: string): Promise<unknown> => {
    try {
      return await endpoint.handle(context)
    } catch (error) {
      if (!(error instanceof ApiError) || error.declaration.status !== 404) throw error
      throw new ApiError(error.declaration, { message: `${error.message} ${pathHint}`, cause: error })
    }
  }
  return {
    ...endpoint,
    handle(context: unknown) {
      // Safe because the context of every operation with ids in its path contains the result of `readPathIds`.
      const { pathHint } = context as { pathHint: string | null }
      return pathHint === null ? endpoint.handle(context) : (hinted(context, pathHint) as never)
    },
  }
}
