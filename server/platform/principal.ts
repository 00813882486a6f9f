/** The caller of a request and their permissions. */
import type { Uuid } from './ids.ts'

export const scopeResources = [
  'threads',
  'customers',
  'meetings',
  'events',
  'webhooks',
  'catalog',
  'kb',
  'privacy',
  'uploads',
  'ai',
  'audit',
  'system',
  'settings',
  'keys',
] as const
export const scopeLevels = ['read', 'write', 'admin'] as const
export type ScopeResource = (typeof scopeResources)[number]
export type ScopeLevel = (typeof scopeLevels)[number]
/** A granted scope: for one resource, or bare for all of them. */
export type Scope = `${ScopeResource}:${ScopeLevel}` | ScopeLevel
/** The scope that an operation requires. */
export type ScopeNeeded = ScopeOfCaller | 'none'
/** The same for operations that require credentials; `session` is for those about a person themselves, which no API key may use. */
export type ScopeOfCaller = ScopeHeld | 'session'
/** The scope that reading something requires. */
export type ScopeHeld = `${ScopeResource}:${ScopeLevel}` | 'any'

/** Every scope that can be granted to a key. */
export const allScopes: readonly Scope[] = [
  ...scopeLevels,
  ...scopeResources.flatMap((resource) => scopeLevels.map((level) => `${resource}:${level}` as const)),
]

/** The roles of a person within a tenant. */
export const roles = {
  OWNER: 'May do everything. The last owner cannot be removed.',
  ADMIN: 'Has the scopes of level admin.',
  AGENT: 'Has the scopes of level write.',
  VIEWER: 'Reads.',
}
export type Role = keyof typeof roles

/** The widest level that a person of the role may act on, whatever scopes their keys carry. */
const levelOf: Readonly<Record<Role, ScopeLevel>> = { OWNER: 'admin', ADMIN: 'admin', AGENT: 'write', VIEWER: 'read' }

/** All that a person of the role may do: the scopes of their sessions. */
export function scopesOfRole(role: Role): Scope[] {
  return [levelOf[role]]
}

/** What is left of a key's scopes when it acts for a person of the role: of a scope that is too wide, the part that the role allows. */
export function scopesWithin(scopes: readonly Scope[], role: Role): Scope[] {
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
  /** `settings` are read by the room that owns them. */
  tenant: { slug: string; name: string; suspended: boolean; settings: object }
  /** The person the credential acts for: the author of replies. */
  user: { id: Uuid; name: string; email: string; role: Role }
  /** What the caller may do: the scopes of a key as far as the role of its person allows, or all that the role allows in a session. */
  scopes: readonly Scope[]
  credential: Credential
  /** The caller's network address. */
  ip: string
}

/** What the caller has shown: an API key, or the access token of a session. Its id is the key's or the session's. */
export type Credential =
  | { type: 'API_KEY'; id: Uuid; name: string; expiresAt: string }
  /**
   * `expiresAt` is the end of the access token; the session itself goes on. `lacksFactor`: the role of the person needs a second factor, and
   * the person has none, so that the session may only enroll one.
   */
  | { type: 'SESSION'; id: Uuid; expiresAt: string; lacksFactor: boolean }

/** The tenant and the person of a request without credentials; `userId` is null until the person is authenticated. */
export type Actor = { tenantId: Uuid; userId: Uuid | null }

/** True when one of `granted` covers `needed`: admin includes write includes read, a bare level covers every resource. */
export function covers(granted: readonly Scope[], needed: ScopeHeld | Scope): boolean {
  return needed === 'any' || (coveringScopes.get(needed)?.some((scope) => granted.includes(scope)) ?? false)
}

/** For each scope, those that cover it: every request checks one. */
const coveringScopes: ReadonlyMap<Scope, readonly Scope[]> = new Map(
  allScopes.map((needed) => {
    const [resource, level] = splitScope(needed)
    const levels = scopeLevels.slice(scopeLevels.indexOf(level))
    return [needed, resource === null ? levels : [...levels, ...levels.map((each) => `${resource}:${each}` as const)]]
  }),
)

/** A scope's resource, null for all of them, and its level. */
export function splitScope(scope: Scope): [ScopeResource | null, ScopeLevel] {
  const colon = scope.indexOf(':')
  // Safe because both halves come from the lists above, by the type of Scope.
  return colon < 0 ? [null, scope as ScopeLevel] : [scope.slice(0, colon) as ScopeResource, scope.slice(colon + 1) as ScopeLevel]
}

/**
 * Finds the principal of a bearer token; null for unknown, malformed, revoked and expired ones alike. Results are cached for up to a
 * second, so a revocation takes effect everywhere within a second.
 */
export type Authenticate = {
  (token: string): Principal | null | Promise<Principal | null>
  /** Credentials have changed: nothing that was learnt before is believed any more. */
  forget(): void
}
