/** Declares the settings of the service's database sessions. */

/**
 * Session settings that every node of a Citus cluster also needs. Nodes do not inherit them from the coordinator, so the operator sets them
 * (`skein distribute` prints how).
 */
export type SessionSettings = {
  planCacheMode: 'auto' | 'force_custom_plan' | 'force_generic_plan'
  /** Maximum milliseconds to wait for a lock. After that, a request fails with 503, or with 409 if its Idempotency-Key is in use. */
  lockTimeoutMs: number
  jit: boolean
}

/** The configured settings. The plan cache mode is null when it depends on the database (`choosePlanCacheMode`). */
export type ConfiguredSession = Omit<SessionSettings, 'planCacheMode'> & { planCacheMode: SessionSettings['planCacheMode'] | null }

export const sessionDefaults: SessionSettings = { planCacheMode: 'force_generic_plan', lockTimeoutMs: 2_000, jit: false }

/**
 * Returns the settings that a connection requests when it opens. A connection without a time limit (0) belongs to an operator's command,
 * which also waits for locks without limit.
 */
export function toSessionParameters(statementTimeoutMs: number, session: SessionSettings): Record<string, string | number> {
  const isOperator = statementTimeoutMs === 0
  return {
    application_name: 'skein',
    TimeZone: 'UTC',
    statement_timeout: statementTimeoutMs,
    idle_in_transaction_session_timeout: isOperator ? 0 : 15_000,
    // Every request-path query has an index. Without this, a plan made while a table was small would outlive the table's growth.
    enable_seqscan: isOperator ? 'on' : 'off',
    ...toNodeParameters(session),
    ...(isOperator ? { lock_timeout: 0, plan_cache_mode: 'auto' } : {}),
  }
}

/**
 * Chooses the plan cache mode if none is configured. Citus rejects every statement under `force_generic_plan` ("could not create
 * distributed plan"), because it needs the tenant's id to find the shard.
 */
export function choosePlanCacheMode(session: ConfiguredSession, { hasCitus }: { hasCitus: boolean }): SessionSettings {
  return { ...session, planCacheMode: session.planCacheMode ?? (hasCitus ? 'auto' : sessionDefaults.planCacheMode) }
}

/** Converts the settings to PostgreSQL parameters, for this database and for the nodes of a Citus cluster. */
export function toNodeParameters({ planCacheMode, lockTimeoutMs, jit }: SessionSettings): Record<string, string | number> {
  return { plan_cache_mode: planCacheMode, lock_timeout: lockTimeoutMs, jit: jit ? 'on' : 'off' }
}
