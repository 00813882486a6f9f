/** The composition root: hands the rooms to HTTP. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { apiDocument } from './api-document.ts'
import type { Config } from './config.ts'
import type { Database } from './kit/db.ts'
import { openHttp, type HttpService } from './kit/http.ts'
import type { Log } from './kit/log.ts'
import { openMetrics } from './kit/metrics.ts'
import { pendingMigrations } from './kit/migrate.ts'
import { openRateLimiter } from './kit/rate-limit.ts'
import { openSafeFetch } from './kit/safe-fetch.ts'
import { openSecrets } from './kit/secrets.ts'
import { openAuthenticate } from './resources/api-keys/index.ts'
import { rooms } from './resources/index.ts'
import { openTenantBySlug } from './resources/tenants/index.ts'

/** Milliseconds after which a request is answered 504, whatever it waits for. */
const requestDeadlineMs = 15_000

/** Everything that answers requests, on an open and migrated database. `onWrite` hears of every committed write. */
export function openApp(config: Config, db: Database, log: Log, { onWrite = () => {} }: { onWrite?: () => void } = {}): HttpService {
  const secrets = openSecrets(config.secretKey)
  const metrics = openMetrics(() => db.poolState())
  return openHttp({
    endpoints: rooms.flatMap(({ endpoints }) => endpoints),
    db,
    secrets,
    outbound: openSafeFetch({ allowedCidrs: config.webhooks.allowedCidrs, timeoutMs: config.webhooks.timeoutSeconds * 1000 }),
    authenticate: openAuthenticate(db, secrets),
    tenantLimiter: openRateLimiter('tenant', config.rateLimits.tenantPerMinute),
    publicOperations: new Set(config.openapiPublic ? ['getOpenapi'] : []),
    openapi: apiDocument,
    onWrite,
    log,
    frontDoor: {
      baseHost: config.baseUrl.hostname,
      trustProxy: config.trustProxy,
      ipLimiter: openRateLimiter('ip', config.rateLimits.ipPerMinute),
      findTenantBySlug: openTenantBySlug(db),
      metrics,
      deadlineMs: requestDeadlineMs,
      outside: (path, req, res) => answerOutside(path, req, res, db, metrics.registry),
    },
  })
}

/** Liveness, readiness and metrics: for machines, outside the API and its limits. */
function answerOutside(path: string, _req: IncomingMessage, res: ServerResponse, db: Database, registry: ReturnType<typeof openMetrics>['registry']): boolean {
  const json = (status: number, body: object): void => {
    res.writeHead(status, { 'Content-Type': 'application/json; charset=utf-8', ...(status === 503 ? { 'Retry-After': '1' } : {}) })
    res.end(JSON.stringify(body))
  }
  if (path === '/healthz') {
    json(200, { status: 'ok' })
  } else if (path === '/readyz') {
    pendingMigrations(db).then(
      (pending) => json(pending.length === 0 ? 200 : 503, { status: pending.length === 0 ? 'ready' : 'migrations are pending' }),
      () => json(503, { status: 'the database does not answer' }),
    )
  } else if (path === '/metrics') {
    registry.metrics().then(
      (text) => {
        res.writeHead(200, { 'Content-Type': registry.contentType })
        res.end(text)
      },
      () => json(500, { status: 'metrics failed' }),
    )
  } else {
    return false
  }
  return true
}
