import { item } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import type { ProcedureContext, TransactionContext } from '#kit/handler.ts'
import { nameKey } from '#kit/name-key.ts'
import { OutdatedRead, type Queryable } from '#platform/db.ts'
import { ApiError, unknownReference } from '#platform/errors.ts'
import type { PriorResult } from '#platform/http/declared-endpoint.ts'
import { newId } from '#platform/ids.ts'
import { type Audited, type Outcome, toUnchangedOutcome, toOutcome } from '#platform/outbox/effects.ts'
import { type WriteIdentity, writeIdentity } from '#platform/outbox/write-identity.ts'
import { callProcedure } from '#platform/postgres/procedure.ts'
import type { Static } from '#platform/schema.ts'
import { checkFieldValues, refreshThreadFields, mergeCustomFields, getCachedThreadFields } from '../../custom-fields/index.ts'
import { toAddressWords, toNameWords, type Requester } from '../../customers/index.ts'
import { getSettings, type TenantSettings } from '../../tenants/index.ts'
import { attachIfAny, attachmentErrors, type StoredAttachment } from '../../uploads/index.ts'
import { insertThread, type NewThread, type NewThreadOutcome } from './create-queries.ts'
import { readBody } from '../record/message-body.ts'
import { ambiguousShape, inboxNoneAvailable } from '../record/errors.ts'
import { findThreadByReference, toCreatedThread, type ThreadRecord } from '../record/queries.ts'
import { ThreadCreate } from '../record/input-schema.ts'
import { CreatedThread } from '../record/schema.ts'
import { planNewThread } from '../sla/plan.ts'
import { fetchThread } from '../record/thread.ts'

export const createThread = endpoint.write({
  operationId: 'createThread',
  method: 'POST',
  path: '/threads',
  tag: 'threads',
  scope: 'threads:write',
  summary: 'Create a thread',
  description:
    'Creates a thread with its first message. Two forms are accepted: with a `requester`, whose customer record is created or ' +
    'updated, or with `inboxId` and `customerId`. If a thread with the request’s `external_reference_id` exists, the response is ' +
    '**200** with that thread, and nothing changes. Tags become labels; a tag that names an archived label restores it. Without ' +
    '`inboxId` the thread goes to the default inbox, otherwise to the oldest active EMAIL or API inbox. Custom fields are checked ' +
    'against your tenant’s definitions; fields that are required ON_CREATE must be sent.',
  body: ThreadCreate,
  responds: { 201: item(CreatedThread, 'The new thread'), 200: item(CreatedThread, 'The existing thread with this external_reference_id') },
  errors: [ambiguousShape, inboxNoneAvailable, ...attachmentErrors],
  etag: true,
  present: toCreatedThread,
  location: ({ threadId }) => `/threads/${threadId}`,
  tryProcedure: tryToCreate,
  handle: create,
})

type Body = Static<typeof ThreadCreate>

/** Tries to create the thread in one call, without attachments and SLA policies. */
async function tryToCreate({
  db,
  principal,
  body,
  write,
}: ProcedureContext<object, undefined, Body>): Promise<Outcome<ThreadRecord> | PriorResult | null> {
  if (body.attachments?.length) return null
  const { version, fields } = getCachedThreadFields(principal.tenantId)
  const thread = { ...newThread(write, principal, body), fieldsVersion: version, sla: null, clocksComputed: false }
  if (!fits(fields, thread)) return null
  const outcome = await callProcedure(db, insertThread, thread)
  if (outcome.prior) return { prior: outcome.prior }
  return outcome.record ? toOutcome(outcome.record, outcome, 201) : null
}

async function create({ tx, principal, body, requestId }: TransactionContext<object, undefined, Body>): Promise<Outcome<ThreadRecord>> {
  const { tenantId } = principal
  const { external_reference_id: externalRef } = body
  const existing = externalRef === undefined ? null : await tx.first(findThreadByReference, { tenantId, externalRef })
  if (existing) return toUnchangedOutcome(await fetchThread(tx, { tenantId, id: existing.id }))
  const messageId = newId()
  const attachments = await attachIfAny(tx, { tenantId, messageId }, body.attachments)
  const outcome = await insertWithCheckedFields(
    tx,
    newThread(writeIdentity(principal, requestId, null), principal, body, { messageId, attachments }),
  )
  if (outcome.record) return toOutcome(outcome.record, outcome, 201)
  // The kit repeats the request, which then finds the thread.
  if (outcome.existingId) throw new OutdatedRead('The thread was created concurrently')
  throw toReferenceError(body, outcome)
}

type Unchecked = Omit<NewThread, 'fieldsVersion' | 'sla' | 'clocksComputed'>

/** Inserts a thread whose custom fields match the tenant's definitions at the time of the insert. Throws 400 when they do not match. */
async function insertWithCheckedFields(tx: Queryable, thread: Unchecked): Promise<NewThreadOutcome & Audited> {
  for (let attempt = 1; attempt <= 5; attempt++) {
    await refreshThreadFields(tx, thread.tenantId)
    const { version, fields } = getCachedThreadFields(thread.tenantId)
    checkFieldValues(fields, getNewValues(thread))
    const outcome = await insertTimedThread(tx, { ...thread, fieldsVersion: version })
    // The inbox may have been deactivated concurrently. A second attempt uses another inbox, if there is one.
    const mayHaveMissed = outcome.inboxMissing && thread.inboxId === null && attempt === 1
    if (outcome.fieldsVersion === undefined && !mayHaveMissed) return outcome
  }
  throw new OutdatedRead('The tenant’s custom fields keep changing')
}

/** Inserts a thread with the clocks of the tenant's SLA policies. */
export async function insertTimedThread(
  tx: Queryable,
  thread: Omit<NewThread, 'sla' | 'clocksComputed'>,
): Promise<NewThreadOutcome & Audited> {
  return callProcedure(tx, insertThread, { ...thread, ...(await planNewThread(tx, thread)), clocksComputed: true })
}

function fits(fields: Parameters<typeof checkFieldValues>[0], thread: Unchecked): boolean {
  try {
    checkFieldValues(fields, getNewValues(thread))
    return true
  } catch (error) {
    if (error instanceof ApiError) return false
    throw error
  }
}

function getNewValues({ customFields }: Unchecked) {
  return { before: {}, after: { ...customFields }, moment: 'ON_CREATE' } as const
}

function newThread(
  write: WriteIdentity,
  principal: Parameters<typeof getSettings>[0],
  body: Body,
  { messageId, attachments }: { messageId: string; attachments: StoredAttachment[] | null } = { messageId: newId(), attachments: null },
): Unchecked {
  return { ...write, ...newThreadIds(messageId), ...readBody(body), ...toNewThread(body, getSettings(principal)), attachments }
}

/** Returns new ids for all rows that inserting a thread may write. */
export function newThreadIds(messageId = newId()) {
  return {
    threadId: newId(),
    messageId,
    newCustomerId: newId(),
    customerEventId: newId(),
    threadEventId: newId(),
    messageEventId: newId(),
    handOutId: newId(),
  }
}

/** Converts both accepted forms of the body to insert parameters. */
function toNewThread(body: Static<typeof ThreadCreate>, { defaultPriority }: Pick<TenantSettings, 'defaultPriority'>) {
  const strict = 'customerId' in body
  const chosen = {
    subject: 'title' in body ? body.title : body.subject,
    priority: body.priority ?? defaultPriority,
    channel: body.channel ?? 'api',
    externalRef: body.external_reference_id ?? null,
  }
  // Reversed because the last entry of a Map wins: of several spellings of a tag, the first one becomes the label's name.
  const tags = new Map((body.tags ?? []).toReversed().map((tag) => [nameKey(tag.trim()), tag.trim()]))
  return {
    customerId: strict ? body.customerId : null,
    ...toRequesterFields('requester' in body ? body.requester : null),
    inboxId: body.inboxId ?? null,
    ...chosen,
    tags: [...tags].map(([key, name]) => ({ id: newId(), eventId: newId(), name, key })),
    customFields: mergeCustomFields({}, body.customFields),
    followUpOf: null,
    mail: null,
    relatedTo: null,
    messageExternalId: null,
    messageSentAt: null,
    auditedInput: chosen,
  }
}

function toRequesterFields(requester: Static<typeof Requester> | null) {
  const [email, name] = [requester?.email.toLowerCase() ?? null, requester?.name ?? null]
  const addressWords = email === null ? '' : toAddressWords({ email, externalId: null })
  return { email, name, nameWords: toNameWords({ name }), addressWords }
}

function toReferenceError({ inboxId }: Static<typeof ThreadCreate>, { inboxMissing, customerMissing }: NewThreadOutcome): ApiError {
  if (inboxMissing && inboxId === undefined) return new ApiError(inboxNoneAvailable)
  const field = customerMissing ? 'customerId' : 'inboxId'
  const message = field === 'inboxId' ? 'is not an active inbox of this tenant' : 'is not a customer of this tenant'
  return new ApiError(unknownReference, { details: [{ field, code: 'UNKNOWN', message }] })
}
