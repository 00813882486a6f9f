/** Mails replies in a website chat that their visitor has not seen. The answer to the mail joins the thread. */
import { ApiError } from '#platform/errors.ts'
import { newId, parseTypeId } from '#platform/ids.ts'
import { job } from '#platform/jobs/job.ts'
import type { NoInput } from '#platform/jobs/orders.ts'
import { systemIdentity } from '#platform/outbox/write-identity.ts'
import { findFirstName } from '../actions/first-name.ts'
import { freezeMail } from '../email/freeze-mail.ts'
import { appendToLockedThread, newMessage } from '../messages/append-message.ts'
import { storeOutgoing, toMessageChannel } from '../outgoing/store-outgoing.ts'
import { lockMergeRoot } from '../record/thread.ts'
import { findThreadOfMessage, findVisitorAddress, listUnseen, lockConversation, noteMailed } from './unseen-queries.ts'

declare global {
  interface EnqueuedJobs {
    /** The key is the id of a reply. */
    'mail-unseen-replies': NoInput
  }
}

/** Seconds between two mails about one thread. */
const pauseSeconds = 600
const maxReplies = 50

export const mailUnseenReplies = job({
  name: 'mail-unseen-replies',
  description: 'Mails replies in a website chat that the visitor has not seen.',
  async run({ tx, effects, tenantId, key: messageId, config, secrets }) {
    const found = await tx.first(findThreadOfMessage, { tenantId, messageId })
    const thread = found && (await lockMergeRoot(tx, { tenantId, id: found.threadId }))
    if (!thread) return undefined
    const key = { tenantId, threadId: thread.id, messageId: newId() }
    const conversation = await tx.first(lockConversation, { ...key, pauseSeconds })
    const visitorId = conversation && parseTypeId('vst', conversation.address)
    if (!visitorId || !conversation.continuity) return undefined
    const replies = await tx.rows(listUnseen, { ...key, address: conversation.address, limit: maxReplies })
    const last = replies.at(-1)
    const visitor = await tx.first(findVisitorAddress, { tenantId, visitorId })
    if (!last || !visitor?.email) return undefined
    // Otherwise, with a rule that replies to everything, anyone could make the service mail a chosen subject to any address.
    if (visitor.isTyped && !conversation.isAnswered) return undefined
    if (conversation.waitSeconds > 0) return { againInSeconds: conversation.waitSeconds }
    const text = replies.map(({ authorName, bodyText }) => `${toSpeaker(authorName)}${bodyText}`).join('\n\n')
    const content = { body: text, bodyFormat: 'text' } as const
    const input = {
      to: [visitor.email],
      sendBy: 'EMAIL',
      fromInboxId: conversation.continuity.inboxId,
      subject: conversation.subject,
    } as const
    const frozen = await freezeMail(tx, { config, secrets, effects }, key, {
      author: null,
      content,
      input: { ...input, to: [...input.to] },
    }).catch((error: unknown) => {
      // The inbox cannot send, or was deleted. The visitor sees the replies on the next visit.
      if (error instanceof ApiError && error.declaration.status < 500) return null
      throw error
    })
    if (!frozen) return undefined
    await storeOutgoing(tx, key, frozen)
    const message = {
      ...content,
      bodyText: text,
      messageId: key.messageId,
      authorType: 'SYSTEM',
      internal: true,
      silent: true,
      mail: toMessageChannel(frozen),
    } as const
    await appendToLockedThread(tx, newMessage(systemIdentity(tenantId), thread.id, null, { ...message, action: 'thread.replies_mailed' }))
    await tx.rows(noteMailed, { ...key, through: last.createdAt })
    return undefined
  },
})

function toSpeaker(name: string | null): string {
  const first = findFirstName(name)
  return first === null ? '' : `${first}: `
}
