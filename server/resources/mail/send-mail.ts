import { jobNamed } from '../../kit/jobs.ts'
import { newId, type Effects, type Uuid } from '../../kit/index.ts'
import type { Secrets } from '../../kit/secrets.ts'
import type { SealedMail } from './compose.ts'
import type { MailTemplate, MailValues } from './templates.ts'

/** The row of a mail that waits. Address and values are sealed: they hold links that open accounts. */
export type WaitingMail = { template: MailTemplate; sealed: string }

export const sendMailJob = jobNamed<WaitingMail>('send-mail')

const purpose = 'mail'

/** What a handler or a job hands on. `principal` may be any object that names the tenant. */
type Sender = { readonly effects: Pick<Effects, 'enqueue'>; readonly secrets: Secrets }

/**
 * Orders a mail: it is sent once the caller's transaction has committed, and not at all when that is rolled back. Returns its id, which is
 * also the first part of its Message-ID. Each template says which values it takes.
 */
export function sendMail<Template extends MailTemplate>(
  { effects, secrets }: Sender,
  { to, template, values }: { to: string; template: Template; values: MailValues[Template] },
): Uuid {
  const id = newId()
  const mail: SealedMail<Template> = { to, values, at: new Date().toISOString() }
  effects.enqueue(sendMailJob, { key: id, input: { template, sealed: secrets.encrypt(purpose, JSON.stringify(mail)) } })
  return id
}

/** Throws when it was sealed with another SECRET_KEY. */
export function unseal(secrets: Secrets, { sealed }: WaitingMail): SealedMail {
  // Safe because sendMail alone seals for this purpose.
  return JSON.parse(secrets.decrypt(purpose, sealed)) as SealedMail
}
