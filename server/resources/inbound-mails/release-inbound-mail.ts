import { item } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import { catalogLimitReached, unknownReference } from '#platform/errors.ts'
import { storageFull } from '#platform/files/errors.ts'
import { toOutcome, toUnchangedOutcome } from '#platform/outbox/effects.ts'
import { inboundMailNotSuspended, inboundMailUnreadable, originalGone } from './errors.ts'
import { inboundMail } from './mail.ts'
import { toInboundMail } from './queries.ts'
import { prepareRelease, releaseMail } from './release-mail.ts'
import { InboundMail, InboundMailRelease } from './schema.ts'

export const releaseInboundMail = endpoint.write({
  operationId: 'releaseInboundMail',
  method: 'POST',
  path: '/inbound-mails/{id}/release',
  tag: 'inbound-mails',
  scope: 'threads:write',
  summary: 'Release a suspended mail',
  description:
    'Processes a suspended mail past the guard that stopped it: it becomes a message, in the thread and inbox of the request or else where it ' +
    'belongs. A mail without a sender needs `customerId`. A released automatic mail is still never answered automatically. Releasing it again ' +
    'returns the same result. A mail that could not be read is read again.',
  params: { id: inboundMail.id },
  body: InboundMailRelease,
  responds: { 200: item(InboundMail, 'The mail as it is now') },
  errors: [inboundMailNotSuspended, inboundMailUnreadable, originalGone, unknownReference, catalogLimitReached, storageFull],
  present: toInboundMail,
  before: ({ db, config, secrets, principal: { tenantId }, params: { id } }) => prepareRelease({ db, config, secrets }, tenantId, id),
  async handle(context) {
    const { effects, params, body, prepared } = context
    const { record, isChanged } = await releaseMail(context, params.id, body, prepared)
    if (!isChanged) return toUnchangedOutcome(record)
    const { outcome, threadId, resultId } = record
    const after = { outcome, threadId, messageId: resultId }
    return toOutcome(record, effects.audit({ action: 'inbound_mail.released', target: { type: inboundMail.noun, id: params.id }, after }))
  },
})
