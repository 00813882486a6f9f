/** Writes the messages of visitors, each exactly once. */
import type { Queryable } from '#platform/db.ts'
import { ApiError, unknownReference } from '#platform/errors.ts'
import { newId, type Uuid } from '#platform/ids.ts'
import { type Outcome, toOutcome, toUnchangedOutcome } from '#platform/outbox/effects.ts'
import type { TransactionContext } from '#kit/handler.ts'
import { widgetNotFound } from '../../../channels/widget/errors.ts'
import type { WidgetSettings } from '../../../channels/widget/settings.ts'
import { writeVisitorMessage } from '../../threads/index.ts'
import { attachIfAny, findUploadsOfVisitor, type StoredAttachment } from '../../uploads/index.ts'
import type { VisitorSession } from '../sessions/session-token.ts'
import { getVisitor } from '../sessions/visitor.ts'
import { beginWriting, noteAboutVisitor, type Page, type Typed, type Writer } from './begin-writing.ts'
import { findByClientId } from './queries.ts'

type Context = Pick<TransactionContext<unknown, undefined, unknown>, 'tx' | 'effects' | 'principal' | 'requestId'>

export type Sent = { readonly body?: string; readonly clientId: string; readonly uploadIds?: Uuid[]; readonly page?: Page }

type Asked = {
  readonly sent: Sent
  readonly settings: WidgetSettings
  /** Returns the thread to write into, null to begin one. Called unless the message was written before. May refuse the message. */
  readonly findThread: (writer: Writer) => Promise<Uuid | null>
  /** Returns the text, if it is not that of the request. */
  readonly findText?: (writer: Writer, threadId: Uuid) => Promise<string>
  readonly typed?: Typed
  readonly customFields?: object
}

/**
 * Writes a message unless the visitor's program has sent its `clientId` before, in any conversation. `read` returns the response for the
 * message and its thread. Throws 404 if the message needs a new thread and the inbox is not active.
 */
export async function writeMessage<Record>(
  { tx, effects, principal, requestId }: Context,
  { sent, settings, findThread, findText, typed = {}, customFields = {} }: Asked,
  read: (writer: Writer, written: { threadId: Uuid; messageId: Uuid }) => Promise<Record>,
): Promise<Outcome<Record>> {
  const session = getVisitor(principal)
  const { tenantId } = session
  const clientId = sent.clientId.toLowerCase()
  const writer = await beginWriting({ tx, effects }, session)
  const earlier = await tx.first(findByClientId, { ...writer, clientId })
  if (earlier) return toUnchangedOutcome(await read(writer, { threadId: earlier.threadId, messageId: earlier.id }))
  const messageId = newId()
  const threadId = await findThread(writer)
  const attachments = await attachOwn({ tx, messageId }, session, sent.uploadIds ?? [])
  await noteAboutVisitor({ tx, effects }, session, writer, { typed, page: sent.page, settings })
  const body = findText && threadId !== null ? await findText(writer, threadId) : (sent.body ?? '')
  const written = await writeVisitorMessage({ tx, tenantId }, threadId, {
    inboxId: writer.inboxId,
    channel: 'widget',
    customer: { id: writer.customer.id, name: typed.name ?? writer.customer.name },
    address: writer.address,
    body: { body, bodyFormat: 'text', bodyText: body },
    messageId,
    clientId,
    attachments,
    customFields,
    requestId,
  })
  if (!written) throw new ApiError(widgetNotFound)
  return toOutcome(await read(writer, written), written.audited, 201)
}

/** Attaches files that this visitor has sent. Throws 422 for any other. */
export async function attachOwn(
  { tx, messageId }: { tx: Queryable; messageId: Uuid },
  { tenantId, visitorId }: Pick<VisitorSession, 'tenantId' | 'visitorId'>,
  ids: readonly Uuid[],
): Promise<StoredAttachment[] | null> {
  if (ids.length === 0) return null
  const own = new Set((await tx.rows(findUploadsOfVisitor, { tenantId, visitorId, ids })).map(({ id }) => id))
  const details = ids.flatMap((id, i) =>
    own.has(id) ? [] : [{ field: `uploadIds[${i}]`, code: 'UNKNOWN', message: 'is not a file that this visitor has sent' }],
  )
  if (details.length > 0) throw new ApiError(unknownReference, { details })
  return attachIfAny(
    tx,
    { tenantId, messageId },
    ids.map((uploadId) => ({ uploadId })),
  )
}
