/** What the page of a contact form needs. */
import type { Config } from '../../../config.ts'
import type { Database } from '#platform/db.ts'
import type { FormFile } from '#platform/files/file-store.ts'
import { CollectedEffects, writeLedger } from '#platform/outbox/ledger.ts'
import { systemIdentity } from '#platform/outbox/write-identity.ts'
import type { Secrets } from '#platform/secrets.ts'
import type { Static } from '#platform/schema.ts'
import { findWidget, type Widget } from '../../inboxes/index.ts'
import { dropStored, settleStored, type Stored } from '../../uploads/index.ts'
import type { WidgetConfig } from '../config/schema.ts'
import { readWidgetConfig } from '../config/read-config.ts'
import { attachOwn } from '../conversations/write-message.ts'
import type { WidgetLanguage } from '../languages.ts'
import { toVisitorId } from '../sessions/session-token.ts'
import { storeVisitorFile } from '../uploads/store-visitor-file.ts'
import { type AttachFiles, isWritten, type SentForm, writeForm } from './write-form.ts'

export type FormQuestion = Static<typeof WidgetConfig>['preChat'][number]
/** A form that takes messages. */
export type OpenForm = { readonly widget: Widget; readonly questions: readonly FormQuestion[] }

type Services = { readonly db: Database; readonly secrets: Secrets; readonly config: Config }

/** Finds the form of a key. Null if its inbox takes no messages from people whom nobody identifies. */
export async function findForm(services: Services, key: string, language: WidgetLanguage): Promise<OpenForm | null> {
  const widget = await findWidget(services.db, key)
  if (!widget || !widget.active || widget.isSuspended || widget.settings.requireIdentity) return null
  return { widget, questions: (await readWidgetConfig(services, widget, language)).preChat }
}

/**
 * Writes a form that a browser has sent. `id` comes from the page, so that a form that is sent twice is written once. Throws 400 for answers
 * that are missing or that their fields cannot have, and what `storeVisitorFile` throws. Stores no file of a form that is not written.
 */
export async function receiveForm(
  services: Services,
  { widget }: OpenForm,
  { id, sent, files, requestId }: { id: string; sent: SentForm; files: readonly FormFile[]; requestId: string },
): Promise<void> {
  const { db, secrets } = services
  const { tenantId, inboxId } = widget
  // The id is hashed, because a browser could send any, such as that of another visitor.
  const visitorId = toVisitorId(secrets, { inboxId, by: 'form', value: id })
  // Before the files are stored, because those of a repeated form would count against the visitor's limit.
  if (files.length > 0 && (await isWritten(db, widget, visitorId))) return
  const stored: Stored[] = []
  let isNew = false
  try {
    for (const file of files) stored.push(await storeVisitorFile(services, { tenantId, visitorId }, file))
    isNew = await db.transaction(async (tx) => {
      const effects = new CollectedEffects()
      const attach: AttachFiles = async (messageId) => {
        for (const file of stored) await settleStored({ tx, effects, tenantId }, file)
        return attachOwn(
          { tx, messageId },
          { tenantId, visitorId },
          stored.map((file) => file.id),
        )
      }
      const written = await writeForm({ tx, effects, requestId }, widget, { visitorId, sent, attach })
      if (!effects.empty)
        await writeLedger(tx, { ...systemIdentity(tenantId), via: 'API', requestId }, effects, { status: 201, record: null })
      return written !== null
    }, tenantId)
  } catch (error) {
    // The same form was written concurrently, so its files may have reached the visitor's limit.
    if (files.length === 0 || !(await isWritten(db, widget, visitorId))) throw error
  } finally {
    // Skips files that a commit of unknown result has attached.
    if (!isNew) for (const file of stored) await dropStored(services, tenantId, file.id)
  }
}
