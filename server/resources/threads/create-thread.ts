import { OutdatedRead } from '../../kit/db.ts'
import { endpoint, item } from '../../kit/endpoint.ts'
import { ApiError, unknownReference } from '../../kit/errors.ts'
import { newId } from '../../kit/ids.ts'
import { keepAnswer } from '../../kit/outbox/ledger.ts'
import type { Static } from '../../kit/schema.ts'
import { nameKey } from '../../kit/name-key.ts'
import { readBody } from './body.ts'
import { ambiguousShape, inboxNoneAvailable } from './errors.ts'
import { findThread, toCreatedThread } from './queries.ts'
import { ThreadCreateBody } from './input-schema.ts'
import { CreatedThread } from './schema.ts'
import { insertThread } from './write-queries.ts'

export const createThread = endpoint({
  operationId: 'createThread',
  method: 'POST',
  path: '/threads',
  tag: 'threads',
  scope: 'threads:write',
  summary: 'Create a thread',
  description:
    'Creates a thread with its first message. Two shapes are accepted: with a `requester`, whose customer record is made or updated, or with ' +
    '`inboxId` and `customerId`. A request whose `external_reference_id` an existing thread carries answers **200** with that thread and changes nothing. ' +
    'Tags become labels. Without `inboxId` the thread goes to the default inbox, else to the oldest active EMAIL or API inbox.',
  body: ThreadCreateBody,
  responds: {
    201: item(CreatedThread, 'The new thread'),
    200: item(CreatedThread, 'The thread that has this external_reference_id already'),
  },
  errors: [ambiguousShape, inboxNoneAvailable, unknownReference],
  etag: true,
  writes: 'statement',
  present: toCreatedThread,
  location: ({ threadId }) => `/threads/${threadId}`,
  async handle({ db, principal, body, write }) {
    const outcome = await db.first(insertThread, { ...write, ...newThreadIds(), ...readBody(body), ...asked(body) })
    if (!outcome) throw new Error('The statement always answers one row')
    if (outcome.prior) return { prior: outcome.prior }
    if (outcome.existingId) {
      const record = await db.first(findThread, { tenantId: principal.tenantId, id: outcome.existingId })
      if (record) {
        // The statement had no effect and so kept nothing; a retry must get this answer again, however the thread changes meanwhile.
        if (write.keyHash) await keepAnswer(db, write, { status: 200, record })
        return { status: 200, record }
      }
    }
    if (outcome.record) return { status: 201, record: outcome.record }
    // Another request made the requester's customer meanwhile: the kit runs this one again, and it finds that customer.
    if (outcome.inboxFound && !outcome.customerFound && !('customerId' in body)) throw new OutdatedRead('The customer was made meanwhile')
    throw refused(body, outcome.inboxFound)
  },
})

/** Identifiers for all the rows that a new thread may need; what is not needed is not used. */
export function newThreadIds() {
  return {
    threadId: newId(),
    messageId: newId(),
    newCustomerId: newId(),
    customerEventId: newId(),
    threadEventId: newId(),
    messageEventId: newId(),
  }
}

/** The shapes, made one. */
function asked(body: Static<typeof ThreadCreateBody>) {
  const strict = 'customerId' in body
  const requester = 'requester' in body ? body.requester : null
  const chosen = {
    subject: 'title' in body ? body.title : body.subject,
    priority: body.priority ?? 'normal',
    channel: body.channel ?? 'api',
    externalRef: body.external_reference_id ?? null,
  }
  // Backwards, so that of several spellings the first one names a new label.
  const tags = new Map((body.tags ?? []).toReversed().map((tag) => [nameKey(tag.trim()), tag.trim()]))
  return {
    customerId: strict ? body.customerId : null,
    email: requester ? requester.email.toLowerCase() : null,
    name: requester?.name ?? null,
    inboxId: body.inboxId ?? null,
    ...chosen,
    tags: [...tags].map(([key, name]) => ({ id: newId(), name, key })),
    followUpOf: null,
    messageExternalId: null,
    messageSentAt: null,
    asked: chosen,
  }
}

function refused({ inboxId, ...body }: Static<typeof ThreadCreateBody>, inboxFound: boolean): ApiError {
  if (!inboxFound && inboxId === undefined) return new ApiError(inboxNoneAvailable)
  const field = inboxFound && 'customerId' in body ? 'customerId' : 'inboxId'
  const message = field === 'inboxId' ? 'is not an active inbox of this tenant' : 'is not a customer of this tenant'
  return new ApiError(unknownReference, { details: [{ field, code: 'UNKNOWN', message }] })
}
