/** Sends a message of the service to a thread's customer. */
import type { Queryable } from '#platform/db.ts'
import { newId, type Uuid } from '#platform/ids.ts'
import { systemIdentity } from '#platform/outbox/write-identity.ts'
import { appendToLockedThread, newMessage } from '../messages/append-message.ts'
import { type Frozen, needsSending } from '../outgoing/frozen.ts'
import { discardOutgoing, storeOutgoing, toMessageChannel } from '../outgoing/store-outgoing.ts'
import type { PartInput } from '../record/part-schema.ts'
import { freezeForChannel } from './freeze-for-channel.ts'

type SystemReply = {
  readonly tenantId: Uuid
  readonly threadId: Uuid
  readonly messageId: Uuid
  readonly text: string
  readonly action: string
}

/**
 * Appends a silent frozen system message to a locked thread, and sends it. Writes nothing and returns false if the thread is closed.
 */
export async function appendSystemReply(
  tx: Queryable,
  { tenantId, threadId, messageId, text, action }: SystemReply,
  frozen: Frozen,
): Promise<boolean> {
  await storeOutgoing(tx, { tenantId, messageId }, frozen)
  const message = {
    messageId,
    body: text,
    bodyFormat: 'text',
    bodyText: text,
    authorType: 'SYSTEM',
    internal: false,
    silent: true,
    action,
  } as const
  const mail = toMessageChannel(frozen)
  const outcome = await appendToLockedThread(tx, newMessage(systemIdentity(tenantId), threadId, null, { ...message, mail }))
  if (outcome.record) return true
  await discardOutgoing(tx, { tenantId, messageId })
  return false
}

/**
 * Appends a system message with parts to a locked thread of a chat. It is never mailed, because a mail cannot show the parts. Returns false
 * if no visitor reads the thread, or if it is closed.
 */
export async function appendCard(
  tx: Queryable,
  { parts, ...message }: Omit<SystemReply, 'messageId'> & { readonly parts: readonly PartInput[] },
): Promise<boolean> {
  const { tenantId, threadId, text } = message
  const messageId = newId()
  const body = { body: text, bodyFormat: 'text', bodyText: text } as const
  const frozen = await freezeForChannel(tx, { tenantId, threadId, messageId }, { body, hasFiles: false, input: {}, parts })
  if (!frozen || needsSending(frozen)) return false
  const { mailAfterSeconds: _, ...card } = frozen
  return appendSystemReply(tx, { ...message, messageId }, card)
}
