/** Determines the SPF term for the servers that send an inbox's mail. */
import { isIPv4, isIPv6 } from 'node:net'
import type { EmailSettings } from '../../channels/email/settings.ts'

/** SPF includes that providers prescribe, by the suffix of their servers' names. */
const providers: readonly (readonly [string, string])[] = [
  ['.gmail.com', '_spf.google.com'],
  ['.office365.com', 'spf.protection.outlook.com'],
  ['.outlook.com', 'spf.protection.outlook.com'],
  ['.amazonaws.com', 'amazonses.com'],
  ['.sendgrid.net', 'sendgrid.net'],
  ['.mailgun.org', 'mailgun.org'],
  ['.postmarkapp.com', 'spf.mtasv.net'],
]

/** Returns a term such as `include:mail.example.com`; null when the inbox sends nothing. */
export function findSpfSource({ mode, smtp }: Pick<EmailSettings['send'], 'mode' | 'smtp'>, mailDomain: string): string | null {
  if (mode === 'NONE') return null
  if (mode === 'DEFAULT' || smtp === null) return `include:${mailDomain}`
  const host = smtp.host.toLowerCase()
  if (isIPv4(host)) return `ip4:${host}`
  if (isIPv6(host)) return `ip6:${host}`
  const provider = providers.find(([end]) => `.${host}`.endsWith(end))
  return provider ? `include:${provider[1]}` : `a:${host}`
}

/** True when an SPF record allows the source, with any term for its host. */
export function isListed(record: string, source: string): boolean {
  const host = source.slice(source.indexOf(':') + 1)
  return record
    .toLowerCase()
    .split(/\s+/)
    .some((term) => {
      const [, name, value = ''] = /^\+?(include|a|mx|redirect|exists|ip4|ip6)[:=](.*)$/.exec(term) ?? []
      return name !== undefined && (value === host || value.startsWith(`${host}/`))
    })
}
