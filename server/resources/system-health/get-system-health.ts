import type { Config } from '../../config.ts'
import { list } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import { databaseNowIso } from '#platform/database-now.ts'
import type { Queryable } from '#platform/db.ts'
import { ApiError } from '#platform/errors.ts'
import type { Limits } from '#platform/http/rate-limit.ts'
import type { Uuid } from '#platform/ids.ts'
import { seenWork } from '#platform/jobs/seen.ts'
import { listPendingMigrations } from '#platform/postgres/migrate.ts'
import type { Static } from '#platform/schema.ts'
import { isoTime } from '#platform/time.ts'
import { mailHealth } from '../mail/index.ts'
import { indexDelaySeconds, searchBacklog } from '../thread-search/index.ts'
import { storageHealth } from '../uploads/index.ts'
import { countDisabledWebhooks } from '../webhooks/index.ts'
import { checkChannels } from './channels.ts'
import { readClock } from './queries.ts'
import { SystemHealth } from './schema.ts'

type Health = Static<typeof SystemHealth>
type Finding = Pick<Health, 'status' | 'detail'>

/** Milliseconds, including the wait for a connection, above which the database counts as slow. Normal values are far lower. */
const maxLatencyMs = 250

/** Seconds after which due work shows that no worker is running or workers are overloaded. Workers poll several times a second. */
const maxDueSeconds = 60

export const getSystemHealth = endpoint.read({
  operationId: 'getSystemHealth',
  path: '/system-health',
  tag: 'system-health',
  scope: 'system:read',
  summary: 'Get the system’s health',
  description: 'Returns every part of the service and its current state, always on one page.',
  responds: { 200: list(SystemHealth, 'All parts of the service') },
  present: (record: Health) => record,
  async handle({ db, config, limits, principal: { tenantId } }) {
    const clock = await checked('database', () => checkDatabase(db))
    const schema = await checked('migrations', () => checkMigrations(db))
    const jobs = await checked('jobs', () => checkJobs(db, tenantId))
    const webhooks = await checked('webhooks', () => checkWebhooks(db, tenantId))
    const mail = await checked('mail', () => checkMail(db, tenantId, config))
    const channels = await checked('channels', () => checkChannels(db, tenantId, config))
    const storage = await checked('storage', () => storageHealth(db, tenantId, config), 'The store of files answers slowly.')
    const counting = limits.shared ? [await checked('limits', () => checkLimits(limits), 'The store of rate limits answers slowly.')] : []
    // All components show the same time: the database's, or this machine's if the database is unavailable.
    const checkedAt = clock.checkedAt ?? databaseNowIso()
    const records: Health[] = [clock, schema, jobs, webhooks, mail, channels, storage, ...counting].map((part) =>
      Object.assign(part, { checkedAt }),
    )
    return { records, total: records.length, next: null }
  },
})

type Checked = Omit<Health, 'checkedAt'> & { checkedAt?: string | undefined }

async function checked(
  component: Health['component'],
  check: () => Promise<Finding & { checkedAt?: string }>,
  whenSlow = 'The database answers slowly.',
): Promise<Checked> {
  const startedAt = performance.now()
  try {
    const { status, detail, checkedAt } = await check()
    const latencyMs = Math.round((performance.now() - startedAt) * 10) / 10
    const slow = status === 'OK' && latencyMs > maxLatencyMs
    return { component, status: slow ? 'DEGRADED' : status, latencyMs, detail: slow ? whenSlow : detail, checkedAt }
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
  const pending = await listPendingMigrations(db)
  return pending.length === 0
    ? { status: 'OK', detail: null }
    : { status: 'DEGRADED', detail: `Migrations are pending: ${pending.join(', ')}.` }
}

/** Checks the background work of the caller's tenant: number and age of waiting jobs, and number of permanently failed ones. */
async function checkJobs(db: Queryable, tenantId: Uuid): Promise<Finding> {
  const own = await seenWork(db, tenantId)
  const search = await searchBacklog(db, tenantId)
  const unread = `the search index has ${search.events} events${search.threads > 0 ? ` and ${search.threads} older threads` : ''} to read`
  const detail = `${own.says}; ${unread}; the oldest due job has been due for ${Math.round(own.oldestSeconds ?? 0)} s; ${own.dead} are dead.`
  const isLate = Math.max(own.oldestSeconds ?? 0, (search.oldestSeconds ?? 0) - indexDelaySeconds) > maxDueSeconds
  return { status: isLate ? 'DEGRADED' : 'OK', detail: isLate ? `${detail} Is a worker running?` : detail }
}

/** Checks the webhooks of the caller's tenant. A disabled webhook misses events until a user enables it, so the status is DEGRADED. */
async function checkWebhooks(db: Queryable, tenantId: Uuid): Promise<Finding> {
  const disabled = await countDisabledWebhooks(db, tenantId)
  return disabled === 0
    ? { status: 'OK', detail: null }
    : {
        status: 'DEGRADED',
        detail: `Disabled after repeated failures: ${disabled} of your webhooks. Correct the receiver, then enable the webhook.`,
      }
}

async function checkMail(db: Queryable, tenantId: Uuid, config: Config): Promise<Finding> {
  const { isWell, detail } = await mailHealth(db, tenantId, config)
  return { status: isWell ? 'OK' : 'DEGRADED', detail }
}

/** Checks the shared store of rate limits. Without it, API requests still work, but users cannot sign in. */
async function checkLimits(limits: Pick<Limits, 'health'>): Promise<Finding> {
  const { problem } = await limits.health()
  if (problem === null) return { status: 'OK', detail: null }
  const meanwhile = 'Until it answers, each process counts its own requests, and attempts to sign in are refused.'
  return { status: 'DEGRADED', detail: `The store of rate limits (REDIS_URL) does not answer: ${problem} ${meanwhile}` }
}
