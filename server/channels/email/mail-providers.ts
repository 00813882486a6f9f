/**
 * Mail providers with their servers, as the providers document them. An address belongs to a provider by its domain, or by the mail server
 * that receives mail of the domain (MX).
 */
type Server = { readonly host: string; readonly port: number; readonly security: 'TLS' | 'STARTTLS' }

export type MailProviderFacts = {
  readonly provider: string
  readonly name: string
  /** Domains whose addresses the provider gives away. */
  readonly domains: readonly string[]
  /** Ends of the host names that receive mail for customers' own domains. */
  readonly exchanges: readonly string[]
  /** Null when the provider has no IMAP that a service can reach. */
  readonly imap: Server | null
  readonly smtp: Server
  readonly signIn: 'PASSWORD' | 'APP_PASSWORD' | 'OAUTH2'
  /** The client of the operator with which people sign in at the provider. */
  readonly oauth: 'GOOGLE' | 'MICROSOFT' | null
  /** Page where the account's owner creates an app password or permits IMAP. */
  readonly helpUrl: string | null
}

const tls = (host: string, port: number): Server => ({ host, port, security: 'TLS' })
const starttls = (host: string, port: number): Server => ({ host, port, security: 'STARTTLS' })

function provider(
  id: string,
  name: string,
  imap: string | null,
  smtp: Server,
  more: Partial<Omit<MailProviderFacts, 'provider' | 'name' | 'imap' | 'smtp'>> = {},
): MailProviderFacts {
  return {
    provider: id,
    name,
    imap: imap === null ? null : tls(imap, 993),
    smtp,
    domains: [],
    exchanges: [],
    signIn: 'PASSWORD',
    oauth: null,
    helpUrl: null,
    ...more,
  }
}

export const mailProviders: readonly MailProviderFacts[] = [
  provider('GOOGLE', 'Google Workspace or Gmail', 'imap.gmail.com', tls('smtp.gmail.com', 465), {
    domains: ['gmail.com', 'googlemail.com'],
    exchanges: ['google.com', 'googlemail.com'],
    signIn: 'APP_PASSWORD',
    oauth: 'GOOGLE',
    helpUrl: 'https://myaccount.google.com/apppasswords',
  }),
  provider('MICROSOFT', 'Microsoft 365 or Outlook.com', 'outlook.office365.com', starttls('smtp.office365.com', 587), {
    domains: ['outlook.com', 'outlook.de', 'hotmail.com', 'hotmail.de', 'live.com', 'live.de', 'msn.com'],
    exchanges: ['mail.protection.outlook.com', 'mx.microsoft'],
    signIn: 'OAUTH2',
    oauth: 'MICROSOFT',
  }),
  provider('AOL', 'AOL', 'imap.aol.com', tls('smtp.aol.com', 465), {
    domains: ['aol.com', 'aol.de'],
    signIn: 'APP_PASSWORD',
    helpUrl: 'https://login.aol.com/account/security',
  }),
  provider('DREAMHOST', 'DreamHost', 'imap.dreamhost.com', tls('smtp.dreamhost.com', 465), { exchanges: ['dreamhost.com'] }),
  provider('FASTMAIL', 'Fastmail', 'imap.fastmail.com', tls('smtp.fastmail.com', 465), {
    domains: ['fastmail.com', 'fastmail.fm'],
    exchanges: ['messagingengine.com'],
    signIn: 'APP_PASSWORD',
    helpUrl: 'https://app.fastmail.com/settings/security/integrations',
  }),
  provider('FREENET', 'freenet', 'mx.freenet.de', starttls('mx.freenet.de', 587), { domains: ['freenet.de'] }),
  provider('GANDI', 'Gandi', 'mail.gandi.net', tls('mail.gandi.net', 465), { exchanges: ['mail.gandi.net'] }),
  provider('GMX', 'GMX', 'imap.gmx.net', starttls('mail.gmx.net', 587), {
    domains: ['gmx.de', 'gmx.net', 'gmx.at', 'gmx.ch'],
    exchanges: ['gmx.net'],
    helpUrl: 'https://hilfe.gmx.net/pop-imap/einschalten.html',
  }),
  provider('GMX_COM', 'GMX.com', 'imap.gmx.com', starttls('mail.gmx.com', 587), { domains: ['gmx.com', 'gmx.us'] }),
  provider('HETZNER', 'Hetzner webhosting', 'mail.your-server.de', starttls('mail.your-server.de', 587), { exchanges: ['your-server.de'] }),
  provider('ICLOUD', 'iCloud Mail', 'imap.mail.me.com', starttls('smtp.mail.me.com', 587), {
    domains: ['icloud.com', 'me.com', 'mac.com'],
    exchanges: ['mail.icloud.com'],
    signIn: 'APP_PASSWORD',
    helpUrl: 'https://account.apple.com',
  }),
  provider('INFOMANIAK', 'Infomaniak', 'mail.infomaniak.com', tls('mail.infomaniak.com', 465), {
    domains: ['ik.me', 'ikmail.com'],
    exchanges: ['infomaniak.ch', 'infomaniak.com'],
  }),
  provider('IONOS_DE', 'IONOS (Germany)', 'imap.ionos.de', tls('smtp.ionos.de', 465), {
    domains: ['online.de'],
    exchanges: ['kundenserver.de', 'ionos.de'],
  }),
  provider('IONOS', 'IONOS', 'imap.ionos.com', tls('smtp.ionos.com', 465), { exchanges: ['ionos.com', '1and1.com'] }),
  provider('MAILBOX_ORG', 'mailbox.org', 'imap.mailbox.org', tls('smtp.mailbox.org', 465), {
    domains: ['mailbox.org'],
    exchanges: ['mailbox.org'],
  }),
  provider('MIGADU', 'Migadu', 'imap.migadu.com', tls('smtp.migadu.com', 465), { exchanges: ['migadu.com'] }),
  provider('NAMECHEAP', 'Namecheap Private Email', 'mail.privateemail.com', tls('mail.privateemail.com', 465), {
    exchanges: ['privateemail.com'],
  }),
  provider('OVH', 'OVHcloud', 'ssl0.ovh.net', tls('ssl0.ovh.net', 465), { exchanges: ['mail.ovh.net'] }),
  provider('POSTEO', 'Posteo', 'posteo.de', tls('posteo.de', 465), {
    domains: ['posteo.de', 'posteo.net', 'posteo.org', 'posteo.eu', 'posteo.at', 'posteo.ch'],
  }),
  // Proton's IMAP needs its Bridge on the reader's own machine. Accounts with a domain of their own can send with an SMTP token.
  provider('PROTON', 'Proton Mail', null, starttls('smtp.protonmail.ch', 587), {
    domains: ['proton.me', 'protonmail.com', 'pm.me'],
    exchanges: ['protonmail.ch'],
    signIn: 'APP_PASSWORD',
    helpUrl: 'https://proton.me/support/smtp-submission',
  }),
  provider('RACKSPACE', 'Rackspace Email', 'secure.emailsrvr.com', tls('secure.emailsrvr.com', 465), { exchanges: ['emailsrvr.com'] }),
  provider('STRATO', 'Strato', 'imap.strato.de', tls('smtp.strato.de', 465), { exchanges: ['rzone.de'] }),
  provider('TITAN', 'Titan', 'imap.titan.email', tls('smtp.titan.email', 465), { exchanges: ['titan.email'] }),
  provider('T_ONLINE', 'Telekom (T-Online)', 'secureimap.t-online.de', tls('securesmtp.t-online.de', 465), {
    domains: ['t-online.de', 'magenta.de'],
    signIn: 'APP_PASSWORD',
  }),
  provider('WEB_DE', 'WEB.DE', 'imap.web.de', starttls('smtp.web.de', 587), {
    domains: ['web.de'],
    helpUrl: 'https://hilfe.web.de/pop-imap/einschalten.html',
  }),
  provider('YAHOO', 'Yahoo Mail', 'imap.mail.yahoo.com', tls('smtp.mail.yahoo.com', 465), {
    domains: ['yahoo.com', 'yahoo.de', 'yahoo.co.uk', 'yahoo.fr', 'ymail.com'],
    exchanges: ['yahoodns.net'],
    signIn: 'APP_PASSWORD',
    helpUrl: 'https://login.yahoo.com/account/security',
  }),
  provider('YANDEX', 'Yandex 360', 'imap.yandex.com', tls('smtp.yandex.com', 465), {
    domains: ['yandex.com', 'yandex.ru', 'ya.ru'],
    exchanges: ['mx.yandex.net', 'mx.yandex.ru'],
    signIn: 'APP_PASSWORD',
    helpUrl: 'https://id.yandex.com/security/app-passwords',
  }),
  provider('ZOHO', 'Zoho Mail, personal', 'imap.zoho.com', tls('smtp.zoho.com', 465), {
    domains: ['zohomail.com'],
    helpUrl: 'https://accounts.zoho.com/home#security/app_password',
  }),
  provider('ZOHO_COMPANY', 'Zoho Mail for companies', 'imappro.zoho.com', tls('smtppro.zoho.com', 465), {
    exchanges: ['mx.zoho.com', 'mx2.zoho.com', 'mx3.zoho.com'],
    helpUrl: 'https://accounts.zoho.com/home#security/app_password',
  }),
  provider('ZOHO_EU', 'Zoho Mail for companies (EU)', 'imappro.zoho.eu', tls('smtppro.zoho.eu', 465), {
    domains: ['zohomail.eu'],
    exchanges: ['mx.zoho.eu', 'mx2.zoho.eu', 'mx3.zoho.eu'],
    helpUrl: 'https://accounts.zoho.eu/home#security/app_password',
  }),
]

/** Finds the provider that gives away addresses of a domain. */
export function findProviderOfDomain(domain: string): MailProviderFacts | null {
  return mailProviders.find(({ domains }) => domains.includes(domain)) ?? null
}

/** Finds the provider that receives mail for a domain with these mail servers, most preferred first. */
export function findProviderOfExchanges(hosts: readonly string[]): MailProviderFacts | null {
  for (const host of hosts.map((each) => each.toLowerCase().replace(/\.$/, ''))) {
    const found = mailProviders.find(({ exchanges }) => exchanges.some((end) => host === end || host.endsWith(`.${end}`)))
    if (found) return found
  }
  return null
}
