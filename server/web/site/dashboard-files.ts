/**
 * Serves the dashboard's built files, with headers that block foreign code. Every other path gets index.html, whose router shows the page.
 */
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { escapeHtml } from '#kit/escape-html.ts'
import { staticResponse, type StaticResponse } from '#platform/http/static-response.ts'
import { readBuiltFiles } from './built-files.ts'

export type DashboardFiles = {
  /** Returns the file at a path, index.html for a page of the dashboard, 404 for a missing file, or 503 before the first build. */
  find(path: string): Promise<StaticResponse>
}

type DashboardOptions = { baseUrl: URL; directory?: string }

export const builtDashboard = join(import.meta.dirname, '../../../dashboard/dist')

/**
 * Reads all files on the first request and caches them, so that a build that replaces them later does not mix two versions. Requests can
 * only reach these files, never the disk.
 */
export function createDashboardFiles({ baseUrl, directory = builtDashboard }: DashboardOptions): DashboardFiles {
  let files: Promise<ReadonlyMap<string, StaticResponse> | null> | null = null
  const settings = staticResponse('application/json; charset=utf-8', JSON.stringify({ apiUrl: baseUrl.origin }), { headers: plainHeaders })
  return {
    async find(path) {
      if (path === '/config.json') return settings
      const known = await (files ??= readFiles(directory, baseUrl))
      if (!known) {
        files = null
        return notBuilt()
      }
      const isFile = path.startsWith('/assets/') || /^\/[^/]+\.[a-z0-9]+$/.test(path)
      return known.get(path) ?? (isFile ? noSuchFile() : (known.get('/index.html') ?? notBuilt()))
    },
  }
}

const plainHeaders = { 'Referrer-Policy': 'no-referrer', 'Cross-Origin-Resource-Policy': 'same-origin' }

/** Returns null without a build. */
async function readFiles(directory: string, baseUrl: URL): Promise<ReadonlyMap<string, StaticResponse> | null> {
  const getHeaders = (path: string): Record<string, string> =>
    path === '/index.html' ? { ...plainHeaders, ...shellHeaders(baseUrl) } : plainHeaders
  const files = await readBuiltFiles(directory, getHeaders)
  return files.has('/index.html') ? files : null
}

/**
 * Returns the headers of index.html. Scripts and styles may only come from files; only `skein-mail`, which sanitises mails, may create HTML
 * from text, and only `skein-worker` names a service worker (Trusted Types). The API is another origin. Pictures in mails may come from any host, but the frames of mails have a stricter
 * policy until the agent allows pictures.
 */
function shellHeaders({ origin }: URL): Record<string, string> {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    // Mails have style attributes, within their frames.
    "style-src-attr 'unsafe-inline'",
    `img-src 'self' data: blob: https: ${origin}`,
    "font-src 'self'",
    `connect-src 'self' ${origin}`,
    "manifest-src 'self'",
    "worker-src 'self'",
    "frame-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types skein-mail skein-worker',
  ]
  return {
    'Content-Security-Policy': policy.join('; '),
    'X-Frame-Options': 'DENY',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
  }
}

function noSuchFile(): StaticResponse {
  return staticResponse('text/plain; charset=utf-8', 'There is no such file.\n', { status: 404, headers: plainHeaders })
}

function notBuilt(): StaticResponse {
  const style = 'body{font:16px/1.5 system-ui;max-width:34rem;margin:20vh auto;padding:0 1rem;color-scheme:light dark}'
  const digest = createHash('sha256').update(style).digest('base64')
  const command = 'npm run dashboard:build'
  const text = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Skein</title><style>${style}</style></head><body><h1>The dashboard has not been built yet</h1>
<p>The API works. To get the dashboard, run <code>${escapeHtml(command)}</code> in the directory of Skein, and reload this page.</p></body></html>`
  return staticResponse('text/html; charset=utf-8', text, {
    status: 503,
    headers: { ...plainHeaders, 'Retry-After': '10', 'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${digest}'` },
  })
}
