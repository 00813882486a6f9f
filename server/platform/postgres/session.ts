/** Settings of the service's database sessions. */

/**
 * Settings that the nodes of a distributed database need as well. They do not inherit them from a session, so the operator sets them
 * (`skein distribute` prints how).
 */
export type SessionSettings = {
  planCacheMode: 'auto' | 'force_custom_plan' | 'force_generic_plan'
  /** Longest wait for a lock in milliseconds. After it, a request fails with 503, or with 409 if its Idempotency-Key is in use. */
  lockTimeoutMs: number
  jit: boolean
}

/** The configured settings. The plan cache mode is null when it depends on the database (`choosePlanCacheMode`). */
export type ConfiguredSession = Omit<SessionSettings, 'planCacheMode'> & { planCacheMode: SessionSettings['planCacheMode'] | null }

export const sessionDefaults: SessionSettings = { planCacheMode: 'force_generic_plan', lockTimeoutMs: 2_000, jit: false }

/**
 * Returns the settings that a connection requests when it opens. A connection without a time limit (0) belongs to an operator's command,
 * which waits for locks without a limit, too.
 */
export function toSessionParameters(statementTimeoutMs: number, session: SessionSettings): Record<string, string | number> {
  const isOperator = statementTimeoutMs === 0
  return {
    application_name: 'skein',
    TimeZone: 'UTC',
    statement_timeout: statementTimeoutMs,
    idle_in_transaction_session_timeout: isOperator ? 0 : 15_000,
    // Every request-path query has an index; a plan made while a table was small must not be kept when the table grows.
    enable_seqscan: isOperator ? 'on' : 'off',
    ...toNodeParameters(session),
    ...(isOperator ? { lock_timeout: 0, plan_cache_mode: 'auto' } : {}),
  }
}

/**
 * Chooses the plan cache mode if none is configured. Citus refuses every statement under `force_generic_plan` ("could not create
 * distributed plan"): it must know the tenant's id to find the shard.
 */
export function choosePlanCacheMode(session: ConfiguredSession, { hasCitus }: { hasCitus: boolean }): SessionSettings {
  return { ...session, planCacheMode: session.planCacheMode ?? (hasCitus ? 'auto' : sessionDefaults.planCacheMode) }
}

/** Returns the settings that the nodes of a distributed database need as well. */
export function toNodeParameters({ planCacheMode, lockTimeoutMs, jit }: SessionSettings): Record<string, string | number> {
  return { plan_cache_mode: planCacheMode, lock_timeout: lockTimeoutMs, jit: jit ? 'on' : 'off' }
}
