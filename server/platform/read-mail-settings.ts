/** Parses the settings of mail. For an invalid value, each function adds a sentence to `wrong` and returns a value to continue with. */
import { isIP } from 'node:net'
import { readEmail } from './email.ts'
import { listOf, readCidrs, readUrl } from './read-settings.ts'

export type MailSettings = {
  /** Null if mails are written to files below the data directory. */
  smtpUrl: string | null
  /** The sender’s address. */
  from: string
  /** The domain below which the service receives mail for tenants that have no domain of their own. */
  domain: string
}

/** Settings of mail that comes in. */
export type MailInSettings = {
  /** Address ranges of servers that hand over mail of others, so their own address says nothing about the sender. */
  trustedRelays: readonly string[]
}

/** Machines that hand over mail from the same machine, such as `curl` or a local Postfix. */
const defaultTrustedRelays = '127.0.0.0/8,::1/128'

type ReadText = (name: string) => string | undefined

/** Parses the settings of mail that goes out. `text` reads a setting by its name; `baseHost` is the host of BASE_URL. */
export function readMail(text: ReadText, baseHost: string, wrong: string[]): MailSettings {
  const smtp = text('SMTP_URL')
  const smtpUrl = smtp === undefined ? null : (readUrl(smtp, 'SMTP_URL', ['smtp:', 'smtps:'], wrong)?.href ?? null)
  const given = text('MAIL_FROM') ?? `no-reply@${isIP(baseHost) === 0 ? baseHost : 'localhost'}`
  // A host name without a dot is not valid in an address, but works for a trial on one machine.
  const from = text('MAIL_FROM') === undefined ? given : readEmail(given)
  if (from === null) wrong.push(`MAIL_FROM must be an e-mail address such as support@example.com, not "${given}".`)
  return { smtpUrl, from: from ?? given, domain: text('MAIL_DOMAIN')?.toLowerCase() ?? baseHost }
}

/** Parses the settings of mail that comes in. */
export function readMailIn(text: ReadText, wrong: string[]): MailInSettings {
  return { trustedRelays: readCidrs(text('MAIL_TRUSTED_RELAYS') ?? defaultTrustedRelays, 'MAIL_TRUSTED_RELAYS', wrong) }
}

/** Parses addresses of name servers, each with an optional port: `192.0.2.53`, `127.0.0.1:5353`, `2001:db8::53` or `[::1]:5353`. */
export function readDnsServers(given: string | undefined, wrong: string[]): readonly string[] | null {
  const servers = listOf(given)
  for (const server of servers) {
    const [, address = server, port = '53'] = /^(\[[^\]]*\]|[^:]*)(?::(\d{1,5}))?$/.exec(server) ?? []
    if (isIP(address.replace(/^\[(.*)\]$/, '$1')) !== 0 && Number(port) >= 1 && Number(port) <= 65_535) continue
    wrong.push(`DNS_SERVERS must be comma-separated IP addresses with an optional port, such as 127.0.0.1:5353; "${server}" is none.`)
  }
  return servers.length > 0 ? servers : null
}
