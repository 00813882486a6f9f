import { findChanges } from '#kit/changes.ts'
import { fetchOne, lockResource } from '#kit/write.ts'
import { databaseNowIso } from '#platform/database-now.ts'
import { scopeEscalation } from '#platform/errors.ts'
import { toOutcome, toUnchangedOutcome } from '#platform/outbox/effects.ts'
import { AiFeedbackCreate } from './inputs.ts'
import { checkReads, needsScopes, run } from './run.ts'

export const rateAiRun = run.write({
  operationId: 'rateAiRun',
  method: 'POST',
  path: '/ai/runs/{id}/feedback',
  summary: 'Rate a run',
  description: `Stores whether a run helped. A second rating replaces the first. ${needsScopes}`,
  body: AiFeedbackCreate,
  result: 'The run with the feedback',
  errors: [scopeEscalation],
  async handle(context) {
    const { tx, effects, principal, body } = context
    const current = await lockResource(context, run)
    checkReads(principal, [current.operation])
    const said = { rating: body.rating, comment: body.comment ?? null, userId: principal.user.id }
    const { at, ...before } = current.feedback ?? { at: null, rating: null, comment: null, userId: null }
    if (at !== null && !findChanges(before, said)) return toUnchangedOutcome(current)
    const feedback = { ...said, at: databaseNowIso() }
    const { statements } = run
    const record = await fetchOne(
      tx,
      statements.change,
      statements.parameters({ tenantId: principal.tenantId, id: current.id }, { ...current, feedback }),
    )
    // The audit row leaves out the comment, which may quote a customer and is erased with the run.
    const audited = effects.audit({
      action: 'ai_run.rated',
      target: { type: 'ai_run', id: current.id },
      before: { rating: before.rating },
      after: { rating: said.rating },
    })
    return toOutcome(record, audited)
  },
})
