import { item } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import { createPresenter } from '#kit/present.ts'
import { ApiError, tenantSuspended } from '#platform/errors.ts'
import { toSavedOutcome } from '#platform/outbox/effects.ts'
import { closed, component, emailOutput, nullable, Type } from '#platform/schema.ts'
import { findInvitation } from '../users/index.ts'
import { linkInvalid } from './errors.ts'
import { exampleToken, linkToken } from './schema.ts'

const InvitationRead = component('InvitationRead', closed({ token: linkToken }, { examples: [{ token: exampleToken('svlt') }] }))

const Invitation = component(
  'Invitation',
  closed(
    {
      tenantName: Type.String({ description: 'The name of the tenant.' }),
      inviterName: nullable(Type.String(), { description: 'The name of the user who invited; null if it is unknown.' }),
      name: Type.String({ description: 'The name of the invited user.' }),
      email: emailOutput('The address with which the invited user signs in.'),
    },
    {
      description: 'An invitation that has not been accepted.',
      examples: [{ tenantName: 'Acme', inviterName: 'Ada Lovelace', name: 'Grace Hopper', email: 'grace@example.com' }],
    },
  ),
)

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
