/** Declares the caller of a request and what the caller may do. */
import { scopeResources } from '../nouns.ts'
import type { Uuid } from './ids.ts'

export const scopeLevels = ['read', 'write', 'admin'] as const
export type ScopeResource = (typeof scopeResources)[number]
export type ScopeLevel = (typeof scopeLevels)[number]
/** A granted scope, for one resource or, without a resource, for all resources. */
export type Scope = `${ScopeResource}:${ScopeLevel}` | ScopeLevel
/** The scope that an operation requires; `none` for operations without credentials. */
export type ScopeNeeded = CallerScope | 'none'
/**
 * The scope of an operation that requires credentials. `session` is for operations on the user's own account, which no API key may use;
 * `visitor` is for operations of a website's visitor, which accept no other credential.
 */
export type CallerScope = KeyScope | 'session' | 'visitor'
/** A scope that API keys can have. Operations, events and fields require one. */
export type KeyScope = `${ScopeResource}:${ScopeLevel}` | 'any'

/** All scopes that a key can be granted. */
export const allScopes: readonly Scope[] = [
  ...scopeLevels,
  ...scopeResources.flatMap((resource) => scopeLevels.map((level) => `${resource}:${level}` as const)),
]

/** The roles of users within a tenant. */
export const roles = {
  OWNER: 'May do everything. The last owner cannot be removed.',
  ADMIN: 'Has the scopes of level admin.',
  AGENT: 'Has the scopes of level write.',
  VIEWER: 'Reads.',
}
export type Role = keyof typeof roles

/** The kinds of users. */
export const userKinds = {
  PERSON: 'A person.',
  SERVICE: 'A program, such as a bot, with API keys. It never signs in, no strategy assigns threads to it, and its messages are automatic.',
}
export type UserKind = keyof typeof userKinds

/** Highest level of each role, which limits the scopes of the user's keys. */
const levelOf: Readonly<Record<Role, ScopeLevel>> = { OWNER: 'admin', ADMIN: 'admin', AGENT: 'write', VIEWER: 'read' }

/** Returns the scopes that a user with this role has in a session. */
export function scopesOfRole(role: Role): Scope[] {
  return [levelOf[role]]
}

/** Limits the scopes of a key to the role of its user. Lowers a scope whose level is too high. */
export function limitScopes(scopes: readonly Scope[], role: Role): Scope[] {
  const widest = scopeLevels.indexOf(levelOf[role])
  const within = scopes.map((scope): Scope => {
    const [resource, level] = splitScope(scope)
    const allowed = scopeLevels[Math.min(scopeLevels.indexOf(level), widest)] ?? 'read'
    return resource === null ? allowed : `${resource}:${allowed}`
  })
  return [...new Set(within)]
}

export type Principal = {
  tenantId: Uuid
  /** The module `tenants` parses `settings`. */
  tenant: { slug: string; name: string; suspended: boolean; settings: object }
  /** The user for whom the credential acts, and the author of replies. For a visitor, only the id is meaningful. */
  user: { id: Uuid; name: string; email: string; role: Role; kind: UserKind }
  /** Scopes of the caller: with a session, all that the role allows; with a key, the key's scopes, limited by its user's role. */
  scopes: readonly Scope[]
  credential: Credential
  /** The caller's network address. */
  ip: string
}

/** Credential of a request: an API key, the access token of a session, or the token of a website's visitor. `id` is the id of the key, the session or the visitor. */
export type Credential =
  | { type: 'API_KEY'; id: Uuid; name: string; expiresAt: string }
  /**
   * `expiresAt` is when the access token expires; the session lasts longer. `lacksFactor` is true when the user's role requires a second
   * factor that the user has not enrolled; the session may then only enrol one.
   */
  | { type: 'SESSION'; id: Uuid; expiresAt: string; lacksFactor: boolean }
  /** It covers no scope and is accepted by operations for visitors only. The module `widget` parses `session`. */
  | { type: 'VISITOR'; id: Uuid; inboxId: Uuid; expiresAt: string; session: object }

/**
 * Tenant and user of an anonymous request. `userId` is null until the user is authenticated. The network address of a website's visitor is
 * not stored. With `ignoresKey`, the Idempotency-Key has no effect: the request has nothing that only its sender knows, so with a key that is
 * easy to guess anybody could get its response.
 */
export type Actor = { tenantId: Uuid; userId: Uuid | null; customerId?: Uuid; isVisitor?: true; ignoresKey?: boolean }

/** Whether one of `granted` covers `needed`: admin includes write, write includes read, and a bare level covers every resource. */
export function covers(granted: readonly Scope[], needed: KeyScope | Scope): boolean {
  return needed === 'any' || (coveringScopes.get(needed)?.some((scope) => granted.includes(scope)) ?? false)
}

/** Scopes that cover each scope, computed once because every request checks one. */
const coveringScopes: ReadonlyMap<Scope, readonly Scope[]> = new Map(
  allScopes.map((needed) => {
    const [resource, level] = splitScope(needed)
    const levels = scopeLevels.slice(scopeLevels.indexOf(level))
    return [needed, resource === null ? levels : [...levels, ...levels.map((each) => `${resource}:${each}` as const)]]
  }),
)

/** Returns a scope's resource (null for all) and its level. */
export function splitScope(scope: Scope): [ScopeResource | null, ScopeLevel] {
  const colon = scope.indexOf(':')
  // Safe because, by the type of Scope, both halves come from the lists above.
  return colon < 0 ? [null, scope as ScopeLevel] : [scope.slice(0, colon) as ScopeResource, scope.slice(colon + 1) as ScopeLevel]
}

/**
 * Authenticates a bearer token. Returns null for unknown, malformed, revoked and expired tokens. Results are cached for less than a second,
 * so a revocation takes effect everywhere within a second.
 */
export type Authenticate = {
  (token: string): Principal | null | Promise<Principal | null>
  /** Clears the cache after credentials have changed. */
  forget(): void
}
