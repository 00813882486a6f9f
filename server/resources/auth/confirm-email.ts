import { item } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import { lockRow, updateResource } from '#kit/write.ts'
import { databaseNowIso } from '#platform/database-now.ts'
import type { Database } from '#platform/db.ts'
import { ApiError, catalogDuplicate, tenantSuspended } from '#platform/errors.ts'
import { mapConflict } from '#platform/http/conflicts.ts'
import type { Secrets } from '#platform/secrets.ts'
import { sendMail } from '../mail/index.ts'
import { endLinks, findLink, takeLink, user, User } from '../users/index.ts'
import { linkInvalid } from './errors.ts'
import { securityChanged } from './events.ts'
import { ConfirmEmailRequest } from './schema.ts'
import { endAccess } from './sessions.ts'

export const confirmEmail = endpoint.anonymous({
  operationId: 'confirmEmail',
  method: 'POST',
  path: '/auth/confirm-email',
  tag: 'auth',
  summary: 'Confirm a new address',
  description:
    'Takes the token of the link that was mailed to a user’s new address (`PATCH /users/{id}` with `email`). From then on the ' +
    'user signs in with that address. If another user made the change, all sessions and the calendar URL of the user end. Links ' +
    'that were mailed to the earlier address end, and that address gets a notice.',
  body: ConfirmEmailRequest,
  responds: { 200: item(User, 'The user, with the new address') },
  errors: [linkInvalid, tenantSuspended, catalogDuplicate],
  etag: true,
  changesCredentials: true,
  account: () => null,
  fixedTimes: 'refusals',
  findActor: readAddressLink,
  present: user.present,
  async handle(context) {
    const { actor, tx, effects } = context
    if (!actor) throw new ApiError(linkInvalid)
    const { tenantId, userId, linkId, address, requestedBy } = actor
    // Lock the user before the link. Every transaction that locks both uses this order, to avoid deadlocks.
    const current = await lockRow(tx, user.statements, { tenantId, id: userId })
    // Since the check, the address change was cancelled or replaced, or another request used the link.
    if (current?.pendingEmail !== address || !(await takeLink(tx, { tenantId, id: linkId }))) throw new ApiError(linkInvalid)
    await endLinks(tx, { tenantId, userId })
    if (requestedBy !== userId) await endAccess(context, { tenantId, userId }, 'EMAIL_CHANGED')
    const values = { name: current.name, email: address, at: databaseNowIso() }
    sendMail(context, { to: current.email, template: 'email-changed', values })
    effects.emit(securityChanged, userId, { id: userId, change: 'EMAIL_CHANGED' })
    const sent = { email: address, pendingEmail: null, emailFailedAt: null }
    try {
      return await updateResource({ tx, effects, principal: { tenantId } }, user, current, sent, { action: 'email_confirmed' })
    } catch (error) {
      // Another user has taken the address in the meantime.
      throw mapConflict(user.conflicts, error)
    }
  },
})

async function readAddressLink({ db, secrets, body }: { db: Database; secrets: Secrets; body: { token: string } }) {
  const link = await findLink(db, secrets, body.token)
  if (link?.purpose !== 'EMAIL') throw new ApiError(linkInvalid)
  const { tenantId, userId, id: linkId, address, requestedBy, good, suspended } = link
  // Continue for a used link, so that a retry of the request that used it gets the stored response. The handler rejects any other request.
  if (good && suspended) throw new ApiError(tenantSuspended)
  return { tenantId, userId, linkId, address, requestedBy }
}
