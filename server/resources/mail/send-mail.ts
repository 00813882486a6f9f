import { databaseNowIso } from '#platform/database-now.ts'
import { newId, type Uuid } from '#platform/ids.ts'
import type { Effects } from '#platform/outbox/effects.ts'
import type { Secrets } from '#platform/secrets.ts'
import type { SealedMail } from './compose.ts'
import type { MailTemplate, MailValues } from './templates.ts'

/**
 * The job input of a waiting mail. Address and values are encrypted, because they contain links that give access to accounts. If `about` is
 * set, erasing that object deletes the mail, even a mail to another recipient.
 */
export type WaitingMail = { template: MailTemplate; sealed: string; about?: Uuid }

const purpose = 'mail'

/** Context that sendMail needs from a handler or job. */
type Sender = { readonly effects: Pick<Effects, 'enqueue'>; readonly secrets: Secrets }

/**
 * Enqueues a mail. It is sent after the transaction of `effects` commits, and not at all after a rollback. Returns the mail's id, which its
 * Message-ID contains in signed form.
 */
export function sendMail<Template extends MailTemplate>(
  { effects, secrets }: Sender,
  { to, template, values, about }: { to: string; template: Template; values: MailValues[Template]; about?: Uuid },
): Uuid {
  const id = newId()
  const mail: SealedMail<Template> = { to, values, at: databaseNowIso() }
  effects.enqueue('send-mail', {
    key: id,
    input: { template, sealed: secrets.encrypt(purpose, JSON.stringify(mail)), ...(about ? { about } : {}) },
  })
  return id
}

/** Decrypts a waiting mail. Throws if it was encrypted with another SECRET_KEY. */
export function unseal(secrets: Secrets, { sealed }: WaitingMail): SealedMail {
  // Safe because sendMail alone seals for this purpose.
  return JSON.parse(secrets.decrypt(purpose, sealed)) as SealedMail
}
