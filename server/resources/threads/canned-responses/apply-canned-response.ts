import {
  ApiError,
  checkReferences,
  CollectedEffects,
  type Effects,
  endpoint,
  type ErrorDetail,
  detectFormat,
  item,
  newId,
  lockResource,
  fetchOne,
  OutdatedRead,
  requireScopes,
  scopeEscalation,
  type Sent,
  type Static,
  type TransactionContext,
  unknownReference,
  type Uuid,
  writeIdentity,
  writeLedger,
  toOutcome,
} from '../../../kit/index.ts'
import { cannedResponse, countUse, isVisible, render, getVariableScopes, type Variables } from '../../canned-responses/index.ts'
import { freezeReply } from '../email/freeze-reply.ts'
import { storeOutgoing, toMessageMail } from '../email/store-outgoing.ts'
import { appendOrThrow, newMessage } from '../messages/append-message.ts'
import { readBody } from '../messages/body.ts'
import { resolveActions, type CannedMessage } from './canned-actions.ts'
import { CannedResponseApply } from './canned-schema.ts'
import { readVariables } from './canned-variables.ts'
import { applyThreadChange, type ThreadFields } from '../change-thread.ts'
import { invalidTransition, threadClosed } from '../errors.ts'
import { findThread, toThread, type ThreadRecord } from '../queries.ts'
import { Thread } from '../schema.ts'
import { thread, threadReferences } from '../thread.ts'

type Context = TransactionContext<{ id: Uuid }, undefined, Static<typeof CannedResponseApply>>

const appliedAction = 'thread.canned_response_applied'

export const applyCannedResponse = endpoint({
  operationId: 'applyCannedResponse',
  method: 'POST',
  path: '/threads/{id}/apply-canned-response',
  tag: 'threads',
  scope: 'threads:write',
  summary: 'Apply a canned response',
  description:
    'Sends the reply of a canned response with its variables filled in, and runs its actions, in one transaction. If a variable ' +
    'has no value or an action refers to a missing object, the response is 422, and `details` names it. A reply to a closed ' +
    'thread is refused unless an action reopens it. Variables with the customer’s external id or custom fields also require the ' +
    'scope `customers:read`.',
  params: { id: thread.id },
  body: CannedResponseApply,
  responds: { 200: item(Thread, 'The thread as it is now') },
  errors: [scopeEscalation, unknownReference, invalidTransition, threadClosed],
  etag: true,
  writes: 'transaction',
  present: toThread,
  async handle(context) {
    const { tx, principal, effects, body } = context
    const { tenantId } = principal
    const current = await lockResource(context, thread)
    // For a merged thread, `lockResource` locks the merge target. A merged thread here was merged while the request waited for the lock.
    if (current.mergedInto !== null) throw new OutdatedRead('The thread was merged in the meantime')
    const key = { tenantId, id: current.id }
    const response = await tx.first(cannedResponse.statements.lock, { tenantId, id: body.cannedResponseId })
    if (!response || !isVisible(principal, response))
      throw referenceError([{ field: 'cannedResponseId', code: 'UNKNOWN', message: 'does not exist in this tenant' }])
    const { fields, notes } = await resolveActions(context, current, response.actions)
    const replies = response.body === null ? [] : [{ body: response.body, bodyFormat: response.bodyFormat, place: 'body', internal: false }]
    const templates = [...replies, ...notes]
    requireScopes(principal, getVariableScopes(templates.map((each) => each.body)), 'A variable is a field of the customer.')
    const messages = fillVariables(templates, await readVariables(tx, principal, current))
    const asked = { cannedResponseId: response.id, shortcut: response.shortcut }

    // Lock everything that the change needs before messages are written: they lock the tenant's counters, which must be locked last.
    await lockReferences(context, current, fields)
    const change = async (into: Effects) => {
      const now = { ...(await fetchOne(tx, findThread, key)), reachedFrom: current.reachedFrom ?? null }
      const { record } = await applyThreadChange({ ...context, effects: into }, now, fields, {
        action: messages.length > 0 ? 'thread.updated' : appliedAction,
      })
      if (messages.length === 0 && record.version === now.version)
        into.audit({ action: appliedAction, target: { type: 'thread', id: now.id }, after: asked })
    }
    // Reopen a closed thread before adding the reply, so that the events of the change come first. Otherwise add the reply first, so that
    // the actions can close the thread afterwards.
    const opensFirst = current.status === 'closed' && fields.status !== undefined
    if (opensFirst) await writeImmediately(context, change)
    for (const [i, message] of messages.entries())
      await writeMessage(context, current.id, message, { action: i === 0 ? appliedAction : 'thread.message_added', asked })
    if (!opensFirst) await change(effects)
    await tx.rows(countUse, { tenantId, id: response.id })
    const audited = effects.audit({
      action: 'canned_response.applied',
      target: { type: 'canned_response', id: response.id },
      after: { threadId: current.id },
    })
    return toOutcome(await fetchOne(tx, findThread, key), audited)
  },
})

/** Fills in the variables of the messages. Throws 422 with every variable that has no value. */
function fillVariables(messages: readonly CannedMessage[], variables: Variables): CannedMessage[] {
  const details: ErrorDetail[] = []
  const filled = messages.map((message) => {
    const format = message.bodyFormat ?? detectFormat(message.body)
    const { text, missing } = render(message.body, format, variables)
    for (const name of missing) details.push({ field: message.place, code: 'MISSING_VARIABLE', message: `${name} has no value` })
    return { ...message, body: text, bodyFormat: format }
  })
  if (details.length > 0) throw referenceError(details)
  return filled
}

/** Locks the rows that `applyThreadChange` will lock, in the same order. */
async function lockReferences({ tx, principal }: Context, { assigneeId }: ThreadRecord, fields: Sent<ThreadFields>): Promise<void> {
  await checkReferences(tx, principal.tenantId, threadReferences, { assigneeId, ...fields })
}

/** Runs `work` and writes its audit rows and events immediately, so that they precede those of later steps in this transaction. */
async function writeImmediately({ tx, principal, requestId }: Context, work: (effects: Effects) => Promise<unknown>): Promise<void> {
  const effects = new CollectedEffects()
  await work(effects)
  await writeLedger(tx, writeIdentity(principal, requestId, null), effects, { status: 200, record: null })
}

/** Appends a message of the caller to the thread, which this transaction has locked. */
async function writeMessage(
  context: Context,
  threadId: Uuid,
  { body, bodyFormat, internal }: CannedMessage,
  more: { action: string; asked: object },
): Promise<void> {
  const { tx, principal, requestId } = context
  const messageId = newId()
  const frozen = internal ? null : await freezeReply(context, { threadId, messageId }, { body, ...(bodyFormat ? { bodyFormat } : {}) })
  if (frozen) await storeOutgoing(tx, { tenantId: principal.tenantId, messageId }, frozen)
  const mail = frozen && toMessageMail(frozen)
  const message = { ...readBody({ body, bodyFormat }), messageId, mail, authorType: 'AGENT', internal, ...more } as const
  await appendOrThrow(tx, newMessage(writeIdentity(principal, requestId, null), threadId, principal.user, message))
}

function referenceError(details: ErrorDetail[]): ApiError {
  return new ApiError(unknownReference, { details })
}
