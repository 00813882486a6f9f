import { ApiError, endpoint, fetchOne, item, toOutcome, toUnchangedOutcome } from '../../kit/index.ts'
import { inboundMailNotFound, inboundMailNotSuspended } from './errors.ts'
import { inboundMail } from './mail.ts'
import { expireMail, type InboundMailRecord, lockInboundMail, toInboundMail } from './queries.ts'
import { InboundMail } from './schema.ts'

export const discardInboundMail = endpoint({
  operationId: 'discardInboundMail',
  method: 'POST',
  path: '/inbound-mails/{id}/discard',
  tag: 'inbound-mails',
  scope: 'threads:write',
  summary: 'Discard a suspended mail',
  description:
    'Lets a suspended mail expire now. It can no longer be released, and is deleted within about an hour. Discarding it again changes nothing. ' +
    'If the same mail arrives again, it is a duplicate.',
  params: { id: inboundMail.id },
  responds: { 200: item(InboundMail, 'The mail as it is now') },
  errors: [inboundMailNotSuspended],
  writes: 'transaction',
  present: toInboundMail,
  async handle({ tx, effects, principal: { tenantId }, params: { id } }) {
    const mail = await tx.first(lockInboundMail, { tenantId, id })
    if (!mail) throw new ApiError(inboundMailNotFound)
    if (mail.outcome !== 'SUSPENDED') throw new ApiError(inboundMailNotSuspended)
    if (isDiscarded(mail)) return toUnchangedOutcome(mail)
    const record = await fetchOne(tx, expireMail, { tenantId, id })
    const audited = effects.audit({
      action: 'inbound_mail.discarded',
      target: { type: inboundMail.noun, id },
      before: { expiresAt: mail.expiresAt },
      after: { expiresAt: record.expiresAt },
    })
    return toOutcome(record, audited)
  },
})

/** Whether a suspended mail has been discarded or has expired. */
function isDiscarded({ expiresAt }: InboundMailRecord): boolean {
  return expiresAt !== null && Date.parse(expiresAt) <= Date.now()
}
