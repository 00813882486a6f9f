/** Decides what becomes of an event of a provider, and writes it. */
import type { ChannelEvent } from '../../channels/channel.ts'
import { getChannel } from '../../channels/index.ts'
import type { Config } from '../../config.ts'
import type { Queryable } from '#platform/db.ts'
import { readEmail } from '#platform/email.ts'
import { ApiError } from '#platform/errors.ts'
import { parseTypeId, type Uuid } from '#platform/ids.ts'
import type { MailGuards } from '#platform/mail-guards.ts'
import type { Effects } from '#platform/outbox/effects.ts'
import { findOrCreateBySender } from '../customers/index.ts'
import { applySenderRules, findSenderRules, listSenderPatterns } from '../inbound-mails/index.ts'
import { applyReportedState, deleteArrived, editArrived, type MessageBody, readBody, writeArrival } from '../threads/index.ts'
import {
  countAttempt,
  countRecentItems,
  dropDeletedPayloads,
  dropPayload,
  dropSuspended,
  findItemInbox,
  findMessageOfItem,
  type ItemRow,
} from './queries.ts'
import { getProvider, type Settled } from './settle-item.ts'

type Context = { readonly tx: Queryable; readonly effects: Effects; readonly tenantId: Uuid; readonly config: Config }
type Result = Settled | { readonly againInSeconds: number }
type Of<Kind extends ChannelEvent['kind']> = Extract<ChannelEvent, { kind: Kind }>

/** Seconds to wait for what an event refers to, which may arrive after it. Then the event is ignored. */
const waitSeconds = [2, 10, 30]

/** `isReleased` is true when an agent has released the item past the guards. */
export function writeEvent(context: Context, row: ItemRow, event: ChannelEvent, { isReleased }: { isReleased: boolean }): Promise<Result> {
  switch (event.kind) {
    case 'MESSAGE':
      return writeMessage(context, row, event, isReleased)
    case 'EDITED':
    case 'DELETED':
      return changeMessage(context, row, event)
    case 'STATUS':
      return applyStatus(context, row, event)
    case 'IGNORED':
      return Promise.resolve({ outcome: 'IGNORED', cause: event.cause, reason: event.reason })
  }
}

async function writeMessage(
  context: Context,
  { id, inboxId, provider, receivedAt }: ItemRow,
  { from, conversation, externalId, files, ...content }: Of<'MESSAGE'>,
  isReleased: boolean,
): Promise<Result> {
  const { tx, effects, tenantId } = context
  const sender = from.address
  const inbox = await tx.first(findItemInbox, { tenantId, id: inboxId })
  const cause = isReleased ? null : await findGuard(context, inboxId, from)
  if (!inbox?.active) return { outcome: 'SUSPENDED', cause: 'INBOX_INACTIVE', sender }
  if (cause !== null) return { outcome: 'SUSPENDED', cause, sender }
  const body = toBody(content)
  if ('problem' in body) return { outcome: 'SUSPENDED', cause: 'UNREADABLE', reason: body.problem, sender }
  if (body.bodyText.trim() === '' && files.length === 0)
    return { outcome: 'IGNORED', cause: 'EMPTY', reason: 'The message has neither words nor a file.', sender }
  const customer = await findOrCreateBySender(
    { tx, effects, principal: { tenantId } },
    { ...from, type: getProvider(provider).identityType, inboxId, seenAt: receivedAt },
  )
  const written = await writeArrival(
    { tx, tenantId },
    {
      inboxId,
      channel: getChannel(inbox.type).threadChannel,
      customer,
      address: from.address,
      conversationKey: conversation,
      body,
      externalId,
      receivedAt,
    },
  )
  if (written === null) return { outcome: 'SUSPENDED', cause: 'INBOX_INACTIVE', sender }
  for (const index of files.keys()) effects.enqueue('fetch-media', { key: `${id} ${index}`, input: { itemId: id, index } })
  return { outcome: 'MESSAGE', sender, threadId: written.threadId, resultId: written.messageId }
}

/** Returns the guard that stops a sender; null for none. */
async function findGuard(
  { tx, tenantId, config }: Context,
  inboxId: Uuid,
  { address, email }: Of<'MESSAGE'>['from'],
): Promise<'BLOCKED' | 'FLOOD' | null> {
  const addresses = [...new Set([email, address].flatMap((each) => (each === null ? [] : (readEmail(each) ?? []))))]
  const patterns = addresses.flatMap(listSenderPatterns)
  const rules = patterns.length === 0 ? [] : await tx.rows(findSenderRules, { tenantId, patterns })
  const actions = addresses.map((each) => applySenderRules(rules, each, inboxId))
  if (actions.includes('BLOCK')) return 'BLOCKED'
  const limit = getHourlyLimit(config.mailIn.guards)
  const recent = await tx.first(countRecentItems, { tenantId, inboxId, sender: address, limit })
  return (recent?.count ?? 0) >= limit ? 'FLOOD' : null
}

/** Maximum number of messages of one sender in an hour: as many as a thread gets of mails. */
function getHourlyLimit({ mailsPerThread, floodWindowSeconds }: MailGuards): number {
  return Math.ceil((mailsPerThread * 3_600) / floodWindowSeconds)
}

async function changeMessage(context: Context, row: ItemRow, event: Of<'EDITED'> | Of<'DELETED'>): Promise<Result> {
  const { tx, tenantId } = context
  const found = await tx.first(findMessageOfItem, { tenantId, inboxId: row.inboxId, externalId: event.externalId })
  const unknown = 'The message has not arrived, or was erased.'
  const isDeleted = { outcome: 'IGNORED', cause: 'DELETED', reason: 'The message was deleted.' } as const
  if (!found && event.kind === 'DELETED') {
    const gone = await tx.rows(dropSuspended, { tenantId, inboxId: row.inboxId, externalId: event.externalId, reason: isDeleted.reason })
    if (gone.length > 0) return isDeleted
  }
  if (!found) {
    const result = await waitOr(context, row, { outcome: 'IGNORED', cause: 'UNKNOWN_MESSAGE', reason: unknown })
    // Its text would come back after an erasure.
    if ('outcome' in result) await tx.rows(dropPayload, { tenantId, id: row.id })
    return result
  }
  const { messageId } = found
  const { id, inboxId } = row
  const dropPayloads = () => tx.rows(dropDeletedPayloads, { tenantId, id, inboxId, externalId: event.externalId })
  if (event.kind === 'DELETED') {
    const deleted = await deleteArrived(context, messageId)
    if (!deleted) return { outcome: 'IGNORED', cause: 'UNKNOWN_MESSAGE', reason: unknown }
    await dropPayloads()
    return { outcome: 'CHANGE', threadId: deleted.threadId, resultId: messageId }
  }
  const body = toBody(event)
  if ('problem' in body) return { outcome: 'SUSPENDED', cause: 'UNREADABLE', reason: body.problem }
  const edited = await editArrived(context, messageId, body)
  if (!edited) {
    await dropPayloads()
    return isDeleted
  }
  return { outcome: 'CHANGE', threadId: edited.threadId, resultId: messageId }
}

async function applyStatus(
  { tx, effects, tenantId, ...rest }: Context,
  row: ItemRow,
  { deliveryId: named, externalId, state, error }: Of<'STATUS'>,
): Promise<Result> {
  const deliveryId = named === null ? null : parseTypeId('dlv', named)
  const applied =
    deliveryId === null && externalId === null
      ? null
      : await applyReportedState({ tx, effects, tenantId }, { inboxId: row.inboxId, deliveryId, externalId }, { state, error })
  const unknown = { outcome: 'IGNORED', cause: 'UNKNOWN_DELIVERY', reason: 'No reply of this inbox has the id.' } as const
  // The program may report before the service has read its response, which names the external id.
  if (!applied) return deliveryId === null ? waitOr({ tx, effects, tenantId, ...rest }, row, unknown) : unknown
  return { outcome: 'STATUS', threadId: applied.threadId, resultId: applied.messageId }
}

/** Waits for what the event refers to, or returns `otherwise` after the last attempt. */
async function waitOr({ tx, tenantId }: Context, { id, attempts }: ItemRow, otherwise: Settled & { reason: string }): Promise<Result> {
  const againInSeconds = waitSeconds[attempts]
  if (againInSeconds === undefined) return otherwise
  await tx.rows(countAttempt, { tenantId, id, error: otherwise.reason })
  return { againInSeconds }
}

/** Sanitises the text. HTML without words becomes an empty text, because the message may have files. */
function toBody({ body, bodyFormat }: { body: string; bodyFormat: 'text' | 'html' }): MessageBody | { problem: string } {
  const empty: MessageBody = { body: '', bodyFormat: 'text', bodyText: '' }
  if (body.trim() === '') return empty
  try {
    return readBody({ body, bodyFormat })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return error.declaration.code === 'SVC-MESSAGE-EMPTY_HTML' ? empty : { problem: error.details?.[0]?.message ?? error.message }
  }
}
