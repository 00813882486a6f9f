import { table } from '#kit/table.ts'
import { statement } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import type { Role, Scope } from '#platform/principal.ts'
import type { Static } from '#platform/schema.ts'
import { callerColumns, type CallerRow } from '../users/index.ts'
import { ApiKey } from './schema.ts'

/** An API key as the database stores it, without the key itself. */
export type ApiKeyRecord = Static<typeof ApiKey> & { version: number }

export const apiKeyTable = table({ from: 'api_keys k', shape: ApiKey })

const { columns } = apiKeyTable

/** Looks up a key: a small global table from a key's hash to its tenant and id. */
export const findKeyByHash = statement<{ keyHash: Buffer }, { tenantId: Uuid; keyId: Uuid }>(
  'select tenant_id as "tenantId", key_id as "keyId" from api_key_hashes where key_hash = :keyHash::bytea',
)

/** `unused`: whether its last-used time is old enough for an update. */
export type LiveKey = CallerRow & { keyHash: Buffer; keyName: string; scopes: Scope[]; expiresAt: string; unused: boolean }

/** Updates the last-used time. Skips the row when it is locked: nothing depends on it, and a later request can update it. */
export const noteUsed = statement<{ tenantId: Uuid; keyId: Uuid }, object>(`
  update api_keys set last_used_at = now() where tenant_id = :tenantId::uuid and id in (
    select id from api_keys where tenant_id = :tenantId::uuid and id = :keyId::uuid for no key update skip locked)`)

/** Finds a key that is neither revoked nor expired and whose user is active, with everything that a request needs. */
export const findLiveKey = statement<{ tenantId: Uuid; keyId: Uuid }, LiveKey>(`
  select k.key_hash as "keyHash", k.name as "keyName", k.scopes, k.expires_at as "expiresAt",
    k.last_used_at is null or k.last_used_at < now() - interval '5 minutes' as unused, ${callerColumns}
  from api_keys k
  join users u on u.tenant_id = :tenantId::uuid and u.id = k.user_id
  join tenants t on t.tenant_id = :tenantId::uuid
  where k.tenant_id = :tenantId::uuid and k.id = :keyId::uuid and k.revoked_at is null and k.expires_at > now() and u.status = 'ACTIVE'`)

type KeyState = { state: 'live' | 'revoked' | 'expired' | 'suspended'; expiresAt: string }

export const findKeyState = statement<{ tenantId: Uuid; keyId: Uuid }, KeyState>(`
  select case when k.revoked_at is not null then 'revoked' when k.expires_at <= now() then 'expired' when u.status <> 'ACTIVE' then 'suspended'
    else 'live' end as state, k.expires_at as "expiresAt"
  from api_keys k join users u on u.tenant_id = :tenantId::uuid and u.id = k.user_id where k.tenant_id = :tenantId::uuid and k.id = :keyId::uuid`)

export type NewKey = {
  tenantId: Uuid
  id: Uuid
  userId: Uuid
  name: string
  keyHash: Buffer
  lastFour: string
  scopes: Scope[]
  lifeSeconds: number
}

export const insertKeyHash = statement<{ keyHash: Buffer; tenantId: Uuid; id: Uuid }, object>(
  'insert into api_key_hashes (key_hash, tenant_id, key_id) values (:keyHash::bytea, :tenantId::uuid, :id::uuid)',
)

export const insertKey = statement<NewKey, ApiKeyRecord>(`
  insert into api_keys as k (tenant_id, id, user_id, name, key_hash, last_four, scopes, life_seconds, expires_at)
  values (:tenantId::uuid, :id::uuid, :userId::uuid, :name, :keyHash::bytea, :lastFour, :scopes::text[], :lifeSeconds::double precision,
    now() + make_interval(secs => :lifeSeconds::double precision))
  returning ${columns}`)

/**
 * Locks a key. `lifeSeconds` is the lifetime that it was created with, `live` whether it is still valid, `userRole` the role of its user.
 */
export const lockKey = statement<{ tenantId: Uuid; id: Uuid }, ApiKeyRecord & { lifeSeconds: number; live: boolean; userRole: Role }>(`
  select ${columns}, k.life_seconds as "lifeSeconds", k.revoked_at is null and k.expires_at > now() as live,
    (select u.role from users u where u.tenant_id = :tenantId::uuid and u.id = k.user_id) as "userRole"
  from api_keys k where k.tenant_id = :tenantId::uuid and k.id = :id::uuid for update`)

/** Limits a rotated key to the overlap. It never works longer than without the rotation. */
export const retireKeyRow = statement<{ tenantId: Uuid; id: Uuid; rotatedTo: Uuid; overlapSeconds: number }, ApiKeyRecord>(`
  update api_keys k set expires_at = least(expires_at, now() + make_interval(secs => :overlapSeconds::double precision)), rotated_to = :rotatedTo::uuid,
    version = version + 1
  where k.tenant_id = :tenantId::uuid and k.id = :id::uuid returning ${columns}`)
