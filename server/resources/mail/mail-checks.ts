/**
 * Checks mails right before sending. A mail can wait for days while the mail server is down, and its subject can change meanwhile. The
 * module that orders the mail declares its check here, because this module cannot import that one without a cycle.
 */
import type { Database, Queryable } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import type { Effects } from '#platform/outbox/effects.ts'
import { CollectedEffects, writeLedger } from '#platform/outbox/ledger.ts'
import { systemIdentity } from '#platform/outbox/write-identity.ts'
import type { SealedMail } from './compose.ts'
import type { MailTemplate, MailValues } from './templates.ts'

type Writing = { readonly tx: Queryable; readonly effects: Effects; readonly tenantId: Uuid }

/** Returns the recipient's address; null drops the mail. `to` is the address for which it was ordered. */
type MailCheck<Template extends MailTemplate> = (
  writing: Writing,
  values: MailValues[Template],
  mail: { to: string },
) => Promise<string | null>

const checks = new Map<MailTemplate, MailCheck<never>>()

/** Declares the check of a template's mails. It runs before each attempt, in a transaction of its own. */
export function checkBeforeSending<Template extends MailTemplate>(template: Template, check: MailCheck<Template>): void {
  checks.set(template, check)
}

/** Returns the current recipient of a waiting mail; null if it must no longer be sent. */
export async function findRecipient(
  db: Database,
  tenantId: Uuid,
  template: MailTemplate,
  { to, values }: Pick<SealedMail, 'to' | 'values'>,
): Promise<string | null> {
  const check = checks.get(template)
  if (!check) return to
  return db.transaction(async (tx) => {
    const effects = new CollectedEffects()
    // Safe because checks are stored by template, and a mail's values match its template.
    const recipient = await check({ tx, effects, tenantId }, values as never, { to })
    if (!effects.empty) await writeLedger(tx, systemIdentity(tenantId), effects, { status: 200, record: null })
    return recipient
  })
}
