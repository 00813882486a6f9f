/**
 * Looks up DNS records for mail: MX, TXT, and the records that SPF refers to. `outbound/resolve-host.ts` resolves the addresses to connect
 * to.
 */
import { Resolver } from 'node:dns/promises'
import { domainToASCII } from 'node:url'

export type MailExchange = { readonly exchange: string; readonly priority: number }

export type DnsResolver = {
  /** Returns the TXT records of a name, each as one string; empty when there are none. Throws when the name servers fail. */
  listTxt(name: string): Promise<readonly string[]>
  /** Returns the mail servers of a domain, most preferred first; empty when there are none. Throws when the name servers fail. */
  listMailExchanges(domain: string): Promise<readonly MailExchange[]>
  /** Resolves like Node's `dns.resolve`. Throws errors with Node's codes, including when a name has no such record. */
  resolve(name: string, type: string): Promise<string[] | string[][]>
}

export type DnsResolverOptions = {
  /** Name servers with ports; null for the system's. */
  servers: readonly string[] | null
  /** Milliseconds until the first retry of a query. The second query gets twice as long. */
  firstTryMs?: number
  /** Milliseconds after which a lookup fails, regardless of the number of name servers. */
  timeoutMs?: number
}

export function createDnsResolver({ servers, firstTryMs = 1_200, timeoutMs = 4_000 }: DnsResolverOptions): DnsResolver {
  async function query<Found>(run: (resolver: Resolver) => Promise<Found>): Promise<Found> {
    // A new resolver for each lookup (0.1 ms) re-reads resolv.conf, and can be cancelled without cancelling other lookups.
    const resolver = new Resolver({ timeout: firstTryMs, tries: 2 })
    if (servers) resolver.setServers(servers)
    const timer = setTimeout(() => resolver.cancel(), timeoutMs)
    try {
      return await run(resolver)
    } finally {
      clearTimeout(timer)
    }
  }
  return {
    listTxt: async (name) =>
      orNone(async () =>
        (await query(async (resolver) => resolver.resolveTxt(domainToASCII(name) || name))).map((parts) => parts.join('')),
      ),
    listMailExchanges: async (domain) =>
      orNone(async () => {
        const found = await query(async (resolver) => resolver.resolveMx(domainToASCII(domain) || domain))
        return found.toSorted((a, b) => a.priority - b.priority)
      }),
    // Safe because mail authentication only resolves types whose records are strings or lists of strings, and MX, whose objects it uses
    // unchanged.
    resolve: async (name, type) => query(async (resolver) => (await resolver.resolve(name, type)) as string[] | string[][]),
  }
}

const absences: ReadonlySet<unknown> = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME'])

async function orNone<Found>(find: () => Promise<Found[]>): Promise<Found[]> {
  try {
    return await find()
  } catch (error) {
    if (error instanceof Error && 'code' in error && absences.has(error.code)) return []
    throw error
  }
}
