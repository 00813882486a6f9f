import { item } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import { toOutcome, toUnchangedOutcome } from '#platform/outbox/effects.ts'
import { discardMail } from './discard-mail.ts'
import { inboundMailNotSuspended } from './errors.ts'
import { inboundMail } from './mail.ts'
import { toInboundMail } from './queries.ts'
import { InboundMail } from './schema.ts'

export const discardInboundMail = endpoint.write({
  operationId: 'discardInboundMail',
  method: 'POST',
  path: '/inbound-mails/{id}/discard',
  tag: 'inbound-mails',
  scope: 'threads:write',
  summary: 'Discard a suspended mail',
  description:
    'Lets a suspended mail expire now. It can no longer be released. Its raw mail is deleted at once, its row within about an hour. Discarding it again changes nothing. ' +
    'If the same mail arrives again, it is a duplicate.',
  params: { id: inboundMail.id },
  responds: { 200: item(InboundMail, 'The mail as it is now') },
  errors: [inboundMailNotSuspended],
  present: toInboundMail,
  async handle({ tx, effects, principal: { tenantId }, params: { id } }) {
    const { record, audited } = await discardMail({ tx, effects, tenantId }, id)
    return audited ? toOutcome(record, audited) : toUnchangedOutcome(record)
  },
})
