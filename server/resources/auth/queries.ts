import { callerColumns, type CallerRow } from '../users/index.ts'
import { table } from '#kit/table.ts'
import { statement } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import type { Static } from '#platform/schema.ts'
import { StoredSession } from './schema.ts'

// --- Users who sign in ----------------------------------------------------------------------------------------------

/** A user with the address, who may sign in if the password matches `hash`. */
export type Candidate = { tenantId: Uuid; slug: string; userId: Uuid; hash: string; allowedDomains: string[]; suspended: boolean }

const candidateColumns = `u.tenant_id as "tenantId", t.slug, u.id as "userId", p.hash, t.allowed_sign_in_domains as "allowedDomains",
    t.status = 'SUSPENDED' as suspended`

/** Maximum number of tenants to try when the request names none. A user of more tenants must send `tenant`. */
export const maxTenants = 10

/** Finds the users with the address in all tenants, for requests that name no tenant. */
export const findCandidates = statement<{ email: string }, Candidate>(`/* across tenants: who signs in need not name the tenant */
  select ${candidateColumns}
  from users u
  join tenants t on t.tenant_id = u.tenant_id
  join user_passwords p on p.tenant_id = u.tenant_id and p.user_id = u.id
  where u.email = :email and u.status = 'ACTIVE'
  order by t.slug limit ${maxTenants}`)

export const findCandidate = statement<{ tenantId: Uuid; email: string }, Candidate>(`
  select ${candidateColumns}
  from users u
  join tenants t on t.tenant_id = :tenantId::uuid
  join user_passwords p on p.tenant_id = :tenantId::uuid and p.user_id = u.id
  where u.tenant_id = :tenantId::uuid and u.email = :email and u.status = 'ACTIVE'`)

/**
 * A user who may get a link. Users of suspended tenants get none, because a suspended tenant's mail waits for longer than a link is valid.
 */
export type Addressee = { tenantId: Uuid; userId: Uuid; name: string; email: string; status: 'INVITED' | 'ACTIVE' }

export const findAddressees = statement<{ email: string }, Addressee>(`/* across tenants: who forgot a password need not name the tenant */
  select u.tenant_id as "tenantId", u.id as "userId", u.name, u.email, u.status from users u
  join tenants t on t.tenant_id = u.tenant_id and t.status <> 'SUSPENDED'
  where u.email = :email and u.status in ('INVITED', 'ACTIVE') and u.kind = 'PERSON' order by u.tenant_id limit ${maxTenants}`)

export const findAddressee = statement<{ tenantId: Uuid; email: string }, Addressee>(`
  select u.tenant_id as "tenantId", u.id as "userId", u.name, u.email, u.status from users u
  join tenants t on t.tenant_id = :tenantId::uuid and t.status <> 'SUSPENDED'
  where u.tenant_id = :tenantId::uuid and u.email = :email and u.status in ('INVITED', 'ACTIVE') and u.kind = 'PERSON'`)

/** Returns a row if a user with this e-mail address has signed in from this IP address, which then has an attempt limit of its own. */
export const findKnownAddress = statement<
  { email: string; ip: string },
  object
>(`/* across tenants: who signs in need not name the tenant */
  select from users u join sessions s on s.tenant_id = u.tenant_id and s.user_id = u.id where u.email = :email and s.ip = :ip limit 1`)

type UserKey = { tenantId: Uuid; userId: Uuid }

/**
 * Locks the password row. Password changes and sign-ins both take this lock, so that no session starts with a password that is being
 * changed.
 */
export const lockPassword = statement<UserKey, { hash: string }>(
  'select hash from user_passwords where tenant_id = :tenantId::uuid and user_id = :userId::uuid for update',
)

export const findPassword = statement<UserKey, { hash: string }>(
  'select hash from user_passwords where tenant_id = :tenantId::uuid and user_id = :userId::uuid',
)

export const setPassword = statement<UserKey & { hash: string }, object>(`
  insert into user_passwords (tenant_id, user_id, hash) values (:tenantId::uuid, :userId::uuid, :hash)
  on conflict (tenant_id, user_id) do update set hash = excluded.hash, changed_at = excluded.changed_at`)

/** Replaces the hash by a hash of the same password with the configured cost. Leaves `changed_at` unchanged. */
export const renewHash = statement<UserKey & { hash: string }, object>(
  'update user_passwords set hash = :hash where tenant_id = :tenantId::uuid and user_id = :userId::uuid',
)

// --- Sessions -------------------------------------------------------------------------------------------------------

export const sessionTable = table({
  from: 'sessions s',
  shape: StoredSession,
  filters: { userId: 's.user_id = :userId::uuid', live: `:live::boolean and ${liveUntil('s')} > now()` },
})

/**
 * Returns the SQL for a session's expiry: 14 days after its last refresh, at most 90 days after it began. Null if the session has ended.
 */
export function liveUntil(alias: string): string {
  return `case when ${alias}.ended_at is null then least(${alias}.rotated_at + interval '14 days', ${alias}.created_at + interval '90 days') end`
}

const { columns } = sessionTable

export type SessionRecord = Static<typeof StoredSession> & { version: number }

/** A session with the columns from which its tokens are derived. */
export type SessionRow = SessionRecord & { seed: Buffer; generation: number; rotatedAt: string }

const tokenColumns = `${columns}, s.seed, s.generation, s.rotated_at as "rotatedAt"`

export const insertSession = statement<UserKey & { id: Uuid; seed: Buffer; ip: string; userAgent: string | null }, SessionRow>(`
  insert into sessions as s (tenant_id, id, user_id, seed, ip, user_agent)
  values (:tenantId::uuid, :id::uuid, :userId::uuid, :seed::bytea, :ip, :userAgent) returning ${tokenColumns}`)

type Key = { tenantId: Uuid; id: Uuid }

/** Finds the caller of an access token that expires at `until`. No row if the token has expired or its session has ended. */
export const findLiveSession = statement<Key & { until: string }, CallerRow & { lacksFactor: boolean }>(`
  select ${callerColumns}, u.role = any(t.second_factor_roles) and not exists (
    select 1 from second_factors f where f.tenant_id = :tenantId::uuid and f.user_id = u.id and f.sealed is not null) as "lacksFactor"
  from sessions s
  join users u on u.tenant_id = :tenantId::uuid and u.id = s.user_id
  join tenants t on t.tenant_id = :tenantId::uuid
  where s.tenant_id = :tenantId::uuid and s.id = :id::uuid and s.ended_at is null and :until::timestamptz > now() and u.status = 'ACTIVE'`)

/** Session columns for checking a refresh token. `sinceRotation` is the number of seconds since the last refresh. */
export type RefreshRow = { userId: Uuid; seed: Buffer; generation: number; sinceRotation: number; live: boolean; suspended: boolean }

const refreshColumns = `s.user_id as "userId", s.seed, s.generation, extract(epoch from now() - s.rotated_at)::double precision as "sinceRotation",
    coalesce(${liveUntil('s')} > now(), false) and u.status = 'ACTIVE' as live, t.status = 'SUSPENDED' as suspended`

const refreshFromSql = `from sessions s join users u on u.tenant_id = :tenantId::uuid and u.id = s.user_id
  join tenants t on t.tenant_id = :tenantId::uuid
  where s.tenant_id = :tenantId::uuid and s.id = :id::uuid`

export const findForRefresh = statement<Key, RefreshRow>(`select ${refreshColumns} ${refreshFromSql}`)
export const lockForRefresh = statement<Key, RefreshRow>(`select ${refreshColumns} ${refreshFromSql} for update of s`)

export const rotateSession = statement<Key & { ip: string; userAgent: string | null }, SessionRow>(`
  update sessions s set generation = generation + 1, rotated_at = now(), last_used_at = now(), ip = :ip, user_agent = :userAgent
  where s.tenant_id = :tenantId::uuid and s.id = :id::uuid returning ${tokenColumns}`)

export const findTokens = statement<Key, SessionRow>(
  `select ${tokenColumns} from sessions s where s.tenant_id = :tenantId::uuid and s.id = :id::uuid`,
)

/** Whether the user has signed in before (`any`), and from this IP address (`fromHere`). */
export const findEarlierSessions = statement<UserKey & { ip: string }, { any: boolean; fromHere: boolean }>(`
  select count(*) > 0 as any, coalesce(bool_or(ip = :ip), false) as "fromHere" from sessions
  where tenant_id = :tenantId::uuid and user_id = :userId::uuid`)

export type EndReason = 'SIGNED_OUT' | 'REVOKED' | 'TOKEN_REUSED' | 'PASSWORD_CHANGED' | 'USER_SUSPENDED' | 'EMAIL_CHANGED'

/** Ends a session. No row if the session has already ended. */
export const endSessionRow = statement<Key & { reason: EndReason }, SessionRecord>(`
  update sessions s set ended_at = now(), ended_reason = :reason, version = version + 1
  where s.tenant_id = :tenantId::uuid and s.id = :id::uuid and s.ended_at is null returning ${columns}`)

/** Ends all sessions of a user, except the given one. */
export const endSessionRows = statement<UserKey & { exceptId: Uuid | null; reason: EndReason }, SessionRecord>(`
  update sessions s set ended_at = now(), ended_reason = :reason, version = version + 1
  where s.tenant_id = :tenantId::uuid and s.user_id = :userId::uuid and s.ended_at is null and s.id is distinct from :exceptId::uuid returning ${columns}`)

/** Deletes sessions that ended or expired at least a month ago. */
export const deleteOldSessions = statement<{ tenantId: Uuid }, object>(`
  delete from sessions where tenant_id = :tenantId::uuid and rotated_at < now() - interval '44 days'`)

export const deleteExpiredLinks = statement<{ tenantId: Uuid }, object>(
  'delete from sign_in_links where tenant_id = :tenantId::uuid and expires_at < now()',
)
