import { list } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import { createDnsResolver } from '#platform/dns.ts'
import { choice, closed, component, emailInput, nullable, Type } from '#platform/schema.ts'
import {
  findProviderOfDomain,
  findProviderOfExchanges,
  type MailProviderFacts,
  mailProviders,
} from '../../channels/email/mail-providers.ts'
import { MailSecurity } from '../../channels/email/settings.ts'
import type { Config } from '../../config.ts'
import { toDomain } from './dns-records.ts'
import { inbox } from './inbox.ts'
import { MailProvider } from './oauth/authorize-inbox.ts'

const MailServer = component(
  'MailServer',
  closed(
    {
      host: Type.String({ description: 'The server’s host name.' }),
      port: Type.Integer({ description: 'The port.' }),
      security: MailSecurity,
    },
    { description: 'A server of a mail provider.' },
  ),
)

const MailProviderInfo = component(
  'MailProviderInfo',
  closed(
    {
      provider: Type.String({ description: 'A stable name.' }),
      name: Type.String({ description: 'A name for people.' }),
      domains: Type.Array(Type.String(), { description: 'Domains whose addresses the provider gives away.' }),
      signIn: component(
        'MailProviderSignIn',
        choice(
          {
            PASSWORD: 'With the password of the mailbox.',
            APP_PASSWORD: 'With a password that the account’s owner creates for one program.',
            OAUTH2: 'Only with tokens, by `POST /inboxes/{id}/oauth`.',
          },
          { description: 'How programs sign in to a mailbox.' },
        ),
      ),
      oauth: nullable(MailProvider, {
        description: 'The provider for `POST /inboxes/{id}/oauth`; null if it has none, or if the operator has not set it up.',
      }),
      imap: nullable(MailServer, { description: 'The server from which mail is fetched; null if no service can reach one.' }),
      smtp: MailServer,
      helpUrl: nullable(Type.String(), { description: 'A page of the provider about app passwords, or on which IMAP is permitted.' }),
    },
    {
      description: 'A mail provider with its servers.',
      examples: [
        {
          provider: 'FASTMAIL',
          name: 'Fastmail',
          domains: ['fastmail.com'],
          signIn: 'APP_PASSWORD',
          oauth: null,
          imap: { host: 'imap.fastmail.com', port: 993, security: 'TLS' },
          smtp: { host: 'smtp.fastmail.com', port: 465, security: 'TLS' },
          helpUrl: 'https://app.fastmail.com/settings/security/integrations',
        },
      ],
    },
  ),
)

/** Milliseconds for the lookup of a domain's mail servers. A person waits for it. */
const maxLookupMs = 1_500

type Found = { facts: MailProviderFacts; clients: Config['oauth'] }

export const listMailProviders = endpoint.read({
  operationId: 'listMailProviders',
  path: '/mail-providers',
  tag: inbox.tag,
  scope: inbox.scopes.read,
  summary: 'List mail providers',
  description:
    'Known mail providers with their servers, on one page, to fill in the settings of an EMAIL inbox. With `address`, only the provider of ' +
    'that address, found by its domain or by the domain’s MX records; none if it is unknown, or if the name servers do not respond ' +
    `within ${maxLookupMs / 1_000} seconds.`,
  query: closed({ address: Type.Optional(emailInput('Only the provider of this address.')) }),
  responds: { 200: list(MailProviderInfo, 'All providers, or the provider of the address') },
  present: ({ facts, clients }: Found) => ({
    provider: facts.provider,
    name: facts.name,
    domains: [...facts.domains],
    signIn: facts.signIn,
    oauth: facts.oauth !== null && clients[facts.oauth] !== null ? facts.oauth : null,
    imap: facts.imap,
    smtp: facts.smtp,
    helpUrl: facts.helpUrl,
  }),
  async handle({ query, config }) {
    const found = query.address === undefined ? mailProviders : await findProviders(toDomain(query.address), config)
    return { records: found.map((facts) => ({ facts, clients: config.oauth })), total: found.length, next: null }
  },
})

async function findProviders(domain: string, { dnsServers }: Pick<Config, 'dnsServers'>): Promise<MailProviderFacts[]> {
  const known = findProviderOfDomain(domain)
  if (known) return [known]
  const resolver = createDnsResolver({ servers: dnsServers, firstTryMs: maxLookupMs / 2, timeoutMs: maxLookupMs })
  // A name server that fails only costs the suggestion.
  const exchanges = await resolver.listMailExchanges(domain).catch(() => [])
  const found = findProviderOfExchanges(exchanges.map(({ exchange }) => exchange))
  return found ? [found] : []
}
