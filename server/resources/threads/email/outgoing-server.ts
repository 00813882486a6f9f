/** Finds the mail server that sends the mails of an inbox. */
import type { Config } from '../../../config.ts'
import { createMailHostRule, JobFailure, type Secrets, type Uuid } from '../../../kit/index.ts'
import { type OutgoingServer, parseSmtpUrl } from '../../mail/index.ts'
import type { SendingInbox } from './outgoing-queries.ts'

type Services = { readonly config: Config; readonly secrets: Secrets }

/** Returns null when there is no mail server, so that mails are kept as files. */
export function findOutgoingServer({ config, secrets }: Services, inboxId: Uuid, inbox: SendingInbox | null): OutgoingServer | null {
  const send = inbox?.email?.send
  if (send?.mode !== 'SMTP' || !send.smtp) return config.mail.smtpUrl === null ? null : parseSmtpUrl(config.mail.smtpUrl, inboxId)
  const { host, port, security, auth, user } = send.smtp
  const resolve = createMailHostRule({ allowedCidrs: config.mail.allowedCidrs })
  if (user === null) return { host, port, security, auth: null, lane: inboxId, resolve }
  const stored = auth === 'OAUTH2' ? inbox?.oauth : inbox?.smtpPassword
  if (!stored) throw new JobFailure('The inbox has no password for its mail server.')
  const secret = secrets.decrypt('inbox', stored)
  if (auth === 'PASSWORD') return { host, port, security, auth: { user, password: secret }, lane: inboxId, resolve }
  // Safe because only the sign-in with OAuth stores a secret of this kind.
  const { accessToken } = JSON.parse(secret) as { accessToken: string }
  return { host, port, security, auth: { user, accessToken }, lane: inboxId, resolve }
}
