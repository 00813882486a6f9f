/** Freezes the mail of an automatic reply, by an inbox or an automation rule. */
import type { Queryable } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import type { Effects } from '#platform/outbox/effects.ts'
import type { Secrets } from '#platform/secrets.ts'
import type { Config } from '../../../config.ts'
import { autoReplyHeaders, getInstallation, loopHeader, type MailText } from '../../mail/index.ts'
import { freezeMail } from './freeze-mail.ts'
import type { FrozenMail } from '../outgoing/frozen.ts'
import type { MailInput } from '../record/mail-fields.ts'

type Services = { readonly config: Config; readonly secrets: Secrets; readonly effects: Pick<Effects, 'emit'> }

export type AutomaticMail = {
  readonly content: MailText
  readonly input: MailInput
  /** Values of `X-Skein-Loop`. Without them, the mail is this installation's first automatic reply in the chain. */
  readonly loop?: readonly string[]
}

/**
 * Returns the frozen mail, or null if the message is not mailed. The mail goes to the thread's customer only, unless `input` has
 * recipients. The null sender and the headers keep servers and programs from replying to it. Throws like `freezeMail`.
 */
export async function freezeAutomaticMail(
  tx: Queryable,
  services: Services,
  key: { tenantId: Uuid; threadId: Uuid; messageId: Uuid },
  { content, input, loop = [`${getInstallation(services.secrets)};1`] }: AutomaticMail,
): Promise<FrozenMail | null> {
  const frozen = await freezeMail(tx, services, key, { author: null, content, input })
  if (!frozen) return null
  const { email, snapshot, ...mail } = frozen
  const headers = [...Object.entries(autoReplyHeaders), ...loop.map((value) => [loopHeader, value] as const)]
  return {
    ...mail,
    email: { ...email, automatic: 'AUTO_REPLY' },
    snapshot: { ...snapshot, envelopeFrom: '', headers: [...snapshot.headers, ...headers] },
  }
}
