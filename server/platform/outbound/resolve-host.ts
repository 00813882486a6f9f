/**
 * Resolves the host names in tenants' URLs. The system's lookup (getaddrinfo) blocks a thread, and Node has two threads for it: two names
 * with an unresponsive name server would stop the deliveries of all tenants. Public names are therefore resolved by DNS queries that need
 * no thread. Only names that the operator controls use the system's lookup.
 */
import { lookup as systemLookup, Resolver } from 'node:dns/promises'
import { readFile } from 'node:fs/promises'
import { cacheBriefly } from '../remember.ts'

/** Returns all addresses of a host, IPv4 first; empty when the host does not exist. Throws when the name servers fail. */
export type ResolveHost = (host: string) => Promise<readonly string[]>

export type ResolveHostOptions = {
  /** Name servers with ports. Default: the system's. */
  servers?: readonly string[]
  hostsFile?: string
  /** Milliseconds for which a result is cached. Without the cache, 200 deliveries per second to one receiver would make 200 DNS queries. */
  ttlMs?: number
  /** Milliseconds until the first retry of a query. The second query gets twice as long. */
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
    // RFC 6761 reserves these names for this machine, regardless of DNS.
    if (name === 'localhost' || name.endsWith('.localhost')) return ['127.0.0.1', '::1']
    if (!name.includes('.') || (await readHostNames(hostsFile)).has(name)) return lookUpInSystem(host)
    return queryNameServers(name, servers, firstTryMs)
  }
  const cached = cacheBriefly(resolve, { ttlMs, size: 1_000 })
  return async (host) => cached(host.toLowerCase())
}

/** Resolves names that the operator controls: containers, the local network and /etc/hosts. */
async function lookUpInSystem(host: string): Promise<string[]> {
  try {
    return (await systemLookup(host, { all: true, order: 'ipv4first' })).map(({ address }) => address)
  } catch (error) {
    if (isAbsence(error)) return []
    throw error
  }
}

async function queryNameServers(name: string, servers: readonly string[] | undefined, firstTryMs: number): Promise<string[]> {
  // A new resolver for each lookup (0.1 ms) re-reads resolv.conf, so that changes take effect.
  const resolver = new Resolver({ timeout: firstTryMs, tries: 2 })
  if (servers) resolver.setServers(servers)
  const lookUps = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
  const addresses = lookUps.flatMap((lookUp) => (lookUp.status === 'fulfilled' ? lookUp.value : []))
  const failure = lookUps.find((lookUp) => lookUp.status === 'rejected' && !isAbsence(lookUp.reason))
  // One address family is enough, because some name servers never respond to queries for the other.
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
