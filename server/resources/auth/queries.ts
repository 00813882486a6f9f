import { callerColumns, type CallerRow } from '../users/index.ts'
import { statement, type Static, table, type Uuid } from '../../kit/index.ts'
import { StoredSession } from './schema.ts'

// --- People who sign in ---------------------------------------------------------------------------------------------

/** A person with the address: signs in if the password matches `hash`. */
export type Candidate = { tenantId: Uuid; slug: string; userId: Uuid; hash: string; allowedDomains: string[]; suspended: boolean }

const candidateColumns = `u.tenant_id as "tenantId", t.slug, u.id as "userId", p.hash, t.allowed_sign_in_domains as "allowedDomains",
    t.status = 'SUSPENDED' as suspended`

/** Tenants that are tried without `tenant` in the request; people of more tenants have to name theirs. */
export const candidatesMax = 10

/** The people of all tenants with the address, for requests that name no tenant. */
export const findCandidates = statement<{ email: string }, Candidate>(`/* across tenants: who signs in need not name the tenant */
  select ${candidateColumns}
  from users u
  join tenants t on t.tenant_id = u.tenant_id
  join user_passwords p on p.tenant_id = u.tenant_id and p.user_id = u.id
  where u.email = :email and u.status = 'ACTIVE'
  order by t.slug limit ${candidatesMax}`)

export const findCandidate = statement<{ tenantId: Uuid; email: string }, Candidate>(`
  select ${candidateColumns}
  from users u
  join tenants t on t.tenant_id = :tenantId::uuid
  join user_passwords p on p.tenant_id = :tenantId::uuid and p.user_id = u.id
  where u.tenant_id = :tenantId::uuid and u.email = :email and u.status = 'ACTIVE'`)

/** A person to whom a link may be sent: in a suspended tenant nobody, because its mails wait for longer than a link lives. */
export type Addressee = { tenantId: Uuid; userId: Uuid; name: string; email: string; status: 'INVITED' | 'ACTIVE' }

export const findAddressees = statement<{ email: string }, Addressee>(`/* across tenants: who forgot a password need not name the tenant */
  select u.tenant_id as "tenantId", u.id as "userId", u.name, u.email, u.status from users u
  join tenants t on t.tenant_id = u.tenant_id and t.status <> 'SUSPENDED'
  where u.email = :email and u.status in ('INVITED', 'ACTIVE') order by u.tenant_id limit ${candidatesMax}`)

export const findAddressee = statement<{ tenantId: Uuid; email: string }, Addressee>(`
  select u.tenant_id as "tenantId", u.id as "userId", u.name, u.email, u.status from users u
  join tenants t on t.tenant_id = :tenantId::uuid and t.status <> 'SUSPENDED'
  where u.tenant_id = :tenantId::uuid and u.email = :email and u.status in ('INVITED', 'ACTIVE')`)

/** Whether somebody has signed in to the account from this IP address before: it then has a limit of attempts of its own. */
export const findKnownAddress = statement<
  { email: string; ip: string },
  object
>(`/* across tenants: who signs in need not name the tenant */
  select from users u join sessions s on s.tenant_id = u.tenant_id and s.user_id = u.id where u.email = :email and s.ip = :ip limit 1`)

type Person = { tenantId: Uuid; userId: Uuid }

/** Held while a password is changed and while a session begins, so that none begins with a password that is being changed. */
export const lockPassword = statement<Person, { hash: string }>(
  'select hash from user_passwords where tenant_id = :tenantId::uuid and user_id = :userId::uuid for update',
)

export const findPassword = statement<Person, { hash: string }>(
  'select hash from user_passwords where tenant_id = :tenantId::uuid and user_id = :userId::uuid',
)

export const setPassword = statement<Person & { hash: string }, object>(`
  insert into user_passwords (tenant_id, user_id, hash) values (:tenantId::uuid, :userId::uuid, :hash)
  on conflict (tenant_id, user_id) do update set hash = excluded.hash, changed_at = excluded.changed_at`)

/** The same password, hashed with another cost. */
export const renewHash = statement<Person & { hash: string }, object>(
  'update user_passwords set hash = :hash where tenant_id = :tenantId::uuid and user_id = :userId::uuid',
)

// --- Sessions -------------------------------------------------------------------------------------------------------

export const sessionTable = table({
  from: 'sessions s',
  shape: StoredSession,
  filters: { userId: 's.user_id = :userId::uuid', live: `:live::boolean and ${liveUntil('s')} > now()` },
})

/** When a session ends by itself: 14 days after its last use, 90 days after its beginning. */
function liveUntil(alias: string): string {
  return `case when ${alias}.ended_at is null then least(${alias}.rotated_at + interval '14 days', ${alias}.created_at + interval '90 days') end`
}

const { columns } = sessionTable

export type SessionRecord = Static<typeof StoredSession> & { version: number }

/** The columns that tokens are derived from. */
export type SessionRow = SessionRecord & { seed: Buffer; generation: number; rotatedAt: string }

const tokenColumns = `${columns}, s.seed, s.generation, s.rotated_at as "rotatedAt"`

export const insertSession = statement<Person & { id: Uuid; seed: Buffer; ip: string; userAgent: string | null }, SessionRow>(`
  insert into sessions as s (tenant_id, id, user_id, seed, ip, user_agent)
  values (:tenantId::uuid, :id::uuid, :userId::uuid, :seed::bytea, :ip, :userAgent) returning ${tokenColumns}`)

type Key = { tenantId: Uuid; id: Uuid }

/** The caller of an access token that expires at `until`. */
export const findLiveSession = statement<Key & { until: string }, CallerRow & { lacksFactor: boolean }>(`
  select ${callerColumns}, u.role = any(t.second_factor_roles) and not exists (
    select 1 from second_factors f where f.tenant_id = :tenantId::uuid and f.user_id = u.id and f.sealed is not null) as "lacksFactor"
  from sessions s
  join users u on u.tenant_id = :tenantId::uuid and u.id = s.user_id
  join tenants t on t.tenant_id = :tenantId::uuid
  where s.tenant_id = :tenantId::uuid and s.id = :id::uuid and s.ended_at is null and :until::timestamptz > now() and u.status = 'ACTIVE'`)

/** What a refresh token is compared with. `sinceRotation`: seconds since the session’s last refresh. */
export type RefreshRow = { userId: Uuid; seed: Buffer; generation: number; sinceRotation: number; live: boolean; suspended: boolean }

const refreshColumns = `s.user_id as "userId", s.seed, s.generation, extract(epoch from now() - s.rotated_at)::double precision as "sinceRotation",
    coalesce(${liveUntil('s')} > now(), false) and u.status = 'ACTIVE' as live, t.status = 'SUSPENDED' as suspended`

const refreshed = `from sessions s join users u on u.tenant_id = :tenantId::uuid and u.id = s.user_id
  join tenants t on t.tenant_id = :tenantId::uuid
  where s.tenant_id = :tenantId::uuid and s.id = :id::uuid`

export const findForRefresh = statement<Key, RefreshRow>(`select ${refreshColumns} ${refreshed}`)
export const lockForRefresh = statement<Key, RefreshRow>(`select ${refreshColumns} ${refreshed} for update of s`)

export const rotateSession = statement<Key & { ip: string; userAgent: string | null }, SessionRow>(`
  update sessions s set generation = generation + 1, rotated_at = now(), last_used_at = now(), ip = :ip, user_agent = :userAgent
  where s.tenant_id = :tenantId::uuid and s.id = :id::uuid returning ${tokenColumns}`)

export const findTokens = statement<Key, SessionRow>(
  `select ${tokenColumns} from sessions s where s.tenant_id = :tenantId::uuid and s.id = :id::uuid`,
)

/** Whether the person signed in before at all, and from this address. */
export const findEarlierSessions = statement<Person & { ip: string }, { any: boolean; fromHere: boolean }>(`
  select count(*) > 0 as any, coalesce(bool_or(ip = :ip), false) as "fromHere" from sessions
  where tenant_id = :tenantId::uuid and user_id = :userId::uuid`)

export type EndReason = 'SIGNED_OUT' | 'REVOKED' | 'TOKEN_REUSED' | 'PASSWORD_CHANGED' | 'USER_SUSPENDED' | 'EMAIL_CHANGED'

/** No row for a session that has ended. */
export const endSessionRow = statement<Key & { reason: EndReason }, SessionRecord>(`
  update sessions s set ended_at = now(), ended_reason = :reason, version = version + 1
  where s.tenant_id = :tenantId::uuid and s.id = :id::uuid and s.ended_at is null returning ${columns}`)

/** All sessions of a person, except the given one. */
export const endSessionRows = statement<Person & { but: Uuid | null; reason: EndReason }, SessionRecord>(`
  update sessions s set ended_at = now(), ended_reason = :reason, version = version + 1
  where s.tenant_id = :tenantId::uuid and s.user_id = :userId::uuid and s.ended_at is null and s.id is distinct from :but::uuid returning ${columns}`)

/** Those that were over for a month. */
export const forgetSessionRows = statement<{ tenantId: Uuid }, object>(`
  delete from sessions where tenant_id = :tenantId::uuid and rotated_at < now() - interval '44 days'`)

export const forgetLinkRows = statement<{ tenantId: Uuid }, object>(
  'delete from sign_in_links where tenant_id = :tenantId::uuid and expires_at < now()',
)
