import { findMergedInto } from '../../record/read-queries.ts'
import { item, list } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import { createPresenter } from '#kit/present.ts'
import { lockResource } from '#kit/write.ts'
import { ApiError, catalogLimitReached, validationFailed } from '#platform/errors.ts'
import { toOutcome, toUnchangedOutcome } from '#platform/outbox/effects.ts'
import { participantNotFound, threadNotFound } from '../../record/errors.ts'
import { thread } from '../../record/thread.ts'
import { findParticipants, maxParticipants, participantList, removeParticipant } from './participant-queries.ts'
import { Participant, ParticipantCreate } from '../../record/participant-schema.ts'
import { announceParticipants, recordParticipants } from './record-participants.ts'

export const listThreadParticipants = endpoint.read({
  operationId: 'listThreadParticipants',
  path: '/threads/{id}/participants',
  tag: 'threads',
  scope: 'threads:read',
  summary: 'List the participants of a thread',
  description:
    'Everybody who takes part in a thread by mail, latest first: the senders and recipients of its mails, and those whom agents added. ' +
    'A merged thread shows the participants of its target.',
  params: { id: thread.id },
  responds: { 200: list(Participant) },
  present: createPresenter(Participant),
  async handle({ db, principal: { tenantId }, params: { id }, page }) {
    const merged = await db.first(findMergedInto, { tenantId, id })
    if (!merged) throw new ApiError(threadNotFound)
    return participantList.fetch(db, tenantId, page, { threadId: merged.mergedInto ?? id })
  },
})

export const addThreadParticipant = endpoint.write({
  operationId: 'addThreadParticipant',
  method: 'POST',
  path: '/threads/{id}/participants',
  tag: 'threads',
  scope: 'threads:write',
  summary: 'Add a participant to a thread',
  description:
    'Adds somebody to the conversation: their mail belongs to the thread. Verifies a stranger who wrote with the thread’s secret ' +
    'address, and adds somebody who was removed again. Own addresses of your inboxes cannot take part. A thread has at most 48 participants.',
  params: { id: thread.id },
  body: ParticipantCreate,
  responds: { 201: item(Participant, 'The new participant'), 200: item(Participant, 'The participant, who took part already') },
  errors: [catalogLimitReached],
  present: createPresenter(Participant),
  async handle(context) {
    const { tx, effects, principal, body } = context
    const current = await lockResource(context, thread)
    const key = { tenantId: principal.tenantId, threadId: current.id }
    const { address, name = null, role = 'CC' } = body
    const addedBy = principal.credential.type === 'SESSION' ? 'AGENT' : 'API'
    const { changed, omitted } = await recordParticipants(tx, key, [{ address, name, role, verified: true, addedBy }])
    if (omitted.length > 0)
      throw new ApiError(catalogLimitReached, { message: `A thread has at most ${maxParticipants} participants. Remove one first.` })
    const participant = (await tx.rows(findParticipants, key)).find((each) => each.address === address)
    if (!participant) {
      const details = [{ field: 'address', code: 'NOT_ALLOWED', message: 'belongs to an inbox' }]
      throw new ApiError(validationFailed, { details })
    }
    // An erasure of the customer finds the stored response by the thread's id.
    const record = { ...participant, threadId: current.id }
    if (!changed) return toUnchangedOutcome(record)
    await announceParticipants(tx, effects, key)
    const after = { address, role: participant.role }
    return toOutcome(record, effects.audit({ action: 'thread.participant_added', target: { type: 'thread', id: current.id }, after }), 201)
  },
})

export const removeThreadParticipant = endpoint.write({
  operationId: 'removeThreadParticipant',
  method: 'DELETE',
  deletion: 'final',
  path: '/threads/{id}/participants/{participantId}',
  tag: 'threads',
  scope: 'threads:write',
  summary: 'Remove a participant from a thread',
  description:
    'Takes somebody out of the recipients of replies. Their mail belongs to the thread only if it carries the thread’s secret address ' +
    'or answers one of its mails, and is shown as that of a stranger.',
  params: {
    id: thread.id,
    participantId: {
      prefix: 'par',
      description: 'The participant, with or without `par_`.',
      notFound: participantNotFound,
      versioned: false,
    },
  },
  responds: { 200: item(Participant, 'The participant as it was') },
  present: createPresenter(Participant),
  async handle(context) {
    const { tx, effects, principal, params } = context
    const current = await lockResource(context, thread)
    const key = { tenantId: principal.tenantId, threadId: current.id }
    const participant = await tx.first(removeParticipant, { ...key, id: params.participantId })
    if (!participant) throw new ApiError(participantNotFound)
    await announceParticipants(tx, effects, key)
    const before = { address: participant.address, role: participant.role }
    const record = { ...participant, threadId: current.id }
    return toOutcome(record, effects.audit({ action: 'thread.participant_removed', target: { type: 'thread', id: current.id }, before }))
  },
})
