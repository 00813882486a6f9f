import { item } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import { createPresenter } from '#kit/present.ts'
import type { Queryable } from '#platform/db.ts'
import { ApiError, validationFailed } from '#platform/errors.ts'
import type { Uuid } from '#platform/ids.ts'
import type { Static } from '#platform/schema.ts'
import { providers } from '../../../channels/hook.ts'
import { getChannel } from '../../../channels/index.ts'
import { getSendingMode, toDomainRule } from '../../inboxes/index.ts'
import { toReplySubject } from '../../mail/index.ts'
import { threadNotFound } from '../record/errors.ts'
import { findMergedInto } from '../record/read-queries.ts'
import { thread } from '../record/thread.ts'
import { isPublicMessage, unknownMessage } from '../email/freeze-mail.ts'
import { loadRecipients } from '../email/load-recipients.ts'
import { findMailThread, findSendingInbox } from '../email/mail-queries.ts'
import { RecipientsQuery, ThreadRecipients } from '../email/recipients-schema.ts'
import { maySend, toSender } from '../email/sending-inbox.ts'
import { chooseRecipient } from './choose-recipient.ts'
import { findProviderThread, findThreadInbox } from './provider-queries.ts'

export const getThreadRecipients = endpoint.read({
  operationId: 'getThreadRecipients',
  path: '/threads/{id}/recipients',
  tag: 'threads',
  scope: 'threads:read',
  summary: 'Get the default recipients of a reply',
  description:
    'Returns to whom a reply by mail goes if it names no recipients: the sender of the mail that it answers, or its Reply-To, and as copies ' +
    'the other recipients of that mail. Answered is the latest mail of the customer or a participant that is not an automatic reply; ' +
    'without any mail, the reply goes to the customer. Nobody is copied if the mail came as a blind copy. For a thread of an inbox with `hook`, ' +
    '`sending` is CHANNEL and `to` has the customer’s address at your own program; for one of a website chat, the visitor.',
  params: { id: thread.id },
  query: RecipientsQuery,
  responds: { 200: item(ThreadRecipients, 'The default recipients') },
  present: createPresenter(ThreadRecipients),
  async handle({ db, principal, params: { id }, query, config }) {
    const { tenantId, user } = principal
    const rule = toDomainRule(config)
    const merged = await db.first(findMergedInto, { tenantId, id })
    const key = { tenantId, threadId: merged?.mergedInto ?? id }
    const found = merged && (await db.first(findMailThread, { ...key, ...rule }))
    if (!found) throw new ApiError(threadNotFound)
    const inReplyToId = query.inReplyToId ?? null
    if (inReplyToId !== null && !(await isPublicMessage(db, key, inReplyToId)))
      throw new ApiError(validationFailed, { details: [unknownMessage] })
    const ofChannel = await findChannelRecipient(db, key)
    if (ofChannel) return { status: 200, record: toChannelRecipients(ofChannel.to, found.subject) }
    const other = found.inbox || found.isMailInbox ? null : await db.first(findSendingInbox, { tenantId, inboxId: null, ...rule })
    const chosen = found.inbox ?? other?.inbox ?? null
    const inbox = chosen && (await maySend(db, config, chosen)) ? chosen : null
    const { answered, to, cc, suppressed } = await loadRecipients(db, key, { thread: found, inReplyToId, mailFrom: config.mail.from })
    const record = {
      from: inbox && toSender(inbox, user.name),
      sending: getSendingMode(config, inbox),
      to: [...to],
      cc: [...cc],
      subject: toReplySubject(answered?.email.subject || found.subject, found.subject),
      suppressed: [...suppressed],
    }
    return { status: 200, record }
  },
})

/** Returns the recipient of a reply on the channel of the thread's inbox. Null if the inbox has no channel of its own. */
async function findChannelRecipient(
  db: Queryable,
  key: { tenantId: Uuid; threadId: Uuid },
): Promise<{ to: { name: string | null; address: string } | null } | null> {
  const inbox = await db.first(findThreadInbox, key)
  if (!inbox) return null
  const { hook, type, conversationAddress: address } = inbox
  const provided = hook && (await db.first(findProviderThread, key))
  if (provided) return { to: chooseRecipient(provided, providers[provided.hook.provider].capabilities(provided.hook)) }
  return getChannel(type).settings === 'widget' && address !== null ? { to: { name: null, address } } : null
}

function toChannelRecipients(to: { name: string | null; address: string } | null, subject: string): Static<typeof ThreadRecipients> {
  const shown = to === null ? [] : [{ name: to.name, address: to.address }]
  return { from: null, sending: 'CHANNEL', to: shown, cc: [], subject, suppressed: [] }
}
