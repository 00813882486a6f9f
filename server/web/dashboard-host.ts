/** Recognises requests for the dashboard, and origins whose pages may call the API. */
import { createServer as createPort, isIP, type Server as Port } from 'node:net'
import type { IncomingMessage, Server } from 'node:http'
import type { Config } from '../config.ts'

type Addresses = Pick<Config, 'baseUrl' | 'dashboardUrl' | 'dashboardPort' | 'corsOrigins'>

/** Whether a request is for the dashboard. `host` is its host name in lower case. */
export type IsDashboard = (req: IncomingMessage, host: string) => boolean

/** Recognises the dashboard by host name (`app.` below the base host, or the host of DASHBOARD_URL) or by the port DASHBOARD_PORT. */
export function createIsDashboard({ baseUrl, dashboardUrl }: Addresses): IsDashboard {
  const hosts = new Set([appHost(baseUrl), dashboardUrl.hostname].filter((host) => host !== null && host !== baseUrl.hostname))
  return (req, host) => connectionsOfPort.has(req.socket) || hosts.has(host)
}

/** Creates the check whether pages of an origin may read the API's responses. */
export function createAllowsOrigin({ baseUrl, dashboardUrl, dashboardPort, corsOrigins }: Addresses): (origin: string) => boolean {
  if (corsOrigins.includes('*')) return () => true
  const allowed = new Set([dashboardUrl.origin, ...corsOrigins])
  const app = appHost(baseUrl)
  if (app !== null) allowed.add(withHost(baseUrl, app))
  if (dashboardPort !== null) {
    // If a proxy in front of the port changes its origin, DASHBOARD_URL has that origin.
    for (const name of loopbackNames.has(baseUrl.hostname) ? loopbackNames : [baseUrl.hostname])
      allowed.add(new URL(`http://${name}:${dashboardPort}`).origin)
  }
  return (origin) => allowed.has(origin)
}

/** Opens another port of the same HTTP server. Its connections pass the same checks and count as the dashboard's. */
export function openDashboardPort(server: Server): Port {
  return createPort({ allowHalfOpen: true, noDelay: true }, (socket) => {
    connectionsOfPort.add(socket)
    server.emit('connection', socket)
  })
}

const connectionsOfPort = new WeakSet<object>()
const loopbackNames: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Returns the dashboard's default host; null for an IP address, which cannot have a subdomain. */
function appHost({ hostname }: URL): string | null {
  return isIP(hostname.replace(/^\[|\]$/g, '')) === 0 ? `app.${hostname}` : null
}

function withHost(url: URL, hostname: string): string {
  const other = new URL(url.origin)
  other.hostname = hostname
  return other.origin
}
