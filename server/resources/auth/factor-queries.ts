import { statement } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'

type UserKey = { tenantId: Uuid; userId: Uuid }

/** A user's second factor. `nowMs` is the database's time, which is the same for all processes. */
export type FactorRow = { sealed: string | null; pendingSealed: string | null; lastStep: number; recoveryHashes: string[]; nowMs: number }

const selectSql = `select sealed, pending_sealed as "pendingSealed", last_step as "lastStep", recovery_hashes as "recoveryHashes",
    (extract(epoch from now()) * 1000)::bigint as "nowMs"
  from second_factors where tenant_id = :tenantId::uuid and user_id = :userId::uuid`

export const findFactor = statement<UserKey, FactorRow>(selectSql)
export const lockFactor = statement<UserKey, FactorRow>(`${selectSql} for update`)

/** Whether the user's role requires a second factor and the user has none. */
export const findLacksFactor = statement<UserKey, { lacksSecondFactor: boolean }>(`
  select u.role = any(t.second_factor_roles) and not exists (
    select 1 from second_factors f where f.tenant_id = :tenantId::uuid and f.user_id = u.id and f.sealed is not null) as "lacksSecondFactor"
  from users u join tenants t on t.tenant_id = :tenantId::uuid
  where u.tenant_id = :tenantId::uuid and u.id = :userId::uuid`)

export const setPendingFactor = statement<UserKey & { sealed: string }, object>(`
  insert into second_factors (tenant_id, user_id, pending_sealed) values (:tenantId::uuid, :userId::uuid, :sealed)
  on conflict (tenant_id, user_id) do update set pending_sealed = excluded.pending_sealed`)

/** Promotes the pending secret to the confirmed one, which sign-ins then require. */
export const confirmFactor = statement<UserKey & { lastStep: number; recoveryHashes: string[] }, object>(`
  update second_factors set sealed = pending_sealed, pending_sealed = null, last_step = :lastStep::bigint, recovery_hashes = :recoveryHashes::text[]
  where tenant_id = :tenantId::uuid and user_id = :userId::uuid`)

export const setLastStep = statement<UserKey & { lastStep: number }, object>(
  'update second_factors set last_step = :lastStep::bigint where tenant_id = :tenantId::uuid and user_id = :userId::uuid',
)

export const deleteRecoveryHash = statement<UserKey & { recoveryHash: string }, object>(`
  update second_factors set recovery_hashes = array_remove(recovery_hashes, :recoveryHash::text)
  where tenant_id = :tenantId::uuid and user_id = :userId::uuid`)

export const deleteFactor = statement<UserKey, object>(
  'delete from second_factors where tenant_id = :tenantId::uuid and user_id = :userId::uuid',
)
