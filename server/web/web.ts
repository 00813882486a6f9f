/**
 * Serves everything outside the API: health and metrics, documentation pages, tenants' help centres, the chat of websites, and the dashboard on
 * its own host.
 * There are no API rate limits here, except for pages with `counts`.
 */
import { hash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { referenceDocument, servedResponse, servedDocument } from './api-document.ts'
import type { Config } from '../config.ts'
import type { Database } from '#platform/db.ts'
import { ApiError, invalidCredentials, missingCredentials, rateIpExceeded, tenantNotFound } from '#platform/errors.ts'
import { isFromThisMachine } from '#platform/http/caller-address.ts'
import type { PageHandler } from '#platform/http/front-door.ts'
import type { MetricsSource } from '#platform/http/merged-metrics.ts'
import { limitError } from '#platform/http/rate-limit-headers.ts'
import { sendStatic, type StaticResponse } from '#platform/http/static-response.ts'
import { getState } from '#platform/http/request-state.ts'
import { listPendingMigrations } from '#platform/postgres/migrate.ts'
import type { IsDashboard } from './dashboard-host.ts'
import type { FilePages } from './file-pages.ts'
import type { Help } from './help/help.ts'
import { createDashboardFiles, type DashboardFiles } from './site/dashboard-files.ts'
import { errorsPath, createSite } from './site/site.ts'

export { errorsPath }

export type Outside = (path: string, req: IncomingMessage, host: string) => PageHandler | null

type OutsideParts = {
  db: Database
  metrics: MetricsSource
  files: FilePages
  brand: (path: string) => PageHandler | null
  calendars: (path: string) => PageHandler | null
  oauth: (path: string) => PageHandler | null
  hooks: (path: string) => PageHandler | null
  unsubscribe: (path: string) => PageHandler | null
  widget: (path: string) => PageHandler | null
  help: Help
  ratings: (path: string, host: string) => PageHandler | null
  isDashboard: IsDashboard
}
type OutsideOptions = Pick<Config, 'baseUrl' | 'dashboardUrl' | 'docsPublic' | 'metricsToken'>

/** Creates the function that finds the handler of a path; null if there is none. */
export function createOutside(
  config: OutsideOptions,
  { db, metrics, files, brand, calendars, oauth, hooks, unsubscribe, widget, help, ratings, isDashboard }: OutsideParts,
): Outside {
  const dashboard = createDashboardFiles(config)
  const site = createSite({
    ...config,
    openapi: () => servedResponse(config.baseUrl),
    document: () => servedDocument(config.baseUrl),
    reference: referenceDocument,
  })
  const probes: Readonly<Record<string, PageHandler>> = {
    '/healthz': (_, res) => json(res, 200, 'ok'),
    '/readyz': (_, res) => respondToReadiness(res, db),
    '/metrics': async (req, res) => {
      admitToMetrics(req, config.metricsToken)
      send(res, 200, metrics.contentType, await metrics.metrics())
    },
  }
  return (path, req, host) => {
    const file = files(path, req) ?? brand(path) ?? calendars(path) ?? oauth(path) ?? hooks(path) ?? unsubscribe(path) ?? widget(path)
    // The dashboard's host serves nothing else, because any other page there could read the tokens that the dashboard stores.
    if (isDashboard(req, host)) return file ? null : async (_, res) => sendStatic(req, res, await getDashboardFile(req, path, dashboard))
    const helpPage = help.find(path, host) ?? ratings(path, host)
    if (helpPage && !file) return helpPage
    const probe = file ?? (Object.hasOwn(probes, path) ? probes[path] : undefined)
    const page = site.find(path) ?? (wantsPage(req) ? { make: () => site.missing(path), counts: false } : null)
    if (probe || !page) return probe ?? null
    const { make, counts } = page
    return Object.assign<PageHandler, Partial<PageHandler>>(async (_, res) => sendStatic(req, res, await make(req)), { counts })
  }
}

/**
 * Returns the dashboard's file. Throws 404 for a request with credentials, which was meant for the API: browsers load pages without
 * credentials.
 */
function getDashboardFile({ headers }: IncomingMessage, path: string, { find }: DashboardFiles): Promise<StaticResponse> {
  if (headers.authorization !== undefined) throw new ApiError(tenantNotFound)
  return find(path)
}

/** Admits programs on this machine and callers with the token. Metrics cover all tenants, so only the operator may read them. */
function admitToMetrics(req: IncomingMessage, token: string | null): void {
  if (isFromThisMachine(req)) return
  // Wrong tokens count against the rate limit. Above the limit no token is checked, so that it cannot be brute-forced.
  const { allowance } = getState(req)
  if (allowance.exceeded) throw limitError(allowance, rateIpExceeded)
  const { authorization } = req.headers
  if (authorization === undefined)
    throw new ApiError(missingCredentials, {
      message: 'Metrics are served to programs on this machine, and to others with the METRICS_TOKEN.',
    })
  const given = /^bearer +(\S+) *$/i.exec(authorization)?.[1]
  if (given === undefined || token === null || !timingSafeEqual(digest(given), digest(token)))
    throw new ApiError(invalidCredentials, { message: 'The token is not the METRICS_TOKEN of this service.' })
}

/** Hashes to a fixed length, which a constant-time comparison requires. */
function digest(text: string): Buffer {
  return hash('sha256', text, 'buffer')
}

/** Whether the caller is a browser. Other callers get the API's 404. */
function wantsPage({ method, headers }: IncomingMessage): boolean {
  return (method === 'GET' || method === 'HEAD') && /\btext\/html\b/i.test(headers.accept ?? '')
}

/** Responds 200 when the service is ready: the database is reachable and has this version's migrations. */
async function respondToReadiness(res: ServerResponse, db: Database): Promise<void> {
  try {
    const pending = await listPendingMigrations(db)
    json(res, pending.length === 0 ? 200 : 503, pending.length === 0 ? 'ready' : 'migrations are pending')
  } catch {
    json(res, 503, 'the database does not answer')
  }
}

function json(res: ServerResponse, status: number, word: string): void {
  if (status === 503) res.setHeader('Retry-After', '1')
  send(res, status, 'application/json; charset=utf-8', JSON.stringify({ status: word }))
}

function send(res: ServerResponse, status: number, type: string, text: string): void {
  res.writeHead(status, { 'Content-Type': type, 'Content-Length': Buffer.byteLength(text) })
  res.end(text)
}
