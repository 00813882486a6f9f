/** Whether the service can be reached: the port, BASE_URL, the proxy before it. */
import { once } from 'node:events'
import { lookup } from 'node:dns/promises'
import { createServer } from 'node:net'
import { urlOf, type Config } from '../config.ts'
import { ok, warning, wrong, type Finding } from './doctor-finding.ts'
import { explainListening } from './open-service.ts'
import { isServiceAt } from './service-access.ts'

export async function examineNetwork(config: Config): Promise<{ findings: Finding[]; serviceRuns: boolean }> {
  const { port, host } = config
  const serviceRuns = port !== 0 && (await isServiceAt(urlOf(host, port)))
  const listening = serviceRuns ? ok('port', `A service answers at ${urlOf(host, port)}.`) : await examinePort(port, host)
  return { findings: [listening, await examineBaseUrl(config, serviceRuns), ...examineProxy(config)], serviceRuns }
}

async function examinePort(port: number, host: string): Promise<Finding> {
  const server = createServer()
  try {
    await once(server.listen(port, host), 'listening')
    return ok('port', `Port ${port} of ${host} is free; no service runs there.`)
  } catch (error) {
    // Safe because that is how a server fails to listen.
    const [says = '', ...cure] = explainListening(error as NodeJS.ErrnoException, port, host).message.split(/(?<=\.) /)
    return wrong('port', says, cure.join(' ') || 'Correct HOST and PORT.')
  } finally {
    server.close()
  }
}

async function examineBaseUrl({ baseUrl }: Config, serviceRuns: boolean): Promise<Finding> {
  const check = 'BASE_URL'
  const name = baseUrl.hostname.replace(/^\[|\]$/g, '')
  const found = await lookup(name).catch(() => null)
  if (found === null)
    return wrong(
      check,
      `The name ${name} has no address here.`,
      'Correct BASE_URL, or make a DNS record for its host (and one for *.HOST, for tenants).',
    )
  if (baseUrl.protocol === 'http:' && !isLocal(name))
    return warning(
      check,
      `${baseUrl.origin} is not encrypted: API keys can be read on the way.`,
      'Put a proxy with TLS before the service, and https:// into BASE_URL.',
    )
  if (!serviceRuns) return ok(check, `${baseUrl.origin} (${found.address}); whether it leads here can be told while the service runs.`)
  return (await isServiceAt(baseUrl.origin))
    ? ok(check, `${baseUrl.origin} leads to a service.`)
    : warning(
        check,
        `From here no service answers at ${baseUrl.origin}.`,
        'Look at its DNS record, the proxy before the service and the certificate. Links in answers and docUrl of errors begin with it.',
      )
}

/** Behind a proxy every request comes from one address, so all callers share its limit. */
function examineProxy({ baseUrl, host, trustProxy, rateLimits }: Config): Finding[] {
  const isBehindProxy = !isLocal(baseUrl.hostname) && (isLocal(host) || baseUrl.protocol === 'https:')
  if (!isBehindProxy || trustProxy) return []
  return [
    warning(
      'rate limits',
      `BASE_URL tells of a proxy, and TRUST_PROXY is off: all callers together may send ${rateLimits.ipPerMinute} requests a minute.`,
      'Set TRUST_PROXY=true if the proxy sets X-Forwarded-For itself.',
    ),
  ]
}

function isLocal(host: string): boolean {
  return /^(localhost|.*\.localhost|127\..*|\[?::1\]?)$/.test(host)
}
