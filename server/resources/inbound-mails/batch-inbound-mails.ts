import { item } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import { fetchOne } from '#kit/write.ts'
import { ApiError, type ErrorDetail, unknownReference } from '#platform/errors.ts'
import { toTypeId, type Uuid } from '#platform/ids.ts'
import { type Audited, toOutcome, toUnchangedOutcome } from '#platform/outbox/effects.ts'
import { discardMail } from './discard-mail.ts'
import { inboundMailNotFound } from './errors.ts'
import { inboundMail } from './mail.ts'
import { findInboundMail, type InboundMailRecord, toInboundMail, waitAgain } from './queries.ts'
import { markReleased } from './release-mail.ts'
import { InboundMailBatch, InboundMailBatchResult } from './schema.ts'

type Result = { mails: InboundMailRecord[]; skipped: Uuid[] }

export const batchInboundMails = endpoint.write({
  operationId: 'batchInboundMails',
  method: 'POST',
  path: '/inbound-mails/batch',
  tag: 'inbound-mails',
  scope: 'threads:write',
  summary: 'Release or discard suspended mails',
  description:
    'Releases or discards up to a hundred suspended mails. Mails that are not suspended are skipped. Released mails are ' +
    'processed within seconds: `outcome` is RECEIVED until then.',
  body: InboundMailBatch,
  responds: { 200: item(InboundMailBatchResult, 'The mails as they are now') },
  errors: [unknownReference],
  present: ({ mails, skipped }: Result) => ({
    mails: mails.map(toInboundMail),
    skipped: skipped.map((id) => toTypeId(inboundMail.id.prefix, id)),
  }),
  async handle(context) {
    const { tx, effects, principal, body } = context
    const { tenantId } = principal
    const result: Result = { mails: [], skipped: [] }
    let proof: Audited | null = null
    const unknown: ErrorDetail[] = []
    // Process the ids in a fixed order, so that two batches cannot deadlock.
    for (const id of [...new Set(body.ids)].toSorted()) {
      try {
        if (body.action === 'DISCARD') {
          const { record, audited } = await discardMail({ tx, effects, tenantId }, id)
          proof = audited ?? proof
          result.mails.push(record)
        } else {
          const released = await markReleased(context, id, {})
          if (released) {
            await tx.rows(waitAgain, { tenantId, id })
            effects.count('held_mail_bytes', -released.size)
            effects.enqueue('process-mail', { key: id })
            proof = effects.audit({ action: 'inbound_mail.released', target: { type: inboundMail.noun, id } })
          }
          result.mails.push(await fetchOne(tx, findInboundMail, { tenantId, id }))
        }
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        if (error.declaration === inboundMailNotFound)
          unknown.push({ field: `ids[${body.ids.indexOf(id)}]`, code: 'UNKNOWN', message: 'is not an inbound mail' })
        else result.skipped.push(id)
      }
    }
    if (unknown.length > 0) throw new ApiError(unknownReference, { details: unknown })
    return proof ? toOutcome(result, proof) : toUnchangedOutcome(result)
  },
})
