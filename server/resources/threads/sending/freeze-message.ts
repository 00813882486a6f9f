/** Freezes what goes out with a message: on the thread's own channel or by mail. */
import type { Queryable } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import type { Effects } from '#platform/outbox/effects.ts'
import type { Secrets } from '#platform/secrets.ts'
import type { Config } from '../../../config.ts'
import { freezeAutomaticMail } from '../email/freeze-automatic.ts'
import { freezeMail } from '../email/freeze-mail.ts'
import type { Frozen } from '../outgoing/frozen.ts'
import type { MailInput } from '../record/mail-fields.ts'
import { freezeForChannel } from './freeze-for-channel.ts'
import type { ContentToFreeze } from './freeze-for-provider.ts'

type Services = { readonly config: Config; readonly secrets: Secrets; readonly effects: Pick<Effects, 'emit'> }

/**
 * Returns null if the message is only stored. `author` is null for an automatic reply. Call it under the lock of an unmerged thread. Throws
 * like `freezeForChannel` and `freezeMail`.
 */
export async function freezeMessage(
  tx: Queryable,
  services: Services,
  key: { tenantId: Uuid; threadId: Uuid; messageId: Uuid },
  { author, ...content }: ContentToFreeze & { readonly author: { readonly id: Uuid; readonly name: string } | null },
): Promise<Frozen | null> {
  const { body, input } = content
  const frozen = isForChannel(input) ? await freezeForChannel(tx, key, content) : null
  if (frozen !== null) return frozen
  const mail = { content: { body: body.body, bodyFormat: body.bodyFormat }, input }
  return author === null ? freezeAutomaticMail(tx, services, key, mail) : freezeMail(tx, services, key, { author, ...mail })
}

/** False if the message is only stored, or the caller asks for mail. */
function isForChannel({ sendBy, to, cc, bcc, fromInboxId }: MailInput): boolean {
  if (sendBy !== undefined) return sendBy === 'CHANNEL'
  return [to, cc, bcc, fromInboxId].every((field) => field === undefined)
}
