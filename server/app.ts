/** The composition root: hands the rooms to HTTP. */
import { apiDocument } from './api-document.ts'
import { outboundOf, type Config } from './config.ts'
import type { Database } from './kit/db.ts'
import type { DeadlineOptions } from './kit/http/deadlines.ts'
import { declaredWork } from './kit/jobs.ts'
import { openHttp, type HttpService } from './kit/http/server.ts'
import type { Log } from './kit/log.ts'
import { openMetrics, type Metrics } from './kit/http/metrics.ts'
import { openRateLimiter } from './kit/http/rate-limit.ts'
import type { ResolveHost } from './kit/outbound/resolve-host.ts'
import { openSafeFetch } from './kit/outbound/safe-fetch.ts'
import { openSecrets } from './kit/secrets.ts'
import { openAuthenticate } from './resources/api-keys/index.ts'
import { errorsPath, openOutside } from './outside.ts'
import { rooms } from './resources/index.ts'
import { openTenantBySlug } from './resources/tenants/index.ts'

/** A request has half a minute to arrive, with pauses of ten seconds at most, and is then answered within fifteen, whatever it waits for. */
const deadlinesDefault: DeadlineOptions = { bodyIdleMs: 10_000, arriveMs: 30_000, workMs: 15_000 }

export type AppOptions = {
  /** Hears of every committed write. */
  onWrite?: () => void
  metrics?: Metrics
  /** How host names of webhooks become addresses. */
  resolveHost?: ResolveHost
  deadlines?: DeadlineOptions
}

/** What /metrics shows; a worker in the same process counts its attempts there too. */
export function openAppMetrics(db: Database): Metrics {
  return openMetrics(db, declaredWork())
}

/** Everything that answers requests, on an open and migrated database. */
export function openApp(
  config: Config,
  db: Database,
  log: Log,
  { onWrite = () => {}, metrics = openAppMetrics(db), deadlines = deadlinesDefault, ...outward }: AppOptions = {},
): HttpService {
  const secrets = openSecrets(config.secretKey)
  return openHttp({
    endpoints: rooms.flatMap(({ endpoints }) => endpoints),
    db,
    secrets,
    outbound: openSafeFetch({ ...outboundOf(config), ...outward }),
    authenticate: openAuthenticate(db, secrets),
    authLimiter: openRateLimiter('auth', config.rateLimits.authPerMinute),
    tenantLimiter: openRateLimiter('tenant', config.rateLimits.tenantPerMinute),
    publicOperations: new Set(config.openapiPublic ? ['getOpenapi'] : []),
    openapi: apiDocument,
    onWrite,
    log,
    frontDoor: {
      baseHost: config.baseUrl.hostname,
      docsUrl: new URL(errorsPath, config.baseUrl).href,
      trustProxy: config.trustProxy,
      ipLimiter: openRateLimiter('ip', config.rateLimits.ipPerMinute),
      findTenantBySlug: openTenantBySlug(db),
      metrics,
      deadlines,
      outside: openOutside(config, db, metrics.registry),
    },
  })
}
