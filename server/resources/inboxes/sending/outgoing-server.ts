/** Finds the mail server for an inbox's mails. */
import type { Config } from '../../../config.ts'
import type { Database } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import { JobFailure } from '#platform/jobs/job.ts'
import { createMailHostRule } from '#platform/outbound/mail-hosts.ts'
import type { Secrets } from '#platform/secrets.ts'
import { type DkimKey, type OutgoingServer, parseSmtpUrl } from '../../mail/index.ts'
import { inboxSecretPurpose } from '../change-email.ts'
import { findSenderProblem } from '../domains/sender-proof.ts'
import { getMailAccessToken } from '../oauth/stored-tokens.ts'
import type { SendingInbox } from './sending-queries.ts'

type Services = { readonly db: Database; readonly config: Config; readonly secrets: Secrets }

/** Destination of an inbox's mails: a mail server, a file because there is no mail server, or nowhere. */
export type SendingMode = 'MAIL_SERVER' | 'FILE' | 'NONE'

/** Returns the effective sending mode. `inbox` is null if no inbox can send. */
export function getSendingMode({ mail }: Pick<Config, 'mail'>, inbox: Pick<SendingInbox, 'email'> | null): SendingMode {
  if (!inbox) return 'NONE'
  return getOwnServer(inbox) === null && mail.smtpUrl === null ? 'FILE' : 'MAIL_SERVER'
}

/** Returns the inbox's own mail server, or null if the inbox uses the operator's. */
function getOwnServer({ email }: Pick<SendingInbox, 'email'>) {
  return email?.send.mode === 'SMTP' ? email.send.smtp : null
}

/** Thrown when the operator's mail server may not send in the name of this sender. The message says what to do. */
export class SenderUnproved extends Error {}

/**
 * Returns null when there is no mail server, so that mails are written to files. Throws SenderUnproved for the operator's server when the
 * tenant does not own the domain of `from`. A tenant's mail gets to that server only through this function.
 */
export async function findOutgoingServer(
  { db, config, secrets }: Services,
  { tenantId, inboxId, from }: { tenantId: Uuid; inboxId: Uuid; from: string },
  inbox: SendingInbox,
): Promise<OutgoingServer | null> {
  const own = getOwnServer(inbox)
  if (!own) {
    const { smtpUrl } = config.mail
    if (smtpUrl === null) return null
    const problem = await findSenderProblem(db, config, { address: from, ownsDomain: inbox.ownsDomain, sendMode: 'DEFAULT' })
    if (problem !== null) throw new SenderUnproved(problem)
    return parseSmtpUrl(smtpUrl, inboxId)
  }
  const { host, port, security, auth, user } = own
  const resolve = createMailHostRule({ allowedCidrs: config.mail.allowedCidrs })
  if (user === null) return { host, port, security, auth: null, lane: inboxId, resolve }
  if (auth === 'OAUTH2') {
    const accessToken = await getMailAccessToken({ db, config, secrets }, { tenantId, inboxId }, own)
    return { host, port, security, auth: { user, accessToken }, lane: inboxId, resolve }
  }
  if (!inbox.smtpPassword) throw new JobFailure('The inbox has no password for its mail server.')
  return { host, port, security, auth: { user, password: secrets.decrypt(inboxSecretPurpose, inbox.smtpPassword) }, lane: inboxId, resolve }
}

/** Returns the DKIM key of an inbox; null if it has none. */
export function findDkimKey(secrets: Secrets, { email, dkimKey }: SendingInbox): DkimKey | null {
  return email?.dkim && dkimKey ? { ...email.dkim, privateKey: secrets.decrypt(inboxSecretPurpose, dkimKey) } : null
}
