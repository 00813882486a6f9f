/** Parses the mail settings. For an invalid value, each function adds a sentence to `wrong` and returns a usable value. */
import { isIP } from 'node:net'
import { readEmail } from './email.ts'
import { readMailGuards, type MailGuards } from './mail-guards.ts'
import { getList, readCidrs, readUrl } from './read-settings.ts'

export type MailSettings = {
  /** Null if mails are written to files below the data directory. */
  smtpUrl: string | null
  from: string
  /** Domain below which the service receives mail for tenants without their own domain. */
  domain: string
  /**
   * Whether tenants must prove ownership of the domains in whose name `smtpUrl` sends; null to require it once there is more than one
   * tenant.
   */
  requireSenderProof: boolean | null
  /** Seconds before the second, third, … attempt to send a mail. */
  retrySeconds: readonly number[]
  /** Seconds to wait for each reply of the mail server before the last byte of a mail. Only tests change it. */
  stepTimeoutSeconds: number
  /** Seconds to wait for the mail server's reply after the last byte of a mail. */
  dataTimeoutSeconds: number
  /** Non-public address ranges in which the service may connect to tenants' mail servers. */
  allowedCidrs: readonly string[]
}

/** Delays of three days in total, because a mail server may be down over a weekend. */
export const defaultMailRetrySeconds = [5, 30, 120, 600, 1_800, 3_600, 7_200, 14_400, 28_800, 43_200, 86_400, 86_400] as const
const maxMailRetries = 50

/** Settings for incoming mail. */
export type MailInSettings = {
  /** Port to which mail servers deliver; null if there is none. Only tests use 0, for any free port. */
  port: number | null
  /** True when the operator set the port. The service then refuses to start while another program uses it. */
  isPortGiven: boolean
  host: string
  /** Paths of the certificate and its private key; null for a port without TLS. */
  tls: { certFile: string; keyFile: string } | null
  /** True when the port speaks LMTP, for a mail server on the same machine. */
  lmtp: boolean
  /** Maximum bytes of an incoming mail, regardless of how it arrives. */
  maxBytes: number
  /** Seconds after which a mailbox is polled even if its server has announced nothing. */
  pollSeconds: number
  /** Address ranges of relays, which pass on other people's mail, so that their address says nothing about the sender. */
  trustedRelays: readonly string[]
  guards: MailGuards
}

/** Default relays: programs on this machine, such as `curl` or a local Postfix. */
const defaultTrustedRelays = '127.0.0.0/8,::1/128'

/** Port for incoming mail, if MAIL_IN_PORT is not set. */
const defaultMailPort = 2525

type ReadText = (name: string) => string | undefined
type ReadWhole = (name: string, fallback: number, min: number, max: number) => number
type ReadYesNo = (name: string) => boolean

/** Parses the settings for outgoing mail. `text`, `whole` and `yesNo` read a setting by its name; `baseHost` is the host of BASE_URL. */
export function readMail(
  { text, whole, yesNo }: { text: ReadText; whole: ReadWhole; yesNo: ReadYesNo },
  baseHost: string,
  wrong: string[],
): MailSettings {
  const smtp = text('SMTP_URL')
  const smtpUrl = smtp === undefined ? null : (readUrl(smtp, 'SMTP_URL', ['smtp:', 'smtps:'], wrong)?.href ?? null)
  const given = text('MAIL_FROM') ?? `no-reply@${isIP(baseHost) === 0 ? baseHost : 'localhost'}`
  // A host name without a dot is not valid in an address, but works for a trial on one machine.
  const from = text('MAIL_FROM') === undefined ? given : readEmail(given)
  if (from === null) wrong.push(`MAIL_FROM must be an e-mail address such as support@example.com, not "${given}".`)
  return {
    smtpUrl,
    from: from ?? given,
    domain: text('MAIL_DOMAIN')?.toLowerCase() ?? baseHost,
    requireSenderProof: text('REQUIRE_SENDER_PROOF') === undefined ? null : yesNo('REQUIRE_SENDER_PROOF'),
    retrySeconds: readMailRetrySeconds(text('MAIL_RETRY_SECONDS'), wrong),
    stepTimeoutSeconds: 30,
    dataTimeoutSeconds: whole('MAIL_DATA_TIMEOUT_SECONDS', 600, 1, 3_600),
    allowedCidrs: readCidrs(text('MAIL_ALLOWED_CIDRS'), 'MAIL_ALLOWED_CIDRS', wrong),
  }
}

/** Parses delays, which may have decimals. There is one more attempt than delays. */
function readMailRetrySeconds(given: string | undefined, wrong: string[]): readonly number[] {
  if (given === undefined) return defaultMailRetrySeconds
  const seconds = given.split(',').map((part) => (/^\s*\d+(\.\d+)?\s*$/.test(part) ? Number(part) : Number.NaN))
  if (seconds.length <= maxMailRetries && seconds.every((delay) => delay <= 604_800)) return seconds
  wrong.push(`MAIL_RETRY_SECONDS must be up to ${maxMailRetries} comma-separated numbers of seconds, not "${given}".`)
  return defaultMailRetrySeconds
}

/** Parses the settings for incoming mail. `text`, `whole` and `yesNo` read a setting by its name. */
export function readMailIn(
  { text, whole, yesNo }: { text: ReadText; whole: ReadWhole; yesNo: ReadYesNo },
  wrong: string[],
): MailInSettings {
  const [certFile, keyFile] = [text('MAIL_IN_TLS_CERT'), text('MAIL_IN_TLS_KEY')]
  if ((certFile === undefined) !== (keyFile === undefined))
    wrong.push('MAIL_IN_TLS_CERT and MAIL_IN_TLS_KEY are set together, or neither of them.')
  return {
    port: whole('MAIL_IN_PORT', defaultMailPort, 0, 65_535) || null,
    isPortGiven: text('MAIL_IN_PORT') !== undefined,
    host: text('MAIL_IN_HOST') ?? '127.0.0.1',
    tls: certFile === undefined || keyFile === undefined ? null : { certFile, keyFile },
    lmtp: yesNo('MAIL_IN_LMTP'),
    maxBytes: whole('MAIL_IN_MAX_MIB', 40, 1, 1_024) * 1_048_576,
    pollSeconds: whole('IMAP_POLL_SECONDS', 60, 1, 3_600),
    trustedRelays: readCidrs(text('MAIL_TRUSTED_RELAYS') ?? defaultTrustedRelays, 'MAIL_TRUSTED_RELAYS', wrong),
    guards: readMailGuards(text('MAIL_GUARDS'), wrong),
  }
}

/** Parses addresses of name servers, each with an optional port: `192.0.2.53`, `127.0.0.1:5353`, `2001:db8::53` or `[::1]:5353`. */
export function readDnsServers(given: string | undefined, wrong: string[]): readonly string[] | null {
  const servers = getList(given)
  for (const server of servers) {
    const [, address = server, port = '53'] = /^(\[[^\]]*\]|[^:]*)(?::(\d{1,5}))?$/.exec(server) ?? []
    if (isIP(address.replace(/^\[(.*)\]$/, '$1')) !== 0 && Number(port) >= 1 && Number(port) <= 65_535) continue
    wrong.push(`DNS_SERVERS must be comma-separated IP addresses with an optional port, such as 127.0.0.1:5353; "${server}" is none.`)
  }
  return servers.length > 0 ? servers : null
}
