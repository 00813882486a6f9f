/** Checks the scopes that a request needs beyond the operation's own, for what it instructs the service to do or to show. */
import { isDeepStrictEqual } from 'node:util'
import { ApiError, scopeEscalation } from '#platform/errors.ts'
import { covers, type Principal, type KeyScope } from '#platform/principal.ts'

/** A part of an instruction and the scopes that it requires of the caller. `field` is its path in the body. */
export type Need = { readonly field: string; readonly scopes: readonly KeyScope[] }

/**
 * Throws 403 listing the parts of an instruction whose scopes the caller lacks: a stored instruction must not act with more rights than its
 * author. `purpose` is the first sentence of the message.
 */
export function requireNeeds({ scopes }: Pick<Principal, 'scopes'>, needs: readonly Need[], purpose: string): void {
  const lacking = needs.flatMap(({ field, scopes: needed }) => needed.flatMap((scope) => (covers(scopes, scope) ? [] : [{ field, scope }])))
  if (lacking.length === 0) return
  const missing = [...new Set(lacking.map(({ scope }) => scope))]
  throw new ApiError(scopeEscalation, {
    message: `${purpose} Use a key that also has the scope ${missing.join(' and ')}.`,
    details: lacking.slice(0, 20).map(({ field, scope }) => ({ field, code: 'NOT_COVERED', message: scope })),
  })
}

/**
 * Throws 403 listing the scopes of `needed` that the caller lacks, for handlers whose response shows more than the operation's scope
 * allows.
 */
export function requireScopes(principal: Pick<Principal, 'scopes'>, needed: readonly KeyScope[], purpose: string): void {
  requireNeeds(
    principal,
    [...new Set(needed)].map((scope) => ({ field: 'scope', scopes: [scope] })),
    purpose,
  )
}

/**
 * The extra scopes that each setting requires, as a type: a setting without a declaration does not compile. A list of scopes in place of an
 * object applies to all settings of that object.
 */
export type SettingScopes<Settings> = {
  readonly [Name in keyof Settings]-?:
    | readonly KeyScope[]
    | (NonNullable<Settings[Name]> extends readonly unknown[]
        ? never
        : NonNullable<Settings[Name]> extends object
          ? SettingScopes<NonNullable<Settings[Name]>>
          : never)
}

/** Settings, some of which may be absent. */
export type SomeSettings<Settings> = { readonly [Name in keyof Settings]?: Settings[Name] | undefined }

/**
 * Returns the scopes that a change to settings requires. Unchanged settings require none, and neither do settings that become null, because
 * null turns them off.
 */
export function findSettingNeeds<Settings extends object>(
  declared: SettingScopes<Settings>,
  { before, after }: { readonly before: SomeSettings<Settings>; readonly after: SomeSettings<Settings> },
  place = '',
): Need[] {
  // Safe because `declared` has the names of the settings as keys.
  return (Object.keys(declared) as (keyof Settings & string)[]).flatMap((name): Need[] => {
    const scopes: readonly KeyScope[] | object = declared[name]
    const [current, next] = [before[name], after[name]]
    if (next === undefined || next === null || isDeepStrictEqual(current ?? null, next)) return []
    if (isScopes(scopes)) return [{ field: place + name, scopes }]
    // Safe because only a setting that is an object declares its own settings.
    return findSettingNeeds(scopes as SettingScopes<object>, { before: current ?? {}, after: next }, `${place}${name}.`)
  })
}

function isScopes(declared: readonly KeyScope[] | object): declared is readonly KeyScope[] {
  return Array.isArray(declared)
}
