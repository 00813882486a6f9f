/** Builds the text that `start` prints. */
import { resolve } from 'node:path'
import { defaultDataDir, type Config } from '../config.ts'
import type { FirstKey, FirstStart } from './first-tenant.ts'
import { program } from './program.ts'

/** The started service. `by` names the processes that serve it, if there are several. */
type Started = { url: string; mailPort: number | null; by?: string; firstKey: FirstKey; firstStart: FirstStart | null }

/** Returns the text that `start` prints. It never contains the key itself: the shell reads the key from its file. */
export function welcome({ docsPublic, ...config }: Config, service: Started): string {
  const { file, works } = service.firstKey
  const url = config.baseUrl.port === '0' ? service.url : config.baseUrl.href.replace(/\/$/, '')
  const dashboard = dashboardLine(config, url)
  const lines: [string, string][] = [
    ...(dashboard === null ? [] : [['Dashboard', dashboard] satisfies [string, string]]),
    ['API', `${url}/api/v1`],
    ...(service.mailPort === null ? [] : [['Mail', `smtp://${config.mailIn.host}:${service.mailPort}`] satisfies [string, string]]),
    ...(docsPublic
      ? [['Reference', `${url}/docs`] satisfies [string, string], ['Guides', `${url}/docs/guides`] satisfies [string, string]]
      : []),
    ['Key', works ? `${file} (tenant ${works.tenant}, until ${works.expiresAt.slice(0, 10)})` : missingKey(file, config)],
    ...signInLines(service.firstStart, config),
  ]
  const block = lines.map(([name, text]) => `  ${name.padEnd(11)}${text}\n`).join('')
  const listening = url === service.url ? url : `${url} (here: ${service.url})`
  const head = `Skein serves ${listening}${service.by === undefined ? '' : ` with ${service.by}`}\n\n${block}\n`
  return works ? `${head}Create a thread:\n\n${firstCall(service.url, file)}\n\n` : head
}

/**
 * Returns the line about the dashboard. Null when the dashboard has no URL: the base URL is an IP address, which has no subdomains, and
 * DASHBOARD_PORT is not set.
 */
function dashboardLine({ baseUrl, dashboardUrl }: Pick<Config, 'baseUrl' | 'dashboardUrl'>, url: string): string | null {
  if (dashboardUrl.host === baseUrl.host) return null
  const shown = new URL(dashboardUrl)
  // Port 0: show the port that the system chose.
  if (shown.port === '0') shown.port = new URL(url).port
  return shown.href.replace(/\/$/, '')
}

function signInLines(firstStart: FirstStart | null, config: Pick<Config, 'dataDir'>): [string, string][] {
  if (!firstStart) return []
  const { signIn, slug, ownerEmail } = firstStart
  return [
    [
      'Sign in',
      `as ${ownerEmail}; ${'link' in signIn ? `choose your password within seven days: ${signIn.link}` : `the link in ${signIn.file}`}`,
    ],
    ['Sample', `a small sample company: ${command(`seed --tenant ${slug}`, config)}`],
  ]
}

function missingKey(file: string, config: Pick<Config, 'dataDir'>): string {
  return `no valid key in ${file}; create one: ${command('key create --tenant SLUG --scopes admin', config)}`
}

/** Returns a command for another terminal, which may not have the environment variables of this one. */
function command(words: string, { dataDir }: Pick<Config, 'dataDir'>): string {
  const variables = dataDir === resolve(defaultDataDir) ? '' : `DATA_DIR=${quoteForShell(dataDir)} `
  return `${variables}${program} ${words}`
}

function firstCall(url: string, keyFile: string): string {
  const thread = {
    title: 'The export is empty',
    body: 'The CSV export has been empty since Monday.',
    requester: { email: 'ada@example.com', name: 'Ada Lovelace' },
  }
  return `curl -s ${url}/api/v1/threads -H "Authorization: Bearer $(cat ${quoteForShell(keyFile)})" -H 'Content-Type: application/json' -d '${JSON.stringify(thread)}'`
}

function quoteForShell(path: string): string {
  return /^[\w@%+=:,./-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`
}
