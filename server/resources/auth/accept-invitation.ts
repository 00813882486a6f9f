import { item } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import { updateResource, fetchOne } from '#kit/write.ts'
import { ApiError, tenantSuspended } from '#platform/errors.ts'
import { endLinks, user } from '../users/index.ts'
import { readLink, useLink } from './choose-password.ts'
import { linkInvalid, passwordRejected } from './errors.ts'
import { securityChanged } from './events.ts'
import { setPassword } from './queries.ts'
import { findLacksFactor } from './factor-queries.ts'
import { AcceptedInvitation, AcceptInvitationRequest } from './schema.ts'
import { deriveTokens, type Tokens } from './session-tokens.ts'
import { beginSession } from './sessions.ts'

/** `session` is absent in responses stored before an acceptance began one. */
type Accepted = Parameters<typeof user.present>[0] & { session?: Tokens & { lacksSecondFactor: boolean } }

export const acceptInvitation = endpoint.anonymous({
  operationId: 'acceptInvitation',
  method: 'POST',
  path: '/auth/accept-invitation',
  tag: 'auth',
  summary: 'Accept an invitation',
  description:
    'Makes the invited user ACTIVE, with the chosen password, and starts a session. A retry with the same `Idempotency-Key` returns the same session.',
  body: AcceptInvitationRequest,
  responds: { 200: item(AcceptedInvitation, 'The user, who is active now, with a session') },
  errors: [linkInvalid, passwordRejected, tenantSuspended],
  etag: true,
  secret: true,
  changesCredentials: true,
  account: () => null,
  fixedTimes: 'refusals',
  findActor: (context) => readLink(context, 'INVITATION', context.body),
  present: ({ session, ...userRecord }: Accepted) => ({ ...user.present(userRecord), session: session ?? null }),
  async handle(context) {
    const { actor, tx, effects, body, secrets, ip, userAgent } = context
    if (!actor) throw new ApiError(linkInvalid)
    const { tenantId, userId } = actor
    const key = { tenantId, id: userId }
    // Lock the user before the link. Every transaction that locks both uses this order, to avoid deadlocks.
    if (user.statements.lockOnly) await tx.rows(user.statements.lockOnly, key)
    const current = await fetchOne(tx, user.statements.lock, key)
    const { hash } = await useLink(tx, actor)
    // After the check, an admin may have suspended the user, or the user accepted the invitation by another link.
    if (current.status !== 'INVITED') throw new ApiError(linkInvalid)
    await endLinks(tx, { tenantId, userId })
    await tx.rows(setPassword, { tenantId, userId, hash })
    effects.emit(securityChanged, userId, { id: userId, change: 'PASSWORD_SET' })
    // The link usually came by mail. If the address still fails, the next mail to it says so.
    const sent = { status: 'ACTIVE' as const, emailFailedAt: null, ...(body.name === undefined ? {} : { name: body.name }) }
    const begun = await beginSession(context, { tenantId, userId }, { ip, userAgent })
    const also = { before: {}, after: { sessionId: begun.id, userAgent } }
    const writing = { tx, effects, principal: { tenantId } }
    const outcome = await updateResource(writing, user, current, sent, { action: 'invitation_accepted', also })
    const { lacksSecondFactor } = await fetchOne(tx, findLacksFactor, { tenantId, userId })
    return { ...outcome, record: { ...outcome.record, session: { ...deriveTokens(secrets, tenantId, begun), lacksSecondFactor } } }
  },
})
