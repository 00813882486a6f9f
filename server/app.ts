import { createAppMetrics } from './app-metrics.ts'
import { servedResponse } from './web/api-document.ts'
import { toOutboundOptions, type Config } from './config.ts'
import { createAuthenticate } from '#kit/credentials.ts'
import type { Database } from '#platform/db.ts'
import { freeBytes } from '#platform/files/unfinished.ts'
import { createFileLinks } from '#platform/files/file-links.ts'
import { createCheckDiskSpace } from '#platform/http/disk-space.ts'
import type { DeadlineOptions } from '#platform/http/deadlines.ts'
import type { Endpoint } from '#platform/http/declared-endpoint.ts'
import { apiPrefix } from '#platform/http/handle-call.ts'
import { createHttp, type HttpService } from '#platform/http/server.ts'
import type { Log } from '#platform/log.ts'
import type { MetricsSource } from '#platform/http/merged-metrics.ts'
import type { Metrics } from '#platform/http/metrics.ts'
import { createLocalLimits } from '#platform/http/rate-limit.ts'
import { createSharedLimits } from '#platform/http/shared-limits.ts'
import type { ResolveHost } from '#platform/outbound/resolve-host.ts'
import { createSafeFetch } from '#platform/outbound/safe-fetch.ts'
import { createSecrets } from '#platform/secrets.ts'
import { readKeys } from './resources/api-keys/index.ts'
import { readSessions } from './resources/auth/index.ts'
import { createAllowsOrigin, createIsDashboard } from './web/dashboard-host.ts'
import { createBrandFiles } from './web/brand.ts'
import { createCalendarPages } from './web/calendar-pages.ts'
import { createOauthPages } from './web/oauth-pages.ts'
import { createUnsubscribePages } from './web/unsubscribe/unsubscribe-pages.ts'
import { createHookPages } from './web/hook-pages.ts'
import { createFilePages } from './web/file-pages.ts'
import { createRatingPages } from './web/ratings/rating-pages.ts'
import { createFrameFiles } from './web/widget/frame-files.ts'
import { createWidgetPages } from './web/widget/widget-pages.ts'
import { createHelp } from './web/help/help.ts'
import { errorsPath, createOutside } from './web/web.ts'
import { modules } from './resources/index.ts'
import { createFindTenantBySlug } from './resources/tenants/index.ts'
import { readVisitors } from './resources/widget/index.ts'

/**
 * Time limits of a request: it must arrive within 30 seconds, without a pause of more than 10, and gets its response within 15 seconds
 * after that.
 */
const defaultDeadlines: DeadlineOptions = { bodyIdleMs: 10_000, arriveMs: 30_000, workMs: 15_000 }

export type AppOptions = {
  /** Called after every committed write. */
  onWrite?: () => void
  metrics?: Metrics
  /** The metrics that /metrics shows. Default: the metrics of this process. */
  shownMetrics?: MetricsSource
  /** Resolves the host names of webhooks. */
  resolveHost?: ResolveHost
  deadlines?: DeadlineOptions
  /** Responses that must not reveal by their timing whether an account exists are sent at multiples of this many milliseconds. */
  responseStepMs?: number
  /** Returns the free bytes on the disk of a directory. */
  readFreeBytes?: typeof freeBytes
}

/** Websites call the operations of their visitors from their own pages. */
function createOpensToAll(endpoints: readonly Endpoint[]): (path: string) => boolean {
  const roots = new Set(endpoints.filter(({ tag }) => tag === 'widget').map(({ path }) => `${apiPrefix}/${path.split('/')[1]}/`))
  return (path) => [...roots].some((root) => path.startsWith(root))
}

/** Creates the HTTP service. The database must be open and migrated. */
export function createApp(
  config: Config,
  db: Database,
  log: Log,
  {
    onWrite = () => {},
    metrics = createAppMetrics(db),
    shownMetrics = metrics.registry,
    deadlines = defaultDeadlines,
    responseStepMs = 250,
    readFreeBytes = freeBytes,
    ...outward
  }: AppOptions = {},
): HttpService {
  const secrets = createSecrets(config.secretKey)
  const links = createFileLinks(config.baseUrl, secrets)
  const isDashboard = createIsDashboard(config)
  const findTenantBySlug = createFindTenantBySlug(db)
  const frameFiles = createFrameFiles()
  const help = createHelp(config, { db, findTenantBySlug, frameFiles })
  const limits =
    config.redisUrl === null
      ? createLocalLimits(config.rateLimits)
      : createSharedLimits({ url: config.redisUrl, rateLimits: config.rateLimits, secrets, log, registry: metrics.registry })
  const endpoints = modules.flatMap((each) => each.endpoints)
  return createHttp({
    endpoints,
    config,
    db,
    secrets,
    outbound: createSafeFetch({ ...toOutboundOptions(config), ...outward }),
    authenticate: createAuthenticate([readKeys(db, secrets), readSessions(db, secrets), readVisitors(db, secrets)]),
    limits,
    // The embedded database is on the disk of the data directory. The disk of any other database is out of reach.
    checkDiskSpace: config.databaseUrl === null ? createCheckDiskSpace(() => readFreeBytes(config.dataDir)) : null,
    publicOperations: new Set(config.openapiPublic ? ['getOpenapi'] : []),
    links,
    openapi: () => servedResponse(config.baseUrl),
    onWrite() {
      help.forget()
      onWrite()
    },
    responseStepMs,
    log,
    frontDoor: {
      baseHost: config.baseUrl.hostname,
      docsUrl: new URL(errorsPath, config.baseUrl).href,
      trustProxy: config.trustProxy,
      findTenantBySlug,
      metrics,
      deadlines,
      isDashboard,
      allowsOrigin: createAllowsOrigin(config),
      opensToAll: createOpensToAll(endpoints),
      outside: createOutside(config, {
        db,
        metrics: shownMetrics,
        files: createFilePages({ config, db, links, onWrite }),
        brand: createBrandFiles({ config, db }),
        calendars: createCalendarPages({ config, db, secrets }),
        oauth: createOauthPages({ config, db, secrets, onWrite }),
        hooks: createHookPages({ config, db, secrets, limits, onWrite }),
        unsubscribe: createUnsubscribePages({ config, db, secrets, onWrite, limits }),
        widget: createWidgetPages({ config, db, secrets, limits, onWrite, frameFiles }),
        help,
        ratings: createRatingPages({ config, db, secrets, limits, onWrite }),
        isDashboard,
      }),
    },
  })
}
