/** Applies a request's e-mail settings to those of an inbox, and stores its secrets and addresses. */
import { ApiError, type ErrorDetail, type Queryable, type Secrets, validationFailed, type Uuid } from '../../kit/index.ts'
import { defaultEmailSettings, type EmailSettings, type EmailSettingsInput } from './email-channel.ts'
import { findDomainsOfOthers, findProvedDomains } from './dns-queries.ts'
import { isTenantDomain, toDomain } from './dns-records.ts'
import { domainUnproved, inboxAddressTaken } from './errors.ts'
import { deleteInboxAddresses, deleteInboxSecret, findAddressHolderOfAny, insertInboxAddresses, upsertInboxSecret } from './queries.ts'

export type SecretKind = 'IMAP_PASSWORD' | 'SMTP_PASSWORD' | 'OAUTH' | 'DKIM'

/** The passwords that a request sets; null deletes one. */
type NewSecrets = Partial<Record<SecretKind, string | null>>

export type ChangedEmail = { settings: EmailSettings; secrets: NewSecrets }

const maxImportDays = 90
const allowedPorts = new Set([25, 465, 587, 143, 993])

/** Returns the settings after a request. Throws 400 with the fields that do not fit together. */
export function changeEmailSettings(
  current: EmailSettings | null,
  sent: EmailSettingsInput | undefined,
  inbox: { id: string; mailDomain: string },
): ChangedEmail {
  const before = current ?? defaultEmailSettings
  const { receive = {}, send = {}, rules = {} } = sent ?? {}
  const imap = receive.imap === undefined ? before.receive.imap : receive.imap && toImap(receive.imap, before.receive.imap)
  const smtp = send.smtp === undefined ? before.send.smtp : send.smtp && toSmtp(send.smtp, before.send.smtp)
  const { password: imapPassword } = receive.imap ?? {}
  const { password: smtpPassword } = send.smtp ?? {}
  const settings: EmailSettings = {
    receive: {
      ...before.receive,
      ...withoutUndefined(receive),
      aliases: receive.aliases ? [...new Set(receive.aliases)] : before.receive.aliases,
      forwardTo: `${inbox.id}@${inbox.mailDomain}`,
      imap,
    },
    send: { ...before.send, ...withoutUndefined(send), smtp },
    rules: { ...before.rules, ...withoutUndefined(rules) },
    dkim: before.dkim,
  }
  const details = findEmailProblems(settings)
  if (details.length > 0) throw new ApiError(validationFailed, { details })
  return {
    settings,
    secrets: {
      ...(imapPassword !== undefined && { IMAP_PASSWORD: imapPassword }),
      ...(imapPassword === undefined && before.receive.imap?.passwordSet && !imap?.passwordSet && { IMAP_PASSWORD: null }),
      ...(smtpPassword !== undefined && { SMTP_PASSWORD: smtpPassword }),
      ...(smtpPassword === undefined && before.send.smtp?.passwordSet && !smtp?.passwordSet && { SMTP_PASSWORD: null }),
    },
  }
}

type Imap = NonNullable<EmailSettings['receive']['imap']>
type ImapInput = NonNullable<NonNullable<EmailSettingsInput['receive']>['imap']>
type Smtp = NonNullable<EmailSettings['send']['smtp']>
type SmtpInput = NonNullable<NonNullable<EmailSettingsInput['send']>['smtp']>

function toImap({ password, ...sent }: ImapInput, before: Imap | null): Imap {
  const security = sent.security ?? before?.security ?? 'TLS'
  return {
    host: sent.host,
    port: sent.port ?? (security === 'TLS' ? 993 : 143),
    security,
    auth: sent.auth ?? before?.auth ?? 'PASSWORD',
    user: sent.user,
    // A stored password goes to no other server and to no other account.
    passwordSet: password !== undefined || (before?.passwordSet === true && before.host === sent.host && before.user === sent.user),
    folder: sent.folder ?? before?.folder ?? 'INBOX',
    importSince: sent.importSince === undefined ? (before?.importSince ?? null) : sent.importSince,
    afterFetch: sent.afterFetch ?? before?.afterFetch ?? 'NOTHING',
    moveTo: sent.moveTo === undefined ? (before?.moveTo ?? null) : sent.moveTo,
  }
}

function toSmtp({ password, ...sent }: SmtpInput, before: Smtp | null): Smtp {
  const security = sent.security ?? before?.security ?? 'STARTTLS'
  const user = sent.user === undefined ? (before?.user ?? null) : sent.user
  return {
    host: sent.host,
    port: sent.port ?? (security === 'TLS' ? 465 : 587),
    security,
    auth: sent.auth ?? before?.auth ?? 'PASSWORD',
    user,
    passwordSet: password !== undefined || (before?.passwordSet === true && before.host === sent.host && before.user === user),
  }
}

function findEmailProblems({ receive, send }: EmailSettings): ErrorDetail[] {
  const details: ErrorDetail[] = []
  const add = (field: string, code: string, message: string): void => void details.push({ field: `email.${field}`, code, message })
  if (receive.mode === 'IMAP' && !receive.imap) add('receive.imap', 'REQUIRED', 'is required to fetch mail by IMAP')
  if (send.mode === 'SMTP' && !send.smtp) add('send.smtp', 'REQUIRED', 'is required to send by the inbox’s own mail server')
  if (receive.imap?.afterFetch === 'MOVE' && !receive.imap.moveTo) add('receive.imap.moveTo', 'REQUIRED', 'is required for MOVE')
  if (receive.imap?.importSince && Date.parse(receive.imap.importSince) < Date.now() - maxImportDays * 86_400_000)
    add('receive.imap.importSince', 'TOO_EARLY', `must be at most ${maxImportDays} days ago`)
  for (const [field, server] of [
    ['receive.imap.port', receive.imap],
    ['send.smtp.port', send.smtp],
  ] as const)
    if (server && server.port <= 1_024 && !allowedPorts.has(server.port))
      add(field, 'NOT_ALLOWED', 'must be 25, 465, 587, 143, 993 or above 1024')
  return details
}

function withoutUndefined<Fields extends object>(fields: Fields): { [Name in keyof Fields]: Exclude<Fields[Name], undefined> } {
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

/** The purpose under which secrets of inboxes are encrypted. */
export const inboxSecretPurpose = 'inbox'

/**
 * Throws 409 when mail to one of the addresses belongs to another tenant, which has proved that it owns the domain. Both tenants may have
 * proved it.
 */
async function requireOwnDomains(tx: Queryable, tenantId: Uuid, addresses: readonly string[], mailDomain: string): Promise<void> {
  const domains = [...new Set(addresses.map(toDomain))].filter((domain) => !isTenantDomain(domain, mailDomain))
  if (domains.length === 0) return
  const ofOthers = await tx.rows(findDomainsOfOthers, { tenantId, domains })
  if (ofOthers.length === 0) return
  const own = new Set((await tx.rows(findProvedDomains, { tenantId, domains })).map(({ domain }) => domain))
  const foreign = ofOthers.find(({ domain }) => !own.has(domain))
  if (!foreign) return
  const message = `Another tenant has proved that it owns ${foreign.domain}. Prove that the domain is yours before the inbox receives its mail.`
  throw new ApiError(domainUnproved, {
    message,
    details: [{ field: 'address', code: 'NOT_ALLOWED', message: 'is in a domain of another tenant' }],
  })
}

/** Replaces the rows of the addresses that lead to an inbox. Throws 409 when an active inbox of the tenant has one of them. */
export async function storeInboxAddresses(
  tx: Queryable,
  key: { tenantId: Uuid; inboxId: Uuid },
  { address, active, settings, mailDomain }: { address: string | null; active: boolean; settings: EmailSettings; mailDomain: string },
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
      mailDomain,
    )
  const forward = settings.receive.forwardTo === null ? [] : [{ address: settings.receive.forwardTo, kind: 'FORWARD' }]
  await tx.rows(deleteInboxAddresses, key)
  await tx.rows(insertInboxAddresses, { ...key, addresses: [...all, ...forward].map((row) => ({ address: row.address, kind: row.kind })) })
}
