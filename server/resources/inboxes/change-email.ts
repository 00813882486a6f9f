/** Applies a request's e-mail settings to an inbox, and stores the inbox's secrets and addresses. */
import { databaseNow } from '#platform/database-now.ts'
import type { Queryable } from '#platform/db.ts'
import { ApiError, type ErrorDetail, validationFailed } from '#platform/errors.ts'
import type { Uuid } from '#platform/ids.ts'
import type { Secrets } from '#platform/secrets.ts'
import { defaultEmailSettings, type EmailSettings, type EmailSettingsInput } from '../../channels/email/settings.ts'
import { toDomain } from './dns-records.ts'
import { type DomainRule, findDomainsOfOthers, listOwnedDomains } from './domains/domain-queries.ts'
import { domainUnproved, inboxAddressTaken } from './errors.ts'
import { listRedirectingFields, type PasswordTarget } from './stored-password.ts'
import { deleteInboxAddresses, deleteInboxSecret, findAddressHolderOfAny, insertInboxAddresses, upsertInboxSecret } from './queries.ts'

export type SecretKind = 'IMAP_PASSWORD' | 'SMTP_PASSWORD' | 'OAUTH' | 'DKIM'

/** Passwords that a request sets; null deletes a password. */
type NewSecrets = Partial<Record<SecretKind, string | null>>

export type ChangedEmail = { settings: EmailSettings; secrets: NewSecrets }

const maxImportDays = 90
const allowedPorts = new Set([25, 465, 587, 143, 993])

/** Returns the settings after a request. Throws 400 listing inconsistent fields. */
export function changeEmailSettings(
  current: EmailSettings | null,
  sent: EmailSettingsInput | undefined,
  inbox: { id: string; mailDomain: string },
): ChangedEmail {
  const before = current ?? defaultEmailSettings
  const { receive = {}, send = {}, rules = {} } = sent ?? {}
  const details: ErrorDetail[] = []
  const imap = changeServer('email.receive.imap', before.receive.imap, receive.imap, toImap, details)
  const smtp = changeServer('email.send.smtp', before.send.smtp, send.smtp, toSmtp, details)
  if (details.length > 0) throw new ApiError(validationFailed, { details })
  const settings: EmailSettings = {
    receive: {
      ...before.receive,
      ...withoutUndefined(receive),
      aliases: receive.aliases ? [...new Set(receive.aliases)] : before.receive.aliases,
      forwardTo: `${inbox.id}@${inbox.mailDomain}`,
      imap: imap.server,
    },
    send: { ...before.send, ...withoutUndefined(send), smtp: smtp.server },
    rules: { ...before.rules, ...withoutUndefined(rules) },
    dkim: before.dkim,
  }
  details.push(...findEmailProblems(settings, before))
  if (details.length > 0) throw new ApiError(validationFailed, { details })
  return {
    settings,
    secrets: {
      ...(imap.password !== undefined && { IMAP_PASSWORD: imap.password }),
      ...(smtp.password !== undefined && { SMTP_PASSWORD: smtp.password }),
    },
  }
}

type Server = PasswordTarget & { passwordSet: boolean }
type ServerInput = { host?: string; user?: string | null; password?: string }

/**
 * Returns a server's settings after a request, and the change to its stored password: undefined keeps it, and null deletes it. Adds the
 * request's problems to `details`.
 */
function changeServer<Stored extends Server, Input extends ServerInput>(
  field: string,
  before: Stored | null,
  sent: Input | null | undefined,
  apply: (sent: Input, before: Stored | null) => Stored,
  details: ErrorDetail[],
): { server: Stored | null; password: string | null | undefined } {
  if (sent === undefined) return { server: before, password: undefined }
  if (sent === null) return { server: null, password: before?.passwordSet ? null : undefined }
  const server = apply(sent, before)
  if (server.host === '') details.push({ field: `${field}.host`, code: 'REQUIRED', message: 'is required for a new server' })
  if (server.user === '') details.push({ field: `${field}.user`, code: 'REQUIRED', message: 'is required for a new server' })
  if (sent.password !== undefined) return { server: { ...server, passwordSet: true }, password: sent.password }
  if (!before?.passwordSet) return { server: { ...server, passwordSet: false }, password: undefined }
  const redirecting = listRedirectingFields(before, server)
  if (redirecting.length === 0) return { server: { ...server, passwordSet: true }, password: undefined }
  // The server no longer uses a password, so delete the stored one.
  if (server.auth === 'OAUTH2' || server.user === null) return { server: { ...server, passwordSet: false }, password: null }
  const message = `must be sent again, because ${redirecting.join(' and ')} changed: the stored password is only for what it was entered for`
  details.push({ field: `${field}.password`, code: 'REQUIRED', message })
  return { server, password: undefined }
}

type Imap = NonNullable<EmailSettings['receive']['imap']>
type ImapInput = NonNullable<NonNullable<EmailSettingsInput['receive']>['imap']>
type Smtp = NonNullable<EmailSettings['send']['smtp']>
type SmtpInput = NonNullable<NonNullable<EmailSettingsInput['send']>['smtp']>

function toImap(sent: ImapInput, before: Imap | null): Imap {
  const security = sent.security ?? before?.security ?? 'TLS'
  return {
    host: sent.host ?? before?.host ?? '',
    port: sent.port ?? keepPort(before, security, imapPorts),
    security,
    auth: sent.auth ?? before?.auth ?? 'PASSWORD',
    user: sent.user ?? before?.user ?? '',
    passwordSet: false,
    folder: sent.folder ?? before?.folder ?? 'INBOX',
    importSince: sent.importSince === undefined ? (before?.importSince ?? null) : sent.importSince,
    afterFetch: sent.afterFetch ?? before?.afterFetch ?? 'NOTHING',
    moveTo: sent.moveTo === undefined ? (before?.moveTo ?? null) : sent.moveTo,
  }
}

function toSmtp(sent: SmtpInput, before: Smtp | null): Smtp {
  const security = sent.security ?? before?.security ?? 'STARTTLS'
  return {
    host: sent.host ?? before?.host ?? '',
    port: sent.port ?? keepPort(before, security, smtpPorts),
    security,
    auth: sent.auth ?? before?.auth ?? 'PASSWORD',
    user: sent.user === undefined ? (before?.user ?? null) : sent.user,
    passwordSet: false,
  }
}

type Ports = Readonly<Record<Imap['security'], number>>
const imapPorts: Ports = { TLS: 993, STARTTLS: 143, NONE: 143 }
const smtpPorts: Ports = { TLS: 465, STARTTLS: 587, NONE: 587 }

/** Returns the port for a server that the request sets without one. A standard port follows the encryption. */
function keepPort(before: { port: number; security: Imap['security'] } | null, security: Imap['security'], ports: Ports): number {
  return before && before.port !== ports[before.security] ? before.port : ports[security]
}

function findEmailProblems({ receive, send }: EmailSettings, before: EmailSettings): ErrorDetail[] {
  const details: ErrorDetail[] = []
  const add = (field: string, code: string, message: string): void => void details.push({ field: `email.${field}`, code, message })
  if (receive.mode === 'IMAP' && !receive.imap) add('receive.imap', 'REQUIRED', 'is required to fetch mail by IMAP')
  if (send.mode === 'SMTP' && !send.smtp) add('send.smtp', 'REQUIRED', 'is required to send by the inbox’s own mail server')
  if (receive.imap?.afterFetch === 'MOVE' && !receive.imap.moveTo) add('receive.imap.moveTo', 'REQUIRED', 'is required for MOVE')
  const importSince = receive.imap?.importSince ?? null
  // A stored time may have become older than a new one may be.
  const isNew = importSince !== (before.receive.imap?.importSince ?? null)
  if (importSince !== null && isNew && Date.parse(importSince) < databaseNow() - maxImportDays * 86_400_000)
    add('receive.imap.importSince', 'TOO_EARLY', `must be at most ${maxImportDays} days ago`)
  for (const [field, server] of [
    ['receive.imap.port', receive.imap],
    ['send.smtp.port', send.smtp],
  ] as const)
    if (server && server.port <= 1_024 && !allowedPorts.has(server.port))
      add(field, 'NOT_ALLOWED', 'must be 25, 465, 587, 143, 993 or above 1024')
  return details
}

/** Returns the fields that a request sent. */
export function withoutUndefined<Fields extends object>(fields: Fields): { [Name in keyof Fields]: Exclude<Fields[Name], undefined> } {
  // Safe because only undefined values are removed.
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never
}

/** Stores or deletes the passwords that a request sets. */
export async function storeInboxSecrets(
  tx: Queryable,
  secrets: Secrets,
  key: { tenantId: Uuid; inboxId: Uuid },
  given: NewSecrets,
): Promise<void> {
  for (const [kind, secret] of Object.entries(given)) {
    if (secret === null) await tx.rows(deleteInboxSecret, { ...key, kind })
    else await tx.rows(upsertInboxSecret, { ...key, kind, secret: secrets.encrypt(inboxSecretPurpose, secret) })
  }
}

/** Encryption purpose of inbox secrets. */
export const inboxSecretPurpose = 'inbox'

/** Throws 409 when one of the addresses is in a domain that another tenant has proved to own. Both tenants may have proved it. */
async function requireOwnDomains(tx: Queryable, tenantId: Uuid, addresses: readonly string[], rule: DomainRule): Promise<void> {
  const domains = [...new Set(addresses.map(toDomain))]
  if (domains.length === 0) return
  const ofOthers = await tx.rows(findDomainsOfOthers, { tenantId, domains })
  if (ofOthers.length === 0) return
  const own = new Set((await tx.rows(listOwnedDomains, { tenantId, domains, ...rule })).map(({ domain }) => domain))
  const foreign = ofOthers.find(({ domain }) => !own.has(domain))
  if (!foreign) return
  const message = `Another tenant has proved that it owns ${foreign.domain}. Prove that the domain is yours before the inbox receives its mail.`
  throw new ApiError(domainUnproved, {
    message,
    details: [{ field: 'address', code: 'NOT_ALLOWED', message: 'is in a domain of another tenant' }],
  })
}

/** Replaces the address rows of an inbox. Throws 409 when an active inbox of the tenant has one of the addresses. */
export async function storeInboxAddresses(
  tx: Queryable,
  key: { tenantId: Uuid; inboxId: Uuid },
  { address, active, settings, rule }: { address: string | null; active: boolean; settings: EmailSettings; rule: DomainRule },
): Promise<void> {
  const own = address === null ? [] : [{ address: address.toLowerCase(), kind: 'ADDRESS', field: 'address' }]
  const aliases = settings.receive.aliases.map((alias, i) => ({
    address: alias.toLowerCase(),
    kind: 'ALIAS',
    field: `email.receive.aliases[${i}]`,
  }))
  const all = [...new Map([...aliases, ...own].map((row) => [row.address, row])).values()]
  if (active && all.length > 0) {
    const holder = await tx.first(findAddressHolderOfAny, { ...key, addresses: all.map((row) => row.address) })
    if (holder) {
      const { field = 'address' } = all.find((row) => row.address === holder.address) ?? {}
      throw new ApiError(inboxAddressTaken, {
        message: `The active inbox “${holder.name}” already has the address ${holder.address}. Deactivate that inbox or choose another address.`,
        details: [{ field, code: 'TAKEN', message: 'belongs to another active inbox' }],
      })
    }
  }
  if (active && settings.receive.mode === 'SMTP')
    await requireOwnDomains(
      tx,
      key.tenantId,
      all.map((row) => row.address),
      rule,
    )
  const forward = settings.receive.forwardTo === null ? [] : [{ address: settings.receive.forwardTo, kind: 'FORWARD' }]
  await tx.rows(deleteInboxAddresses, key)
  await tx.rows(insertInboxAddresses, { ...key, addresses: [...all, ...forward].map((row) => ({ address: row.address, kind: row.kind })) })
}
