/** What the service answers beside the API: for machines (health, metrics) and for readers (what errors mean). Outside the API's limits. */
import type { ServerResponse } from 'node:http'
import type { Database } from './kit/db.ts'
import { errorPage } from './kit/openapi/error-docs.ts'
import { declaredErrors } from './kit/errors.ts'
import type { Metrics } from './kit/http/metrics.ts'
import { pendingMigrations } from './kit/postgres/migrate.ts'
import { rooms } from './resources/index.ts'

export const errorsPath = '/docs/errors'

/** Answers one of these paths; false when `path` is none of them. */
export function openOutside(db: Database, registry: Metrics['registry']): (path: string, res: ServerResponse) => boolean {
  let errors: string | null = null
  const pages: Readonly<Record<string, (res: ServerResponse) => void | Promise<void>>> = {
    '/healthz': (res) => json(res, 200, 'ok'),
    '/readyz': (res) => answerReadiness(res, db),
    '/metrics': async (res) => send(res, 200, registry.contentType, await registry.metrics()),
    [errorsPath]: (res) =>
      send(
        res,
        200,
        'text/html; charset=utf-8',
        (errors ??= errorPage(
          rooms.flatMap(({ endpoints }) => endpoints),
          declaredErrors(),
        )),
      ),
  }
  return (path, res) => {
    const page = Object.hasOwn(pages, path) ? pages[path] : undefined
    if (!page) return false
    Promise.resolve(page(res)).catch(() => json(res, 500, 'failed'))
    return true
  }
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
