/** Examines whether callers can reach the service: the port, BASE_URL and the proxy. */
import { once } from 'node:events'
import { lookup } from 'node:dns/promises'
import { createServer } from 'node:net'
import { type Config, toServiceUrl } from '../config.ts'
import { type Finding, ok, warning, wrong } from './doctor-finding.ts'
import { explainListening } from './open-service.ts'
import { isServiceAt } from './service-access.ts'
import { openLimitStore } from '#platform/http/limit-store.ts'
import { createLog } from '#platform/log.ts'
import { mailFilesPath, tryMailServer } from '../resources/mail/index.ts'

export async function examineNetwork(config: Config): Promise<{ findings: Finding[]; serviceRuns: boolean }> {
  const { port, host } = config
  const serviceRuns = port !== 0 && (await isServiceAt(toServiceUrl(host, port)))
  const listening = serviceRuns ? ok('port', `A service responds at ${toServiceUrl(host, port)}.`) : await examinePort(port, host)
  return { findings: [listening, await examineBaseUrl(config, serviceRuns), ...examineProxy(config)], serviceRuns }
}

async function examinePort(port: number, host: string): Promise<Finding> {
  const server = createServer()
  try {
    await once(server.listen(port, host), 'listening')
    return ok('port', `Port ${port} of ${host} is free; no service is running there.`)
  } catch (error) {
    // Safe because a server that cannot listen emits an error of this type.
    const [says = '', ...cure] = explainListening(error as NodeJS.ErrnoException, port, host).message.split(/(?<=\.) /)
    return wrong('port', says, cure.join(' ') || 'Correct HOST or PORT.')
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
      `The name ${name} cannot be resolved from here.`,
      'Correct BASE_URL, or create a DNS record for its host (and one for *.HOST, for tenants).',
    )
  if (baseUrl.protocol === 'http:' && !isLocal(name))
    return warning(
      check,
      `${baseUrl.origin} is not encrypted: API keys can be read in transit.`,
      'Put a TLS proxy in front of the service, and use https:// in BASE_URL.',
    )
  if (!serviceRuns) return ok(check, `${baseUrl.origin} (${found.address}); to check that it leads here, run this while the service runs.`)
  return (await isServiceAt(baseUrl.origin))
    ? ok(check, `${baseUrl.origin} leads to a service.`)
    : warning(
        check,
        `No service responds at ${baseUrl.origin} from here.`,
        'Check its DNS record, the proxy in front of the service and the certificate. Links in responses and the docUrl of errors start with it.',
      )
}

/** Examines TRUST_PROXY. Without it, all requests behind a proxy come from one address, so all callers would share one limit. */
function examineProxy({ baseUrl, host, trustProxy, rateLimits }: Config): Finding[] {
  const isBehindProxy = !isLocal(baseUrl.hostname) && (isLocal(host) || baseUrl.protocol === 'https:')
  if (!isBehindProxy || trustProxy) return []
  return [
    warning(
      'rate limits',
      `BASE_URL points to a proxy, but TRUST_PROXY is off: all callers together may send ${rateLimits.ipPerMinute} requests a minute.`,
      'Set TRUST_PROXY=true if the proxy sets X-Forwarded-For itself.',
    ),
  ]
}

function isLocal(host: string): boolean {
  return /^(localhost|.*\.localhost|127\..*|\[?::1\]?)$/.test(host)
}

/** Examines the shared store of the rate limits. Touches no caller's counter. */
export async function examineLimits({ redisUrl }: Pick<Config, 'redisUrl'>): Promise<Finding> {
  const check = 'limit store'
  if (redisUrl === null) return ok(check, 'REDIS_URL is not set: each process counts its own requests, which is exact for one.')
  const store = openLimitStore({ url: redisUrl, log: createLog('silent').log })
  try {
    await store.open()
    const { latencyMs, problem } = await store.check()
    const { host } = new URL(redisUrl)
    if (problem === null) return ok(check, `The store at ${host} counts them for all processes; it took ${latencyMs} ms.`)
    return wrong(
      check,
      `The store at ${host} does not respond: ${problem}`,
      'Correct REDIS_URL, or check that server. Until it responds, nobody can sign in, and each process counts its own requests.',
    )
  } finally {
    await store.close()
  }
}

/** Examines whether the mail server responds and accepts the credentials. Sends nothing. */
export async function examineMail({ mail: { smtpUrl, from }, dataDir }: Config): Promise<Finding> {
  const check = 'mail'
  if (smtpUrl === null) return ok(check, `SMTP_URL is not set: mails are written to files in ${mailFilesPath(dataDir)} and reach nobody.`)
  const { host } = new URL(smtpUrl)
  const problem = await tryMailServer(smtpUrl)
  return problem === null
    ? ok(check, `The mail server ${host} responds; mails come from ${from}.`)
    : wrong(check, `${problem} (${host})`, 'Correct SMTP_URL, or check the mail server. Mails are retried for three days.')
}
