import { item, list } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import { findResource, lockResource } from '#kit/write.ts'
import { ApiError, validationFailed } from '#platform/errors.ts'
import { toOutcome, toUnchangedOutcome } from '#platform/outbox/effects.ts'
import { customerNoAddress, thread, threadNotFound, timeOutOfRange } from '../threads/index.ts'
import { answerRequest } from './answer.ts'
import { ask, canBeAskedInChat, readSubject } from './ask.ts'
import { answeredAlready, askedAlready, customerOptedOut, requestExpired } from './errors.ts'
import { presentRequest } from './events.ts'
import { getPage, pageToken, toForm } from './open-page.ts'
import { findSlug, findTimeLeft, findUnited, requestList, type RequestRecord } from './queries.ts'
import { cancelRequest, satisfactionRequest } from './request.ts'
import {
  SatisfactionAnswerCreate,
  SatisfactionFilters,
  SatisfactionForm,
  SatisfactionRequest,
  SatisfactionRequestCreate,
  SatisfactionRequestWithUrl,
} from './schema.ts'
import { pageUrl } from './tokens.ts'

const tag = 'satisfaction'
const maxDelaySeconds = 30 * 86_400

export const listSatisfactionRequests = endpoint.read({
  operationId: 'listSatisfactionRequests',
  path: '/satisfaction-requests',
  tag,
  scope: 'threads:read',
  summary: 'List satisfaction requests',
  description: 'Requests to customers to rate a resolved thread, with their answers, newest first. Filters combine; `meta.total` is exact.',
  query: SatisfactionFilters,
  responds: { 200: list(SatisfactionRequest) },
  present: presentRequest,
  async handle({ db, principal: { tenantId }, page, query: { threadId, customerId, ...filters } }) {
    const leads = threadId === undefined ? null : await db.first(thread.statements.leads, { tenantId, id: threadId })
    const united = customerId === undefined ? [] : (await db.rows(findUnited, { tenantId, customerId })).map(({ id }) => id)
    const byCustomer = united.length > 1 ? { customerIds: united } : { customerId: united[0] ?? customerId }
    return requestList.fetch(db, tenantId, page, { ...filters, ...byCustomer, threadId: leads?.mergedInto ?? threadId })
  },
})

export const getSatisfactionRequest = endpoint.read({
  operationId: 'getSatisfactionRequest',
  path: '/satisfaction-requests/{id}',
  tag,
  scope: 'threads:read',
  summary: 'Get a satisfaction request',
  description: 'Returns one satisfaction request.',
  params: { id: satisfactionRequest.id },
  responds: { 200: item(SatisfactionRequest, 'The request') },
  etag: true,
  present: presentRequest,
  handle: async (context) => ({ status: 200, record: await findResource(context, satisfactionRequest) }),
})

export const getSatisfactionForm = endpoint.anonymousRead({
  operationId: 'getSatisfactionForm',
  path: '/satisfaction/{token}',
  tag,
  summary: 'Get the form of a link',
  description:
    'Returns what a customer is asked, and the answer so far, for a page of your own in place of the one at `url`. Reading stores nothing.',
  token: pageToken,
  responds: { 200: item(SatisfactionForm, 'The form') },
  present: toForm,
  handle: async (context) => ({ status: 200, record: await getPage(context) }),
})

export const createSatisfactionRequest = endpoint.write({
  operationId: 'createSatisfactionRequest',
  method: 'POST',
  path: '/threads/{id}/satisfaction-requests',
  tag,
  scope: 'threads:write',
  summary: 'Ask a customer for a rating',
  description:
    'Asks the customer of a thread to rate it, whatever the settings of satisfaction are, but at most once in each episode of the thread. ' +
    'With the channel `MAIL` the service sends a mail, and with `CHAT` it writes into the chat; with `LINK` and `API` you ask. The ' +
    '`url` of the page is in this response only.',
  params: { id: thread.id },
  body: SatisfactionRequestCreate,
  responds: { 201: item(SatisfactionRequestWithUrl, 'The new request with its URL') },
  errors: [askedAlready, customerNoAddress, customerOptedOut, timeOutOfRange],
  etag: true,
  secret: true,
  present: ({ url, ...record }: RequestRecord & { url: string }) => ({ ...presentRequest(record), url }),
  location: ({ id }) => `/satisfaction-requests/${id}`,
  async handle(context) {
    const { tx, effects, principal, body, config, secrets } = context
    const { tenantId } = principal
    const { id: threadId } = await lockResource(context, thread)
    const writing = { tx, effects, tenantId }
    const subject = await readSubject(writing, threadId)
    if (!subject) throw new ApiError(threadNotFound)
    const { channel, sendAt = null } = body
    if ((channel === 'MAIL' || channel === 'CHAT') && subject.isOptedOut) throw new ApiError(customerOptedOut)
    if (channel === 'MAIL' && (subject.email === null || subject.isErased)) throw new ApiError(customerNoAddress)
    if (channel === 'CHAT' && !canBeAskedInChat(subject)) throw new ApiError(customerNoAddress)
    if (sendAt !== null) checkSendAt((await tx.first(findTimeLeft, { at: sendAt }))?.seconds ?? 0)
    const asked = await ask(writing, subject, { channel, planned: false, byRule: false, resolvedById: null, sendAt, delayMinutes: 0 })
    if (!asked) throw new ApiError(askedAlready)
    const { slug = '' } = (await tx.first(findSlug, { tenantId })) ?? {}
    const url = pageUrl(config, secrets, { tenantId, id: asked.record.id, seed: asked.seed, slug })
    return toOutcome({ ...asked.record, url }, asked.audited, 201)
  },
})

function checkSendAt(seconds: number): void {
  if (seconds > 0 && seconds <= maxDelaySeconds) return
  const message = seconds <= 0 ? 'has passed already' : 'must be at most 30 days from now'
  throw new ApiError(timeOutOfRange, { details: [{ field: 'sendAt', code: seconds <= 0 ? 'PAST' : 'TOO_FAR', message }] })
}

export const cancelSatisfactionRequest = endpoint.write({
  operationId: 'cancelSatisfactionRequest',
  method: 'DELETE',
  deletion: 'archive',
  path: '/satisfaction-requests/{id}',
  tag,
  scope: 'threads:write',
  summary: 'Cancel a satisfaction request',
  description:
    'Cancels a request that was not answered. A mail that waits for the mail server is not sent; one that was sent stays, but its page ends at once. The request stays in lists with the ' +
    'state `CANCELLED`.',
  params: { id: satisfactionRequest.id },
  responds: { 200: item(SatisfactionRequest, 'The cancelled request') },
  errors: [answeredAlready],
  etag: true,
  present: presentRequest,
  async handle(context) {
    const { tx, effects, principal } = context
    const current = await lockResource(context, satisfactionRequest)
    if (current.state === 'ANSWERED') throw new ApiError(answeredAlready)
    if (current.state === 'CANCELLED' || current.state === 'EXPIRED') return toUnchangedOutcome(current)
    const { record, audited } = await cancelRequest({ tx, effects, tenantId: principal.tenantId }, current, 'BY_USER')
    return toOutcome(record, audited)
  },
})

export const answerSatisfactionRequest = endpoint.write({
  operationId: 'answerSatisfactionRequest',
  method: 'POST',
  path: '/satisfaction-requests/{id}/answer',
  tag,
  scope: 'threads:write',
  summary: 'Store a customer’s answer',
  description:
    'Stores the answer that a customer gave on a page of yours or in a chat. A later answer replaces it until `expiresAt`; the figures of ' +
    'reports then move to the day of the change. A comment is no message: it neither reopens the thread nor triggers `message.created`.',
  params: { id: satisfactionRequest.id },
  body: SatisfactionAnswerCreate,
  responds: { 200: item(SatisfactionRequest, 'The request with its answer') },
  errors: [requestExpired, validationFailed],
  etag: true,
  present: presentRequest,
  async handle(context) {
    const { tx, effects, principal, params, body } = context
    await lockResource(context, satisfactionRequest)
    return answerRequest({ tx, effects, tenantId: principal.tenantId }, params.id, body, 'API')
  },
})
