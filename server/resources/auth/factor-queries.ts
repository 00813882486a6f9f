import { statement, type Uuid } from '../../kit/index.ts'

type Person = { tenantId: Uuid; userId: Uuid }

/** `nowMs`: the database's clock, which all nodes share. */
export type FactorRow = { sealed: string | null; pendingSealed: string | null; lastStep: number; recoveryHashes: string[]; nowMs: number }

const find = `select sealed, pending_sealed as "pendingSealed", last_step as "lastStep", recovery_hashes as "recoveryHashes",
    (extract(epoch from now()) * 1000)::bigint as "nowMs"
  from second_factors where tenant_id = :tenantId::uuid and user_id = :userId::uuid`

export const findFactor = statement<Person, FactorRow>(find)
export const lockFactor = statement<Person, FactorRow>(`${find} for update`)

/** Whether the role of the person needs a second factor and they have none. */
export const findLacksFactor = statement<Person, { lacksSecondFactor: boolean }>(`
  select u.role = any(t.second_factor_roles) and not exists (
    select 1 from second_factors f where f.tenant_id = :tenantId::uuid and f.user_id = u.id and f.sealed is not null) as "lacksSecondFactor"
  from users u join tenants t on t.tenant_id = :tenantId::uuid
  where u.tenant_id = :tenantId::uuid and u.id = :userId::uuid`)

export const setPendingFactor = statement<Person & { sealed: string }, object>(`
  insert into second_factors (tenant_id, user_id, pending_sealed) values (:tenantId::uuid, :userId::uuid, :sealed)
  on conflict (tenant_id, user_id) do update set pending_sealed = excluded.pending_sealed`)

/** Confirms the pending secret: it is required from now on. */
export const confirmFactor = statement<Person & { lastStep: number; recoveryHashes: string[] }, object>(`
  update second_factors set sealed = pending_sealed, pending_sealed = null, last_step = :lastStep::bigint, recovery_hashes = :recoveryHashes::text[]
  where tenant_id = :tenantId::uuid and user_id = :userId::uuid`)

export const noteStep = statement<Person & { lastStep: number }, object>(
  'update second_factors set last_step = :lastStep::bigint where tenant_id = :tenantId::uuid and user_id = :userId::uuid',
)

export const noteRecovery = statement<Person & { recoveryHash: string }, object>(`
  update second_factors set recovery_hashes = array_remove(recovery_hashes, :recoveryHash::text)
  where tenant_id = :tenantId::uuid and user_id = :userId::uuid`)

export const removeFactor = statement<Person, object>(
  'delete from second_factors where tenant_id = :tenantId::uuid and user_id = :userId::uuid',
)
