/** Freezes a reply that goes out on the channel of its inbox, unless the inbox sends mail. */
import type { Queryable } from '#platform/db.ts'
import { ApiError } from '#platform/errors.ts'
import type { Uuid } from '#platform/ids.ts'
import { getChannel } from '../../../channels/index.ts'
import type { Frozen, FrozenForVisitor } from '../outgoing/frozen.ts'
import { customerNoAddress } from '../record/errors.ts'
import { checkContent, type ContentToFreeze, freezeForProvider, readInReplyTo } from './freeze-for-provider.ts'
import { resolveParts } from './resolve-parts.ts'
import { findThreadInbox, type ThreadInbox } from './provider-queries.ts'

type Key = { readonly tenantId: Uuid; readonly threadId: Uuid; readonly messageId: Uuid }

/**
 * Returns null if the reply is only stored, or may be mailed. Call it under the lock of an unmerged thread. Throws like
 * `freezeForProvider`.
 */
export async function freezeForChannel(
  tx: Queryable,
  key: Key,
  content: ContentToFreeze,
): Promise<Exclude<Frozen, { email: object }> | null> {
  const inbox = await tx.first(findThreadInbox, key)
  if (!inbox) return null
  if (inbox.hook !== null) return freezeForProvider(tx, key, content)
  return getChannel(inbox.type).settings === 'widget' ? freezeForVisitor(tx, key, inbox, content) : null
}

/** Freezes a reply to a visitor of a website. A thread that no visitor reads has replies that are only stored, unless the caller asks for more. */
async function freezeForVisitor(tx: Queryable, key: Key, inbox: ThreadInbox, content: ContentToFreeze): Promise<FrozenForVisitor | null> {
  const { type, inboxId, hook, widget, conversationAddress: address } = inbox
  const { capabilities, threadChannel: channel } = getChannel(type)
  if (address === null && content.input.sendBy === 'CHANNEL') throw new ApiError(customerNoAddress)
  if (address === null) return null
  checkContent(capabilities({ address: null, email: null, hook, widget }), content)
  const parts = await resolveParts(tx, key.tenantId, content.parts ?? [])
  return {
    channel,
    address,
    inboxId,
    inReplyToId: await readInReplyTo(tx, key, content.input),
    ...(parts.length > 0 ? { parts } : {}),
    ...(widget?.continuity ? { mailAfterSeconds: widget.continuity.afterSeconds } : {}),
  }
}
