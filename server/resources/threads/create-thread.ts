import {
  type AlreadyAnswered,
  ApiError,
  endpoint,
  item,
  type ItemReply,
  keepAnswer,
  nameKey,
  newId,
  OutdatedRead,
  type Queryable,
  type Runner,
  type StatementContext,
  type Static,
  unknownReference,
} from '../../kit/index.ts'
import { checkFieldValues, learnThreadFields, mergeCustomFields, rememberedThreadFields } from '../custom-fields/index.ts'
import { addressWordsOf, nameWordsOf, type Requester } from '../customers/index.ts'
import { settingsOf, type TenantSettings } from '../tenants/index.ts'
import { attachmentErrors } from '../uploads/index.ts'
import { withFiles, type WithFiles } from './messages/attach-files.ts'
import { readBody } from './messages/body.ts'
import { ambiguousShape, inboxNoneAvailable } from './errors.ts'
import { findThreadByReference, findThread, toCreatedThread, type ThreadRecord } from './queries.ts'
import { ThreadCreateBody } from './input-schema.ts'
import { CreatedThread } from './schema.ts'
import { planNewThread } from './sla/plan.ts'
import { insertPlainThread, insertThread, type NewThread, type NewThreadOutcome } from './write-queries.ts'

export const createThread = endpoint({
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
  body: ThreadCreateBody,
  responds: { 201: item(CreatedThread, 'The new thread'), 200: item(CreatedThread, 'The existing thread with this external_reference_id') },
  errors: [ambiguousShape, inboxNoneAvailable, ...attachmentErrors],
  etag: true,
  writes: 'statement',
  present: toCreatedThread,
  location: ({ threadId }) => `/threads/${threadId}`,
  handle: (context) => {
    const { principal, body } = context
    const reference = { tenantId: principal.tenantId, externalRef: body.external_reference_id ?? null }
    // If the external reference exists, no thread will be created, so no file may be attached.
    const mayAttach = async (tx: Queryable) => !(await tx.first(findThreadByReference, reference))
    return withFiles(context, body.attachments ?? [], mayAttach, (files) => create(context, files))
  },
})

type Context = StatementContext<object, undefined, Static<typeof ThreadCreateBody>>

async function create(
  { principal, body, write }: Context,
  { db, messageId, attachments }: WithFiles,
): Promise<ItemReply<ThreadRecord> | AlreadyAnswered> {
  const outcome = await insertWithCheckedFields(db, {
    ...write,
    ...newThreadIds(messageId),
    ...readBody(body),
    ...toNewThread(body, settingsOf(principal)),
    attachments,
  })
  if (outcome.prior) return { prior: outcome.prior }
  if (outcome.existingId) {
    const record = await db.first(findThread, { tenantId: principal.tenantId, id: outcome.existingId })
    if (record) {
      // The statement wrote nothing. Store this response, so that a retry gets the same one even if the thread changes.
      if (write.keyHash) await keepAnswer(db, write, { status: 200, record })
      return { status: 200, record }
    }
  }
  if (outcome.record) return { status: 201, record: outcome.record }
  // Another request created the requester's customer concurrently. OutdatedRead makes the kit repeat the request, which finds that customer.
  if (outcome.inboxFound && !outcome.customerFound && !('customerId' in body))
    throw new OutdatedRead('The customer was created concurrently')
  throw toReferenceError(body, outcome.inboxFound)
}

/**
 * Checks custom fields and inserts the thread, in one round trip: the check uses the field definitions that this process remembers, and the
 * statement writes nothing if their version is outdated. Throws 400 for invalid values, unless the response of an earlier attempt is stored.
 */
async function insertWithCheckedFields(
  db: Runner,
  thread: Omit<NewThread, 'fieldsVersion' | 'sla' | 'clocksComputed'>,
): Promise<NewThreadOutcome> {
  for (let attempt = 1; attempt <= 5; attempt++) {
    const { version, fields } = rememberedThreadFields(thread.tenantId)
    const refusal = catchApiError(() => checkFieldValues(fields, { before: {}, after: { ...thread.customFields }, moment: 'ON_CREATE' }))
    // After a failed check, run the statement only to find a stored response or an existing thread: no version is -1, so it writes nothing.
    const outcome = await insertPlainOrFullThread(db, { ...thread, fieldsVersion: refusal ? -1 : version })
    if (!outcome) throw new Error('The statement returned no row')
    if (outcome.prior || outcome.existingId) return outcome
    if (outcome.fieldsVersion === version && refusal) throw refusal
    // The inbox may have been deactivated concurrently. A second attempt finds another one, if there is one.
    const mayHaveMissed = !outcome.inboxFound && thread.inboxId === null && attempt === 1
    if (outcome.fieldsVersion === version && !mayHaveMissed) return outcome
    if (outcome.fieldsVersion === version) continue
    await learnThreadFields(db, thread.tenantId)
  }
  throw new OutdatedRead('The tenant’s custom fields keep changing')
}

/**
 * Inserts a thread by the plain statement, or by the full one if the plain one is not enough. If the tenant has SLA policies, computes the
 * thread's clocks first, in the same transaction.
 */
export async function insertPlainOrFullThread(
  db: Runner,
  untimed: Omit<NewThread, 'sla' | 'clocksComputed'>,
): Promise<NewThreadOutcome | null> {
  const thread = { ...untimed, sla: null, clocksComputed: false }
  const plain = thread.followUpOf === null ? await db.first(insertPlainThread, thread) : null
  if (plain && !plain.needsFullStatement) return plain
  const outcome = plain?.needsClocks ? plain : await db.first(insertThread, thread)
  if (!outcome?.needsClocks) return outcome
  return db.transaction(
    async (tx) => tx.first(insertThread, { ...thread, ...(await planNewThread(tx, thread)), clocksComputed: true }),
    thread.tenantId,
  )
}

function catchApiError(check: () => void): ApiError | null {
  try {
    check()
    return null
  } catch (error) {
    if (error instanceof ApiError) return error
    throw error
  }
}

/** Returns new ids for all rows that the insert of a thread may write. */
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

/** Converts the two accepted forms of the body to the parameters of the insert. */
function toNewThread(body: Static<typeof ThreadCreateBody>, { defaultPriority }: Pick<TenantSettings, 'defaultPriority'>) {
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
    messageExternalId: null,
    messageSentAt: null,
    auditedInput: chosen,
  }
}

function toRequesterFields(requester: Static<typeof Requester> | null) {
  const [email, name] = [requester?.email.toLowerCase() ?? null, requester?.name ?? null]
  const addressWords = email === null ? '' : addressWordsOf({ email, externalId: null })
  return { email, name, nameWords: nameWordsOf({ name }), addressWords }
}

function toReferenceError({ inboxId, ...body }: Static<typeof ThreadCreateBody>, inboxFound: boolean): ApiError {
  if (!inboxFound && inboxId === undefined) return new ApiError(inboxNoneAvailable)
  const field = inboxFound && 'customerId' in body ? 'customerId' : 'inboxId'
  const message = field === 'inboxId' ? 'is not an active inbox of this tenant' : 'is not a customer of this tenant'
  return new ApiError(unknownReference, { details: [{ field, code: 'UNKNOWN', message }] })
}
