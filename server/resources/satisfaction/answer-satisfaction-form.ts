/** Accepts a customer's rating, whose only credential is the token of a link. */
import { item } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import { ApiError, validationFailed } from '#platform/errors.ts'
import { answerRequest } from './answer.ts'
import { requestExpired, satisfactionNotFound } from './errors.ts'
import { getPage, pageToken, toForm } from './open-page.ts'
import { SatisfactionAnswerCreate, SatisfactionForm } from './schema.ts'

export const answerSatisfactionForm = endpoint.anonymous({
  operationId: 'answerSatisfactionForm',
  method: 'POST',
  path: '/satisfaction/{token}',
  tag: 'satisfaction',
  summary: 'Send the form of a link',
  description:
    'Stores the answer that a customer gave on a page of your own. A later answer replaces it until `expiresAt`. A token takes ten requests ' +
    'per minute, and an address can send sixty to all tokens together.',
  token: pageToken,
  body: SatisfactionAnswerCreate,
  responds: { 200: item(SatisfactionForm, 'The form with the answer') },
  errors: [validationFailed],
  rateLimit: 'token',
  account: () => null,
  async findActor(context) {
    const page = await getPage(context)
    return { tenantId: page.tenantId, userId: null, customerId: page.customerId, page }
  },
  present: toForm,
  async handle({ tx, effects, actor, body }) {
    if (!actor) throw new ApiError(satisfactionNotFound)
    const { tenantId, page } = actor
    const answered = await answerRequest({ tx, effects, tenantId }, page.id, body, 'LINK').catch(refuseAsMissing)
    // The record is stored for retries, so leave the seed out.
    const { seed: _, ...form } = page
    return { ...answered, record: { ...form, answer: answered.record.answer } }
  },
})

/** Turns a request that expired or was cancelled since `findActor` into the same 404 as one that had expired before. */
function refuseAsMissing(error: unknown): never {
  throw error instanceof ApiError && error.declaration === requestExpired ? new ApiError(satisfactionNotFound) : error
}
