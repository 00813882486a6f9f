import { item } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import { lockResource } from '#kit/write.ts'
import { defineError } from '#platform/define-error.ts'
import { ApiError, scopeEscalation } from '#platform/errors.ts'
import { toOutcome } from '#platform/outbox/effects.ts'
import { closed, component, time, Type } from '#platform/schema.ts'
import { isoTime } from '#platform/time.ts'
import { checkDomainAllowed } from './allowed-domains.ts'
import { checkMayManage } from './owners.ts'
import { linkSeconds, linkUrl, makeLink } from './sign-in-link.ts'
import { user } from './user.ts'

export const userNotInvited = defineError('SVC-USER-NOT_INVITED', 409, 'This user has no open invitation.', {
  cause: 'The user has accepted the invitation, was created without one, or is suspended.',
  cure: 'A user who has lost the password gets a link with `POST /auth/forgot`.',
})

const InvitationLink = component(
  'InvitationLink',
  closed(
    {
      url: Type.String({
        description: 'The page on which the user accepts the invitation. A person who opens it can sign in as the user.',
      }),
      expiresAt: time('Until when it works.'),
    },
    {
      description: 'A link that accepts an invitation, once.',
      examples: [{ url: 'http://app.localhost:3000/accept-invitation#token=svlt_…', expiresAt: '2026-03-11T09:30:00.000Z' }],
    },
  ),
)

export const createInvitationLink = endpoint.write({
  operationId: 'createInvitationLink',
  method: 'POST',
  path: `${user.path}/{id}/invitation-link`,
  tag: user.tag,
  scope: user.scopes.write,
  summary: 'Create a link that accepts an invitation',
  description:
    'Returns a link for an INVITED user, to pass on without mail. It works once, for seven days. Links that were mailed or created before keep ' +
    'working until one of them is used. The caller needs all scopes of the user, as for creating one. The audit log names the caller.',
  params: { id: { ...user.id, versioned: false } },
  responds: { 201: item(InvitationLink, 'The link, which is shown only once') },
  errors: [userNotInvited, scopeEscalation],
  secret: true,
  present: (record: { url: string; expiresAt: string }) => record,
  async handle(context) {
    const { tx, effects, secrets, config, principal } = context
    const { tenantId, user: inviter } = principal
    const { id: userId, email, role, status } = await lockResource(context, user)
    checkMayManage(principal, [role])
    if (status !== 'INVITED') throw new ApiError(userNotInvited)
    checkDomainAllowed(principal, email)
    const request = {
      tenantId,
      userId,
      email,
      purpose: 'INVITATION',
      lifeSeconds: linkSeconds.invitation,
      requestedBy: inviter.id,
    } as const
    const { token, expiresAt } = await makeLink(tx, secrets, request)
    const audited = effects.audit({ action: 'user.invitation_link_created', target: { type: user.noun, id: userId } })
    return toOutcome({ url: linkUrl(config.dashboardUrl, 'INVITATION', token), expiresAt: isoTime(expiresAt) }, audited, 201)
  },
})
