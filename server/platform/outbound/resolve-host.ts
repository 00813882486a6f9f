/**
 * Resolves host names that tenants give to addresses.
 *
 * The system's look-up (getaddrinfo) blocks a thread, and Node gives it two: two names whose name server never answers would stop all
 * deliveries of all tenants. So names that anyone can register are resolved over the network without a thread, and only names that the
 * machine's operator controls use the system's look-up.
 */
import { lookup as systemLookup, Resolver } from 'node:dns/promises'
import { readFile } from 'node:fs/promises'
import { rememberBriefly } from '../remember.ts'

/** All addresses of a host, IPv4 first; empty when the host does not exist. Throws when it cannot be resolved at the moment. */
export type ResolveHost = (host: string) => Promise<readonly string[]>

export type ResolveHostOptions = {
  /** Name servers with ports; the system's when absent. */
  servers?: readonly string[]
  hostsFile?: string
  /** Milliseconds for which a result is cached, so that 200 deliveries a second to one receiver do not cause 200 DNS queries. */
  ttlMs?: number
  /** Milliseconds until a query is repeated; the second one waits twice as long. */
  firstTryMs?: number
}

export function createResolveHost({
  servers,
  hostsFile = '/etc/hosts',
  ttlMs = 10_000,
  firstTryMs = 1_500,
}: ResolveHostOptions = {}): ResolveHost {
  const resolve: ResolveHost = async (host) => {
    const name = host.replace(/\.$/, '')
    // RFC 6761: these names always mean this machine, regardless of DNS.
    if (name === 'localhost' || name.endsWith('.localhost')) return ['127.0.0.1', '::1']
    if (!name.includes('.') || (await readHostNames(hostsFile)).has(name)) return askSystem(host)
    return askNameServers(name, servers, firstTryMs)
  }
  const remembered = rememberBriefly(resolve, { ttlMs, size: 1_000 })
  return async (host) => remembered(host.toLowerCase())
}

/** Container names, names of the local network and /etc/hosts: everything that the operator has set up. */
async function askSystem(host: string): Promise<string[]> {
  try {
    return (await systemLookup(host, { all: true, order: 'ipv4first' })).map(({ address }) => address)
  } catch (error) {
    if (isAbsence(error)) return []
    throw error
  }
}

async function askNameServers(name: string, servers: readonly string[] | undefined, firstTryMs: number): Promise<string[]> {
  // Created for each look-up (0.1 ms), so that changes of resolv.conf take effect.
  const resolver = new Resolver({ timeout: firstTryMs, tries: 2 })
  if (servers) resolver.setServers(servers)
  const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
  const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
  const failure = answers.find((answer) => answer.status === 'rejected' && !isAbsence(answer.reason))
  // One address family is enough: some name servers never answer queries for the other.
  if (addresses.length === 0 && failure?.status === 'rejected') throw failure.reason
  return addresses
}

const absences: ReadonlySet<unknown> = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME', 'EAI_NODATA', 'EAI_NONAME'])

function isAbsence(error: unknown): boolean {
  return error instanceof Error && 'code' in error && absences.has(error.code)
}

async function readHostNames(file: string): Promise<ReadonlySet<string>> {
  const text = await readFile(file, 'utf8').catch(() => '')
  return new Set(text.split('\n').flatMap((line) => line.replace(/#.*/, '').trim().toLowerCase().split(/\s+/).slice(1)))
}
