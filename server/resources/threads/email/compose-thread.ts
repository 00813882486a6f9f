import { item } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import type { TransactionContext } from '#kit/handler.ts'
import { checkReferences } from '#kit/references.ts'
import { fetchOne } from '#kit/write.ts'
import { ApiError, unknownReference } from '#platform/errors.ts'
import { newId, type Uuid } from '#platform/ids.ts'
import { enqueue } from '#platform/jobs/enqueue.ts'
import { toOutcome } from '#platform/outbox/effects.ts'
import type { Static } from '#platform/schema.ts'
import { customer, findCurrentId, findOrCreateCustomer } from '../../customers/index.ts'
import { domainUnproved, toDomainRule } from '../../inboxes/index.ts'
import { getSettings } from '../../tenants/index.ts'
import { attachIfAny, attachmentErrors } from '../../uploads/index.ts'
import { findStrategy } from '../queue/queries.ts'
import { queuedThreadKey } from '../queue/queue.ts'
import { computeLabels } from '../change/change-labels.ts'
import { inboxNotSending } from '../record/errors.ts'
import { messageCreated, threadCreated } from '../record/events.ts'
import { readBody } from '../record/message-body.ts'
import { toThread } from '../record/queries.ts'
import { Thread } from '../record/schema.ts'
import { updateClocks } from '../sla/plan.ts'
import { fetchThread, threadReferences } from '../record/thread.ts'
import { insertComposedThread } from './compose-queries.ts'
import { ThreadCompose } from './compose-schema.ts'
import { freezeNewMail } from './freeze-mail.ts'
import { findInboxTeam, findSendingInbox } from './mail-queries.ts'
import { parseRecipients, type Recipients } from './parse-recipients.ts'
import { storeOutgoing, toMessageChannel } from '../outgoing/store-outgoing.ts'

type Context = TransactionContext<object, undefined, Static<typeof ThreadCompose>>

export const composeThread = endpoint.write({
  operationId: 'composeThread',
  method: 'POST',
  path: '/threads/compose',
  tag: 'threads',
  scope: 'threads:write',
  summary: 'Start a thread by mail',
  description:
    'Creates a thread whose first message is an agent’s, and mails it. The author is the caller’s user. The customer is `customerId` or ' +
    'the first recipient, whose customer record is created if there is none. The thread is assigned to its author, unless the tenant has ' +
    'turned `assignOnFirstReply` off. Required custom fields are not checked.',
  body: ThreadCompose,
  responds: { 201: item(Thread, 'The new thread') },
  errors: [unknownReference, inboxNotSending, domainUnproved, ...attachmentErrors],
  etag: true,
  present: toThread,
  location: ({ id }) => `/threads/${id}`,
  async handle(context) {
    const { tx, effects, principal, body, config, secrets } = context
    const { tenantId, user } = principal
    const settings = getSettings(principal)
    const key = { tenantId, threadId: newId(), messageId: newId() }
    const recipients = parseRecipients(body)
    const content = readBody(body)
    const attachments = await attachIfAny(tx, key, body.attachments)
    const place = await choosePlace(context, settings.assignOnFirstReply ? user.id : null)
    const inbox = (await tx.first(findSendingInbox, { tenantId, inboxId: body.inboxId, ...toDomainRule(config) }))?.inbox
    if (!inbox) throw new ApiError(inboxNotSending)
    const holder = await chooseCustomer(context, recipients)
    const labels = await computeLabels(context, { labels: [] }, { add: body.tags, createMissing: true })
    const frozen = await freezeNewMail(tx, { config, secrets, effects }, key, {
      inbox,
      author: user,
      content,
      subject: body.subject,
      recipients,
      roleOf: (address) => (address === holder.address ? 'CUSTOMER' : 'CC'),
    })
    const { status = 'open', undoSeconds = 0 } = body
    const queuedFor = status === 'open' ? place.queuedFor : null
    if (queuedFor !== null && place.teamId !== null)
      await enqueue(tx, 'hand-out-threads', { tenantId, key: queuedThreadKey(place.teamId, key.threadId), input: { teamId: place.teamId } })
    await storeOutgoing(tx, key, frozen, undoSeconds)
    const message = await fetchOne(tx, insertComposedThread, {
      ...content,
      ...place,
      tenantId,
      id: key.threadId,
      messageId: key.messageId,
      subject: body.subject,
      status,
      priority: settings.defaultPriority,
      inboxId: body.inboxId,
      queuedFor,
      customerId: holder.id,
      labelIds: labels.map(({ id }) => id),
      authorId: user.id,
      authorName: user.name,
      byProgram: user.kind === 'SERVICE',
      attachments,
      mail: toMessageChannel(frozen, undoSeconds),
    })
    const made = await fetchThread(tx, { tenantId, id: key.threadId })
    const sla = await updateClocks(context, made, { rechoosesPolicy: true, messagesMoved: true, priorityChanged: true })
    const record = { ...made, sla }
    effects.emit(threadCreated, key.threadId, record)
    effects.emit(messageCreated, key.messageId, message)
    effects.count(`threads_${status}`, 1)
    const after = { subject: body.subject, channel: 'email', status }
    return toOutcome(record, effects.audit({ action: 'thread.composed', target: { type: 'thread', id: key.threadId }, after }), 201)
  },
})

/** Locks the inbox, its team and the assignee. Throws 422 for an unknown or inactive inbox. */
async function choosePlace({ tx, principal: { tenantId }, body: { inboxId } }: Context, assigneeId: Uuid | null) {
  const teamId = (await tx.first(findInboxTeam, { tenantId, inboxId }))?.teamId ?? null
  await checkReferences(tx, tenantId, threadReferences, { inboxId, teamId, assigneeId })
  const queuedFor = assigneeId === null && teamId !== null ? (await tx.first(findStrategy, { tenantId, teamId }))?.strategy : null
  return { teamId, assigneeId, queuedFor: queuedFor ?? null }
}

/** Returns the customer, with the recipient address that belongs to them. */
async function chooseCustomer(context: Context, { to: [first] }: Recipients): Promise<{ id: Uuid; address: string | null }> {
  const { tx, principal, body } = context
  const { tenantId } = principal
  if (body.customerId === undefined) {
    if (!first) throw new Error('A validated body names a recipient')
    return { id: (await findOrCreateCustomer(context, first)).id, address: first.address }
  }
  const current = await tx.first(findCurrentId, { tenantId, id: body.customerId })
  const found = current && (await tx.first(customer.statements.find, { tenantId, id: current.id }))
  if (found?.erasedAt === null) return { id: found.id, address: found.email }
  const details = [{ field: 'customerId', code: 'UNKNOWN', message: 'is not a customer of this tenant' }]
  throw new ApiError(unknownReference, { details })
}
