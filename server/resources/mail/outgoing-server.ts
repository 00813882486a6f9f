/** Describes a mail server: the operator's (SMTP_URL), or one that a tenant has set for an inbox. */

import type { ResolveMailHost } from '#platform/outbound/mail-hosts.ts'

export type SmtpSignIn = { readonly user: string; readonly password: string } | { readonly user: string; readonly accessToken: string }

export type OutgoingServer = {
  readonly host: string
  readonly port: number
  /** `IF_OFFERED` encrypts when the server offers STARTTLS. The other values never fall back to an unencrypted connection. */
  readonly security: 'TLS' | 'STARTTLS' | 'NONE' | 'IF_OFFERED'
  readonly auth: SmtpSignIn | null
  /** Lane with at most two open connections. Use the inbox's id, so that inboxes do not wait for each other. */
  readonly lane: string
  /** False for an operator's server whose certificate is not checked (`tls.rejectUnauthorized=false` in SMTP_URL). */
  readonly checkCertificate?: boolean
  /** Name that the certificate must have, if it differs from `host`. */
  readonly certificateName?: string
  /** Name with which this machine introduces itself (EHLO). */
  readonly ownName?: string
  /** Resolver from `createMailHostRule`, for tenants' servers. Without it, the system resolves the host. */
  readonly resolve?: ResolveMailHost
}

/** Parses SMTP_URL: `smtp://USER:PASSWORD@HOST:587` or `smtps://…`, with nodemailer's parameters. */
export function parseSmtpUrl(smtpUrl: string, lane: string): OutgoingServer {
  const url = new URL(smtpUrl)
  const isOn = (name: string): boolean => ['true', '1'].includes(url.searchParams.get(name) ?? '')
  const isSecure = url.protocol === 'smtps:' || isOn('secure')
  const certificateName = url.searchParams.get('tls.servername')
  const ownName = url.searchParams.get('name')
  const user = decodeURIComponent(url.username)
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? (isSecure ? 465 : 587) : Number(url.port),
    security: isSecure ? 'TLS' : isOn('requireTLS') ? 'STARTTLS' : isOn('ignoreTLS') ? 'NONE' : 'IF_OFFERED',
    auth: user === '' ? null : { user, password: decodeURIComponent(url.password) },
    lane,
    ...(url.searchParams.get('tls.rejectUnauthorized') === 'false' ? { checkCertificate: false } : {}),
    ...(certificateName ? { certificateName } : {}),
    ...(ownName ? { ownName } : {}),
  }
}
