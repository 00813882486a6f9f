/** Freezes what goes out with a reply, from the request's body. */
import type { Queryable } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import type { Effects } from '#platform/outbox/effects.ts'
import type { Static } from '#platform/schema.ts'
import type { Secrets } from '#platform/secrets.ts'
import type { Config } from '../../../config.ts'
import { domainUnproved } from '../../inboxes/index.ts'
import type { ReplyCreate } from '../messages/reply-schema.ts'
import type { Frozen } from '../outgoing/frozen.ts'
import { channelWindowClosed, customerNoAddress, inboxNotSending } from '../record/errors.ts'
import { readBody } from '../record/message-body.ts'
import { freezeMessage } from './freeze-message.ts'

type Body = Pick<
  Static<typeof ReplyCreate>,
  'body' | 'bodyFormat' | 'attachments' | 'parts' | 'to' | 'cc' | 'bcc' | 'sendBy' | 'inReplyToId' | 'fromInboxId'
>

type Context = {
  readonly tx: Queryable
  readonly effects: Pick<Effects, 'emit'>
  readonly secrets: Secrets
  readonly config: Config
  readonly principal: { readonly tenantId: Uuid; readonly user: { readonly id: Uuid; readonly name: string } }
}

/** Errors of operations that send a message. */
export const sendingErrors = [inboxNotSending, domainUnproved, customerNoAddress, channelWindowClosed] as const

/** Whether the body itself says that the reply is mailed. */
export function isMailed({ to, cc, bcc, sendBy, inReplyToId, fromInboxId }: Body): boolean {
  return sendBy === 'EMAIL' || [to, cc, bcc, inReplyToId, fromInboxId].some((field) => field !== undefined)
}

/** Returns null if the reply is only stored. Call it under the lock of an unmerged thread. */
export function freezeReply(
  { tx, effects, secrets, config, principal }: Context,
  { threadId, messageId }: { threadId: Uuid; messageId: Uuid },
  body: Body,
): Promise<Frozen | null> {
  const { to, cc, bcc, sendBy, inReplyToId, fromInboxId, attachments = [], parts = [] } = body
  const key = { tenantId: principal.tenantId, threadId, messageId }
  return freezeMessage(tx, { config, secrets, effects }, key, {
    author: principal.user,
    body: readBody(body),
    hasFiles: attachments.length > 0,
    parts,
    input: { to, cc, bcc, sendBy, inReplyToId, fromInboxId },
  })
}
