/**
 * Host names to addresses, for requests to hosts that strangers name.
 *
 * The system's own look-up (getaddrinfo) blocks a thread, and Node lets it have two: two names whose name server never
 * answers would stop all deliveries of everybody. So names that anyone can register are asked over the network without
 * a thread, and only names that this machine's operator controls go the system's way.
 */
import { lookup as systemLookup, Resolver } from 'node:dns/promises'
import { readFile } from 'node:fs/promises'
import { rememberBriefly } from '../remember.ts'

/** All addresses of a host, IPv4 first; none when there is no such host. Throws when the question cannot be answered now. */
export type ResolveHost = (host: string) => Promise<readonly string[]>

export type ResolveHostOptions = {
  /** Name servers with ports; the system's when absent. */
  servers?: readonly string[]
  hostsFile?: string
  /** Milliseconds an answer is kept: two hundred deliveries a second to one receiver are not two hundred questions. */
  ttlMs?: number
  /** Milliseconds until a question is asked a second time, which then waits twice as long. */
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
    // RFC 6761: these are this machine, whatever a name server says.
    if (name === 'localhost' || name.endsWith('.localhost')) return ['127.0.0.1', '::1']
    if (!name.includes('.') || (await readHostNames(hostsFile)).has(name)) return askSystem(host)
    return askNameServers(name, servers, firstTryMs)
  }
  const remembered = rememberBriefly(resolve, { ttlMs, size: 1_000 })
  return async (host) => remembered(host.toLowerCase())
}

/** Container names, names of the local network, /etc/hosts: all that the operator has set up. */
async function askSystem(host: string): Promise<string[]> {
  try {
    return (await systemLookup(host, { all: true, order: 'ipv4first' })).map(({ address }) => address)
  } catch (error) {
    if (isAbsence(error)) return []
    throw error
  }
}

async function askNameServers(name: string, servers: readonly string[] | undefined, firstTryMs: number): Promise<string[]> {
  // Made anew (a tenth of a millisecond), so that a changed resolv.conf is seen.
  const resolver = new Resolver({ timeout: firstTryMs, tries: 2 })
  if (servers) resolver.setServers(servers)
  const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
  const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
  const failure = answers.find((answer) => answer.status === 'rejected' && !isAbsence(answer.reason))
  // One family is enough: some name servers never answer for the other.
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
