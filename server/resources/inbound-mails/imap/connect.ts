/** Opens an inbox's mailbox with its settings and secret. */
import type { Config } from '../../../config.ts'
import type { Database } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import { ForbiddenHostError } from '#platform/outbound/mail-hosts.ts'
import type { Secrets } from '#platform/secrets.ts'
import { getMailAccessToken, inboxSecretPurpose, getMailHostRule, SignInRequired } from '../../inboxes/index.ts'
import type { EmailSettings } from '../../../channels/email/settings.ts'
import { FairBudget } from './fair-budget.ts'
import { MailboxError } from './imap-errors.ts'
import { Mailbox } from './mailbox.ts'
import type { MailboxServer } from './mailbox-facts.ts'
import { findInboxSecret } from './queries.ts'

export type MailboxServices = { readonly db: Database; readonly config: Config; readonly secrets: Secrets }
export type ImapSettings = NonNullable<EmailSettings['receive']['imap']>

/** Limits the handshakes of a process, which cost CPU time. Each takes about a minute at most. */
const handshakes = new FairBudget(50)

/** Connects to the mailbox. Throws MailboxError. */
export async function connectMailbox(
  services: MailboxServices,
  key: { tenantId: Uuid; inboxId: Uuid },
  imap: ImapSettings,
): Promise<Mailbox> {
  const secret = await readSecret(services, key, imap)
  return handshakes.run(key.tenantId, 1, async () => {
    const addresses = await resolve(services.config, imap)
    const { host, port, security, user, folder, afterFetch } = imap
    const { maxBytes } = services.config.mailIn
    const options = { tenantId: key.tenantId, folder, isReadOnly: afterFetch === 'NOTHING', maxBytes }
    const open = async (own: MailboxServer['secret']): Promise<Mailbox> =>
      Mailbox.open({ host, port, security, user, secret: own, addresses }, options)
    try {
      return await open(secret)
    } catch (error) {
      // The server may revoke tokens early, so renew a rejected token once.
      if (!('accessToken' in secret) || !(error instanceof MailboxError) || !error.isSignIn) throw error
      return open({ accessToken: await getToken(services, key, imap, secret.accessToken) })
    }
  })
}

type Open = { mailbox: Promise<Mailbox>; timer: NodeJS.Timeout | null }

/** Connections for single actions, which usually come in quick succession. */
const openMailboxes = new Map<string, Open>()
const keepOpenMs = 10_000

/** Runs an action in a mailbox, on a connection that stays open for a few seconds. Callers must not run two at once for an inbox. */
export async function useMailbox(
  services: MailboxServices,
  key: { tenantId: Uuid; inboxId: Uuid },
  imap: ImapSettings,
  work: (mailbox: Mailbox) => Promise<void>,
): Promise<void> {
  const name = JSON.stringify([key, imap])
  const open = openMailboxes.get(name) ?? { mailbox: connectMailbox(services, key, imap), timer: null }
  if (open.timer) clearTimeout(open.timer)
  openMailboxes.set(name, open)
  try {
    await work(await open.mailbox)
    open.timer = setTimeout(() => closeMailbox(name), keepOpenMs).unref()
  } catch (error) {
    closeMailbox(name)
    throw error
  }
}

/** Closes these connections. */
export function closeOpenMailboxes(): void {
  for (const name of openMailboxes.keys()) closeMailbox(name)
}

function closeMailbox(name: string): void {
  const open = openMailboxes.get(name)
  openMailboxes.delete(name)
  if (open?.timer) clearTimeout(open.timer)
  void open?.mailbox.then(
    (mailbox) => mailbox.close(),
    () => {},
  )
}

async function resolve(config: Config, { host, port }: ImapSettings): Promise<readonly string[]> {
  try {
    return await getMailHostRule(config)(host, port)
  } catch (error) {
    if (error instanceof ForbiddenHostError) throw new MailboxError('HOST_FORBIDDEN', error.message, { cause: error })
    throw new MailboxError('UNRESOLVED', 'The host name does not exist, or its name server does not respond.', { cause: error })
  }
}

async function readSecret(
  { db, secrets, config }: MailboxServices,
  key: { tenantId: Uuid; inboxId: Uuid },
  imap: ImapSettings,
): Promise<MailboxServer['secret']> {
  if (imap.auth === 'OAUTH2') return { accessToken: await getToken({ db, secrets, config }, key, imap, null) }
  const stored = await db.first(findInboxSecret, { ...key, kind: 'IMAP_PASSWORD' })
  if (!stored) throw new MailboxError('SIGN_IN_MISSING', 'The inbox has no password for its mailbox.', { isSignIn: true })
  return { password: secrets.decrypt(inboxSecretPurpose, stored.secret) }
}

async function getToken(
  services: MailboxServices,
  key: { tenantId: Uuid; inboxId: Uuid },
  imap: ImapSettings,
  refused: string | null,
): Promise<string> {
  try {
    return await getMailAccessToken(services, key, imap, refused)
  } catch (error) {
    if (error instanceof SignInRequired) throw new MailboxError('SIGN_IN_MISSING', error.message, { isSignIn: true, cause: error })
    throw new MailboxError('PROVIDER_FAILED', 'The mail provider did not renew the access.', { cause: error })
  }
}
