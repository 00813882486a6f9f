import { item } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import { createPresenter } from '#kit/present.ts'
import { ApiError, tenantSuspended } from '#platform/errors.ts'
import { toSavedOutcome } from '#platform/outbox/effects.ts'
import { findInvitation } from '../users/index.ts'
import { linkInvalid } from './errors.ts'
import { Invitation, InvitationRead } from './schema.ts'

export const readInvitation = endpoint.anonymous({
  operationId: 'readInvitation',
  method: 'POST',
  path: '/auth/invitation',
  tag: 'auth',
  summary: 'Read an invitation',
  description:
    'Returns who invited whom, for the page of an invitation. The link stays unused. The token is in the body, because URLs are logged. Only ' +
    'refused requests count as attempts.',
  body: InvitationRead,
  responds: { 200: item(Invitation, 'The invitation') },
  errors: [linkInvalid, tenantSuspended],
  personal: true,
  account: () => null,
  rateLimit: 'refused',
  fixedTimes: 'refusals',
  async findActor({ db, secrets, body: { token } }) {
    const found = await findInvitation(db, secrets, token)
    if (!found) throw new ApiError(linkInvalid)
    if (found.suspended) throw new ApiError(tenantSuspended)
    return found
  },
  present: createPresenter(Invitation),
  async handle({ actor }) {
    if (!actor) throw new ApiError(linkInvalid)
    const { tenantName, inviterName, name, email } = actor
    return toSavedOutcome({ tenantName, inviterName, name, email })
  },
})
