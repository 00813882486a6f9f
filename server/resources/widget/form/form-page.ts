/** What the page of a contact form needs. */
import type { Config } from '../../../config.ts'
import type { Database } from '#platform/db.ts'
import { CollectedEffects, writeLedger } from '#platform/outbox/ledger.ts'
import { systemIdentity } from '#platform/outbox/write-identity.ts'
import type { Secrets } from '#platform/secrets.ts'
import type { Static } from '#platform/schema.ts'
import { findWidget, type Widget } from '../../inboxes/index.ts'
import type { WidgetConfig } from '../config/schema.ts'
import { readWidgetConfig } from '../config/read-config.ts'
import type { WidgetLanguage } from '../languages.ts'
import { toVisitorId } from '../sessions/session-token.ts'
import { type SentForm, writeForm } from './write-form.ts'

export type FormQuestion = Static<typeof WidgetConfig>['preChat'][number]
/** A form that takes messages. */
export type OpenForm = { readonly widget: Widget; readonly questions: readonly FormQuestion[] }

type Services = { readonly db: Database; readonly secrets: Secrets; readonly config: Pick<Config, 'baseUrl'> }

/** Finds the form of a key. Null if its inbox takes no messages from people whom nobody identifies. */
export async function findForm(services: Services, key: string, language: WidgetLanguage): Promise<OpenForm | null> {
  const widget = await findWidget(services.db, key)
  if (!widget || !widget.active || widget.isSuspended || widget.settings.requireIdentity) return null
  return { widget, questions: (await readWidgetConfig(services, widget, language)).preChat }
}

/**
 * Writes a form that a browser has sent. `id` comes from the page, so that a form that is sent twice is written once. Throws 400 for answers
 * that are missing or that their fields cannot have.
 */
export function receiveForm(
  { db, secrets }: Services,
  { widget }: OpenForm,
  { id, sent, requestId }: { id: string; sent: SentForm; requestId: string },
): Promise<void> {
  const { tenantId, inboxId } = widget
  // The id is hashed, because a browser could send any, such as that of another visitor.
  const visitorId = toVisitorId(secrets, { inboxId, by: 'form', value: id })
  return db.transaction(async (tx) => {
    const effects = new CollectedEffects()
    await writeForm({ tx, effects, requestId }, widget, { visitorId, sent })
    if (!effects.empty)
      await writeLedger(tx, { ...systemIdentity(tenantId), via: 'API', requestId }, effects, { status: 201, record: null })
  }, tenantId)
}
