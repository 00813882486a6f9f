/** Composes the bytes of a reply with its files and its inbox's signature. */
import type { Readable } from 'node:stream'
import type { Config } from '../../../config.ts'
import type { Database } from '#platform/db.ts'
import { toTypeId, type Uuid } from '#platform/ids.ts'
import type { Secrets } from '#platform/secrets.ts'
import { findDkimKey, readSendingInbox, type SendingInbox, toSenderRule } from '../../inboxes/index.ts'
import { composeMessage, type MailAttachment } from '../../mail/index.ts'
import { streamUpload } from '../../uploads/index.ts'
import { mailSender } from '../outgoing/frozen.ts'
import { type OutgoingMail, readOutgoing } from '../outgoing/outgoing-queries.ts'

type Services = { readonly config: Config; readonly secrets: Secrets }
type Bytes = Buffer | (() => Readable)

/** Composes the mail, or its copy with another `marker`. */
export async function composeOutgoing(
  { config, secrets }: Services,
  tenantId: Uuid,
  { snapshot, attachments }: OutgoingMail,
  inbox: SendingInbox | null,
  marker = snapshot.marker,
): Promise<Bytes> {
  const files = (attachments ?? []).filter(({ deleted }) => !deleted)
  return composeMessage(
    { ...snapshot, marker },
    files.map((file): MailAttachment => {
      const { id, filename, contentType, contentId = null } = file
      return { id: toTypeId('att', id), filename, contentType, contentId, content: () => streamUpload(config, tenantId, file) }
    }),
    inbox && findDkimKey(secrets, inbox),
  )
}

/** Returns a mail as it was sent; null when it is gone or the inbox wants no copies. */
export async function findMailToCopy(
  { db, ...services }: Services & { readonly db: Database },
  key: { tenantId: Uuid; messageId: Uuid },
): Promise<{ inboxId: Uuid; mailId: string; bytes: Bytes } | null> {
  const { tenantId } = key
  const outgoing = await db.first(readOutgoing, key)
  if (outgoing?.sender !== mailSender || !outgoing.copiesToSent) return null
  const { inboxId, snapshot } = outgoing
  const inbox = await db.first(readSendingInbox, { tenantId, inboxId, ...toSenderRule(services.config, snapshot.from.address) })
  return { inboxId, mailId: snapshot.messageId, bytes: await composeOutgoing(services, tenantId, outgoing, inbox) }
}
