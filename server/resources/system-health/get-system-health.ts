import type { Queryable } from '../../kit/db.ts'
import { endpoint, list } from '../../kit/endpoint.ts'
import { ApiError } from '../../kit/errors.ts'
import { pendingMigrations } from '../../kit/migrate.ts'
import type { Static } from '../../kit/schema.ts'
import { isoTime } from '../../kit/time.ts'
import { readClock } from './queries.ts'
import { SystemHealth } from './schema.ts'

type Health = Static<typeof SystemHealth>
type Finding = Pick<Health, 'status' | 'detail'>

/** A healthy database answers in a fraction of this, waiting for a connection included. */
const latencyMsMax = 250

export const getSystemHealth = endpoint({
  operationId: 'getSystemHealth', method: 'GET', path: '/system-health', tag: 'system-health', scope: 'system:read',
  summary: 'Get the health of the system',
  description: 'Every part of the service and how it does now. The answer always has all parts on one page.',
  responds: { 200: list(SystemHealth, 'All parts of the service') },
  present: (record: Health) => record,
  async handle({ db }) {
    const clock = await checked('database', () => checkDatabase(db))
    const schema = await checked('migrations', () => checkMigrations(db))
    // One clock for all lines: the database's, or this machine's when the database does not answer.
    const checkedAt = clock.checkedAt ?? new Date().toISOString()
    const records: Health[] = [{ ...clock, checkedAt }, { ...schema, checkedAt }]
    return { records, total: records.length, next: null }
  },
})

type Checked = Omit<Health, 'checkedAt'> & { checkedAt?: string | undefined }

async function checked(component: Health['component'], check: () => Promise<Finding & { checkedAt?: string }>): Promise<Checked> {
  const startedAt = performance.now()
  try {
    const { status, detail, checkedAt } = await check()
    const latencyMs = Math.round((performance.now() - startedAt) * 10) / 10
    const slow = status === 'OK' && latencyMs > latencyMsMax
    return { component, status: slow ? 'DEGRADED' : status, latencyMs, detail: slow ? 'The answer came slowly.' : detail, checkedAt }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return { component, status: 'DOWN', latencyMs: null, detail: 'The database does not answer.' }
  }
}

async function checkDatabase(db: Queryable): Promise<Finding & { checkedAt: string }> {
  const clock = await db.first(readClock, {})
  if (!clock) throw new Error('A select without a table returned no row')
  return { status: 'OK', detail: null, checkedAt: isoTime(clock.now) }
}

async function checkMigrations(db: Queryable): Promise<Finding> {
  const pending = await pendingMigrations(db)
  return pending.length === 0 ? { status: 'OK', detail: null } : { status: 'DEGRADED', detail: `Migrations are pending: ${pending.join(', ')}.` }
}
