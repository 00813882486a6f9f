import { item } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import { standard } from '#kit/standard.ts'
import { deleteResource, insertResource, lockResource } from '#kit/write.ts'
import { ApiError, catalogDuplicate, unknownReference, validationFailed } from '#platform/errors.ts'
import { findPatternProblem, readPattern } from './pattern.ts'
import { SenderRule, SenderRuleCreate } from './schema.ts'
import { senderRule, senderRuleCreated, senderRuleDeleted } from './sender-rule.ts'

export const listSenderRules = standard.list(senderRule)
export const getSenderRule = standard.get(senderRule)

export const createSenderRule = endpoint.write({
  operationId: 'createSenderRule',
  method: 'POST',
  path: senderRule.path,
  tag: senderRule.tag,
  scope: senderRule.scopes.write,
  summary: 'Create a sender rule',
  description:
    'Blocks or allows the mail of an address or of a domain, in all inboxes or in one. The most specific rule wins. Rules apply to mail ' +
    'that is processed from now on. To change a rule, delete it and create another.',
  body: SenderRuleCreate,
  responds: { 201: item(SenderRule, 'The new rule') },
  errors: [validationFailed, unknownReference, catalogDuplicate],
  conflicts: senderRule.conflicts,
  etag: true,
  creates: senderRule,
  present: senderRule.present,
  location: ({ id }) => `${senderRule.path}/${id}`,
  async handle(context) {
    const { body, effects } = context
    const pattern = readPattern(body.pattern)
    if (pattern === null) throw new ApiError(validationFailed, { details: [invalidPattern(body.pattern)] })
    const outcome = await insertResource(context, senderRule, { ...senderRule.defaults, ...body, pattern })
    effects.emit(senderRuleCreated, outcome.record.id, outcome.record)
    return outcome
  },
})

function invalidPattern(pattern: string) {
  return { field: 'pattern', code: 'INVALID', message: `is neither an address nor @ and a domain: ${findPatternProblem(pattern)}` }
}

export const deleteSenderRule = senderRule.write({
  operationId: 'deleteSenderRule',
  method: 'DELETE',
  deletion: 'final',
  summary: 'Delete a sender rule',
  description: 'Deletes a sender rule for good. Mails that it suspended stay suspended.',
  result: 'The rule as it was',
  async handle(context) {
    const outcome = await deleteResource(context, senderRule, await lockResource(context, senderRule))
    context.effects.emit(senderRuleDeleted, outcome.record.id, outcome.record)
    return outcome
  },
})
