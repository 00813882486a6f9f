/** What the service answers beside the API: for machines (health, metrics) and for readers (the pages of `site/`). Outside the API's limits. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { apiDocument } from './api-document.ts'
import type { Config } from './config.ts'
import type { Database } from './kit/db.ts'
import { ApiError, methodNotAllowed } from './kit/errors.ts'
import { refuse } from './kit/http/front-door.ts'
import type { Metrics } from './kit/http/metrics.ts'
import { sendStatic } from './kit/http/static-answer.ts'
import { pendingMigrations } from './kit/postgres/migrate.ts'
import { errorsPath, openSite } from './site/site.ts'

export { errorsPath }

export type Outside = (path: string, req: IncomingMessage, res: ServerResponse) => boolean

/** Answers one of these paths; false when `path` is none of them. */
export function openOutside(config: Pick<Config, 'baseUrl' | 'docsPublic'>, db: Database, registry: Metrics['registry']): Outside {
  const site = openSite({ ...config, openapi: () => apiDocument().bytes })
  const probes: Readonly<Record<string, (res: ServerResponse) => void | Promise<void>>> = {
    '/healthz': (res) => json(res, 200, 'ok'),
    '/readyz': (res) => answerReadiness(res, db),
    '/metrics': async (res) => send(res, 200, registry.contentType, await registry.metrics()),
  }
  return (path, req, res) => {
    const probe = Object.hasOwn(probes, path) ? probes[path] : undefined
    const page = site.find(path) ?? (wantsPage(req) ? () => site.missing(path) : null)
    if (!probe && !page) return false
    if (page && req.method !== 'GET' && req.method !== 'HEAD') {
      refuse(req, res, new ApiError(methodNotAllowed, { headers: { Allow: 'GET, HEAD' } }))
      return true
    }
    const answering = probe ? Promise.resolve(probe(res)) : page?.().then((answer) => sendStatic(req, res, answer))
    answering?.catch(() => (res.headersSent ? res.destroy() : json(res, 500, 'failed')))
    return true
  }
}

/** Whether a person is reading: everybody else gets the API's own 404. */
function wantsPage({ method, headers }: IncomingMessage): boolean {
  return (method === 'GET' || method === 'HEAD') && /\btext\/html\b/i.test(headers.accept ?? '')
}

/** Ready is who can answer requests: the database is there, and of this version. */
async function answerReadiness(res: ServerResponse, db: Database): Promise<void> {
  try {
    const pending = await pendingMigrations(db)
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
