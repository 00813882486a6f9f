/** Discards a suspended mail: it expires now, and its raw mail is deleted. */
import { fetchOne } from '#kit/write.ts'
import { databaseNow } from '#platform/database-now.ts'
import type { Queryable } from '#platform/db.ts'
import { ApiError } from '#platform/errors.ts'
import type { Uuid } from '#platform/ids.ts'
import type { Effects } from '#platform/outbox/effects.ts'
import { rawMailName } from './accept/raw-file.ts'
import { inboundMailNotFound, inboundMailNotSuspended } from './errors.ts'
import { inboundMail } from './mail.ts'
import { expireMail, type InboundMailRecord, lockInboundMail } from './queries.ts'

type Writing = { readonly tx: Queryable; readonly effects: Effects; readonly tenantId: Uuid }

/**
 * Returns the mail and the proof of its audit row; null if it was already discarded. Throws 404, and 409 for a mail that is not suspended.
 */
export async function discardMail({ tx, effects, tenantId }: Writing, id: Uuid) {
  const mail = await tx.first(lockInboundMail, { tenantId, id })
  if (!mail) throw new ApiError(inboundMailNotFound)
  if (mail.outcome !== 'SUSPENDED') throw new ApiError(inboundMailNotSuspended)
  if (isDiscarded(mail)) return { record: mail, audited: null }
  const record = await fetchOne(tx, expireMail, { tenantId, id })
  if (mail.hasRaw) {
    effects.count('mail_bytes', -mail.size)
    effects.count('held_mail_bytes', -mail.size)
    const name = rawMailName(id)
    effects.enqueue('remove-files', { key: name, input: { names: [name] } })
  }
  const audited = effects.audit({
    action: 'inbound_mail.discarded',
    target: { type: inboundMail.noun, id },
    before: { expiresAt: mail.expiresAt },
    after: { expiresAt: record.expiresAt },
  })
  return { record, audited }
}

/** Whether a suspended mail has been discarded or has expired. */
export function isDiscarded({ expiresAt }: InboundMailRecord): boolean {
  return expiresAt !== null && Date.parse(expiresAt) <= databaseNow()
}
