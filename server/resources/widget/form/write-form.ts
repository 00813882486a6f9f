/** Writes what somebody sent with a contact form, as the first message of a visitor who never comes back. */
import type { Static } from '#platform/schema.ts'
import { ApiError, validationFailed } from '#platform/errors.ts'
import type { Queryable } from '#platform/db.ts'
import { newId, type Uuid } from '#platform/ids.ts'
import type { Audited, Effects } from '#platform/outbox/effects.ts'
import { widgetIdentityRequired, widgetNotFound } from '../../../channels/widget/errors.ts'
import type { CustomFieldValues } from '../../custom-fields/index.ts'
import type { Widget } from '../../inboxes/index.ts'
import { writeVisitorMessage } from '../../threads/index.ts'
import type { StoredAttachment } from '../../uploads/index.ts'
import { beginWriting, noteAboutVisitor } from '../conversations/begin-writing.ts'
import { checkPreChat } from '../conversations/check-pre-chat.ts'
import { readReader } from '../conversations/reader.ts'
import type { VisitorSession } from '../sessions/session-token.ts'
import { findByClientId } from '../conversations/queries.ts'

export type SentForm = {
  readonly name?: string | undefined
  readonly email: string
  readonly subject?: string | undefined
  readonly body: string
  readonly fields?: Static<typeof CustomFieldValues> | undefined
}

/** Attaches the files of the form to its message, in the transaction. */
export type AttachFiles = (messageId: Uuid) => Promise<StoredAttachment[] | null>

type Context = { readonly tx: Queryable; readonly effects: Effects; readonly requestId: string }

/** Throws 403 if only identified visitors can write in the inbox, because a form identifies nobody. */
export function requireForm({ settings }: Pick<Widget, 'settings'>): void {
  if (settings.requireIdentity)
    throw new ApiError(widgetIdentityRequired, { message: 'This inbox takes messages of signed-in people only.' })
}

/**
 * Writes the message, for a new customer with an unverified address, in a thread of its own. Replies that are not seen in the chat go out by
 * mail, and nobody sees these in a chat. `visitorId` is the same for a repeated form, which writes nothing more and returns null.
 */
export async function writeForm(
  { tx, effects, requestId }: Context,
  { tenantId, inboxId, locale, settings }: Widget,
  { visitorId, sent, attach }: { visitorId: Uuid; sent: SentForm; attach?: AttachFiles | undefined },
): Promise<Audited | null> {
  const session = toSession({ tenantId, inboxId, locale }, visitorId)
  const { name, email, subject, body } = sent
  const customFields = await checkAnswers(tx, { tenantId, settings }, sent)
  const writer = await beginWriting({ tx, effects }, session)
  if (await tx.first(findByClientId, { ...writer, clientId: visitorId })) return null
  const messageId = newId()
  const attachments = (await attach?.(messageId)) ?? null
  await noteAboutVisitor({ tx, effects }, session, writer, { typed: { name, email }, page: undefined, settings })
  const written = await writeVisitorMessage({ tx, tenantId }, null, {
    inboxId,
    channel: 'widget',
    customer: { id: writer.customer.id, name: name ?? null },
    address: writer.address,
    body: { body, bodyFormat: 'text', bodyText: body },
    subject,
    messageId,
    clientId: visitorId,
    attachments,
    customFields,
    requestId,
  })
  if (!written) throw new ApiError(widgetNotFound)
  return written.audited
}

/** Whether the form of this visitor was written before. */
export async function isWritten(db: Queryable, widget: Widget, visitorId: Uuid): Promise<boolean> {
  const reader = await readReader(db, toSession(widget, visitorId))
  return (await db.first(findByClientId, { ...reader, clientId: visitorId })) !== null
}

/** Returns the session of a form's visitor, which nobody gets. */
function toSession({ tenantId, inboxId, locale }: Pick<Widget, 'tenantId' | 'inboxId' | 'locale'>, visitorId: Uuid): VisitorSession {
  const sessionId = newId()
  return { tenantId, inboxId, visitorId, sessionId, expiresAt: 0, locale, identity: null, portal: false, customerId: null }
}

/** Names the fields of problems as the form does. */
async function checkAnswers(
  tx: Queryable,
  inbox: Parameters<typeof checkPreChat>[1],
  { name, email, fields = {} }: SentForm,
): Promise<Record<string, unknown>> {
  const answers = { email, ...(name === undefined ? {} : { name }), fields }
  try {
    return await checkPreChat(tx, inbox, answers, { name: null, email: null })
  } catch (error) {
    if (!(error instanceof ApiError) || error.declaration !== validationFailed) throw error
    const details = (error.details ?? []).map(({ field, code, message }) => ({
      code,
      message,
      field: field.replace(/^preChat\./, '').replace(/^customFields\b/, 'fields'),
    }))
    throw new ApiError(validationFailed, { details })
  }
}
