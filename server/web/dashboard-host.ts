/** Which requests are for the dashboard, and which pages of other origins may call the API: the dashboard's. */
import { createServer as createPort, isIP, type Server as Port } from 'node:net'
import type { IncomingMessage, Server } from 'node:http'
import type { Config } from '../config.ts'

type Addresses = Pick<Config, 'baseUrl' | 'dashboardUrl' | 'dashboardPort' | 'corsOrigins'>

/** Whether a request is for the dashboard; `host` is its host name in lower case. */
export type IsDashboard = (req: IncomingMessage, host: string) => boolean

/** By host name (`app.` below the base host, or the host of DASHBOARD_URL), or by the port that DASHBOARD_PORT opens. */
export function createIsDashboard({ baseUrl, dashboardUrl }: Addresses): IsDashboard {
  const hosts = new Set([appHost(baseUrl), dashboardUrl.hostname].filter((host) => host !== null && host !== baseUrl.hostname))
  return (req, host) => connectionsOfPort.has(req.socket) || hosts.has(host)
}

/** Whether pages of an origin may read what the API answers. */
export function createAllowsOrigin({ baseUrl, dashboardUrl, dashboardPort, corsOrigins }: Addresses): (origin: string) => boolean {
  if (corsOrigins.includes('*')) return () => true
  const allowed = new Set([dashboardUrl.origin, ...corsOrigins])
  const app = appHost(baseUrl)
  if (app !== null) allowed.add(withHost(baseUrl, app))
  if (dashboardPort !== null) {
    // A proxy in front of the port makes it an address of its own, which DASHBOARD_URL names.
    for (const name of loopbackNames.has(baseUrl.hostname) ? loopbackNames : [baseUrl.hostname])
      allowed.add(new URL(`http://${name}:${dashboardPort}`).origin)
  }
  return (origin) => allowed.has(origin)
}

/** Another port of the same HTTP server: its connections go through the same front door, and are known to be the dashboard's. */
export function openDashboardPort(server: Server): Port {
  return createPort({ allowHalfOpen: true, noDelay: true }, (socket) => {
    connectionsOfPort.add(socket)
    server.emit('connection', socket)
  })
}

const connectionsOfPort = new WeakSet<object>()
const loopbackNames: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])

/** There is nothing below an address. */
function appHost({ hostname }: URL): string | null {
  return isIP(hostname.replace(/^\[|\]$/g, '')) === 0 ? `app.${hostname}` : null
}

function withHost(url: URL, hostname: string): string {
  const other = new URL(url.origin)
  other.hostname = hostname
  return other.origin
}
